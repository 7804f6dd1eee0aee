//!native
//!optimize 2
import { fail } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import { Writer } from "../../bytes/writer";
import { checkTakes, countRecordings, reportLosses } from "../archive";
import { codecBudget, TakeCodecOptions } from "../codec-options";
import { decodeFrame, FRAME_SIZE } from "../frame";
import type { Take } from "../take";
import { DecodedCamera } from "./decoded-camera";
import {
	Bits,
	LARGEST_TURN,
	MAX_FRAMES,
	MAX_GAP,
	MAX_RECORDINGS,
	millisecondOf,
	MOVE_SCALE,
	SNAP13_MAGIC,
	TURN_SCALE,
} from "./layout";

/** How often a frame is absolute, so that readers can begin there. */
const ABSOLUTE_EVERY = 60;

/** A frame that is further from the previous one is absolute. So is one whose move does not fit into three i16. */
const FARTHEST_SQUARED = 8 * 8;
const LARGEST_SHORT = 32767;

/** Moves of a smaller square, in studs, and turns of at most this many radians are left out. */
const LEAST_MOVE_SQUARED = 1e-6;
const LEAST_TURN = 1e-4;

/** Frames between two pause points. */
const FRAMES_A_STEP = 64;

/** The cost of a frame, in steps of a vertex. */
const STEPS_A_FRAME = 64;

/** The max distance between written and original frames, in studs and radians. */
interface Deviation {
	way: number;
	turn: number;
}

/** Writes one frame relative to `camera`, which moves to where readers will have it. */
function writeFrame(writer: Writer, camera: DecodedCamera, frames: buffer, at: number, gap: number): void {
	const [x, y, z, qx, qy, qz, qw] = decodeFrame(frames, at);
	const dx = x - camera.x;
	const dy = y - camera.y;
	const dz = z - camera.z;
	const square = dx * dx + dy * dy + dz * dz;
	const mx = math.round(dx * MOVE_SCALE);
	const my = math.round(dy * MOVE_SCALE);
	const mz = math.round(dz * MOVE_SCALE);
	// The rotation from the camera's to the frame's, in the camera's space.
	const w = camera.qw * qw + camera.qx * qx + camera.qy * qy + camera.qz * qz;
	const sign = w < 0 ? -1 : 1;
	const rx = sign * (camera.qw * qx - camera.qx * qw - camera.qy * qz + camera.qz * qy);
	const ry = sign * (camera.qw * qy + camera.qx * qz - camera.qy * qw - camera.qz * qx);
	const rz = sign * (camera.qw * qz - camera.qx * qy + camera.qy * qx - camera.qz * qw);
	const length = math.sqrt(rx * rx + ry * ry + rz * rz);
	const angle = 2 * math.atan2(length, sign * w);
	if (
		square > FARTHEST_SQUARED ||
		angle > LARGEST_TURN ||
		math.max(math.abs(mx), math.abs(my), math.abs(mz)) > LARGEST_SHORT
	) {
		writeAbsolute(writer, camera, frames, at, gap);
		return;
	}
	const scale = length > 0 ? (angle / length) * TURN_SCALE : 0;
	const tx = math.round(rx * scale);
	const ty = math.round(ry * scale);
	const tz = math.round(rz * scale);
	const moves = square >= LEAST_MOVE_SQUARED;
	const turns = angle > LEAST_TURN;
	writer.u8((moves ? Bits.Move : 0) + (turns ? Bits.Turn : 0));
	writer.u16(gap);
	if (moves) {
		writer.i16(mx);
		writer.i16(my);
		writer.i16(mz);
		camera.move(mx, my, mz);
	}
	if (turns) {
		writer.i16(tx);
		writer.i16(ty);
		writer.i16(tz);
		camera.turn(tx, ty, tz);
	}
}

function writeAbsolute(writer: Writer, camera: DecodedCamera, frames: buffer, at: number, gap: number): void {
	writer.u8(Bits.Absolute);
	writer.u16(gap);
	writer.bytes(frames, at, FRAME_SIZE);
	camera.place(frames, at);
}

/** Notes how far `camera` is from the frame at `at`. */
function noteDeviation(deviation: Deviation, camera: DecodedCamera, frames: buffer, at: number): void {
	const [x, y, z, qx, qy, qz, qw] = decodeFrame(frames, at);
	const way = (camera.x - x) ** 2 + (camera.y - y) ** 2 + (camera.z - z) ** 2;
	const apart = math.min(
		(camera.qx - qx) ** 2 + (camera.qy - qy) ** 2 + (camera.qz - qz) ** 2 + (camera.qw - qw) ** 2,
		(camera.qx + qx) ** 2 + (camera.qy + qy) ** 2 + (camera.qz + qz) ** 2 + (camera.qw + qw) ** 2,
	);
	deviation.way = math.max(deviation.way, math.sqrt(way));
	// Two unit quaternions are as far apart as twice the sine of a quarter of the angle.
	deviation.turn = math.max(deviation.turn, 4 * math.asin(math.sqrt(apart) / 2));
}

/** Writes the recording that holds `count` frames of a take from `first` on. */
function writeRecording(
	writer: Writer,
	{ map, rate, frames }: Take,
	first: number,
	count: number,
	deviation: Deviation,
	budget: Budget,
): void {
	writer.u8(map.size());
	writer.text(map);
	writer.u16(count);
	// The first frame of a continued recording comes after the previous recording's last frame.
	const start = millisecondOf(math.max(first - 1, 0), rate);
	writer.u32(count === 0 ? 0 : millisecondOf(first + count - 1, rate) - start);
	const camera = new DecodedCamera();
	let former = start;
	for (const index of $range(0, count - 1)) {
		if (index % FRAMES_A_STEP === 0)
			budget.step(math.min(count - index, FRAMES_A_STEP) * STEPS_A_FRAME, "encodeSnap13");
		const at = (first + index) * FRAME_SIZE;
		const now = millisecondOf(first + index, rate);
		if (index % ABSOLUTE_EVERY === 0) {
			writeAbsolute(writer, camera, frames, at, now - former);
		} else {
			writeFrame(writer, camera, frames, at, now - former);
			noteDeviation(deviation, camera, frames, at);
		}
		former = now;
	}
}

/** Reports the parts of a take that the format loses. */
function reportTake(take: Take, takes: ReadonlyArray<Take>, deviation: Deviation, budget: Budget): void {
	if (take.name !== take.map) budget.warn("SNAPV1.3 keeps only the map's name", take.name);
	if (take.rate !== takes[0].rate) {
		budget.warn(`SNAPV1.3 keeps no rate, and this one is not the first take's`, `${take.name} (${take.rate})`);
	}
	reportLosses(take, budget, "SNAPV1.3");
	if (deviation.way > 0 || deviation.turn > 0) {
		const degrees = math.deg(deviation.turn);
		budget.warn(
			string.format("SNAPV1.3 rounds: frames are up to %.1e studs and %.1e degrees off", deviation.way, degrees),
			take.name,
		);
	}
}

/**
 * Encodes takes as a SNAPV1.3 file. Most frames are stored as the difference from the previous frame, rounded to 1/4096
 * stud and a hundred-thousandth of a radian, with their millisecond. Differences are relative to what readers will
 * decode, so errors do not add up.
 *
 * The file keeps maps, times and frames. The report of the Job in `options` names whatever else of a take is lost.
 *
 * @example
 * const file = encodeSnap13([take]);
 */
export function encodeSnap13(takes: ReadonlyArray<Take>, options?: TakeCodecOptions): buffer {
	checkTakes(takes, "encodeSnap13");
	const budget = codecBudget(options, "encodeSnap13");
	let recordings = 0;
	takes.forEach((take, index) => {
		recordings += countRecordings(take, takes[index + 1]);
		const gap = 1000 / take.rate;
		if (take.count > 1 && gap > MAX_GAP) {
			fail("encodeSnap13", `take "${take.name}" has a frame in ${gap} ms; expected at most ${MAX_GAP}`);
		}
	});
	if (recordings > MAX_RECORDINGS) {
		fail("encodeSnap13", `takes fill ${recordings} recordings; expected at most ${MAX_RECORDINGS}`);
	}
	const writer = new Writer();
	writer.text(SNAP13_MAGIC);
	writer.u8(recordings);
	takes.forEach((take, index) => {
		const deviation = { way: 0, turn: 0 };
		for (const recording of $range(0, countRecordings(take, takes[index + 1]) - 1)) {
			const first = recording * MAX_FRAMES;
			const start = writer.position;
			writeRecording(writer, take, first, math.min(take.count - first, MAX_FRAMES), deviation, budget);
			budget.spendBytes(writer.position - start, "encodeSnap13");
		}
		if (options?.job) reportTake(take, takes, deviation, budget);
	});
	return budget.finish(writer.finish());
}
