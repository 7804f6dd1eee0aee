import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MeshoptDecoder } from "meshoptimizer/decoder";
import { root } from "../../scripts/run.mjs";
import { readPacked } from "../oracle/takes/packed.mjs";
import { angleOf, placeOf, readSnap13 } from "../oracle/takes/snap13.mjs";

/** The spec that writes the files. */
export const spec = "take/codec-oracle";

/** What the spec wrote: for each take its rate, and as many bytes as their u32 says of file, frames and lenses. */
function readCases(name) {
	const bytes = readFileSync(join(root, "generated", `${name}.bin`));
	const cases = [];
	for (let at = 0; at < bytes.length;) {
		const rate = bytes.readDoubleLE(at);
		const parts = [8, 12, 16].map((place) => bytes.readUInt32LE(at + place));
		at += 20;
		const [file, frames, lenses] = parts.map((size) => {
			at += size;
			return bytes.subarray(at - size, at);
		});
		cases.push({ rate, file, frames, lenses });
	}
	return cases;
}

/** The moves and turns that writers leave out, and half a unit of those that they do not. */
const FARTHEST = 1e-3;
const LARGEST_TURN = 1e-4 + 1e-9;

export const checks = {
	"a reader in Node gets every packed take's frames and lenses back": async () => {
		await MeshoptDecoder.ready;
		const cases = readCases("packed-takes");
		assert.equal(cases.length, 120);
		cases.forEach(({ rate, file, frames, lenses }, index) => {
			const take = readPacked(file);
			assert.equal(take.rate, rate);
			assert.ok(take.frames.equals(frames), `frames of case ${index}`);
			assert.ok((take.lenses ?? Buffer.alloc(0)).equals(lenses), `lenses of case ${index}`);
		});
	},

	"a reader in Node gets every frame of SNAPV1.3 at its time, within what writers may leave out": () => {
		const cases = readCases("snap13-takes");
		assert.equal(cases.length, 40);
		const kinds = new Set();
		cases.forEach(({ rate, file, frames }, index) => {
			const [recording] = readSnap13(file);
			assert.equal(recording.frames.length * 18, frames.length);
			recording.frames.forEach(({ millisecond, bits, position, matrix }, frame) => {
				kinds.add(bits);
				const wanted = placeOf(frames, frame * 18);
				const place = `frame ${frame} of case ${index}`;
				assert.equal(millisecond, Math.round((1000 * frame) / rate), place);
				if (frame % 60 === 0) assert.equal(bits, 4, place);
				const way = Math.hypot(...position.map((value, axis) => value - wanted.position[axis]));
				const turn = angleOf(matrix, wanted.matrix);
				assert.ok(way <= FARTHEST, `${place} is ${way} studs off`);
				assert.ok(turn <= LARGEST_TURN, `${place} is ${turn} radians off`);
			});
		});
		assert.deepEqual([...kinds].sort(), [0, 1, 2, 3, 4]);
	},
};
