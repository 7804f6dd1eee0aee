import { HeldSwitches } from "./held-switches";
import { SCREEN_NAME } from "./letterbox";

const StarterGui = game.GetService("StarterGui");

const screens = new HeldSwitches<ScreenGui>(
	false,
	(screen) => screen.Enabled,
	(screen, isEnabled) => (screen.Enabled = isEnabled),
);

const coreGuis = new HeldSwitches<Enum.CoreGuiType>(
	false,
	(core) => StarterGui.GetCoreGuiEnabled(core),
	(core, isEnabled) => StarterGui.SetCoreGuiEnabled(core, isEnabled),
);

/** Roblox's own GUIs, one by one: each gets back its own value. */
const CORE_GUIS = Enum.CoreGuiType.GetEnumItems().filter((core) => core !== Enum.CoreGuiType.All);

/** The GUIs that a cutscene hides: those on the screen, and those that the game shows meanwhile. */
export class HiddenGuis {
	private readonly screens = new Set<ScreenGui>();
	private readonly coreGuis = new Set<Enum.CoreGuiType>();
	private connections = new Array<RBXScriptConnection>();
	private isOver = false;

	/** @param keep the names of GUIs that stay visible */
	constructor(private readonly keep: ReadonlySet<string>) {}

	public hide(playerGui: Instance): void {
		this.connections = [
			playerGui.DescendantAdded.Connect((instance) => this.take(instance)),
			playerGui.DescendantRemoving.Connect((instance) => this.giveBack(instance)),
		];
		for (const instance of playerGui.GetDescendants()) this.take(instance);
		for (const core of CORE_GUIS) {
			// With immediate signals a handler in the game may have ended the cutscene.
			if (this.isOver) return;
			this.coreGuis.add(core);
			coreGuis.hold(core);
		}
	}

	/** Hides the GUIs that the game has shown since. */
	public hideAgain(): void {
		for (const screen of this.screens) screens.insist(screen);
		for (const core of this.coreGuis) coreGuis.insist(core);
	}

	/** Shows everything that the game wants to show. */
	public restore(): void {
		this.isOver = true;
		for (const connection of this.connections) connection.Disconnect();
		for (const screen of this.screens) screens.release(screen);
		for (const core of this.coreGuis) coreGuis.release(core);
	}

	private take(instance: Instance): void {
		if (this.isOver || !instance.IsA("ScreenGui") || this.screens.has(instance)) return;
		if (instance.Name === SCREEN_NAME || this.keep.has(instance.Name)) return;
		this.screens.add(instance);
		screens.hold(instance);
	}

	/** Restores a GUI that the game removes, which it may show elsewhere. */
	private giveBack(instance: Instance): void {
		if (!this.isOver && this.screens.delete(instance as ScreenGui)) screens.release(instance as ScreenGui);
	}
}
