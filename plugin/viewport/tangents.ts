import { Shot, ShotKey } from "../../src/camera";
import { setTangents } from "../editor/key-edits";

/** A tangent's handle is where the camera would be after this time at the key's velocity, in seconds. */
export const TANGENT_SECONDS = 1 / 3;

function isCurve(key: ShotKey | undefined): boolean {
	return key !== undefined && (key.easing === "smooth" || key.easing === "stop");
}

/** Returns the camera's velocity at a key on a curve. Undefined if it rests there or moves straight. */
export function velocityAt(shot: Shot, index: number): Vector3 | undefined {
	const { keys } = shot;
	const key = keys[index];
	if (key.easing === "stop" || key.easing === "hold") return undefined;
	const comesOnCurve = isCurve(key) && index > 0 && keys[index - 1].easing !== "hold";
	if (!comesOnCurve && !isCurve(keys[index + 1] as ShotKey | undefined)) return undefined;
	const velocity = key.velocity ?? setTangents(shot, [index], "free").keys[index].velocity;
	return velocity && new Vector3(...velocity);
}

/** Sets the camera's velocity at a key. */
export function withVelocity(shot: Shot, index: number, { X, Y, Z }: Vector3): Shot {
	const keys = [...shot.keys];
	keys[index] = { ...keys[index], velocity: [X, Y, Z] };
	return { ...shot, keys };
}

/** Returns the camera's direction at a key without a velocity: towards the next key, or on from the previous one. */
export function directionAt({ keys }: Shot, index: number): Vector3 {
	const from = new Vector3(...keys[math.max(index - (index + 1 < keys.size() ? 0 : 1), 0)].position);
	const to = new Vector3(...keys[math.min(index + 1, keys.size() - 1)].position);
	const way = to.sub(from);
	return way.Magnitude > 1e-3 ? way.Unit : Vector3.xAxis;
}
