import { createTake, Take } from "../../../src/camera";
import { decodeSnap13, encodeSnap13, FRAME_SIZE } from "../../../src/codecs";
import { Job } from "../../../src/roblox/job";
import { multiply } from "../../../src/rotation/quaternion";
import { decodeFrame, encodeFrame } from "../../../src/take/frame";
import { breathe } from "../../breathe";
import { bytes, hex } from "../../buffers";
import { failureOf } from "../../expect-failure";
import { mutate } from "../../mutate";
import { Seeded } from "../../random";
import { faultOf } from "../damaged-archives";
import { straightTake, takeOf, xsOf } from "../make-take";
import { randomTake, smoothFrames } from "../packed/random-take";

const MAGIC = "53 4E 41 50 56 31 2E 33";
const AT_1 = "00 00 80 3F 00 00 00 00 03 00 00 00 00 00 00 00 00 00";

/** What writers leave out of moves, in studs, and of turns, in radians. */
const FARTHEST = 1e-3;
const LARGEST_TURN = 1e-4;

/** The bytes of a text like `04 00 FF`. */
function parse(text: string): buffer {
	return bytes(...text.split(" ").map((part) => tonumber(part, 16)!));
}

/** A file with one recording of the map `m`: frames of text, after count and duration. */
function fileOf(count: number, duration: number, ...frames: Array<string>): buffer {
	const head = string.format("01 01 6D %02X %02X", count & 255, count >>> 8);
	const total = [0, 8, 16, 24].map((shift) => string.format("%02X", (duration >>> shift) & 255)).join(" ");
	return parse([MAGIC, head, total, ...frames].join(" "));
}

/** An absolute frame at `x` studs. */
function absoluteAt(x: number, gap: number): string {
	const frame = buffer.create(FRAME_SIZE);
	buffer.writef32(frame, 0, x);
	buffer.writeu8(frame, 8, 3);
	return string.format("04 %02X %02X %s", gap & 255, gap >>> 8, hex(frame));
}

function lossesOf(takes: Array<Take>): string {
	const job = new Job();
	encodeSnap13(takes, { job });
	return job.report.join("; ");
}

/** The largest distance, and the largest angle, between the frames of two takes of one count. */
function deviationOf(left: Take, right: Take) {
	let [way, turn] = [0, 0];
	for (const frame of $range(0, left.count - 1)) {
		const [ax, ay, az, aqx, aqy, aqz, aqw] = decodeFrame(left.frames, frame * FRAME_SIZE);
		const [bx, by, bz, bqx, bqy, bqz, bqw] = decodeFrame(right.frames, frame * FRAME_SIZE);
		way = math.max(way, math.sqrt((ax - bx) ** 2 + (ay - by) ** 2 + (az - bz) ** 2));
		const sign = aqx * bqx + aqy * bqy + aqz * bqz + aqw * bqw < 0 ? -1 : 1;
		const apart = (aqx - sign * bqx) ** 2 + (aqy - sign * bqy) ** 2 + (aqz - sign * bqz) ** 2 + (aqw - sign * bqw) ** 2;
		turn = math.max(turn, 4 * math.asin(math.sqrt(apart) / 2));
	}
	return $tuple(way, turn);
}

export = () => {
	describe("encodeSnap13", () => {
		it("writes an absolute frame, then moves and turns with their milliseconds", () => {
			const file = encodeSnap13([takeOf([1, 1.25, 1.25, 1.25, 50], { rate: 60 }, [0, 0, 1, 1, 1])]);
			const turn = math.round(math.rad(1) * (32767 / 0.2));
			// One degree is 0.00872653 of half a sine: 286 of 32767, so that what is written is 0.99999 of it.
			const written = math.round(2 * math.asin(286 / 32767) * (32767 / 0.2));
			expect(math.abs(turn - written) < 40).to.equal(true);
			expect(hex(file)).to.equal(
				[
					MAGIC,
					"01 01 6D 05 00 43 00 00 00",
					`04 00 00 ${AT_1}`,
					"01 11 00 00 04 00 00 00 00",
					string.format("02 10 00 00 00 %02X %02X 00 00", written & 255, written >>> 8),
					"00 11 00",
					"04 11 00 00 00 48 42 00 00 00 00 03 00 00 00 00 00 1E 01 00 00",
				].join(" "),
			);
		});

		it("says how many milliseconds a recording lasts", () => {
			for (const [count, rate, milliseconds] of [
				[601, 60, 10000],
				[2, 60, 17],
				[3, 60, 33],
				[1, 60, 0],
				[101, 24, 4167],
			]) {
				expect(buffer.readu32(encodeSnap13([straightTake(count, { rate })]), 13)).to.equal(milliseconds);
			}
		});

		it("writes a move before a turn, and both in one frame", () => {
			const file = encodeSnap13([takeOf([0, -1], { rate: 1000 }, [0, 5])]);
			expect(hex(file, 9 + 8 + 21, 9)).to.equal("03 01 00 00 F0 00 00 00 00");
			expect(buffer.len(file)).to.equal(9 + 8 + 21 + 15);
		});

		it("makes every 60th frame absolute, and what is further than 8 studs or 0.2 rad", () => {
			const bitsOf = (file: buffer) => {
				const bits = new Array<number>();
				let at = 9 + 8;
				while (at < buffer.len(file)) {
					bits.push(buffer.readu8(file, at));
					at += [3, 9, 9, 15, 21][bits[bits.size() - 1]];
				}
				return bits;
			};
			const long = bitsOf(encodeSnap13([straightTake(130)]));
			long.forEach((bits, frame) => expect(bits).to.equal(frame % 60 === 0 ? 4 : 1));
			expect(bitsOf(encodeSnap13([takeOf([0, 7.9, 16])])).join(" ")).to.equal("4 1 4");
			expect(bitsOf(encodeSnap13([takeOf([0, 8])])).join(" ")).to.equal("4 4");
			expect(bitsOf(encodeSnap13([takeOf([0, 0, 0], {}, [0, 11.4, 22.9])])).join(" ")).to.equal("4 2 4");
		});

		it("writes moves from a thousandth of a stud on, along any axis, and turns from a ten-thousandth of a radian", () => {
			/** The bits of a second frame that has moved, and whose rotation has these three numbers. */
			const bitsOf = (x: number, y: number, z: number, ...turn: Array<number>) => {
				const frames = buffer.create(2 * FRAME_SIZE);
				[x, y, z].forEach((value, axis) => buffer.writef32(frames, FRAME_SIZE + axis * 4, value));
				for (const frame of [0, 1]) {
					const at = frame * FRAME_SIZE + 8;
					buffer.writeu32(frames, at, (buffer.readu32(frames, at) & 0xfffffffc) | 3);
				}
				turn.forEach((value, axis) => buffer.writei16(frames, FRAME_SIZE + 12 + axis * 2, value));
				return buffer.readu8(encodeSnap13([createTake({ map: "m", rate: 60, frames })]), 9 + 8 + 21);
			};
			for (const sign of [-1, 1]) {
				for (const [studs, bits] of [
					[0.00099, 0],
					[0.00101, 1],
				]) {
					expect(bitsOf(sign * studs, 0, 0)).to.equal(bits);
					expect(bitsOf(0, sign * studs, 0)).to.equal(bits);
					expect(bitsOf(0, 0, sign * studs)).to.equal(bits);
				}
				// One of these is 6.1e-5 radians, two are 1.2e-4.
				for (const [units, bits] of [
					[1, 0],
					[2, 2],
				]) {
					expect(bitsOf(0, 0, 0, sign * units)).to.equal(bits);
					expect(bitsOf(0, 0, 0, 0, sign * units)).to.equal(bits);
					expect(bitsOf(0, 0, 0, 0, 0, sign * units)).to.equal(bits);
				}
			}
			// An i16 holds just under 8 studs along one axis; 5 along two are 7.07 studs, and 5 along three 8.66.
			expect(bitsOf(7.999, 0, 0)).to.equal(1);
			expect(bitsOf(5, -5, 0)).to.equal(1);
			expect(bitsOf(5, -5, 5)).to.equal(4);
		});

		it("keeps a flight that turns about all axes within what it rounds, and reports that", () => {
			const random = new Seeded(21);
			const frames = buffer.create(200 * FRAME_SIZE);
			let [x, y, z] = [50, -20, 80];
			let [qx, qy, qz, qw] = [0.5, -0.5, 0.5, 0.5];
			for (const frame of $range(0, 199)) {
				encodeFrame(x, y, z, qx, qy, qz, qw, frames, frame * FRAME_SIZE, "spec");
				[x, y, z] = [x + random.between(-1, 1), y + random.between(-1, 1), z + random.between(-1, 1)];
				// Up to 0.17 radians, below the 0.2 that fit.
				const turn = () => random.between(-0.05, 0.05);
				const [ax, ay, az, aw] = multiply(qx, qy, qz, qw, turn(), turn(), turn(), 1);
				[qx, qy, qz, qw] = [ax, ay, az, aw];
			}
			// A frame a millisecond: each is read at its own time.
			const take = createTake({ map: "m", rate: 1000, frames, cuts: [] });
			const file = encodeSnap13([take]);
			const [again] = decodeSnap13(file, 1000);
			const [way, turn] = deviationOf(take, again);
			// Rounded to 1/4096 stud along each axis, and to 6e-6 radians; frames are packed once more.
			expect(way < 3e-4).to.equal(true);
			expect(turn < 2.5e-4).to.equal(true);
			// Nearly all are written as moves and turns.
			expect(buffer.len(file) < 17 + 200 * 16).to.equal(true);
			const [studs, degrees] = lossesOf([take]).match("up to (%S+) studs and (%S+) degrees off");
			expect(tonumber(studs)! > 1e-4 && tonumber(studs)! < 3e-4).to.equal(true);
			expect(tonumber(degrees)! > 1e-4 && tonumber(degrees)! < 1e-3).to.equal(true);
		});

		it("leaves out what is too small to matter until it adds up, so that nothing drifts", () => {
			const take = straightTake(50, {}, 4e-4);
			const [again] = decodeSnap13(encodeSnap13([take]), 60);
			const [way] = deviationOf(take, again);
			expect(way < FARTHEST).to.equal(true);
			expect(buffer.len(encodeSnap13([take])) < 17 + 21 + 49 * 7).to.equal(true);
		});

		it("refuses what does not fit, in words", () => {
			const refuses = (takes: Array<Take>, problem: string) =>
				expect(failureOf(() => encodeSnap13(takes))).to.equal(`[dolly] encodeSnap13: ${problem}`);
			refuses([straightTake(2, { rate: 0.01, map: "m" })], 'take "m" has a frame in 100000 ms; expected at most 65535');
			const many = new Array<Take>(256, straightTake(1));
			refuses(many, "takes fill 256 recordings; expected at most 255");
			refuses(undefined as never, "takes is missing; expected an array of takes");
			refuses(straightTake(1) as never, "takes is a Take; expected an array, such as [take]");
			many.pop();
			expect(decodeSnap13(encodeSnap13(many), 60).size()).to.equal(255);
		});

		it("reports what the format cannot hold, and by how much frames are off", () => {
			expect(lossesOf([takeOf([0, 1, 2, 3])])).to.equal("");
			const full = takeOf([0, 1, 2, 3], {
				name: "Opening",
				fieldOfView: 40,
				markers: [{ name: "a", seconds: 0 }],
				cuts: [2],
				metadata: { lap: 3 },
			});
			expect(lossesOf([full, takeOf([0, 1], { rate: 30 }), takeOf([0, 1 / 3])])).to.equal(
				[
					"SNAPV1.3 keeps only the map's name: Opening",
					"SNAPV1.3 keeps no field of view: Opening",
					"SNAPV1.3 keeps no markers: Opening",
					"SNAPV1.3 keeps no metadata: Opening",
					"SNAPV1.3 keeps no cuts, and some are too small to be detected: Opening",
					"SNAPV1.3 keeps no rate, and this one is not the first take's: m (30)",
					"SNAPV1.3 rounds: frames are up to 8.1e-05 studs and 0.0e+00 degrees off: m",
				].join("; "),
			);
		});
	});

	describe("decodeSnap13", () => {
		it("gives back every frame of what encodeSnap13 wrote at the same rate, within what writers leave out", () => {
			for (const rate of [60, 30, 59.94, 144, 1000, 1]) {
				const take = createTake({ map: "港", rate, frames: smoothFrames(500) });
				const [again] = decodeSnap13(encodeSnap13([take]), rate);
				expect(again.count).to.equal(500);
				expect(again.map).to.equal("港");
				expect(again.name).to.equal("港");
				expect(again.rate).to.equal(rate);
				const [way, turn] = deviationOf(take, again);
				// Beside what is left out, f32 and the frame's rotation round once more.
				expect(way < FARTHEST + 1e-4).to.equal(true);
				expect(turn < LARGEST_TURN + math.rad(0.0061)).to.equal(true);
			}
		});

		it("reads its own absolute frames bit for bit", () => {
			const random = new Seeded(5);
			const take = randomTake(1, random);
			expect(hex(decodeSnap13(encodeSnap13([take]), 60)[0].frames)).to.equal(hex(take.frames));
		});

		it("puts frames with times of their own at multiples of 1/rate", () => {
			// One stud in ten milliseconds, at uneven times, all on one line.
			const times = [0, 7, 30, 41, 55, 80, 99, 130];
			const frames = times.map((at, index) => absoluteAt(at / 10, index === 0 ? 0 : at - times[index - 1]));
			const [take] = decodeSnap13(fileOf(8, 130, ...frames), 100);
			expect(take.count).to.equal(14);
			xsOf(take).forEach((x, frame) => expect(x).to.be.near(frame, 1e-5));
			expect(take.cuts.isEmpty()).to.equal(true);
		});

		it("starts a take at its first frame, whatever time that has", () => {
			const file = fileOf(2, 5020, absoluteAt(1, 5000), "01 14 00 00 10 00 00 00 00");
			expect(xsOf(decodeSnap13(file, 50)[0]).join(" ")).to.equal("1 2");
		});

		it("takes the last of frames in one millisecond, and reports them", () => {
			const job = new Job();
			const file = fileOf(4, 20, absoluteAt(1, 0), absoluteAt(2, 0), absoluteAt(5, 20), absoluteAt(6, 0));
			const [take] = decodeSnap13(file, 50, { job });
			expect(xsOf(take).join(" ")).to.equal("2 6");
			expect(job.report.join()).to.equal("SNAPV1.3: only the last frame of a millisecond is kept: m (2 times)");
		});

		it("finds the cuts, resampled or not", () => {
			const take = takeOf([0, 0, 0, 100, 100, 100, 100]);
			expect(decodeSnap13(encodeSnap13([take]), 60)[0].cuts.join(" ")).to.equal("3");
			expect(decodeSnap13(encodeSnap13([take]), 120)[0].cuts.join(" ")).to.equal("6");
		});

		it("makes one take of the recordings that a take was split into, and no more", () => {
			const long = straightTake(65537, { map: "m" }, 0.01);
			const both = decodeSnap13(encodeSnap13([long, straightTake(3)]), 60);
			const [again] = both;
			expect(again.count).to.equal(65537);
			expect(xsOf(again)[65536]).to.be.near(655.36, FARTHEST);
			expect(both.map(({ count }) => count).join(" ")).to.equal("65537 3");
			const full = straightTake(65535, { map: "m" }, 0.01);
			const takes = decodeSnap13(encodeSnap13([full, straightTake(2), full]), 60);
			expect(takes.map(({ count }) => count).join(" ")).to.equal("65535 2 65535");
		});

		it("says what is wrong and where", () => {
			const refuses = (file: buffer, problem: string) =>
				expect(failureOf(() => decodeSnap13(file, 60))).to.equal(`[dolly] snap13: ${problem}`);
			refuses(parse("53 4E 41 50 56 31 2E 34"), "version is 1.4; expected 1.3 at byte 5");
			refuses(parse("44 4F 4C 59"), 'it starts with "DOLY"; expected "SNAPV1.3" at byte 0');
			refuses(parse(MAGIC), "the number of recordings needs 1 bytes but 0 are left at byte 8");
			refuses(fileOf(1, 0, "00 00 00"), "the first frame has the bits 0 and is not absolute at byte 17");
			refuses(
				fileOf(2, 0, absoluteAt(0, 0), "05 00 00"),
				"a frame has the bits 5, which exclude each other at byte 38",
			);
			refuses(fileOf(2, 0, absoluteAt(0, 0), "01 00 00 00 00"), "a frame needs 9 bytes but 5 are left at byte 38");
			refuses(fileOf(1, 7, absoluteAt(0, 0)), "the frames last 0 ms, but the recording says 7 at byte 13");
			refuses(fileOf(1, 0, absoluteAt(0, 0), "00"), "the file has 1 bytes left over at byte 38");
			refuses(fileOf(1, 0, absoluteAt(math.huge, 0)), "a frame has the position inf at byte 20");
			refuses(parse(`${MAGIC} 01 01 FF 00 00 00 00 00 00`), "map name is not UTF-8 at byte 10");
			expect(failureOf(() => decodeSnap13(fileOf(0, 0), undefined as never))).to.equal(
				"[dolly] decodeSnap13: rate is missing; expected the frames per second of the takes, such as 60",
			);
			expect(failureOf(() => decodeSnap13(5 as never, 60))).to.equal(
				"[dolly] decodeSnap13: source is 5; expected a buffer",
			);
		});

		it("spends its Job's budget before it makes frames of long gaps", () => {
			const gaps = new Array<string>();
			for (const _ of $range(1, 60)) gaps.push("00 FF FF");
			const file = fileOf(61, 60 * 65535, absoluteAt(0, 0), ...gaps);
			expect(failureOf(() => decodeSnap13(file, 1000, { job: new Job({ maxBytes: 2 ** 20 }) }))).to.equal(
				"[dolly] snap13: maxBytes (1048576) reached: 0 bytes used, 70777818 more needed at byte 17",
			);
		});

		it("rejects 20,000 damaged files with a message or reads finite frames from them", () => {
			const random = new Seeded(6);
			const file = encodeSnap13([
				createTake({ map: "Harbour", rate: 60, frames: smoothFrames(90) }),
				takeOf([0, 1, 1, 50], { map: "" }, [0, 3, 3, 80]),
			]);
			let [refused, read] = [0, 0];
			for (const _ of $range(1, 20000)) {
				breathe();
				const [ok, result] = pcall(decodeSnap13, mutate(file, file, random), 60);
				if (ok) {
					read += 1;
					expect(faultOf(result)).to.equal("");
				} else {
					refused += 1;
					expect(tostring(result).match("^%[dolly%] snap13: .+ at byte %d+$")[0]).to.be.ok();
				}
			}
			expect(refused > 2000 && read > 2000).to.equal(true);
		});
	});
};
