//!native
//!optimize 2
import { single } from "../bytes/single";
import {
	CAMERA_SAMPLE_SIZE,
	CameraPath,
	checkSampling,
	heldLens,
	SAMPLE_FIELD_OF_VIEW,
	samplePosition,
	sampleRotation,
	writeCameraSample,
} from "../motion/camera-path";
import type { EasingFunction } from "../motion/easing";
import { fromOrientation, orientationOf } from "../rotation/orientation";
import { multiply, normalise, rotate, slerp } from "../rotation/quaternion";
import { fromTurnVector, turnVector } from "../rotation/turn-vector";
import { easeOf, easingPart } from "./key-easing";
import { Shot, shotDuration, ShotKey } from "./shot";

/** A camera is level if all keys roll less and pitch less than this, in radians. */
const LEVEL_ROLL = math.rad(0.5);
const LEVEL_PITCH = math.rad(85);

/** The max automatic velocity, relative to the slower side: nothing overshoots into a key at rest. */
const MOST_OF_SLOWER = 2;

/** The cosine of the pitch below which a camera looks straight up or down: a turn about its line of sight is yaw. */
const POLE = 1e-3;

/** Keys at both ends of a loop that are nearer than this, in studs and in radians, are the same. */
const SAME_PLACE = 1e-3;

/** How the camera moves from a key to the next. */
const enum Mode {
	Hold,
	Curve,
	Line,
}

/**
 * The numbers of a key: position, then pitch, yaw and roll, then field of view; then as many velocities. If the camera
 * is not level, the velocities of angles are radians per second about its own axes.
 */
const enum At {
	Position = 0,
	Angles = 3,
	Lens = 6,
	Velocity = 7,
}

type Numbers = Array<number>;

/** Returns the angle equal to `angle` that is nearest to `other`. */
function unwrapped(angle: number, other: number): number {
	return angle + 2 * math.pi * math.round((other - angle) / (2 * math.pi));
}

/** Returns pitch, yaw and roll per second of a camera that turns by `turning` about its own axes. */
function angleRates([wx, wy, wz]: readonly [number, number, number], pitch: number, roll: number) {
	const sine = math.sin(roll);
	const cosine = math.cos(roll);
	const x = cosine * wx - sine * wy;
	if (math.cos(pitch) < POLE) return $tuple(x, -wz / math.sin(pitch), 0);
	const y = sine * wx + cosine * wy;
	const yaw = y / math.cos(pitch);
	return $tuple(x, yaw, wz + yaw * math.sin(pitch));
}

/** Returns the turn about a camera's own axes for these changes of pitch, yaw and roll per second. */
export function turningOf(pitchRate: number, yawRate: number, rollRate: number, pitch: number, roll: number) {
	const y = yawRate * math.cos(pitch);
	const cosine = math.cos(roll);
	const sine = math.sin(roll);
	return $tuple(cosine * pitchRate + sine * y, cosine * y - sine * pitchRate, rollRate - yawRate * math.sin(pitch));
}

/** Returns the turn from one rotation to another, as a vector about the camera's own axes. */
function turnTo(from: ShotKey["rotation"], to: ShotKey["rotation"]) {
	const [ax, ay, az, aw] = from;
	const [bx, by, bz, bw] = to;
	const [x, y, z, w] = multiply(-ax, -ay, -az, aw, bx, by, bz, bw);
	return turnVector(x, y, z, w);
}

/** A curve through the keys of a checked shot. */
export class ShotPath implements CameraPath {
	public readonly name: string;
	public readonly duration: number;
	public readonly cuts = new Array<number>();
	public readonly markers: Shot["markers"];
	public readonly loop?: boolean;
	/** Whether yaw, pitch and roll are interpolated instead of rotations. */
	public readonly isLevel: boolean;
	private readonly keys: ReadonlyArray<ShotKey>;
	private readonly numbers = new Array<Numbers>();
	private readonly modes = new Array<Mode>();
	private readonly easings = new Array<EasingFunction | false>();
	/** For each key but the last, three rotation vectors. Weighted, they turn the camera to the next. */
	private readonly turns = new Array<Numbers>();
	private readonly hasLens: boolean;
	/** The last stretch that was sampled. */
	private last = 0;

	constructor(shot: Shot) {
		const { keys } = shot;
		this.name = shot.name;
		this.markers = shot.markers;
		this.loop = shot.loop;
		this.duration = shotDuration(shot);
		this.keys = keys;
		this.hasLens = keys.some(({ fieldOfView }) => fieldOfView !== undefined);
		this.place();
		this.isLevel = shot.level ?? this.isEveryKeyLevel();
		keys.forEach(({ easing }, index) => {
			const following = keys[index + 1];
			if (!following) return;
			const ease = easeOf(following.easing);
			const isLine = ease !== undefined || following.easing === "linear";
			this.modes.push(easing === "hold" ? Mode.Hold : isLine ? Mode.Line : Mode.Curve);
			this.easings.push(ease ?? false);
			if (easing === "hold") this.cuts.push(following.seconds);
		});
		this.speedUp(this.isClosed(shot));
		if (!this.isLevel) this.turn();
	}

	public sample(seconds: number, target: buffer): void {
		checkSampling(seconds, target);
		this.write(seconds, target);
	}

	/** Writes the sample at a checked time. */
	public write(seconds: number, target: buffer): void {
		const { keys } = this;
		const index = this.stretchAt(seconds);
		const mode = this.modes[index];
		if (mode === undefined || mode === Mode.Hold || seconds <= keys[index].seconds) {
			this.writeKey(index, target);
			return;
		}
		const from = keys[index].seconds;
		const length = keys[index + 1].seconds - from;
		const time = (seconds - from) / length;
		if (mode === Mode.Curve) this.writeCurve(index, time, length, target);
		else {
			const ease = this.easings[index];
			this.writeLine(index, ease ? ease(time) : time, target);
		}
	}

	/**
	 * Returns the key of the curve at a time, with its velocities, or its part of an easing style. Inserted into the
	 * shot, it keeps the curve as it is if the next key has the other part. At a key it returns that key, and before
	 * the first key it holds the first.
	 */
	public keyAt(seconds: number): ShotKey {
		const { keys } = this;
		const index = this.stretchAt(seconds);
		const own = keys[index];
		const fieldOfView = this.hasLens ? single(this.numbers[index][At.Lens]) : undefined;
		if (seconds === own.seconds) {
			// These two rest, whatever their neighbours do.
			const rests = own.easing === "stop" || own.easing === "hold";
			return { ...own, fieldOfView, ...(rests ? {} : this.speedsOf(this.numbers[index])) };
		}
		const mode = this.modes[index];
		if (mode === undefined || mode === Mode.Hold) return { ...own, fieldOfView, seconds };
		if (seconds < own.seconds) return { ...own, fieldOfView, seconds, easing: "hold" };
		const sample = buffer.create(CAMERA_SAMPLE_SIZE);
		this.write(seconds, sample);
		const [x, y, z] = samplePosition(sample);
		const [qx, qy, qz, qw] = sampleRotation(sample);
		const key: ShotKey = {
			seconds,
			position: [single(x), single(y), single(z)],
			rotation: [single(qx), single(qy), single(qz), single(qw)],
			fieldOfView: this.hasLens ? single(buffer.readf64(sample, SAMPLE_FIELD_OF_VIEW)) : undefined,
			easing: "smooth",
		};
		if (mode === Mode.Line) {
			const following = keys[index + 1];
			const passed = (seconds - own.seconds) / (following.seconds - own.seconds);
			return { ...key, easing: easingPart(following.easing, 0, passed) };
		}
		return { ...key, ...this.speedsOf(this.numbersAt(index, seconds)) };
	}

	/** Returns the velocities of a row in the form of a key. */
	private speedsOf(row: Numbers): Pick<ShotKey, "velocity" | "turning" | "zooming"> {
		const [, , , pitch, , roll, , vx, vy, vz, a, b, c, zooming] = row;
		let [wx, wy, wz] = [a, b, c];
		if (this.isLevel) [wx, wy, wz] = turningOf(a, b, c, pitch, roll);
		return {
			velocity: [single(vx), single(vy), single(vz)],
			turning: [single(wx), single(wy), single(wz)],
			zooming: this.hasLens ? single(zooming) : undefined,
		};
	}

	/** Returns the numbers of the curve between a key and the next, with their velocities. */
	private numbersAt(index: number, seconds: number): Numbers {
		const a = this.numbers[index];
		const b = this.numbers[index + 1];
		const { seconds: from } = this.keys[index];
		const length = this.keys[index + 1].seconds - from;
		const t = (seconds - from) / length;
		const square = t * t;
		const cube = square * t;
		const row = new Array<number>();
		for (const number of $range(0, At.Velocity - 1)) {
			const step = b[number] - a[number];
			const [v, w] = [a[At.Velocity + number] * length, b[At.Velocity + number] * length];
			row.push(a[number] + step * (3 * square - 2 * cube) + v * (cube - 2 * square + t) + w * (cube - square));
		}
		for (const number of $range(0, At.Velocity - 1)) {
			const step = b[number] - a[number];
			const [v, w] = [a[At.Velocity + number], b[At.Velocity + number]];
			const rate = (step * 6 * (t - square)) / length + v * (3 * square - 4 * t + 1) + w * (3 * square - 2 * t);
			row.push(rate);
		}
		if (!this.isLevel) {
			const [x, y, z] = this.turningAt(index, t, length);
			row[At.Velocity + At.Angles] = x;
			row[At.Velocity + At.Angles + 1] = y;
			row[At.Velocity + At.Angles + 2] = z;
		}
		return row;
	}

	/** Returns how a camera that is not level turns at `t` of a stretch, about its own axes. */
	private turningAt(index: number, t: number, seconds: number) {
		const [ax, ay, az, bx, by, bz, cx, cy, cz] = this.turns[index];
		const rest = 1 - t;
		const second = 3 * t * t - 2 * t * t * t;
		const third = t * t * t;
		const [px, py, pz, pw] = fromTurnVector(-bx * second, -by * second, -bz * second);
		const [qx, qy, qz, qw] = fromTurnVector(-cx * third, -cy * third, -cz * third);
		const [ux, uy, uz] = rotate(px, py, pz, pw, ax * 3 * rest * rest, ay * 3 * rest * rest, az * 3 * rest * rest);
		const bend = 6 * t * rest;
		const [x, y, z] = rotate(qx, qy, qz, qw, ux + bx * bend, uy + by * bend, uz + bz * bend);
		const last = 3 * t * t;
		return $tuple((x + cx * last) / seconds, (y + cy * last) / seconds, (z + cz * last) / seconds);
	}

	/** Places the numbers of all keys. Angles take the shorter turn from each to the next. */
	private place(): void {
		const { keys } = this;
		let before: Numbers | undefined;
		for (const { position, rotation } of keys) {
			const [x, y, z] = position;
			const [qx, qy, qz, qw] = normalise(...rotation);
			const [pitch, yaw, roll] = orientationOf(qx, qy, qz, qw);
			const row = [x, y, z, pitch, yaw, roll, 0, 0, 0, 0, 0, 0, 0, 0];
			if (before) {
				row[At.Angles + 1] = unwrapped(yaw, before[At.Angles + 1]);
				row[At.Angles + 2] = unwrapped(roll, before[At.Angles + 2]);
			}
			before = row;
			this.numbers.push(row);
		}
		if (this.hasLens) this.fillLenses();
	}

	/** Interpolates the field of view linearly at keys without one. */
	private fillLenses(): void {
		const { keys, numbers } = this;
		let known = -1;
		for (const index of $range(0, keys.size() - 1)) {
			const { fieldOfView, seconds } = keys[index];
			if (fieldOfView === undefined) continue;
			const from = known < 0 ? fieldOfView : keys[known].fieldOfView!;
			const start = known < 0 ? seconds : keys[known].seconds;
			for (const between of $range(known + 1, index)) {
				const passed = seconds > start ? (keys[between].seconds - start) / (seconds - start) : 1;
				numbers[between][At.Lens] = known < 0 ? fieldOfView : from + (fieldOfView - from) * passed;
			}
			known = index;
		}
		for (const after of $range(known + 1, keys.size() - 1)) numbers[after][At.Lens] = keys[known].fieldOfView!;
	}

	private isEveryKeyLevel(): boolean {
		return this.numbers.every(
			(row) => math.abs(unwrapped(row[At.Angles + 2], 0)) < LEVEL_ROLL && math.abs(row[At.Angles]) < LEVEL_PITCH,
		);
	}

	/** Returns whether a loop ends where it began, so that its curve continues through the seam. */
	private isClosed({ loop, keys }: Shot): boolean {
		if (loop !== true || keys.size() < 3) return false;
		const first = keys[0];
		const last = keys[keys.size() - 1];
		const [tx, ty, tz] = turnTo(first.rotation, last.rotation);
		const [ax, ay, az] = first.position;
		const [bx, by, bz] = last.position;
		const distance = math.sqrt((ax - bx) ** 2 + (ay - by) ** 2 + (az - bz) ** 2);
		return distance < SAME_PLACE && math.sqrt(tx * tx + ty * ty + tz * tz) < SAME_PLACE && last.easing !== "hold";
	}

	/** Returns the speeds from a key to the next of `count` numbers from `at` on; undefined across a cut. */
	private slope(index: number, at: number, count: number): Numbers | undefined {
		const following = this.keys[index + 1];
		if (index < 0 || !following || this.modes[index] === Mode.Hold) return undefined;
		const seconds = following.seconds - this.keys[index].seconds;
		if (at === At.Angles && !this.isLevel) {
			const [x, y, z] = turnTo(this.keys[index].rotation, following.rotation);
			return [x / seconds, y / seconds, z / seconds];
		}
		const slopes = new Array<number>();
		for (const number of $range(at, at + count - 1)) {
			slopes.push((this.numbers[index + 1][number] - this.numbers[index][number]) / seconds);
		}
		return slopes;
	}

	private speedUp(isClosed: boolean): void {
		const { keys, numbers } = this;
		keys.forEach((key, index) => {
			const row = numbers[index];
			const rests = key.easing === "stop" || key.easing === "hold";
			this.setVelocity(index, At.Position, 3, isClosed, rests);
			this.setVelocity(index, At.Angles, 3, isClosed, rests);
			this.setVelocity(index, At.Lens, 1, isClosed, rests);
			if (key.easing === "stop") return;
			if (key.velocity) {
				key.velocity.forEach((value, axis) => (row[At.Velocity + axis] = value));
			}
			if (key.turning) {
				const { turning } = key;
				const rates = this.isLevel ? [...angleRates(turning, row[At.Angles], row[At.Angles + 2])] : turning;
				rates.forEach((value, axis) => (row[At.Velocity + At.Angles + axis] = value));
			}
			if (key.zooming !== undefined) row[At.Velocity + At.Lens] = key.zooming;
		});
		// The velocity of a key at an end depends on its neighbour.
		for (const index of $range(0, keys.size() - 1)) this.finishEnds(index, isClosed);
	}

	private setVelocity(index: number, at: number, count: number, isClosed: boolean, rests: boolean): void {
		const row = this.numbers[index];
		const [before, after] = this.slopesAt(index, at, count, isClosed);
		if (rests || !before || !after) return;
		const [shorter, longer] = this.secondsAround(index, isClosed);
		const velocity = limited(before, after, shorter, longer);
		velocity.forEach((value, offset) => (row[At.Velocity + at + offset] = value));
	}

	private slopesAt(index: number, at: number, count: number, isClosed: boolean) {
		const last = this.keys.size() - 1;
		const before = this.slope(isClosed && index === 0 ? last - 1 : index - 1, at, count);
		const after = this.slope(isClosed && index === last ? 0 : index, at, count);
		return $tuple(before, after);
	}

	/** Returns the seconds to the keys before and after one that has both. */
	private secondsAround(index: number, isClosed: boolean) {
		const { keys } = this;
		const last = keys.size() - 1;
		const start = isClosed && index === 0 ? last : index;
		const finish = isClosed && index === last ? 0 : index;
		return $tuple(keys[start].seconds - keys[start - 1].seconds, keys[finish + 1].seconds - keys[finish].seconds);
	}

	/** At the ends of a stretch the curve does not bend: the velocity there follows from that of the other key. */
	private finishEnds(index: number, isClosed: boolean): void {
		const { easing, velocity, turning, zooming } = this.keys[index];
		if (easing === "stop" || easing === "hold") return;
		const groups: Array<[at: number, count: number, isGiven: boolean]> = [
			[At.Position, 3, velocity !== undefined],
			[At.Angles, 3, turning !== undefined],
			[At.Lens, 1, zooming !== undefined],
		];
		for (const [at, count, isGiven] of groups) {
			const [before, after] = this.slopesAt(index, at, count, isClosed);
			if (isGiven || (before !== undefined) === (after !== undefined)) continue;
			const slope = before ?? after!;
			// In a closed loop the first key is the last one.
			const last = this.keys.size() - 1;
			const beside = before ? (index === 0 ? last - 1 : index - 1) : index === last ? 1 : index + 1;
			const other = this.numbers[beside];
			// In a stretch of two keys both are ends: the path is straight.
			const isOtherEnd = this.isEnd(beside, at, count, isClosed);
			const velocities = slope.map((value, offset) =>
				isOtherEnd ? value : (3 * value - other[At.Velocity + at + offset]) / 2,
			);
			const most = MOST_OF_SLOWER * lengthOf(slope);
			const scale = math.min(1, most / math.max(lengthOf(velocities), 1e-300));
			velocities.forEach((value, offset) => (this.numbers[index][At.Velocity + at + offset] = value * scale));
		}
	}

	/**
	 * Returns whether a key is at an end of a stretch, and has no velocity of its own for `count` numbers from `at` on.
	 */
	private isEnd(index: number, at: number, count: number, isClosed: boolean): boolean {
		const { easing, velocity, turning, zooming } = this.keys[index];
		const given = at === At.Position ? velocity : at === At.Angles ? turning : zooming;
		if (easing === "stop" || easing === "hold" || given !== undefined) return false;
		const [before, after] = this.slopesAt(index, at, count, isClosed);
		return (before !== undefined) !== (after !== undefined);
	}

	/** Finds the rotation vectors of each stretch, for a camera that is not level. */
	private turn(): void {
		const { keys, numbers } = this;
		for (const index of $range(0, keys.size() - 2)) {
			const seconds = keys[index + 1].seconds - keys[index].seconds;
			const third = seconds / 3;
			const [, , , , , , , , , , ax, ay, az] = numbers[index];
			const [, , , , , , , , , , bx, by, bz] = numbers[index + 1];
			const [sx, sy, sz, sw] = fromTurnVector(-ax * third, -ay * third, -az * third);
			const [fx, fy, fz, fw] = fromTurnVector(-bx * third, -by * third, -bz * third);
			const [px, py, pz, pw] = keys[index].rotation;
			const [qx, qy, qz, qw] = keys[index + 1].rotation;
			let [x, y, z, w] = multiply(-px, -py, -pz, pw, qx, qy, qz, qw);
			[x, y, z, w] = multiply(sx, sy, sz, sw, x, y, z, w);
			[x, y, z, w] = multiply(x, y, z, w, fx, fy, fz, fw);
			const [mx, my, mz] = turnVector(x, y, z, w);
			this.turns.push([ax * third, ay * third, az * third, mx, my, mz, bx * third, by * third, bz * third]);
		}
	}

	/** Returns the last key that is not after `seconds`, or the first key. */
	private stretchAt(seconds: number): number {
		const { keys, last } = this;
		const near = keys[last + 1];
		if (keys[last].seconds <= seconds && (near === undefined || seconds < near.seconds)) return last;
		let low = 0;
		let high = keys.size();
		while (low + 1 < high) {
			const middle = (low + high).idiv(2);
			if (keys[middle].seconds <= seconds) low = middle;
			else high = middle;
		}
		this.last = low;
		return low;
	}

	private writeKey(index: number, target: buffer): void {
		const { position, rotation } = this.keys[index];
		const [x, y, z] = position;
		const [qx, qy, qz, qw] = rotation;
		writeCameraSample(target, x, y, z, qx, qy, qz, qw);
		buffer.writef64(target, SAMPLE_FIELD_OF_VIEW, this.numbers[index][At.Lens]);
	}

	private writeCurve(index: number, t: number, seconds: number, target: buffer): void {
		const a = this.numbers[index];
		const b = this.numbers[index + 1];
		const square = t * t;
		const cube = square * t;
		const to = 3 * square - 2 * cube;
		const from = 1 - to;
		const leave = (cube - 2 * square + t) * seconds;
		const arrive = (cube - square) * seconds;
		const x = a[0] * from + b[0] * to + a[7] * leave + b[7] * arrive;
		const y = a[1] * from + b[1] * to + a[8] * leave + b[8] * arrive;
		const z = a[2] * from + b[2] * to + a[9] * leave + b[9] * arrive;
		if (this.isLevel) {
			const [qx, qy, qz, qw] = fromOrientation(
				a[3] * from + b[3] * to + a[10] * leave + b[10] * arrive,
				a[4] * from + b[4] * to + a[11] * leave + b[11] * arrive,
				a[5] * from + b[5] * to + a[12] * leave + b[12] * arrive,
			);
			writeCameraSample(target, x, y, z, qx, qy, qz, qw);
		} else {
			const [qx, qy, qz, qw] = this.turnedAt(index, t);
			writeCameraSample(target, x, y, z, qx, qy, qz, qw);
		}
		const lens = a[6] * from + b[6] * to + a[13] * leave + b[13] * arrive;
		buffer.writef64(target, SAMPLE_FIELD_OF_VIEW, this.hasLens ? heldLens(lens) : 0);
	}

	/** Returns the rotation at `t` of a stretch: the key's, turned by three weighted rotation vectors. */
	private turnedAt(index: number, t: number) {
		const [ax, ay, az, bx, by, bz, cx, cy, cz] = this.turns[index];
		const rest = 1 - t;
		const first = 1 - rest * rest * rest;
		const third = t * t * t;
		const second = 3 * t * t - 2 * third;
		let [x, y, z, w] = this.keys[index].rotation;
		const [px, py, pz, pw] = fromTurnVector(ax * first, ay * first, az * first);
		[x, y, z, w] = multiply(x, y, z, w, px, py, pz, pw);
		const [qx, qy, qz, qw] = fromTurnVector(bx * second, by * second, bz * second);
		[x, y, z, w] = multiply(x, y, z, w, qx, qy, qz, qw);
		const [rx, ry, rz, rw] = fromTurnVector(cx * third, cy * third, cz * third);
		[x, y, z, w] = multiply(x, y, z, w, rx, ry, rz, rw);
		return normalise(x, y, z, w);
	}

	private writeLine(index: number, alpha: number, target: buffer): void {
		const a = this.numbers[index];
		const b = this.numbers[index + 1];
		const x = a[0] + (b[0] - a[0]) * alpha;
		const y = a[1] + (b[1] - a[1]) * alpha;
		const z = a[2] + (b[2] - a[2]) * alpha;
		if (this.isLevel) {
			const [qx, qy, qz, qw] = fromOrientation(
				a[3] + (b[3] - a[3]) * alpha,
				a[4] + (b[4] - a[4]) * alpha,
				a[5] + (b[5] - a[5]) * alpha,
			);
			writeCameraSample(target, x, y, z, qx, qy, qz, qw);
		} else {
			const [ax, ay, az, aw] = this.keys[index].rotation;
			const [bx, by, bz, bw] = this.keys[index + 1].rotation;
			const [qx, qy, qz, qw] = slerp(ax, ay, az, aw, bx, by, bz, bw, alpha);
			writeCameraSample(target, x, y, z, qx, qy, qz, qw);
		}
		buffer.writef64(target, SAMPLE_FIELD_OF_VIEW, this.hasLens ? heldLens(a[6] + (b[6] - a[6]) * alpha) : 0);
	}
}

function lengthOf(numbers: Numbers): number {
	let sum = 0;
	for (const number of numbers) sum += number * number;
	return math.sqrt(sum);
}

/**
 * Returns the velocity of the parabola through three keys, at the middle one: at most twice that of the slower side.
 */
function limited(before: Numbers, after: Numbers, secondsBefore: number, secondsAfter: number): Numbers {
	const share = secondsBefore / (secondsBefore + secondsAfter);
	const velocities = before.map((value, index) => value * (1 - share) + after[index] * share);
	const most = MOST_OF_SLOWER * math.min(lengthOf(before), lengthOf(after));
	const length = lengthOf(velocities);
	const scale = length > most ? most / length : 1;
	return velocities.map((value) => value * scale);
}
