import { single } from "../../bytes/single";
import { multiply, normalise, rotate } from "../../rotation/quaternion";
import { fromTurnVector, turnVector } from "../../rotation/turn-vector";
import { Shot, ShotKey, shotDuration } from "../shot";
import { ShotPath } from "../shot-path";
import { insertAt } from "./edit-keys";

/**
 * Where to insert keys, as fractions of the reach, unless there is a key nearby: at its ends, so that nothing moves
 * beyond, and halfway.
 */
const PLACES: ReadonlyArray<readonly [part: number, near: number]> = [
	[-1, 0.01],
	[-0.5, 0.25],
	[0.5, 0.25],
	[1, 0.01],
];

/** Returns a key moved by a weight of a drag, where the weight grows by `growth` per second. */
function dragged(key: ShotKey, share: number, growth: number, move: DragMove): ShotKey {
	const { position, rotation, velocity = [0, 0, 0], turning = [0, 0, 0] } = key;
	const [mx, my, mz] = move.position;
	const [tx, ty, tz] = move.turn;
	const [qx, qy, qz, qw] = rotation;
	const [sx, sy, sz, sw] = fromTurnVector(tx * share, ty * share, tz * share);
	const [mqx, mqy, mqz, mqw] = multiply(sx, sy, sz, sw, qx, qy, qz, qw);
	const [x, y, z, w] = normalise(mqx, mqy, mqz, mqw);
	// The world rotation, about the key's own axes.
	const [ax, ay, az] = rotate(-x, -y, -z, w, tx * growth, ty * growth, tz * growth);
	return {
		...key,
		position: [single(position[0] + mx * share), single(position[1] + my * share), single(position[2] + mz * share)],
		rotation: [single(x), single(y), single(z), single(w)],
		velocity: [single(velocity[0] + mx * growth), single(velocity[1] + my * growth), single(velocity[2] + mz * growth)],
		turning: [single(turning[0] + ax), single(turning[1] + ay), single(turning[2] + az)],
	};
}

/** A move in studs, and a turn as a rotation vector about the world's axes. */
interface DragMove {
	readonly position: readonly [number, number, number];
	readonly turn: readonly [number, number, number];
}

function moveBetween(from: ShotKey, to: Pick<ShotKey, "position" | "rotation">): DragMove {
	const [ax, ay, az] = from.position;
	const [bx, by, bz] = to.position;
	const [px, py, pz, pw] = from.rotation;
	const [qx, qy, qz, qw] = to.rotation;
	const [x, y, z, w] = multiply(qx, qy, qz, qw, -px, -py, -pz, pw);
	const [tx, ty, tz] = turnVector(x, y, z, w);
	return { position: [bx - ax, by - ay, bz - az], turn: [tx, ty, tz] };
}

/** Returns the times of the cuts around a time: a drag does not reach beyond them. */
function boundsAround({ keys }: Shot, index: number): LuaTuple<[start: number, finish: number]> {
	let start = index;
	while (start > 0 && keys[start - 1].easing !== "hold") start -= 1;
	let finish = index;
	while (finish + 1 < keys.size() && keys[finish].easing !== "hold") finish += 1;
	return $tuple(keys[start].seconds, keys[finish].seconds);
}

/**
 * Moves a key of a checked shot. The motion up to `reach` seconds before and after it bends along in the shape of a
 * bell: every key there moves by its weight. Keys are inserted at the whole and the half reach if none are nearby.
 */
export function dragKey(shot: Shot, index: number, place: Pick<ShotKey, "position" | "rotation">, reach: number): Shot {
	const { seconds } = shot.keys[index];
	if (reach === 0)
		return { ...shot, keys: shot.keys.map((key, other) => (other === index ? { ...key, ...place } : key)) };
	const [start, finish] = boundsAround(shot, index);
	let bent = insertAt(shot, seconds);
	for (const [part, near] of PLACES) {
		const time = seconds + part * reach;
		const isNear = bent.keys.some((key) => math.abs(key.seconds - time) <= near * reach && key.seconds !== seconds);
		if (time > start && time < finish && time < shotDuration(shot) && !isNear) bent = insertAt(bent, time);
	}
	const path = new ShotPath(bent);
	const move = moveBetween(shot.keys[index], place);
	const keys = bent.keys.map((key) => {
		const away = (key.seconds - seconds) / reach;
		if (key.seconds < start || key.seconds > finish) return key;
		const fixed = path.keyAt(key.seconds);
		if (math.abs(away) >= 1) return fixed;
		const share = (1 + math.cos(math.pi * away)) / 2;
		const growth = (-math.sin(math.pi * away) * math.pi) / (2 * reach);
		return dragged(fixed, share, growth, move);
	});
	return { ...bent, keys, level: path.isLevel };
}
