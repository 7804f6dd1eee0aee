import { onRendered } from "../../clock";
import type { CheckedCutscene } from "./cutscene-options";
import { FREEZE_PRIORITY, FrozenCharacter } from "./frozen-character";
import { HiddenGuis } from "./hidden-guis";
import { Letterbox } from "./letterbox";

const ContextActionService = game.GetService("ContextActionService");
const Players = game.GetService("Players");
const UserInputService = game.GetService("UserInputService");

/** What one playing does to the screen and to the character. */
interface Comforts {
	readonly guis?: HiddenGuis;
	readonly character?: FrozenCharacter;
	readonly letterbox: Letterbox;
	/** What the keys that skip are bound as. */
	readonly action: string;
	leaveClock?: () => void;
}

let begun = 0;

function undo({ guis, character, letterbox, action, leaveClock }: Comforts): void {
	leaveClock?.();
	ContextActionService.UnbindAction(action);
	letterbox.destroy();
	character?.letGo();
	guis?.restore();
}

/**
 * What a player does to the screen and to the local player's character while it plays. Begins and ends with each playing. Two may be under
 * way: what both hold stays until both have ended, and the keys skip the newer one.
 */
export class Cutscene {
	private current?: Comforts;

	/** @param skip what a key or the button calls */
	constructor(
		private readonly options: CheckedCutscene,
		private readonly skip: () => void,
	) {}

	/** Begins, if it has not; without a local player, as in Studio's edit mode, there is nothing to do. */
	public begin(): void {
		const player = Players.LocalPlayer as Player | undefined;
		const playerGui = player?.FindFirstChildOfClass("PlayerGui");
		if (this.current || !player || !playerGui) return;
		const { hideGuis, keep, freeze, letterbox: ratio, skip } = this.options;
		begun += 1;
		const letterbox = new Letterbox(ratio);
		const comforts: Comforts = {
			guis: hideGuis ? new HiddenGuis(keep) : undefined,
			character: freeze ? new FrozenCharacter(player) : undefined,
			letterbox,
			action: `dolly-skip-${begun}`,
		};
		this.current = comforts;
		comforts.leaveClock = onRendered(() => this.insist(comforts));
		if (!skip.isEmpty()) this.bindSkip(comforts, skip);
		letterbox.show(playerGui);
		// With immediate signals the game hears of every write at once, and may end the playing.
		if (this.current === comforts) comforts.character?.freeze();
		if (this.current === comforts) comforts.guis?.hide(playerGui);
	}

	/**
	 * Ends, if it has begun, and returns what undoes all of it. The player calls that last: the game hears of what is undone, and may begin
	 * the next playing.
	 */
	public end(): (() => void) | undefined {
		const comforts = this.current;
		this.current = undefined;
		return comforts && (() => undo(comforts));
	}

	/** Once per frame: the game may have shown a screen, let the character go or spawned it, and the window may have another size. */
	private insist(comforts: Comforts): void {
		comforts.letterbox.fit();
		comforts.character?.freezeAgain();
		comforts.guis?.hideAgain();
	}

	private bindSkip({ action, letterbox }: Comforts, keys: ReadonlyArray<Enum.KeyCode>): void {
		const onKey = (_: string, state: Enum.UserInputState) => {
			if (UserInputService.GetFocusedTextBox()) return Enum.ContextActionResult.Pass;
			if (state === Enum.UserInputState.Begin) task.spawn(this.skip);
			return Enum.ContextActionResult.Sink;
		};
		ContextActionService.BindActionAtPriority(action, onKey, false, FREEZE_PRIORITY + 1, ...keys);
		if (UserInputService.TouchEnabled) letterbox.addButton(this.skip);
	}
}
