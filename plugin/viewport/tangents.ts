import { Shot, ShotKey } from "../../src/camera";
import { setTangents } from "../editor/key-edits";

/** A tangent handle stands where the camera would be after so many seconds at the key's velocity. */
export const TANGENT_SECONDS = 1 / 3;

function isCurve(key: ShotKey | undefined): boolean {
	return key !== undefined && (key.easing === "smooth" || key.easing === "stop");
}

/** With which velocity the camera passes a key that a curve leads to or from; undefined if it rests there or goes straight. */
export function velocityAt(shot: Shot, index: number): Vector3 | undefined {
	const { keys } = shot;
	const key = keys[index];
	if (key.easing === "stop" || key.easing === "hold") return undefined;
	const comesOnCurve = isCurve(key) && index > 0 && keys[index - 1].easing !== "hold";
	if (!comesOnCurve && !isCurve(keys[index + 1] as ShotKey | undefined)) return undefined;
	const velocity = key.velocity ?? setTangents(shot, [index], "free").keys[index].velocity;
	return velocity && new Vector3(...velocity);
}

/** A shot in which the camera passes a key with another velocity. */
export function withVelocity(shot: Shot, index: number, { X, Y, Z }: Vector3): Shot {
	const keys = [...shot.keys];
	keys[index] = { ...keys[index], velocity: [X, Y, Z] };
	return { ...shot, keys };
}

/** Where the camera goes from a key that it passes without a velocity: to the next key, or on from the previous one. */
export function directionAt({ keys }: Shot, index: number): Vector3 {
	const from = new Vector3(...keys[math.max(index - (index + 1 < keys.size() ? 0 : 1), 0)].position);
	const to = new Vector3(...keys[math.min(index + 1, keys.size() - 1)].position);
	const way = to.sub(from);
	return way.Magnitude > 1e-3 ? way.Unit : Vector3.xAxis;
}
