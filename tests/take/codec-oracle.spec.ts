import { createTake, encodeRecording, Take } from "../../src/camera";
import { decodeSnap13, encodeSnap13, FRAME_SIZE } from "../../src/codecs";
import { decodeFrame } from "../../src/take/frame";
import { headless } from "../headless";
import { fromBase64, oracleData } from "../oracle-data";
import { Seeded } from "../random";
import { differenceOf, randomTake, smoothFrames } from "./packed/random-take";
import { decodeTake } from "./decode-take";

/** What tests/oracle/takes.mjs wrote. */
interface OracleTakes {
	packed: Array<{
		name: string;
		map: string;
		rate: number;
		count: number;
		frames: string;
		lenses?: string;
		lens?: number;
		markers: Take["markers"];
		cuts: Array<number>;
		metadata: { [key: string]: string | number };
		serverStart?: number;
		serverEnd?: number;
		file: string;
	}>;
	snap13: { file: string; rate: number; frames: Array<{ position: Array<number>; matrix: Array<number> }> };
}

/** Two i16 steps of 1/32767 in three components, and the dropped one's share: what a frame rounds a rotation by. */
const ROTATION_STEP = math.rad(0.0062);

/** Writes files and what they were made of, for tests/after/takes.mjs. */
function writeCases(name: string, cases: Array<[take: Take, file: buffer]>): void {
	let size = 0;
	const lensesOf = ({ fieldOfView }: Take) => (typeIs(fieldOfView, "buffer") ? fieldOfView : buffer.create(0));
	for (const [take, file] of cases) {
		size += 20 + buffer.len(file) + buffer.len(take.frames) + buffer.len(lensesOf(take));
	}
	const all = buffer.create(size);
	let at = 0;
	for (const [take, file] of cases) {
		buffer.writef64(all, at, take.rate);
		const parts = [file, take.frames, lensesOf(take)];
		parts.forEach((part, index) => buffer.writeu32(all, at + 8 + 4 * index, buffer.len(part)));
		at += 20;
		for (const part of parts) {
			buffer.copy(all, at, part);
			at += buffer.len(part);
		}
	}
	headless!.writeFile(`generated/${name}.bin`, all);
}

/** A take that walks, turns, stands, creeps and jumps. */
function wanderingTake(count: number, rate: number, random: Seeded): Take {
	const take = createTake({ rate, frames: smoothFrames(count) });
	const { frames } = take;
	for (const frame of $range(1, count - 1)) {
		const kind = (frame.idiv(40) + random.int(0, 9).idiv(9)) % 4;
		const at = frame * FRAME_SIZE;
		if (kind === 0) buffer.copy(frames, at, frames, at - FRAME_SIZE, FRAME_SIZE);
		if (kind === 1) buffer.copy(frames, at, frames, at - FRAME_SIZE, 12);
		if (kind === 2) buffer.copy(frames, at + 12, frames, at - FRAME_SIZE + 12, 6);
		if (random.int(0, 50) === 0) buffer.writef32(frames, at, random.between(-2000, 2000));
	}
	return createTake({ rate, frames });
}

export = () => {
	describe("takes that another writer packed", () => {
		it("are read bit for bit, whatever their orders and sections", () => {
			for (const one of oracleData<OracleTakes>("takes").packed) {
				const take = createTake({
					name: one.name,
					map: one.map,
					rate: one.rate,
					frames: fromBase64(one.frames),
					fieldOfView: one.lenses === undefined ? one.lens : fromBase64(one.lenses),
					markers: one.markers,
					cuts: one.cuts,
					metadata: one.metadata,
					serverStart: one.serverStart,
					serverEnd: one.serverEnd,
				});
				expect(differenceOf(decodeTake(fromBase64(one.file)), take)).to.equal("");
			}
		});
	});

	describe("a SNAPV1.3 file of another writer", () => {
		it("is read as the format's text has it, whatever its frames hold", () => {
			const { file, rate, frames } = oracleData<OracleTakes>("takes").snap13;
			const [take, empty] = decodeSnap13(fromBase64(file), rate);
			expect(take.map).to.equal("Brücke");
			expect(empty.count).to.equal(0);
			expect(take.count).to.equal(frames.size());
			frames.forEach(({ position, matrix }, frame) => {
				const [x, y, z, qx, qy, qz, qw] = decodeFrame(take.frames, frame * FRAME_SIZE);
				// An f32 at 700 studs has steps of 6e-5, and Z of four times as much.
				expect(x).to.be.near(position[0], 3.1e-5);
				expect(y).to.be.near(position[1], 3.1e-5);
				expect(z).to.be.near(position[2], 3.1e-5);
				expect(1 - 2 * (qy * qy + qz * qz)).to.be.near(matrix[0], ROTATION_STEP);
				expect(2 * (qx * qy + qz * qw)).to.be.near(matrix[3], ROTATION_STEP);
				expect(2 * (qy * qz + qx * qw)).to.be.near(matrix[7], ROTATION_STEP);
				expect(1 - 2 * (qx * qx + qy * qy)).to.be.near(matrix[8], ROTATION_STEP);
			});
		});
	});

	// What becomes of the files: tests/after/takes.mjs.
	describe("what another reader gets", () => {
		(headless ? it : itSKIP)("is written for it: packed takes of every kind", () => {
			const random = new Seeded(21);
			const cases = new Array<[Take, buffer]>();
			for (const index of $range(1, 120)) {
				const take = randomTake(index % 10 === 0 ? random.int(250, 800) : random.int(0, 40), random);
				cases.push([take, encodeRecording(take)]);
			}
			writeCases("packed-takes", cases);
		});

		(headless ? it : itSKIP)("is written for it: SNAPV1.3 of every kind of motion", () => {
			const random = new Seeded(22);
			const cases = new Array<[Take, buffer]>();
			for (const index of $range(1, 40)) {
				const take = wanderingTake(random.int(1, 400), [60, 30, 59.94, 144][index % 4], random);
				cases.push([take, encodeSnap13([take])]);
			}
			writeCases("snap13-takes", cases);
		});
	});
};
