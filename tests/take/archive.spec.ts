import { decodeArchive, encodeArchive, Take } from "../../src/camera";
import { Job } from "../../src/roblox/job";
import { bytes, hex } from "../buffers";
import { failureOf } from "../expect-failure";
import { Seeded } from "../random";
import { tryDamaged } from "./damaged-archives";
import { straightTake, takeOf, xsOf } from "./make-take";

const ORIGIN = "00 00 00 00 00 00 00 00 03 00 00 00 00 00 00 00 00 00";

/** A take of a map whose frames stand one stud apart on X. */
function straight(map: string, count: number): Take {
	return straightTake(count, { map });
}

/** The frame counts of the recordings in an archive of maps with one-letter names. */
function countsOf(archive: buffer): string {
	const counts = new Array<number>();
	let at = 0;
	while (at < buffer.len(archive)) {
		const count = buffer.readu16(archive, at + 2);
		counts.push(count);
		at += 4 + count * 18;
	}
	assert(at === buffer.len(archive));
	return counts.join(" ");
}

function lossesOf(take: Take): string {
	const job = new Job();
	encodeArchive([take], { job });
	return job.report.join("; ");
}

export = () => {
	describe("encodeArchive", () => {
		it("writes name length, name, count and frames, recordings back to back", () => {
			const archive = encodeArchive([straight("ab", 1), straight("é", 0)]);
			expect(hex(archive)).to.equal(`02 61 62 01 00 ${ORIGIN} 02 C3 A9 00 00`);
		});

		it("makes an empty buffer of no takes", () => {
			expect(buffer.len(encodeArchive([]))).to.equal(0);
		});

		it("goes on in a next recording after 65,535 frames", () => {
			expect(countsOf(encodeArchive([straight("m", 65535)]))).to.equal("65535");
			expect(countsOf(encodeArchive([straight("m", 65536)]))).to.equal("65535 1");
			expect(countsOf(encodeArchive([straight("m", 140000)]))).to.equal("65535 65535 8930");
		});

		it("ends a full recording with an empty one where a take of the same map follows, and nowhere else", () => {
			const full = straight("m", 65535);
			expect(countsOf(encodeArchive([full, straight("m", 2)]))).to.equal("65535 0 2");
			expect(countsOf(encodeArchive([full, straight("n", 2)]))).to.equal("65535 2");
			expect(countsOf(encodeArchive([straight("m", 2), full]))).to.equal("2 65535");
			const takes = decodeArchive(encodeArchive([full, full, straight("m", 2)]), 60);
			expect(takes.map(({ count }) => count).join(" ")).to.equal("65535 65535 2");
		});

		it("refuses a take whose parts do not fit together, and names the part", () => {
			const good = straight("m", 2);
			const refuses = (part: Partial<Take>, problem: string) =>
				expect(failureOf(() => encodeArchive([{ ...good, ...part }]))).to.equal(`[dolly] encodeArchive: ${problem}`);
			refuses({ map: string.rep("x", 256) }, "take.map is 256 bytes long; expected at most 255");
			refuses({ map: "\xff" }, "take.map is not UTF-8");
			refuses({ name: 5 as never }, "take.name is 5; expected a string");
			refuses({ rate: 0 }, "take.rate is 0; expected a number of frames per second, 0.001 to 1000");
			refuses({ count: 3 }, "take.frames holds 36 bytes, but take.count is 3: a frame has 18");
			refuses({ frames: buffer.create(35) }, "take.frames holds 35 bytes, but take.count is 2: a frame has 18");
			refuses({ cuts: [2] }, "item 1 of take.cuts is 2; expected rising frames from 1 to 1");
			refuses(
				{ markers: [{ name: "m", seconds: 9 }] },
				`seconds of item 1 of take.markers is 9; expected 0 to ${1 / 60}`,
			);
			refuses({ fieldOfView: 200 }, "take.fieldOfView is 200 degrees; expected 0 or more, below 180");
			refuses({ fieldOfView: buffer.create(4) }, "take.fieldOfView holds 4 bytes; 2 frames need 8");
			refuses({ serverStart: 1 }, "take.serverEnd is missing; expected a finite number");
			refuses({ serverEnd: 1 }, "take.serverStart is missing; expected a finite number");
			refuses({ serverStart: 0 / 0, serverEnd: 1 }, "take.serverStart is nan; expected a finite number");
			refuses({ serverStart: 2, serverEnd: 1 }, "take.serverEnd is 1; expected at least take.serverStart, which is 2");
			refuses({ metadata: { lap: true as never } }, 'take.metadata holds true under "lap"; expected texts and numbers');
			const longest = straight(string.rep("x", 255), 0);
			expect(decodeArchive(encodeArchive([longest]), 60)[0].map.size()).to.equal(255);
		});

		it("refuses frames that could not be read again, the first time that it meets them", () => {
			const bad = { ...straight("m", 2), frames: buffer.create(36) };
			buffer.writeu32(bad.frames, 18, 0x7f800000);
			expect(failureOf(() => encodeArchive([bad]))).to.equal(
				"[dolly] encodeArchive: a frame has the position inf at byte 18",
			);
		});

		it("refuses takes of different rates, since an archive has one for all", () => {
			const takes = [straightTake(2, { rate: 30 }), straightTake(2, { rate: 60 })];
			expect(failureOf(() => encodeArchive(takes))).to.equal(
				"[dolly] encodeArchive: takes have the rates 30 and 60; expected one rate. resampleTake changes it",
			);
		});

		it("says what it was given in place of an array of takes", () => {
			expect(failureOf(() => encodeArchive(straight("m", 1) as never))).to.equal(
				"[dolly] encodeArchive: takes is a Take; expected an array, such as [take]",
			);
			expect(failureOf(() => encodeArchive(undefined as never))).to.equal(
				"[dolly] encodeArchive: takes is missing; expected an array of takes",
			);
		});

		it("reports what an archive cannot hold", () => {
			expect(lossesOf(straight("m", 3))).to.equal("");
			const full = takeOf([0, 1, 2, 3], {
				name: "Opening",
				fieldOfView: 40,
				markers: [
					{ name: "a", seconds: 0 },
					{ name: "b", seconds: 0.01 },
				],
				cuts: [2],
				metadata: { lap: 3 },
				serverStart: 1,
				serverEnd: 2,
			});
			expect(lossesOf(full)).to.equal(
				[
					"an archive keeps only the map's name: Opening",
					"an archive keeps no field of view: Opening",
					"an archive keeps no markers: Opening (2 times)",
					"an archive keeps no metadata: Opening",
					"an archive keeps no times of the server: Opening",
					"an archive keeps no cuts, and some are too small to be detected: Opening",
				].join("; "),
			);
			// A cut that the rule finds again is not lost.
			expect(lossesOf(takeOf([0, 0, 0, 100, 100, 100], { cuts: [3] }))).to.equal("");
		});
	});

	describe("decodeArchive", () => {
		it("gives back what encodeArchive was given, at the rate that it is told", () => {
			const takes = [straight("Harbour", 3), straight("", 0), straight("港", 2)];
			const read = decodeArchive(encodeArchive(takes), 30);
			expect(read.size()).to.equal(3);
			read.forEach((take, index) => {
				expect(take.map).to.equal(takes[index].map);
				expect(take.name).to.equal(takes[index].map);
				expect(take.rate).to.equal(30);
				expect(take.count).to.equal(takes[index].count);
				expect(hex(take.frames)).to.equal(hex(takes[index].frames));
				expect(take.markers.isEmpty() && take.cuts.isEmpty()).to.equal(true);
			});
		});

		// In TypeScript it does not compile: tests/after/wrong-lines.mjs.
		it("does not go without the rate, and says why", () => {
			const archive = encodeArchive([straight("m", 2)]);
			expect(failureOf(() => decodeArchive(archive, undefined as never))).to.equal(
				"[dolly] decodeArchive: rate is missing; expected the frames per second of the recordings, such as 60",
			);
			expect(failureOf(() => decodeArchive(archive, 0))).to.equal(
				"[dolly] decodeArchive: rate is 0; expected a number of frames per second, 0.001 to 1000",
			);
		});

		it("makes one take of the recordings that a take was split into", () => {
			const long = straightTake(140000, { map: "m" }, 0.01);
			const takes = decodeArchive(encodeArchive([long]), 60);
			expect(takes.size()).to.equal(1);
			const [take] = takes;
			expect(take.count).to.equal(140000);
			const xs = xsOf(take);
			for (const frame of [0, 65534, 65535, 65536, 131070, 139999]) expect(xs[frame]).to.be.near(frame / 100, 1e-3);
		});

		it("joins a full recording to the next one of the same map only", () => {
			const countsRead = (takes: Array<Take>) =>
				decodeArchive(encodeArchive(takes), 60)
					.map(({ count }) => count)
					.join(" ");
			expect(countsRead([straight("a", 1), straight("a", 2), straight("b", 0)])).to.equal("1 2 0");
			expect(countsRead([straight("a", 65536), straight("a", 3)])).to.equal("65536 3");
			expect(countsRead([straight("a", 65535), straight("b", 1)])).to.equal("65535 1");
		});

		it("finds the cuts by the rule that the recorder uses", () => {
			const [take] = decodeArchive(encodeArchive([takeOf([0, 0, 0, 100, 100, 101, 50, 50, 50])]), 60);
			expect(take.cuts.join(" ")).to.equal("3 6");
		});

		it("gives no takes for an empty buffer", () => {
			expect(decodeArchive(buffer.create(0), 60).size()).to.equal(0);
		});

		it("gives an unnamed take of no frames for three zero bytes", () => {
			const [take] = decodeArchive(buffer.create(3), 60);
			expect(take.map).to.equal("");
			expect(take.count).to.equal(0);
		});

		it("refuses every truncation, wherever it falls", () => {
			const whole = encodeArchive([straight("map_a", 2), straight("b", 1)]);
			const first = 3 + 5 + 36;
			for (const size of $range(1, buffer.len(whole) - 1)) {
				const part = buffer.create(size);
				buffer.copy(part, 0, whole, 0, size);
				// Only the end of the first recording is the end of an archive.
				if (size !== first) {
					expect(failureOf(() => decodeArchive(part, 60)).match("^%[dolly%] archive: .* at byte %d+$")[0]).to.be.ok();
				}
			}
		});

		it("refuses a trailing byte", () => {
			const whole = encodeArchive([straight("m", 1)]);
			const longer = buffer.create(buffer.len(whole) + 1);
			buffer.copy(longer, 0, whole);
			expect(failureOf(() => decodeArchive(longer, 60))).to.equal(
				"[dolly] archive: frame count needs 2 bytes but 0 are left at byte 23",
			);
		});

		it("says what is wrong and where", () => {
			const refuses = (archive: buffer, message: string) =>
				expect(failureOf(() => decodeArchive(archive, 60))).to.equal(`[dolly] archive: ${message}`);
			refuses(bytes(5, 0x61), "map name needs 5 bytes but 1 are left at byte 1");
			refuses(bytes(0, 0xff, 0xff), "recording of 65535 frames needs 1179630 bytes but 0 are left at byte 3");
			refuses(bytes(1, 0xff, 0, 0), "map name is not UTF-8 at byte 1");
			const archive = encodeArchive([straight("m", 2)]);
			buffer.writei16(archive, 4 + 18 + 12, -32768);
			refuses(archive, "a frame has the rotation -32768, 0, 0, which is longer than 1, at byte 34");
		});

		it("spends the budget of its Job before it makes anything", () => {
			const archive = encodeArchive([straight("m", 10)]);
			const limited = (job: Job) => failureOf(() => decodeArchive(archive, 60, { job }));
			// 512 for the recording, and its frames.
			expect(limited(new Job({ maxBytes: 691 }))).to.equal(
				"[dolly] archive: maxBytes (691) reached: 512 bytes used, 180 more needed at byte 4",
			);
			expect(limited(new Job({ maxElements: 0 }))).to.equal(
				"[dolly] archive: maxElements (0) reached: 0 elements used, 1 more needed at byte 0",
			);
			expect(decodeArchive(archive, 60, { job: new Job({ maxBytes: 692, maxElements: 1 }) }).size()).to.equal(1);
		});

		it("rejects 20,000 damaged archives with a message or reads finite frames from them", () => {
			const archive = encodeArchive([straight("Harbour", 5), straight("", 0), straight("港", 3)]);
			const { refused, read, wrong } = tryDamaged(archive, 20000, new Seeded(11));
			expect(wrong).to.equal("");
			expect(refused + read).to.equal(20000);
			expect(refused > 2000).to.equal(true);
			expect(read > 2000).to.equal(true);
		});
	});
};
