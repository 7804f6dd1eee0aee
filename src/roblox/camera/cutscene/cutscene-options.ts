import { checkArray, checkKeys, checkType, describeValue, itemOf } from "../../../bytes/check-argument";
import { fail } from "../../../bytes/fail";

/**
 * What a player does to the screen and the local player's character while it plays. It undoes everything at the end,
 * however the playback ends.
 *
 * @example
 * const cutscene: CutsceneOptions = { letterbox: 16 / 9, skip: Enum.KeyCode.E, keep: ["Subtitles"] };
 * new CameraPlayer(take, { cutscene }).play();
 */
export interface CutsceneOptions {
	/** Whether to hide the ScreenGuis of the PlayerGui and Roblox's own GUIs. Defaults to true. */
	hideGuis?: boolean;
	/** The names of ScreenGuis that stay visible. Defaults to none. */
	keep?: Array<string>;
	/** Whether the character stands still and ignores its controls. Defaults to true. */
	freeze?: boolean;
	/** The aspect ratio of the picture between black bars, or false for none. Defaults to 2.35. */
	letterbox?: number | false;
	/**
	 * The key or keys of keyboard and gamepad that skip to the end, or false for none. Touch screens have a button. Defaults to Space and
	 * ButtonB.
	 */
	skip?: Enum.KeyCode | Array<Enum.KeyCode> | false;
}

/** Checked options, with the defaults. */
export interface CheckedCutscene {
	readonly hideGuis: boolean;
	readonly keep: ReadonlySet<string>;
	readonly freeze: boolean;
	readonly letterbox: number | false;
	/** Empty if it cannot be skipped. */
	readonly skip: ReadonlyArray<Enum.KeyCode>;
}

const CUTSCENE_DEFAULTS = {
	hideGuis: true,
	keep: new Array<string>(),
	freeze: true,
	letterbox: 2.35 as number | false,
	skip: [Enum.KeyCode.Space, Enum.KeyCode.ButtonB] as Enum.KeyCode | Array<Enum.KeyCode> | false,
};
const OPTIONS = ["freeze", "hideGuis", "keep", "letterbox", "skip"];

/** The min and max aspect ratio between the bars. */
const MIN_RATIO = 0.1;
const MAX_RATIO = 10;

function isKeyCode(value: unknown): value is Enum.KeyCode {
	return typeIs(value, "EnumItem") && Enum.KeyCode.FromName(value.Name) === value;
}

function checkSkip(skip: unknown, caller: string): Array<Enum.KeyCode> {
	if (skip === false) return [];
	if (isKeyCode(skip)) return [skip];
	if (!typeIs(skip, "table")) {
		fail(caller, `cutscene.skip is ${describeValue(skip)}; expected an Enum.KeyCode, an array of them, or false`);
	}
	checkArray(skip, caller, "cutscene.skip");
	const keys = skip as Array<Enum.KeyCode>;
	if (keys.isEmpty()) fail(caller, "cutscene.skip has no keys; expected at least one, or false");
	keys.forEach((key, index) => {
		if (!isKeyCode(key)) {
			fail(caller, `${itemOf("cutscene.skip", index)} is ${describeValue(key)}; expected an Enum.KeyCode`);
		}
	});
	return [...keys];
}

/** Refuses an invalid `cutscene` option. Returns it with the defaults, or undefined for none. */
export function checkCutscene(cutscene: CutsceneOptions | boolean, caller: string): CheckedCutscene | undefined {
	if (cutscene === false) return undefined;
	const options = cutscene === true ? {} : cutscene;
	if (!typeIs(options, "table")) {
		fail(caller, `cutscene is ${describeValue(options)}; expected true, false or a table of options`);
	}
	checkKeys(options, OPTIONS, caller, "cutscene");
	const { hideGuis, keep, freeze, letterbox, skip } = { ...CUTSCENE_DEFAULTS, ...options };
	checkType(hideGuis, "boolean", caller, "cutscene.hideGuis");
	checkType(freeze, "boolean", caller, "cutscene.freeze");
	checkArray(keep, caller, "cutscene.keep");
	keep.forEach((name, index) => checkType(name, "string", caller, itemOf("cutscene.keep", index)));
	if (letterbox !== false && !(typeIs(letterbox, "number") && letterbox >= MIN_RATIO && letterbox <= MAX_RATIO)) {
		fail(
			caller,
			`cutscene.letterbox is ${describeValue(letterbox)}; expected a ratio of ${MIN_RATIO} to ${MAX_RATIO}, or false`,
		);
	}
	return { hideGuis, keep: new Set(keep), freeze, letterbox, skip: checkSkip(skip, caller) };
}
