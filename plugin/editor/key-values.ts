import { createShot, ShotKey } from "../../src/camera";

/** The numbers of a key as the user sees them, in studs and degrees. */
export type Channel = "x" | "y" | "z" | "yaw" | "pitch" | "roll" | "lens";

/**
 * If the cosine of its pitch is below this, a camera looks straight up or down. A rotation about its line of sight is
 * then yaw.
 */
const POLE = 1e-3;

const AXES: { [K in Channel]?: 0 | 1 | 2 } = { x: 0, y: 1, z: 2 };

type Vector = readonly [number, number, number];

export type Angle = "yaw" | "pitch" | "roll";

/** Pitch, yaw and roll in radians. */
type Angles = Record<Angle, number>;

export function isAngle(channel: string): channel is Angle {
	return channel === "yaw" || channel === "pitch" || channel === "roll";
}

export function cframeOf({ position, rotation }: ShotKey): CFrame {
	const [x, y, z] = position;
	return new CFrame(x, y, z, ...rotation);
}

export function anglesOf(cframe: CFrame): Angles {
	const [pitch, yaw, roll] = cframe.ToOrientation();
	return { pitch, yaw, roll };
}

/** Returns a key's rotation from pitch, yaw and roll. */
function rotationOf({ pitch, yaw, roll }: Angles): ShotKey["rotation"] {
	return createShot([{ seconds: 0, cframe: CFrame.fromOrientation(pitch, yaw, roll) }]).keys[0].rotation;
}

/** Converts an angular velocity about the camera's own axes to rates of pitch, yaw and roll per second. */
export function ratesOf([wx, wy, wz]: Vector, { pitch, roll }: Angles): Angles {
	const sine = math.sin(roll);
	const cosine = math.cos(roll);
	const x = cosine * wx - sine * wy;
	if (math.cos(pitch) < POLE) return { pitch: x, yaw: -wz / math.sin(pitch), roll: 0 };
	const yaw = (sine * wx + cosine * wy) / math.cos(pitch);
	return { pitch: x, yaw, roll: wz + yaw * math.sin(pitch) };
}

/** Converts rates of pitch, yaw and roll per second to an angular velocity about the camera's own axes. */
export function turningFor(rates: Angles, { pitch, roll }: Angles): Vector {
	const y = rates.yaw * math.cos(pitch);
	const cosine = math.cos(roll);
	const sine = math.sin(roll);
	return [cosine * rates.pitch + sine * y, cosine * y - sine * rates.pitch, rates.roll - rates.yaw * math.sin(pitch)];
}

/** Returns a number of a key, or undefined if the key leaves it to other keys. */
export function valueOf(key: ShotKey, channel: Channel): number | undefined {
	if (isAngle(channel)) return math.deg(anglesOf(cframeOf(key))[channel]);
	if (channel === "lens") return key.fieldOfView;
	return key.position[AXES[channel]!];
}

function withAxis(vector: Vector, axis: 0 | 1 | 2, value: number): Vector {
	return [axis === 0 ? value : vector[0], axis === 1 ? value : vector[1], axis === 2 ? value : vector[2]];
}

/** Sets a number of a key. Its rates of pitch, yaw and roll stay the same. */
export function withValue(key: ShotKey, channel: Channel, value: number): ShotKey {
	if (channel === "lens") return { ...key, fieldOfView: value };
	if (!isAngle(channel)) return { ...key, position: withAxis(key.position, AXES[channel]!, value) };
	const before = anglesOf(cframeOf(key));
	const after = { ...before, [channel]: math.rad(value) };
	const turning = key.turning && turningFor(ratesOf(key.turning, before), after);
	return { ...key, rotation: rotationOf(after), turning };
}

/**
 * Returns a number's rate of change per second where the curve passes the key, or undefined if the key leaves it to
 * others.
 */
export function passingOf(key: ShotKey, channel: Channel): number | undefined {
	if (channel === "lens") return key.zooming;
	if (isAngle(channel)) return key.turning && math.deg(ratesOf(key.turning, anglesOf(cframeOf(key)))[channel]);
	return key.velocity?.[AXES[channel]!];
}

/** Sets a number's rate of change where the curve passes the key. */
export function withPassing(key: ShotKey, channel: Channel, rate: number): ShotKey {
	if (channel === "lens") return { ...key, zooming: rate };
	if (!isAngle(channel)) return { ...key, velocity: withAxis(key.velocity ?? [0, 0, 0], AXES[channel]!, rate) };
	const angles = anglesOf(cframeOf(key));
	const rates = { ...ratesOf(key.turning ?? [0, 0, 0], angles), [channel]: math.rad(rate) };
	return { ...key, turning: turningFor(rates, angles) };
}
