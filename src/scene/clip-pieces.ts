//!native
//!optimize 2
import { Channel } from "../motion/channel";
import { FixedChannel } from "../motion/fixed-channel";
import { KeyedChannel, PieceShape } from "../motion/keyed-channel";
import { multiply, normalise, rotate } from "../rotation/quaternion";
import { arc } from "../rotation/squad";
import { Clip } from "./clip";
import { ClipRow, RowNumbers, rowOf } from "./clip-rows";
import { RIGID_STRIDE } from "./rigid-pose";
import { clipTime } from "./sample-pose";
import { Skeleton } from "./skeleton";
import { restOf, rigidPoseOf } from "./rest";

/** Shorter pieces, in seconds, have no inside. */
const SHORTEST = 1e-200;

/** Shorter arcs, in radians, count as this long, which is off by 1e-9 of their length. */
const LEAST_ARC = 1e-4;

/** Shorter polynomials of rotations stand for the identity. */
const SHORTEST_ROTATION = 1e-12;

/**
 * Channels of one shape, each in the piece of its curve that contains the current time. By its index, counted from 1:
 * the joint that it moves, also counted from 1, the start and end of the piece, and the numbers of its curve, relative
 * to rest.
 */
class Pieces {
	public readonly joints: RowNumbers = new Map();
	public readonly channels = new Map<number, KeyedChannel>();
	public readonly from: RowNumbers = new Map();
	public readonly upTo: RowNumbers = new Map();
	public readonly numbers = new Array<RowNumbers>();
	/** The buffers of channels, in lists: reading them through every channel costs more than the read itself. */
	public readonly times = new Map<number, buffer>();
	public readonly values = new Map<number, buffer>();
	/**
	 * The offsets in `times` of the key at the end of each piece, infinite before the first key and after the last, and
	 * of the last key.
	 */
	public readonly ends: RowNumbers = new Map();
	public readonly lasts: RowNumbers = new Map();
	private count = 0;

	/**
	 * @param stride bytes of a key
	 * @param numberCount how many numbers a curve has
	 */
	constructor(
		public readonly stride: number,
		numberCount: number,
	) {
		for (const _ of $range(1, numberCount)) this.numbers.push(new Map());
	}

	/** Adds a channel that is in no piece yet. */
	public add(joint: number, channel: KeyedChannel): void {
		this.count += 1;
		const index = this.count;
		this.joints.set(index, joint + 1);
		this.channels.set(index, channel);
		this.from.set(index, 0);
		this.upTo.set(index, 0);
		this.times.set(index, channel.times);
		this.values.set(index, channel.values);
		this.ends.set(index, math.huge);
		this.lasts.set(index, (channel.keyCount - 1) * 8);
		for (const numbers of this.numbers) numbers.set(index, 0);
	}
}

/** A channel that is sampled each frame, and the joint that it moves, counted from 1. */
interface Asked {
	joint: number;
	channel: Channel;
}

/** Returns a channel as keys of `width` numbers, or undefined if it has none. */
function keysOf(channel: Channel, width: number): KeyedChannel | undefined {
	const keyed = channel.asKeyed?.();
	return keyed?.width === width ? keyed : undefined;
}

/** Returns one over the length of a piece; 0 if it has no inside. */
function inverseOf({ from, upTo }: Pieces, index: number): number {
	const length = upTo.get(index)! - from.get(index)!;
	return length > SHORTEST ? 1 / length : 0;
}

/** Moves a channel to the piece that contains `time`. Returns the offsets of the keys at its ends. */
function enter({ channels, from, upTo, times, ends, lasts, stride }: Pieces, index: number, time: number) {
	const before = upTo.get(index)!;
	const ending = ends.get(index)!;
	// Usually time has moved on to the next piece.
	if (time >= before && ending < lasts.get(index)!) {
		const after = buffer.readf64(times.get(index)!, ending + 8);
		if (time < after) {
			from.set(index, before);
			upTo.set(index, after);
			ends.set(index, ending + 8);
			const a = (ending / 8) * stride;
			return $tuple(a, a + stride);
		}
	}
	const [start, finish, a, b] = channels.get(index)!.locate(time);
	from.set(index, start);
	upTo.set(index, finish);
	ends.set(index, a === b ? math.huge : (b / stride) * 8);
	return $tuple(a, b);
}

/** Rotates a direction into the axes of a joint's rest. */
function turnBack([, , , qx, qy, qz, qw]: ClipRow, joint: number, x: number, y: number, z: number) {
	const w = qw.get(joint)!;
	if (w === 1) return $tuple(x, y, z);
	return rotate(-qx.get(joint)!, -qy.get(joint)!, -qz.get(joint)!, w, x, y, z);
}

/** Returns a rotation, or a difference of two, relative to the rest of a joint. */
function turn([, , , qx, qy, qz, qw]: ClipRow, joint: number, x: number, y: number, z: number, w: number) {
	const rw = qw.get(joint)!;
	if (rw === 1) return $tuple(x, y, z, w);
	return multiply(-qx.get(joint)!, -qy.get(joint)!, -qz.get(joint)!, rw, x, y, z, w);
}

function putVector(row: ClipRow, rest: ClipRow, joint: number, values: buffer, at: number): void {
	const [x, y, z] = turnBack(
		rest,
		joint,
		buffer.readf32(values, at) - rest[0].get(joint)!,
		buffer.readf32(values, at + 4) - rest[1].get(joint)!,
		buffer.readf32(values, at + 8) - rest[2].get(joint)!,
	);
	row[0].set(joint, x);
	row[1].set(joint, y);
	row[2].set(joint, z);
}

function putRotation(row: ClipRow, rest: ClipRow, joint: number, values: buffer, at: number): void {
	const [x, y, z, w] = turn(
		rest,
		joint,
		buffer.readf32(values, at),
		buffer.readf32(values, at + 4),
		buffer.readf32(values, at + 8),
		buffer.readf32(values, at + 12),
	);
	row[3].set(joint, x);
	row[4].set(joint, y);
	row[5].set(joint, z);
	row[6].set(joint, w);
}

/** Writes the value of held pieces if it changes. */
function hold(pieces: Pieces, row: ClipRow, rest: ClipRow, time: number, put: typeof putVector): void {
	const { joints, from, upTo, values } = pieces;
	for (const [index, joint] of joints) {
		if (time >= from.get(index)! && time < upTo.get(index)!) continue;
		const [a] = enter(pieces, index, time);
		put(row, rest, joint, values.get(index)!, a);
	}
}

function enterLine(pieces: Pieces, rest: ClipRow, index: number, joint: number, time: number): void {
	const { numbers } = pieces;
	const values = pieces.values.get(index)!;
	const [a, b] = enter(pieces, index, time);
	const inverse = inverseOf(pieces, index);
	let x = buffer.readf32(values, a);
	let y = buffer.readf32(values, a + 4);
	let z = buffer.readf32(values, a + 8);
	let dx = (buffer.readf32(values, b) - x) * inverse;
	let dy = (buffer.readf32(values, b + 4) - y) * inverse;
	let dz = (buffer.readf32(values, b + 8) - z) * inverse;
	x -= rest[0].get(joint)!;
	y -= rest[1].get(joint)!;
	z -= rest[2].get(joint)!;
	if (rest[6].get(joint) !== 1) {
		[x, y, z] = turnBack(rest, joint, x, y, z);
		[dx, dy, dz] = turnBack(rest, joint, dx, dy, dz);
	}
	numbers[0].set(index, x);
	numbers[1].set(index, y);
	numbers[2].set(index, z);
	numbers[3].set(index, dx);
	numbers[4].set(index, dy);
	numbers[5].set(index, dz);
}

function followLines(pieces: Pieces, [x, y, z]: ClipRow, rest: ClipRow, time: number): void {
	const { joints, from, upTo, numbers } = pieces;
	const [ax, ay, az, dx, dy, dz] = numbers;
	for (const [index, joint] of joints) {
		if (!(time >= from.get(index)! && time < upTo.get(index)!)) enterLine(pieces, rest, index, joint, time);
		const passed = time - from.get(index)!;
		x.set(joint, ax.get(index)! + dx.get(index)! * passed);
		y.set(joint, ay.get(index)! + dy.get(index)! * passed);
		z.set(joint, az.get(index)! + dz.get(index)! * passed);
	}
}

/** Sets three numbers of a curve, from the one at `first` on, to a direction. */
function setDirection(
	numbers: Array<RowNumbers>,
	first: number,
	index: number,
	rest: ClipRow,
	joint: number,
	x: number,
	y: number,
	z: number,
): void {
	const [tx, ty, tz] = turnBack(rest, joint, x, y, z);
	numbers[first].set(index, tx);
	numbers[first + 1].set(index, ty);
	numbers[first + 2].set(index, tz);
}

/** Sets four numbers of a curve, from the one at `first` on, to a rotation or a difference of two. */
function setTurn(
	numbers: Array<RowNumbers>,
	first: number,
	index: number,
	rest: ClipRow,
	joint: number,
	x: number,
	y: number,
	z: number,
	w: number,
): void {
	const [tx, ty, tz, tw] = turn(rest, joint, x, y, z, w);
	numbers[first].set(index, tx);
	numbers[first + 1].set(index, ty);
	numbers[first + 2].set(index, tz);
	numbers[first + 3].set(index, tw);
}

function enterCurve(pieces: Pieces, rest: ClipRow, index: number, joint: number, time: number): void {
	const { numbers } = pieces;
	const channel = pieces.channels.get(index)!;
	const [a, b] = enter(pieces, index, time);
	const seconds = pieces.upTo.get(index)! - pieces.from.get(index)!;
	const [ax, bx, cx, dx] = channel.polynomial(a, b, seconds, 0);
	const [ay, by, cy, dy] = channel.polynomial(a, b, seconds, 4);
	const [az, bz, cz, dz] = channel.polynomial(a, b, seconds, 8);
	numbers[0].set(index, inverseOf(pieces, index));
	const [tx, ty, tz] = rest;
	setDirection(numbers, 1, index, rest, joint, ax - tx.get(joint)!, ay - ty.get(joint)!, az - tz.get(joint)!);
	setDirection(numbers, 4, index, rest, joint, bx, by, bz);
	setDirection(numbers, 7, index, rest, joint, cx, cy, cz);
	setDirection(numbers, 10, index, rest, joint, dx, dy, dz);
}

function followCurves(pieces: Pieces, [x, y, z]: ClipRow, rest: ClipRow, time: number): void {
	const { joints, from, upTo, numbers } = pieces;
	const [inverse, ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz] = numbers;
	for (const [index, joint] of joints) {
		if (!(time >= from.get(index)! && time < upTo.get(index)!)) enterCurve(pieces, rest, index, joint, time);
		const u = (time - from.get(index)!) * inverse.get(index)!;
		x.set(joint, ax.get(index)! + u * (bx.get(index)! + u * (cx.get(index)! + u * dx.get(index)!)));
		y.set(joint, ay.get(index)! + u * (by.get(index)! + u * (cy.get(index)! + u * dy.get(index)!)));
		z.set(joint, az.get(index)! + u * (bz.get(index)! + u * (cz.get(index)! + u * dz.get(index)!)));
	}
}

function enterRotationCurve(pieces: Pieces, rest: ClipRow, index: number, joint: number, time: number): void {
	const { numbers } = pieces;
	const channel = pieces.channels.get(index)!;
	const [a, b] = enter(pieces, index, time);
	const seconds = pieces.upTo.get(index)! - pieces.from.get(index)!;
	const [ax, bx, cx, dx] = channel.polynomial(a, b, seconds, 0);
	const [ay, by, cy, dy] = channel.polynomial(a, b, seconds, 4);
	const [az, bz, cz, dz] = channel.polynomial(a, b, seconds, 8);
	const [aw, bw, cw, dw] = channel.polynomial(a, b, seconds, 12);
	numbers[0].set(index, inverseOf(pieces, index));
	setTurn(numbers, 1, index, rest, joint, ax, ay, az, aw);
	setTurn(numbers, 5, index, rest, joint, bx, by, bz, bw);
	setTurn(numbers, 9, index, rest, joint, cx, cy, cz, cw);
	setTurn(numbers, 13, index, rest, joint, dx, dy, dz, dw);
}

function followRotationCurves(pieces: Pieces, [, , , x, y, z, w]: ClipRow, rest: ClipRow, time: number): void {
	const { joints, from, upTo, numbers } = pieces;
	const [inverse, ax, ay, az, aw, bx, by, bz, bw, cx, cy, cz, cw, dx, dy, dz, dw] = numbers;
	for (const [index, joint] of joints) {
		if (!(time >= from.get(index)! && time < upTo.get(index)!)) enterRotationCurve(pieces, rest, index, joint, time);
		const u = (time - from.get(index)!) * inverse.get(index)!;
		let qx = ax.get(index)! + u * (bx.get(index)! + u * (cx.get(index)! + u * dx.get(index)!));
		let qy = ay.get(index)! + u * (by.get(index)! + u * (cy.get(index)! + u * dy.get(index)!));
		let qz = az.get(index)! + u * (bz.get(index)! + u * (cz.get(index)! + u * dz.get(index)!));
		let qw = aw.get(index)! + u * (bw.get(index)! + u * (cw.get(index)! + u * dw.get(index)!));
		// Normalised here: tangents may be so large that their squares exceed the engine's f32.
		let length = math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
		if (length <= SHORTEST_ROTATION) {
			[qx, qy, qz, qw] = turn(rest, joint, 0, 0, 0, 1);
			length = 1;
		}
		x.set(joint, qx / length);
		y.set(joint, qy / length);
		z.set(joint, qz / length);
		w.set(joint, qw / length);
	}
}

/**
 * Sets ten numbers of a curve, from the one at `first` on, to the shorter arc from `a` to `b`. Slerp is a straight line
 * whose point is the arc's, seen from the middle of the sphere: at u from -1/2 to 1/2 its alpha is 1/2 + tan(u θ) / (2
 * tan(θ / 2)), where θ is the angle between the ends.
 */
function setArc(
	numbers: Array<RowNumbers>,
	first: number,
	index: number,
	rest: ClipRow,
	joint: number,
	ax: number,
	ay: number,
	az: number,
	aw: number,
	bx: number,
	by: number,
	bz: number,
	bw: number,
): void {
	const dot = ax * bx + ay * by + az * bz + aw * bw;
	// b and -b are the same rotation: the one on a's side has the shorter arc.
	const side = dot < 0 ? -1 : 1;
	const angle = math.max(math.acos(math.min(dot * side, 1)), LEAST_ARC);
	let x = ax;
	let y = ay;
	let z = az;
	let w = aw;
	let dx = bx * side - ax;
	let dy = by * side - ay;
	let dz = bz * side - az;
	let dw = bw * side - aw;
	if (rest[6].get(joint) !== 1) {
		[x, y, z, w] = turn(rest, joint, x, y, z, w);
		[dx, dy, dz, dw] = turn(rest, joint, dx, dy, dz, dw);
	}
	numbers[first].set(index, angle);
	numbers[first + 1].set(index, 0.5 / math.tan(angle / 2));
	numbers[first + 2].set(index, x);
	numbers[first + 3].set(index, y);
	numbers[first + 4].set(index, z);
	numbers[first + 5].set(index, w);
	numbers[first + 6].set(index, dx);
	numbers[first + 7].set(index, dy);
	numbers[first + 8].set(index, dz);
	numbers[first + 9].set(index, dw);
}

function enterArc(pieces: Pieces, rest: ClipRow, index: number, joint: number, time: number): void {
	const { numbers } = pieces;
	const values = pieces.values.get(index)!;
	const [a, b] = enter(pieces, index, time);
	numbers[0].set(index, inverseOf(pieces, index));
	setArc(
		numbers,
		1,
		index,
		rest,
		joint,
		buffer.readf32(values, a),
		buffer.readf32(values, a + 4),
		buffer.readf32(values, a + 8),
		buffer.readf32(values, a + 12),
		buffer.readf32(values, b),
		buffer.readf32(values, b + 4),
		buffer.readf32(values, b + 8),
		buffer.readf32(values, b + 12),
	);
}

function followArcs(pieces: Pieces, [, , , x, y, z, w]: ClipRow, rest: ClipRow, time: number): void {
	const { joints, from, upTo, numbers } = pieces;
	const [inverse, angle, seen, ax, ay, az, aw, dx, dy, dz, dw] = numbers;
	for (const [index, joint] of joints) {
		if (!(time >= from.get(index)! && time < upTo.get(index)!)) enterArc(pieces, rest, index, joint, time);
		const u = (time - from.get(index)!) * inverse.get(index)! - 0.5;
		const share = 0.5 + math.tan(u * angle.get(index)!) * seen.get(index)!;
		x.set(joint, ax.get(index)! + dx.get(index)! * share);
		y.set(joint, ay.get(index)! + dy.get(index)! * share);
		z.set(joint, az.get(index)! + dz.get(index)! * share);
		w.set(joint, aw.get(index)! + dw.get(index)! * share);
	}
}

/** A squad is two arcs, between its keys and between their control rotations, and an arc between those. */
function enterSquad(pieces: Pieces, rest: ClipRow, index: number, joint: number, time: number): void {
	const { numbers } = pieces;
	const values = pieces.values.get(index)!;
	const [a, b] = enter(pieces, index, time);
	const ax = buffer.readf32(values, a);
	const ay = buffer.readf32(values, a + 4);
	const az = buffer.readf32(values, a + 8);
	const aw = buffer.readf32(values, a + 12);
	const cx = buffer.readf32(values, a + 32);
	const cy = buffer.readf32(values, a + 36);
	const cz = buffer.readf32(values, a + 40);
	const cw = buffer.readf32(values, a + 44);
	// The side of the arc between the two is fixed here, at `a`.
	const side = ax * cx + ay * cy + az * cz + aw * cw < 0 ? -1 : 1;
	numbers[0].set(index, inverseOf(pieces, index));
	setArc(
		numbers,
		1,
		index,
		rest,
		joint,
		ax,
		ay,
		az,
		aw,
		buffer.readf32(values, b),
		buffer.readf32(values, b + 4),
		buffer.readf32(values, b + 8),
		buffer.readf32(values, b + 12),
	);
	setArc(
		numbers,
		11,
		index,
		rest,
		joint,
		side * cx,
		side * cy,
		side * cz,
		side * cw,
		buffer.readf32(values, b + 16),
		buffer.readf32(values, b + 20),
		buffer.readf32(values, b + 24),
		buffer.readf32(values, b + 28),
	);
}

/** Returns the point of an arc of `setArc`. */
function arcAt(numbers: Array<RowNumbers>, first: number, index: number, u: number) {
	const share = 0.5 + math.tan(u * numbers[first].get(index)!) * numbers[first + 1].get(index)!;
	return normalise(
		numbers[first + 2].get(index)! + numbers[first + 6].get(index)! * share,
		numbers[first + 3].get(index)! + numbers[first + 7].get(index)! * share,
		numbers[first + 4].get(index)! + numbers[first + 8].get(index)! * share,
		numbers[first + 5].get(index)! + numbers[first + 9].get(index)! * share,
	);
}

function followSquads(pieces: Pieces, [, , , x, y, z, w]: ClipRow, rest: ClipRow, time: number): void {
	const { joints, from, upTo, numbers } = pieces;
	for (const [index, joint] of joints) {
		if (!(time >= from.get(index)! && time < upTo.get(index)!)) enterSquad(pieces, rest, index, joint, time);
		const t = (time - from.get(index)!) * numbers[0].get(index)!;
		const [px, py, pz, pw] = arcAt(numbers, 1, index, t - 0.5);
		const [cx, cy, cz, cw] = arcAt(numbers, 11, index, t - 0.5);
		const [qx, qy, qz, qw] = arc(px, py, pz, pw, cx, cy, cz, cw, 2 * t * (1 - t));
		x.set(joint, qx);
		y.set(joint, qy);
		z.set(joint, qz);
		w.set(joint, qw);
	}
}

/**
 * A clip as one player goes through it: of every channel the piece of its curve that contains the current time, made
 * relative to rest when time enters it. While time stays inside, a frame only evaluates the curve. For poses without
 * scale, on skeletons whose joints are not mirrored and do not leave their parents (see `RigidPose.isPlain`).
 */
export class ClipPieces {
	/** Every joint relative to rest, at the last sampled time. Rotations may have any length. */
	public readonly row: ClipRow;
	private readonly rest: ClipRow;
	private readonly heldVectors = new Pieces(12, 0);
	private readonly lines = new Pieces(12, 6);
	private readonly curves = new Pieces(36, 13);
	private readonly heldRotations = new Pieces(16, 0);
	private readonly arcs = new Pieces(16, 11);
	private readonly rotationCurves = new Pieces(48, 17);
	private readonly squads = new Pieces(48, 21);
	private readonly askedVectors = new Array<Asked>();
	private readonly askedRotations = new Array<Asked>();
	private readonly answer = buffer.create(16);

	constructor(
		private readonly clip: Clip,
		skeleton: Skeleton,
	) {
		const count = skeleton.joints.size();
		const rigid = rigidPoseOf(skeleton);
		const relative = buffer.create(count * RIGID_STRIDE);
		rigid.update(clip.skeleton.rest);
		rigid.writeRelative(relative);
		this.rest = rowOf(restOf(skeleton).inParent, count);
		this.row = rowOf(relative, count);
		for (const { joint, translation, rotation } of clip.tracks) {
			if (translation) this.addVector(joint, translation);
			if (rotation) this.addRotation(joint, rotation);
		}
	}

	/** Samples the joints at `seconds` into `row`. Allocates nothing. */
	public sample(seconds: number): void {
		const { row, rest, answer } = this;
		const time = clipTime(this.clip, seconds);
		hold(this.heldVectors, row, rest, time, putVector);
		followLines(this.lines, row, rest, time);
		followCurves(this.curves, row, rest, time);
		hold(this.heldRotations, row, rest, time, putRotation);
		followArcs(this.arcs, row, rest, time);
		followRotationCurves(this.rotationCurves, row, rest, time);
		followSquads(this.squads, row, rest, time);
		for (const { joint, channel } of this.askedVectors) {
			channel.write(time, answer, 0);
			putVector(row, rest, joint, answer, 0);
		}
		for (const { joint, channel } of this.askedRotations) {
			channel.write(time, answer, 0);
			putRotation(row, rest, joint, answer, 0);
		}
	}

	private addVector(joint: number, channel: Channel): void {
		if (channel instanceof FixedChannel) {
			channel.write(0, this.answer, 0);
			putVector(this.row, this.rest, joint + 1, this.answer, 0);
			return;
		}
		const keyed = keysOf(channel, 3);
		if (keyed === undefined) {
			this.askedVectors.push({ joint: joint + 1, channel });
			return;
		}
		const shape = keyed.shape();
		const pieces = shape === PieceShape.Held ? this.heldVectors : shape === PieceShape.Line ? this.lines : this.curves;
		pieces.add(joint, keyed);
	}

	private addRotation(joint: number, channel: Channel): void {
		if (channel instanceof FixedChannel) {
			channel.write(0, this.answer, 0);
			putRotation(this.row, this.rest, joint + 1, this.answer, 0);
			return;
		}
		const keyed = keysOf(channel, 4);
		if (keyed === undefined) {
			this.askedRotations.push({ joint: joint + 1, channel });
			return;
		}
		const shape = keyed.shape();
		if (shape === PieceShape.Held) this.heldRotations.add(joint, keyed);
		else if (shape === PieceShape.Line) this.arcs.add(joint, keyed);
		else if (shape === PieceShape.Cubic) this.rotationCurves.add(joint, keyed);
		else this.squads.add(joint, keyed);
	}
}
