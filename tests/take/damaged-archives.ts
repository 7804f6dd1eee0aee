//!native
//!optimize 2
import { decodeArchive, Take } from "../../src/camera";
import { FRAME_SIZE } from "../../src/codecs";
import { decodeFrame } from "../../src/take/frame";
import { mutate } from "../mutate";
import { Seeded } from "../random";

/** What is wrong with takes that a damaged archive was read as; nothing, where every frame is a frame. */
export function faultOf(takes: Array<Take>): string {
	for (const { map, count, frames } of takes) {
		if (utf8.len(map)[0] === undefined) return "a name that is not UTF-8 was read";
		if (buffer.len(frames) !== count * FRAME_SIZE) return "the frames do not bear out their count";
		for (const frame of $range(0, count - 1)) {
			const [x, y, z, qx, qy, qz, qw] = decodeFrame(frames, frame * FRAME_SIZE);
			const length = qx * qx + qy * qy + qz * qz + qw * qw;
			if (x - x !== 0 || y - y !== 0 || z - z !== 0) return "a position that is not finite was read";
			if (!(math.abs(length - 1) < 1e-9)) return `a rotation of squared length ${length} was read`;
		}
	}
	return "";
}

/** Damages `archive` in `count` ways and reads each; `wrong` is empty where all were refused clearly or read whole. */
export function tryDamaged(archive: buffer, count: number, random: Seeded) {
	let refused = 0;
	let read = 0;
	let wrong = "";
	for (const _ of $range(1, count)) {
		const damaged = mutate(archive, archive, random);
		const [ok, result] = pcall(decodeArchive, damaged, 60);
		if (ok) {
			read += 1;
			const fault = faultOf(result);
			if (fault !== "") wrong = fault;
		} else {
			refused += 1;
			if (string.find(tostring(result), "^%[dolly%] archive: .+ at byte %d+$")[0] === undefined) {
				wrong = tostring(result);
			}
		}
	}
	return { refused, read, wrong };
}
