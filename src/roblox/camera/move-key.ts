import { checkKeys, checkType, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { dragKey } from "../../take/keys/drag-key";
import { indexOfKey } from "../../take/keys/edit-keys";
import { checkShot, Shot, ShotKey } from "../../take/shot";
import { placeOf } from "./create-shot";

/**
 * Options of `moveKey`.
 *
 * @example
 * const options: MoveKeyOptions = { reach: 1 };
 * const bent = moveKey(shot, shot.keys[3], cframe, options);
 */
export interface MoveKeyOptions {
	/** Seconds before and after the key over which the motion bends with it. Defaults to 0: only the key moves. */
	reach?: number;
}

const MOVE_DEFAULTS = { reach: 0 };

/**
 * Moves a key of a shot. Pass a `reach` to bend the motion around it: a fitted flight jerks if only one of its keys
 * moves.
 *
 * @example
 * const higher = moveKey(shot, shot.keys[3], cframe.add(new Vector3(0, 2, 0)), { reach: 1 });
 */
export function moveKey(shot: Shot, key: ShotKey, cframe: CFrame, options: MoveKeyOptions = {}): Shot {
	checkShot(shot, "moveKey");
	const index = indexOfKey(shot, key, "moveKey");
	checkType(cframe, "CFrame", "moveKey", "cframe");
	checkKeys(options, ["reach"], "moveKey", "options");
	const { reach } = { ...MOVE_DEFAULTS, ...options };
	if (!typeIs(reach, "number") || !(reach >= 0 && reach < math.huge)) {
		fail("moveKey", `reach is ${describeValue(reach)}; expected a number of seconds, 0 or more`);
	}
	const moved = dragKey(shot, index, placeOf(cframe), reach);
	checkShot(moved, "moveKey");
	return moved;
}
