//!native
//!optimize 2
import { SAMPLE_FIELD_OF_VIEW, samplePosition, sampleRotation, writeCameraSample } from "../../motion/camera-path";
import { multiply, normalise } from "../../rotation/quaternion";
import { fromTurnVector, turnVector } from "../../rotation/turn-vector";
import { FRAME_NUMBERS, LIVE_FRAME_SIZE, MAX_EARLIER } from "./live-frame";

/** The kind of a packet: the low three bits of its first byte. */
export const enum LiveKind {
	/** The newest frame and up to three before it. */
	Frames,
	Stopped,
	/** A watcher requests the packets of a sender, again each second. */
	Watch,
	/** A watcher stops watching. */
	Leave,
	/** The server refuses the watcher. */
	Refused,
}

/** The longest packet that a server relays, in bytes. Frames take at most 65. */
export const MAX_LIVE_BYTES = 128;

/** The bytes of a packet's head: the kind, and the sender's user id. A packet without frames has nothing else. */
export const LIVE_HEAD = 5;

/** Byte offsets of a packet's parts. */
const USER = 1;
const NUMBER = 5;
const LENS = 7;
const ROTATION = 9;
const POSITION = 15;

/**
 * The first byte: the kind, two bits of the stream, two of the count of earlier frames, and whether the oldest follows
 * a cut.
 */
const STREAM_SHIFT = 3;
const EARLIER_SHIFT = 5;
const CUT_BIT = 0x80;

/** Positions are whole numbers of this fraction of a stud, in 24 bits each, or in 32 if one does not fit. */
const STUD = 256;
const NEAREST_FAR = 2 ** 23;
const FARTHEST = 2 ** 31;
/** The max distance from the origin in a packet, in studs. */
export const MAX_LIVE_STUDS = FARTHEST / STUD - 1;

/** The scale of the three smaller components of the newest rotation, which are at most √½, in 15 bits each. */
const COMPONENT = 16383 * math.sqrt(2);
const COMPONENT_ZERO = 0x4000;

/** Turns from frame to frame are rotation vectors in whole numbers of this fraction of a radian. */
const RADIAN = 4096;

/**
 * The field of view is in this fraction of a degree. The bit above it is set if frames are counted on the server's
 * clock.
 */
const DEGREE = 256;
const MAX_LENS = 0x7fff;
const TIMED_BIT = 0x8000;

/** The max bits of a difference. A frame whose differences take more is left out, with all earlier ones. */
const MAX_WIDTH = 15;
const LARGEST_DIFFERENCE = 2 ** (MAX_WIDTH - 1) - 1;

/** The whole numbers of up to three earlier frames, six each: x y z of the position, x y z of the turn. */
const differences = new Array<number>(6 * MAX_EARLIER, 0);

/** Returns the low 32 bits of a user id, which name the sender in packets. */
export function liveUser(userId: number): number {
	return userId % 2 ** 32;
}

export function packLiveNote(kind: LiveKind, user: number, stream: number): buffer {
	const packet = buffer.create(LIVE_HEAD);
	buffer.writeu8(packet, 0, kind + (stream << STREAM_SHIFT));
	buffer.writeu32(packet, USER, user);
	return packet;
}

export function liveKind(packet: buffer): LiveKind {
	return buffer.readu8(packet, 0) & 7;
}

export function livePacketUser(packet: buffer): number {
	return buffer.readu32(packet, USER);
}

/** Returns which of a sender's streams a packet with a head belongs to: 0 to 3, in turn. */
export function livePacketStream(packet: buffer): number {
	return (buffer.readu8(packet, 0) >> STREAM_SHIFT) & 3;
}

/** Returns the bits of a signed whole number: 0 for 0. */
function widthOf(value: number): number {
	if (value === 0) return 0;
	return value > 0 ? 33 - bit32.countlz(value) : 33 - bit32.countlz(-value - 1);
}

/**
 * Returns the bits of the widest of three numbers from `first` on, in each of the earlier frames from `from` to `to`.
 */
function widest(from: number, to: number, first: number): number {
	let width = 0;
	for (const frame of $range(from, to)) {
		for (const axis of $range(first, first + 2)) width = math.max(width, widthOf(differences[frame * 6 + axis]));
	}
	return width;
}

/** Returns the bits of the differences of `earlier` frames with these widths. */
function bitsOf(earlier: number, step: number, bend: number, turn: number, turnBend: number): number {
	return earlier === 0 ? 0 : 3 * (step + turn) + 3 * (earlier - 1) * (bend + turnBend);
}

function packedLength(isFar: boolean, earlier: number, bits: number): number {
	return POSITION + (isFar ? 12 : 9) + (earlier > 0 ? 2 : 0) + math.ceil(bits / 8);
}

/** Writes a rotation into the three 16-bit numbers at `ROTATION`, with `isFar` in the spare bit. */
function packNewest(packet: buffer, qx: number, qy: number, qz: number, qw: number, isFar: boolean): void {
	const xx = qx * qx;
	const yy = qy * qy;
	const zz = qz * qz;
	const ww = qw * qw;
	let index = 3;
	let [dropped, a, b, c] = [qw, qx, qy, qz];
	if (xx >= yy && xx >= zz && xx >= ww) {
		index = 0;
		[dropped, a, b, c] = [qx, qy, qz, qw];
	} else if (yy >= zz && yy >= ww) {
		index = 1;
		[dropped, a, b, c] = [qy, qx, qz, qw];
	} else if (zz >= ww) {
		index = 2;
		[dropped, a, b, c] = [qz, qx, qy, qw];
	}
	const scale = dropped < 0 ? -COMPONENT : COMPONENT;
	buffer.writeu16(packet, ROTATION, COMPONENT_ZERO + math.round(a * scale) + (index & 1) * 0x8000);
	buffer.writeu16(packet, ROTATION + 2, COMPONENT_ZERO + math.round(b * scale) + (index >> 1) * 0x8000);
	buffer.writeu16(packet, ROTATION + 4, COMPONENT_ZERO + math.round(c * scale) + (isFar ? 0x8000 : 0));
}

/** Returns the rotation that `packNewest` wrote; all 0 if it is invalid. */
function unpackNewest(packet: buffer) {
	const first = buffer.readu16(packet, ROTATION);
	const second = buffer.readu16(packet, ROTATION + 2);
	const third = buffer.readu16(packet, ROTATION + 4);
	const a = ((first & 0x7fff) - COMPONENT_ZERO) / COMPONENT;
	const b = ((second & 0x7fff) - COMPONENT_ZERO) / COMPONENT;
	const c = ((third & 0x7fff) - COMPONENT_ZERO) / COMPONENT;
	const rest = 1 - a * a - b * b - c * c;
	if (rest < 0) return $tuple(0, 0, 0, 0);
	const dropped = math.sqrt(rest);
	const index = (first >> 15) + 2 * (second >> 15);
	if (index === 0) return $tuple(dropped, a, b, c);
	if (index === 1) return $tuple(a, dropped, b, c);
	if (index === 2) return $tuple(a, b, dropped, c);
	return $tuple(a, b, c, dropped);
}

/**
 * Fills `differences` with the steps from each frame to the previous one, and returns how many of `earlier` frames fit.
 * The first earlier frame has the step itself, the others its second difference. `frames` has the newest frame first.
 * Turns start from the packed rotation, so that rounding errors do not add up.
 */
function findDifferences(packet: buffer, frames: buffer, earlier: number): number {
	const [x, y, z] = samplePosition(frames);
	let [px, py, pz] = [math.round(x * STUD), math.round(y * STUD), math.round(z * STUD)];
	let [qx, qy, qz, qw] = unpackNewest(packet);
	let [sx, sy, sz, tx, ty, tz] = [0, 0, 0, 0, 0, 0];
	for (const frame of $range(0, earlier - 1)) {
		const at = (frame + 1) * LIVE_FRAME_SIZE;
		const [ax, ay, az] = samplePosition(frames, at);
		const [bx, by, bz, bw] = sampleRotation(frames, at);
		const [rx, ry, rz] = [math.round(ax * STUD), math.round(ay * STUD), math.round(az * STUD)];
		const [ox, oy, oz, ow] = multiply(-qx, -qy, -qz, qw, bx, by, bz, bw);
		const [vx, vy, vz] = turnVector(ox, oy, oz, ow);
		const [ux, uy, uz] = [math.round(vx * RADIAN), math.round(vy * RADIAN), math.round(vz * RADIAN)];
		const item = frame * 6;
		differences[item] = rx - px - sx;
		differences[item + 1] = ry - py - sy;
		differences[item + 2] = rz - pz - sz;
		differences[item + 3] = ux - tx;
		differences[item + 4] = uy - ty;
		differences[item + 5] = uz - tz;
		for (const each of $range(item, item + 5)) {
			if (math.abs(differences[each]) > LARGEST_DIFFERENCE) return frame;
		}
		[sx, sy, sz, tx, ty, tz] = [rx - px, ry - py, rz - pz, ux, uy, uz];
		[px, py, pz] = [rx, ry, rz];
		const [ex, ey, ez, ew] = fromTurnVector(ux / RADIAN, uy / RADIAN, uz / RADIAN);
		[qx, qy, qz, qw] = multiply(qx, qy, qz, qw, ex, ey, ez, ew);
	}
	return earlier;
}

/** Holds the packet being filled. A copy of its beginning is sent. */
const scratch = buffer.create(MAX_LIVE_BYTES);

/**
 * Packs the newest frame whole, and up to three earlier frames as bit-packed second differences.
 *
 * @param frames the newest frame first, `LIVE_FRAME_SIZE` bytes each; rotations of unit length, positions within
 * `MAX_LIVE_STUDS`
 * @param isCut whether the oldest of them is the first after a cut
 */
export function packLiveFrames(
	frames: buffer,
	earlier: number,
	isCut: boolean,
	number: number,
	user: number,
	stream: number,
	isTimed: boolean,
): buffer {
	const [x, y, z] = samplePosition(frames);
	const [px, py, pz] = [math.round(x * STUD), math.round(y * STUD), math.round(z * STUD)];
	const isFar = math.min(px, py, pz) < -NEAREST_FAR || math.max(px, py, pz) >= NEAREST_FAR;
	const [qx, qy, qz, qw] = sampleRotation(frames);
	packNewest(scratch, qx, qy, qz, qw, isFar);
	const fitting = findDifferences(scratch, frames, earlier);
	const isCutKept = isCut && fitting === earlier;
	buffer.writeu8(
		scratch,
		0,
		LiveKind.Frames + (stream << STREAM_SHIFT) + (fitting << EARLIER_SHIFT) + (isCutKept ? CUT_BIT : 0),
	);
	buffer.writeu32(scratch, USER, user);
	buffer.writeu16(scratch, NUMBER, number % FRAME_NUMBERS);
	const lens = math.clamp(math.round(buffer.readf64(frames, SAMPLE_FIELD_OF_VIEW) * DEGREE), 0, MAX_LENS);
	buffer.writeu16(scratch, LENS, lens + (isTimed ? TIMED_BIT : 0));
	const size = isFar ? 32 : 24;
	const room = isFar ? 2 ** 32 : 2 ** 24;
	buffer.writebits(scratch, POSITION * 8, size, px % room);
	buffer.writebits(scratch, POSITION * 8 + size, size, py % room);
	buffer.writebits(scratch, POSITION * 8 + 2 * size, size, pz % room);
	const step = widest(0, math.min(fitting, 1) - 1, 0);
	const turn = widest(0, math.min(fitting, 1) - 1, 3);
	const bend = widest(1, fitting - 1, 0);
	const turnBend = widest(1, fitting - 1, 3);
	const bits = bitsOf(fitting, step, bend, turn, turnBend);
	const length = packedLength(isFar, fitting, bits);
	if (fitting > 0) {
		const widths = POSITION + (isFar ? 12 : 9);
		buffer.writeu16(scratch, widths, step + (turn << 4) + (bend << 8) + (turnBend << 12));
		if (bits > 0) buffer.writeu8(scratch, length - 1, 0);
		let bit = (widths + 2) * 8;
		for (const item of $range(0, fitting * 6 - 1)) {
			const isTurn = item % 6 >= 3;
			const width = item < 6 ? (isTurn ? turn : step) : isTurn ? turnBend : bend;
			if (width === 0) continue;
			buffer.writebits(scratch, bit, width, differences[item] % 2 ** width);
			bit += width;
		}
	}
	const packet = buffer.create(length);
	buffer.copy(packet, 0, scratch, 0, length);
	return packet;
}

function signed(value: number, width: number): number {
	return value >= 2 ** (width - 1) ? value - 2 ** width : value;
}

/** Reads one of the differences. */
function readDifference(packet: buffer, bit: number, width: number): number {
	return width === 0 ? 0 : signed(buffer.readbits(packet, bit, width), width);
}

/** The results of `unpackLiveFrames` besides the frames. */
export interface LiveHeader {
	number: number;
	/** Whether the oldest frame is the first after a cut. */
	isCut: boolean;
	/**
	 * Whether frames are counted on the server's clock: frame n is at n / 60 seconds of its Unix time, modulo
	 * `FRAME_NUMBERS`.
	 */
	isTimed: boolean;
}

/**
 * Unpacks the frames of a packet into `target`, the newest first, and returns their number: 0 if it is not such a
 * packet. Never fails, and writes only finite numbers, whatever the bytes are.
 */
export function unpackLiveFrames(packet: buffer, target: buffer, header: LiveHeader): number {
	const length = buffer.len(packet);
	if (length < POSITION + 9 || liveKind(packet) !== LiveKind.Frames) return 0;
	const first = buffer.readu8(packet, 0);
	const earlier = (first >> EARLIER_SHIFT) & 3;
	const isFar = buffer.readu8(packet, ROTATION + 5) >= 0x80;
	const widths = POSITION + (isFar ? 12 : 9);
	if (length < widths + (earlier > 0 ? 2 : 0)) return 0;
	const packed = earlier > 0 ? buffer.readu16(packet, widths) : 0;
	const step = packed & 15;
	const turn = (packed >> 4) & 15;
	const bend = (packed >> 8) & 15;
	const turnBend = packed >> 12;
	if (length !== packedLength(isFar, earlier, bitsOf(earlier, step, bend, turn, turnBend))) return 0;
	let [qx, qy, qz, qw] = unpackNewest(packet);
	if (qx === 0 && qy === 0 && qz === 0 && qw === 0) return 0;

	header.number = buffer.readu16(packet, NUMBER);
	header.isCut = first >= CUT_BIT;
	const lens = buffer.readu16(packet, LENS);
	header.isTimed = lens >= TIMED_BIT;
	const fieldOfView = (lens & MAX_LENS) / DEGREE;
	const size = isFar ? 32 : 24;
	let px = signed(buffer.readbits(packet, POSITION * 8, size), size);
	let py = signed(buffer.readbits(packet, POSITION * 8 + size, size), size);
	let pz = signed(buffer.readbits(packet, POSITION * 8 + 2 * size, size), size);
	writeCameraSample(target, px / STUD, py / STUD, pz / STUD, qx, qy, qz, qw);
	buffer.writef64(target, SAMPLE_FIELD_OF_VIEW, fieldOfView);

	let [sx, sy, sz, tx, ty, tz] = [0, 0, 0, 0, 0, 0];
	let bit = (widths + 2) * 8;
	for (const frame of $range(1, earlier)) {
		const move = frame === 1 ? step : bend;
		const spin = frame === 1 ? turn : turnBend;
		sx += readDifference(packet, bit, move);
		sy += readDifference(packet, bit + move, move);
		sz += readDifference(packet, bit + 2 * move, move);
		bit += 3 * move;
		tx += readDifference(packet, bit, spin);
		ty += readDifference(packet, bit + spin, spin);
		tz += readDifference(packet, bit + 2 * spin, spin);
		bit += 3 * spin;
		px += sx;
		py += sy;
		pz += sz;
		const [ex, ey, ez, ew] = fromTurnVector(tx / RADIAN, ty / RADIAN, tz / RADIAN);
		const [nx, ny, nz, nw] = multiply(qx, qy, qz, qw, ex, ey, ez, ew);
		[qx, qy, qz, qw] = normalise(nx, ny, nz, nw);
		const at = frame * LIVE_FRAME_SIZE;
		writeCameraSample(target, px / STUD, py / STUD, pz / STUD, qx, qy, qz, qw, at);
		buffer.writef64(target, at + SAMPLE_FIELD_OF_VIEW, fieldOfView);
	}
	return earlier + 1;
}
