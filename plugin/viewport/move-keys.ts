import { createShot, insertKey, Recording, Shot, ShotKey } from "../../src/camera";
import { onFrame } from "../editor/key-edits";
import { shotAt, TimelineKey, withClip } from "../editor/timeline-items";

/** The seconds around fitted keys over which the flight bends along. */
export const REACH = 1;

/** Where keys are inserted around fitted ones, in fractions of the reach, unless there is a key nearby. */
const PLACES: ReadonlyArray<readonly [part: number, near: number]> = [
	[0.5, 0.25],
	[1, 0.01],
];

/** Neighbouring chosen keys with the part between them, which moves as a whole. */
interface Run {
	start: number;
	finish: number;
	/** The cuts around it, which limit the move. */
	readonly first: number;
	readonly last: number;
}

/** The fraction of a move that a key takes, and its rate of change per second. */
interface Share {
	readonly amount: number;
	readonly growth: number;
}

/** The shot at the start of a drag, with the inserted keys and each key's fraction of the move. */
interface MovedShot {
	readonly clip: number;
	readonly shot: Shot;
	readonly shares: ReadonlyMap<number, Share>;
}

export function positionOf({ position }: ShotKey): Vector3 {
	return new Vector3(...position);
}

export function cframeOf({ position, rotation }: ShotKey): CFrame {
	const [x, y, z] = position;
	return new CFrame(x, y, z, ...rotation);
}

/** Returns the position and rotation of a CFrame, for a key. */
function placeOf(cframe: CFrame): Pick<ShotKey, "position" | "rotation"> {
	const { position, rotation } = createShot([{ seconds: 0, cframe }]).keys[0];
	return { position, rotation };
}

function plus([x, y, z]: ShotKey["position"], by: Vector3): ShotKey["position"] {
	return [x + by.X, y + by.Y, z + by.Z];
}

/**
 * Returns whether the flight would jerk if a key moved without the next ones. It does if both have their own
 * velocities, as fitted keys do, and are closer than the reach. Automatic velocities adapt to the move, and a longer
 * part bends gently.
 */
function isTight({ keys }: Shot, index: number, chosen: ReadonlySet<number>): boolean {
	const key = keys[index];
	if (!key.velocity) return false;
	const isTightWith = (other: number, hold: ShotKey | undefined) => {
		const beside = keys[other] as ShotKey | undefined;
		if (!beside?.velocity || chosen.has(other) || hold?.easing === "hold") return false;
		return math.abs(beside.seconds - key.seconds) < REACH;
	};
	return isTightWith(index - 1, keys[index - 1]) || isTightWith(index + 1, key);
}

/** Returns the runs of chosen keys. Indices are in ascending order. */
function runsOf({ keys }: Shot, chosen: ReadonlyArray<number>): Array<Run> {
	const runs = new Array<Run>();
	for (const index of chosen) {
		const { seconds } = keys[index];
		const previous = runs[runs.size() - 1] as Run | undefined;
		if (previous && seconds <= previous.last && seconds - previous.finish < REACH) {
			previous.finish = seconds;
			continue;
		}
		let first = index;
		while (first > 0 && keys[first - 1].easing !== "hold") first -= 1;
		let last = index;
		while (last + 1 < keys.size() && keys[last].easing !== "hold") last += 1;
		runs.push({ start: seconds, finish: seconds, first: keys[first].seconds, last: keys[last].seconds });
	}
	return runs;
}

/** Inserts the keys at which the bends around runs begin, and halfway. The motion stays the same. */
function withBends(shot: Shot, runs: ReadonlyArray<Run>): Shot {
	let bent = shot;
	for (const { start, finish, first, last } of runs) {
		for (const [part, near] of PLACES) {
			for (const time of [start - part * REACH, finish + part * REACH]) {
				const seconds = onFrame(time);
				const isNear = bent.keys.some((key) => {
					const isOfRun = key.seconds >= start && key.seconds <= finish;
					return !isOfRun && math.abs(key.seconds - seconds) <= near * REACH;
				});
				if (seconds > first && seconds < last && !isNear) bent = insertKey(bent, seconds);
			}
		}
	}
	return bent;
}

/** Returns the fraction of a move at a time: 1 in a run, and falling in a bell shape around it. */
function shareAt(runs: ReadonlyArray<Run>, seconds: number): Share {
	let [amount, growth] = [0, 0];
	for (const { start, finish, first, last } of runs) {
		if (seconds < first || seconds > last) continue;
		if (seconds >= start && seconds <= finish) return { amount: 1, growth: 0 };
		const away = (seconds < start ? seconds - start : seconds - finish) / REACH;
		if (math.abs(away) >= 1) continue;
		amount += (1 + math.cos(math.pi * away)) / 2;
		growth += (-math.sin(math.pi * away) * math.pi) / (2 * REACH);
	}
	return { amount, growth };
}

function prepare(clip: number, shot: Shot, indices: ReadonlyArray<number>): MovedShot {
	const chosen = new Set(indices);
	const shares = new Map<number, Share>();
	if (!indices.some((index) => isTight(shot, index, chosen))) {
		for (const index of indices) shares.set(index, { amount: 1, growth: 0 });
		return { clip, shot, shares };
	}
	const runs = runsOf(shot, indices);
	const bent = withBends(shot, runs);
	bent.keys.forEach(({ seconds }, index) => {
		const share = shareAt(runs, seconds);
		if (share.amount > 0) shares.set(index, share);
	});
	return { clip, shot: bent, shares };
}

/** Applies a key's fraction of a move. */
function movedKey(key: ShotKey, { amount, growth }: Share, by: Vector3, axis: Vector3, angle: number): ShotKey {
	let moved: ShotKey = { ...key, position: plus(key.position, by.mul(amount)) };
	if (growth !== 0 && key.velocity) moved = { ...moved, velocity: plus(key.velocity, by.mul(growth)) };
	if (angle === 0) return moved;
	const looks = cframeOf(key);
	const turned = CFrame.fromAxisAngle(axis, angle * amount).mul(looks.Rotation);
	moved = { ...moved, rotation: placeOf(turned).rotation };
	if (growth === 0 || !key.turning) return moved;
	// The added turning is in the world's axes; keys store it in their own.
	return { ...moved, turning: plus(key.turning, turned.VectorToObjectSpace(axis.mul(angle * growth))) };
}

/**
 * Moves the chosen keys of a recording during a drag. Keys with automatic velocities move alone. Around fitted keys,
 * which would jerk, the flight bends along for a second on both sides: keys there take a fraction of the move, and keys
 * are inserted if there are none.
 */
export class KeyMove {
	/** The ids of the chosen keys during the drag. Inserted keys change their indices. */
	public readonly ids = new Array<string>();
	private readonly moved = new Array<MovedShot>();

	constructor(
		private readonly recording: Recording,
		chosen: ReadonlyArray<TimelineKey>,
	) {
		const byClip = new Map<number, Array<number>>();
		for (const { clip, index } of chosen) {
			const indices = byClip.get(clip) ?? new Array<number>();
			indices.push(index);
			byClip.set(clip, indices);
		}
		for (const [clip, indices] of byClip) {
			const shot = shotAt(recording, clip);
			if (!shot) continue;
			const prepared = prepare(clip, shot, indices.sort());
			this.moved.push(prepared);
			const times = new Set(indices.map((index) => shot.keys[index].seconds));
			prepared.shot.keys.forEach(({ seconds }, index) => {
				if (times.has(seconds)) this.ids.push(`key:${clip}:${index}`);
			});
		}
	}

	/** Returns the recording with its keys moved by an offset in studs. */
	public by(offset: Vector3): Recording {
		return this.apply(offset, Vector3.yAxis, 0);
	}

	/** Returns the recording with each key turned about its own position: an axis of the world and radians. */
	public turned(axis: Vector3, angle: number): Recording {
		return this.apply(Vector3.zero, axis, angle);
	}

	private apply(by: Vector3, axis: Vector3, angle: number): Recording {
		let changed = this.recording;
		for (const { clip, shot, shares } of this.moved) {
			const keys = shot.keys.map((key, index) => {
				const share = shares.get(index);
				return share ? movedKey(key, share, by, axis, angle) : key;
			});
			changed = withClip(changed, clip, { ...shot, keys });
		}
		return changed;
	}
}
