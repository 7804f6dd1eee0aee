import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MeshoptDecoder } from "meshoptimizer/decoder";
import { makeFlights, packFrames } from "../../bench/flights.mjs";
import { readPacked, writePacked } from "./takes/packed.mjs";
import { readSnap13, writeSnap13 } from "./takes/snap13.mjs";

/** Takes in the formats of takes, written and read by what knows no more than their pages under docs/formats. */

const base64 = (bytes) => bytes?.toString("base64");

/** Part of each flight, with everything that a take can have, packed with every order in turn. */
function packedCases() {
	return makeFlights().map(({ name, rate, packed }, index) => {
		const count = [600, 257, 256, 3, 1, 513][index];
		const lenses = Buffer.alloc(count * 4);
		for (let frame = 0; frame < count; frame++) lenses.writeFloatLE(70 - 20 * Math.sin(frame / 40), frame * 4);
		const take = {
			name,
			map: "港",
			rate,
			count,
			frames: packed.subarray(0, count * 18),
			lenses: index % 2 === 0 ? lenses : undefined,
			lens: index % 2 === 0 ? undefined : 42.5,
			markers: [{ name: "é", seconds: (count - 1) / rate }],
			cuts: count > 2 ? [1, count - 1] : [],
			metadata: { lap: 73.25, driver: "Ada", é: "" },
			...(index % 3 === 0 ? { serverStart: 1.7e9 + 0.25, serverEnd: 1.7e9 + count } : {}),
		};
		const file = writePacked(take, (block, column) => (block + column + index) % 4);
		const again = readPacked(file);
		if (!again.frames.equals(take.frames)) throw new Error(`${name}: the oracle does not read what it wrote`);
		return { ...take, file: base64(file), frames: base64(take.frames), lenses: base64(take.lenses) };
	});
}

/** A frame every 20 ms: absolute ones, each kind of difference, the largest numbers. */
function differences() {
	const [first, second] = [
		packFrames([[10, 20, -30, 0.1, 0.7, -0.2, 0.6]]),
		packFrames([[-700.5, 3, 90, -0.9, 0.1, 0.3, 0.2]]),
	];
	// Longer than 1, as no writer makes it: the dropped component is 0 then.
	const long = Buffer.from(second);
	long.writeInt16LE(30000, 12);
	long.writeInt16LE(-20000, 14);
	const frames = [
		{ frame: first },
		{ move: [4096, -2048, 1] },
		{ turn: [16383, 0, 0] },
		{ move: [1, 2, 3], turn: [-300, 20000, 700] },
		{},
		{ move: [32767, -32768, 32767], turn: [32767, -32768, 32767] },
		{ turn: [0, 0, 0] },
		{ frame: second },
		{ turn: [1, 0, -1] },
		{ frame: long },
		{ move: [-9, 0, 0], turn: [0, 5000, 0] },
	];
	return frames.map((frame, index) => ({ ...frame, gap: index === 0 ? 0 : 20 }));
}

export async function generate(target) {
	await MeshoptDecoder.ready;
	const file = writeSnap13([
		{ map: "Brücke", frames: differences() },
		{ map: "", frames: [] },
	]);
	const snap13 = {
		file: base64(file),
		rate: 50,
		frames: readSnap13(file)[0].frames.map(({ position, matrix }) => ({ position, matrix: matrix.flat() })),
	};
	writeFileSync(join(target, "takes.json"), JSON.stringify({ packed: packedCases(), snap13 }));
}
