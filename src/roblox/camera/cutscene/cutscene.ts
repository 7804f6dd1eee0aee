import { onRendered } from "../../clock";
import type { CheckedCutscene } from "./cutscene-options";
import { FREEZE_PRIORITY, FrozenCharacter } from "./frozen-character";
import { HiddenGuis } from "./hidden-guis";
import { Letterbox } from "./letterbox";

const ContextActionService = game.GetService("ContextActionService");
const Players = game.GetService("Players");
const UserInputService = game.GetService("UserInputService");

/** The effects of one playback on the screen and the character. */
interface Comforts {
	readonly guis?: HiddenGuis;
	readonly character?: FrozenCharacter;
	readonly letterbox: Letterbox;
	/** The name of the binding of the keys that skip. */
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
 * Applies a cutscene's effects to the screen and the local player's character, from the start to the end of each
 * playback. Two cutscenes may run at once: effects of both stay until both have ended, and the keys skip the newer one.
 */
export class Cutscene {
	private current?: Comforts;

	/** @param skip called by a key or the button */
	constructor(
		private readonly options: CheckedCutscene,
		private readonly skip: () => void,
	) {}

	/** Begins, unless it has. Does nothing without a local player, as in Studio's edit mode. */
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
		// With immediate signals every write runs the game's handlers at once, which may end the playback.
		if (this.current === comforts) comforts.character?.freeze();
		if (this.current === comforts) comforts.guis?.hide(playerGui);
	}

	/**
	 * Ends, if it has begun, and returns a function that undoes all effects. The player calls that last: the game's
	 * handlers may begin the next playback.
	 */
	public end(): (() => void) | undefined {
		const comforts = this.current;
		this.current = undefined;
		return comforts && (() => undo(comforts));
	}

	/**
	 * Runs once per frame: the game may have shown a screen, unanchored or spawned the character, and the window may
	 * have changed size.
	 */
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
