import { createTake, encodeRecording, Take } from "../../../src/camera";
import { FRAME_SIZE } from "../../../src/codecs";
import { Job } from "../../../src/roblox/job";
import { breathe } from "../../breathe";
import { bytes, hex } from "../../buffers";
import { failureOf } from "../../expect-failure";
import { mutate } from "../../mutate";
import { Seeded } from "../../random";
import { faultOf } from "../damaged-archives";
import { straightTake } from "../make-take";
import { patchSums } from "./patch-sums";
import { differenceOf, randomTake, smoothFrames } from "./random-take";
import { decodeTake } from "../decode-take";

/** Two frames, the second two units further on X and one in q0, by hand from docs/contributing/packed-recordings.md. */
const HEADER = [
	"44 4F 4C 59 FF 01 00 00 77 00 00 00 02 00 00 00 00 00 00 00 00 00 4E 40",
	"4E 41 4D 45 02 00 00 00 61 62",
	"4D 41 50 20 01 00 00 00 6D",
	"4C 45 4E 53 08 00 00 00 00 00 00 00 00 80 51 40",
	"4D 41 52 4B 0A 00 00 00 00 00 00 00 00 00 00 00 01 78",
	"43 55 54 53 04 00 00 00 01 00 00 00",
	"4D 45 54 41 12 00 00 00 01 6B 01 00 00 00 00 00 00 04 40 01 6E 00 02 00 68 69",
	"3A 95 63 D7",
].join(" ");
const BLOCK = [
	"E7 21 3D 88 2B 00 00 00",
	"A1 AB AA AA AB AA 00 04 00 01",
	"00 00 80 3F 00 00 00 00 00 00 00 C0 00 00 00 00 00 00 00 00 01 01 01 01 01",
].join(" ");

function twoFrames(): Take {
	const frames = buffer.create(2 * FRAME_SIZE);
	buffer.writeu32(frames, 0, 0x3f800000);
	buffer.writeu32(frames, 8, 3);
	buffer.copy(frames, FRAME_SIZE, frames, 0, FRAME_SIZE);
	buffer.writeu32(frames, FRAME_SIZE, 0x3f800002);
	buffer.writei16(frames, FRAME_SIZE + 12, -1);
	return createTake({
		name: "ab",
		map: "m",
		rate: 60,
		frames,
		fieldOfView: 70,
		markers: [{ name: "x", seconds: 0 }],
		cuts: [1],
		metadata: { n: "hi", k: 2.5 },
	});
}

/** A copy with other bytes from `at` on, and right checksums. */
function changed(packed: buffer, at: number, ...values: Array<number>): buffer {
	const copy = buffer.create(buffer.len(packed));
	buffer.copy(copy, 0, packed);
	values.forEach((value, index) => buffer.writeu8(copy, at + index, value));
	patchSums(copy);
	return copy;
}

function bytesAFrame(frames: buffer): number {
	return buffer.len(encodeRecording(createTake({ rate: 60, frames }))) / (buffer.len(frames) / FRAME_SIZE);
}

export = () => {
	it("refuses a header that ends after its magic, and a byte that belongs to no section", () => {
		expect(failureOf(() => decodeTake(bytes(0x44, 0x4f, 0x4c, 0x59, 0xff)))).to.equal(
			"[dolly] recording: it has 5 bytes; expected at least 8 at byte 5",
		);
		const packed = encodeRecording(createTake({ rate: 30, frames: buffer.create(0) }));
		const longer = buffer.create(29);
		buffer.copy(longer, 0, packed, 0, 24);
		buffer.writeu32(longer, 8, 29);
		patchSums(longer);
		expect(
			failureOf(() => decodeTake(longer)).match("^%[dolly%] take: the tag of a section .* at byte 24$")[0],
		).to.be.ok();
	});

	it("names what is missing where a section ends within something", () => {
		const failure = (tag: string, size: number) => {
			const packed = buffer.create(24 + 8 + size + 4);
			buffer.copy(packed, 0, encodeRecording(createTake({ rate: 30, frames: buffer.create(0) })), 0, 24);
			buffer.writeu32(packed, 8, buffer.len(packed));
			buffer.writestring(packed, 24, tag);
			buffer.writeu32(packed, 28, size);
			patchSums(packed);
			return failureOf(() => decodeTake(packed));
		};
		for (const size of [1, 7]) expect(failure("MARK", size).find("the time of a marker", 1, true)[0]).to.be.ok();
		for (const size of [1, 3, 5]) expect(failure("CUTS", size).find("a cut", 1, true)[0]).to.be.ok();
		// A byte of META is the length of a key, and the kind of its value comes after it.
		expect(failure("META", 1).find("the kind of a value", 1, true)[0]).to.be.ok();
		expect(failure("LENS", 7).find("the field of view", 1, true)[0]).to.be.ok();
	});

	describe("encodeRecording", () => {
		it("writes the bytes of the documented layout", () => {
			expect(hex(encodeRecording(twoFrames()))).to.equal(`${HEADER} ${BLOCK}`);
		});

		it("leaves out what a take does not have", () => {
			const packed = encodeRecording(createTake({ rate: 30, frames: buffer.create(0) }));
			expect(buffer.len(packed)).to.equal(28);
			expect(differenceOf(decodeTake(packed), createTake({ rate: 30, frames: buffer.create(0) }))).to.equal("");
		});

		it("writes the same bytes for the same metadata, whatever the order of its table", () => {
			const take = straightTake(2);
			const forth: { [key: string]: number } = {};
			const back: { [key: string]: number } = {};
			for (const index of $range(1, 50)) forth[`key${index}`] = index;
			for (const index of $range(50, 1, -1)) back[`key${index}`] = index;
			const packed = encodeRecording({ ...take, metadata: forth });
			expect(hex(encodeRecording({ ...take, metadata: back }))).to.equal(hex(packed));
		});

		it("packs calm flying into a seventh, and a camera that stands still into a hundredth", () => {
			expect(bytesAFrame(smoothFrames(3600)) < 18 / 7).to.equal(true);
			const still = buffer.create(3600 * FRAME_SIZE);
			expect(bytesAFrame(still) < 0.18).to.equal(true);
		});

		it("chooses for each column what is least: known flights take so many bytes, and no more", () => {
			/** Numbers that rise, bend and wind, all whole, and off by up to `noise` each. */
			const flight = (count: number, noise: number): Take => {
				const random = new Seeded(noise + 1);
				const frames = buffer.create(count * FRAME_SIZE);
				const lenses = buffer.create(count * 4);
				for (const frame of $range(0, count - 1)) {
					const at = frame * FRAME_SIZE;
					const off = () => random.int(0, noise);
					buffer.writeu32(frames, at, 0x41200000 + frame * 30000 + off() * 40);
					buffer.writeu32(frames, at + 4, 0x41200000 + frame * frame * 37 + off());
					buffer.writeu32(frames, at + 8, (0x41200000 + frame * frame * frame + off() * 9) & 0xfffffffc);
					buffer.writei16(frames, at + 12, frame * 9 + off());
					buffer.writei16(frames, at + 14, frame * 50 - (frame * frame).idiv(8) + off());
					buffer.writei16(frames, at + 16, 7000 + (frame * frame * frame).idiv(50000) + off());
					buffer.writef32(lenses, frame * 4, 40 + (frame % 64) / 4);
				}
				return createTake({ rate: 60, frames, fieldOfView: noise % 2 === 0 ? lenses : 70, cuts: [] });
			};
			const sizes = new Array<number>();
			for (const count of [1, 2, 3, 4, 5, 100, 257]) sizes.push(buffer.len(encodeRecording(flight(count, 0))));
			for (const noise of [1, 2, 3, 8, 33, 300, 4000]) sizes.push(buffer.len(encodeRecording(flight(256, noise))));
			expect(sizes.join(" ")).to.equal("73 85 90 99 101 213 430 981 1133 1232 1537 1841 2320 3123");
		});

		it("lets a constant column cost nothing beside the block's own bytes", () => {
			const frames = smoothFrames(256);
			const all = buffer.len(encodeRecording(createTake({ rate: 60, frames })));
			const still = buffer.create(256 * FRAME_SIZE);
			buffer.copy(still, 0, frames);
			let lowered = all;
			for (const column of [0, 4, 8]) {
				const value = buffer.readu32(frames, column);
				for (const frame of $range(0, 255)) buffer.writeu32(still, frame * FRAME_SIZE + column, value);
				const size = buffer.len(encodeRecording(createTake({ rate: 60, frames: still })));
				expect(size < lowered).to.equal(true);
				lowered = size;
			}
			for (const column of [12, 14, 16]) {
				const value = buffer.readu16(frames, column);
				for (const frame of $range(0, 255)) buffer.writeu16(still, frame * FRAME_SIZE + column, value);
			}
			// Header 28, block 8, stream: 1 and 5 control bytes, 20 and 5 in its tail.
			expect(buffer.len(encodeRecording(createTake({ rate: 60, frames: still })))).to.equal(28 + 8 + 6 + 25);
		});

		it("keeps frames that no two of have anything in common near their own size", () => {
			const random = new Seeded(3);
			const frames = buffer.create(2560 * FRAME_SIZE);
			for (const frame of $range(0, 2559)) {
				const at = frame * FRAME_SIZE;
				for (const place of $range(0, 8, 4)) buffer.writeu32(frames, at + place, random.u32() & 0x7effffff);
				for (const place of $range(12, 16, 2)) buffer.writei16(frames, at + place, random.int(-18000, 18000));
			}
			const size = buffer.len(encodeRecording(createTake({ rate: 60, frames, cuts: [] })));
			expect(size / 2560 < 18.3).to.equal(true);
		});

		it("refuses what is no take, and names the part", () => {
			const good = straightTake(2);
			const refuses = (take: unknown, problem: string) =>
				expect(failureOf(() => encodeRecording(take as Take))).to.equal(`[dolly] encodeRecording: ${problem}`);
			refuses(undefined, "recording is missing; expected a Take, a Shot, a Replay or a Film");
			refuses([good], "recording is an array; expected one Take, such as its first");
			refuses({ ...good, count: 3 }, "recording.frames holds 36 bytes, but recording.count is 3: a frame has 18");
			refuses({ ...good, metadata: { lap: 0 / 0 } }, "recording.metadata.lap is nan; expected a finite number");
			refuses({ ...good, metadata: { lap: "\xff" } }, "recording.metadata.lap is not UTF-8");
			refuses(
				{ ...good, metadata: { a: string.rep("x", 4096) } },
				"recording.metadata holds 4097 bytes; expected at most 4096",
			);
			expect(failureOf(() => encodeRecording(good, 5 as never))).to.equal(
				"[dolly] encodeRecording: options is 5; expected a table",
			);
			const most = { ...good, metadata: { a: string.rep("x", 4087), b: 1 } };
			refuses(
				{ ...good, metadata: { a: string.rep("x", 4087), bc: 1 } },
				"recording.metadata holds 4098 bytes; expected at most 4096",
			);
			refuses(most, "recording.metadata holds 4097 bytes; expected at most 4096");
		});

		it("spends its Job's budget and pauses", () => {
			const take = createTake({ rate: 60, frames: smoothFrames(20000) });
			let pauses = 0;
			encodeRecording(take, { job: new Job({ pause: () => (pauses += 1) }) });
			expect(pauses >= 4).to.equal(true);
			expect(
				failureOf(() => encodeRecording(take, { job: new Job({ maxBytes: 1000 }) })).match(
					"maxBytes %(1000%) reached",
				)[0],
			).to.be.ok();
		});
	});

	describe("decodeRecording", () => {
		it("reads the bytes of the documented layout", () => {
			const parts = `${HEADER} ${BLOCK}`.split(" ").map((part) => tonumber(part, 16)!);
			expect(differenceOf(decodeTake(bytes(...parts)), twoFrames())).to.equal("");
		});

		it("gives back 400 random takes bit for bit", () => {
			const random = new Seeded(7);
			for (const turn of $range(1, 400)) {
				const count = turn % 4 === 0 ? random.int(250, 800) : random.int(0, 40);
				const take = randomTake(count, random);
				expect(differenceOf(decodeTake(encodeRecording(take)), take)).to.equal("");
			}
		});

		it("gives back a take of 65,536 frames, and of every length around a block", () => {
			const random = new Seeded(8);
			for (const count of [65536, 1, 2, 3, 4, 5, 255, 256, 257, 511, 512, 513]) {
				const take = randomTake(count, random);
				expect(differenceOf(decodeTake(encodeRecording(take)), take)).to.equal("");
			}
		});

		it("reads blocks that were packed while another take was, at pauses", () => {
			const random = new Seeded(9);
			const [one, other] = [randomTake(9000, random), randomTake(9000, random)];
			let inner: buffer | undefined;
			const pause = () => {
				inner ??= encodeRecording(other);
			};
			const outer = encodeRecording(one, { job: new Job({ pause }) });
			expect(differenceOf(decodeTake(outer), one)).to.equal("");
			expect(differenceOf(decodeTake(inner!), other)).to.equal("");
		});

		it("refuses a packed take of which any bit was flipped", () => {
			const packed = encodeRecording(twoFrames());
			for (const at of $range(0, buffer.len(packed) - 1)) {
				for (const bit of $range(0, 7)) {
					const damaged = buffer.create(buffer.len(packed));
					buffer.copy(damaged, 0, packed);
					buffer.writeu8(damaged, at, buffer.readu8(packed, at) ^ (1 << bit));
					expect(failureOf(() => decodeTake(damaged)).match("^%[dolly%] %l+: .* at byte %d+$")[0]).to.be.ok();
				}
			}
		});

		it("refuses every truncation, and a trailing byte", () => {
			const packed = encodeRecording(createTake({ rate: 60, frames: smoothFrames(300), name: "x" }));
			const size = buffer.len(packed);
			for (const part of $range(0, size + 1)) {
				const copy = buffer.create(part);
				buffer.copy(copy, 0, packed, 0, math.min(part, size));
				if (part !== size) {
					expect(failureOf(() => decodeTake(copy)).match("^%[dolly%] %l+: .* at byte %d+$")[0]).to.be.ok();
				}
			}
		});

		it("refuses or reads whole takes out of 20,000 damaged ones whose checksums were made right", () => {
			const random = new Seeded(12);
			const seeds = [
				encodeRecording(twoFrames()),
				encodeRecording(createTake({ rate: 60, frames: smoothFrames(20) })),
				encodeRecording(randomTake(260, random)),
			];
			let [refused, read] = [0, 0];
			for (const turn of $range(1, 20000)) {
				breathe();
				const damaged = mutate(seeds[turn % 3], seeds[random.int(0, 2)], random);
				patchSums(damaged);
				const [ok, result] = pcall(decodeTake, damaged);
				if (ok) {
					read += 1;
					expect(faultOf([result])).to.equal("");
					expect(differenceOf(decodeTake(encodeRecording(result)), result)).to.equal("");
				} else {
					refused += 1;
					expect(tostring(result).match("^%[dolly%] %w+: ")[0]).to.be.ok();
				}
			}
			expect(refused > 5000 && read > 2000).to.equal(true);
		});

		it("says what is wrong and where", () => {
			const packed = encodeRecording(twoFrames());
			const refuses = (source: buffer, message: string) =>
				expect(failureOf(() => decodeTake(source))).to.equal(`[dolly] ${message}`);
			refuses(undefined as never, "decodeRecording: source is missing; expected a buffer");
			refuses(
				buffer.fromstring("SNAPV1.3"),
				'recording: it starts with "SNAPV"; expected "DOLY" (decodeArchive reads archives, decodeSnap13 reads SNAPV1.3) at byte 0',
			);
			refuses(changed(packed, 5, 2), "recording: version is 2; expected 1 at byte 5");
			refuses(changed(packed, 6, 2), "take: columns of kind 2 do not exist in version 1 at byte 6");
			refuses(changed(packed, 6, 1), "take: there is one field of view for all frames and one per frame at byte 6");
			refuses(
				changed(packed, 7, 9),
				"recording: kind is 9; expected 0 (take), 1 (replay), 2 (shot) or 3 (film) at byte 7",
			);
			refuses(changed(packed, 12, 3), "meshopt: 3 literal bytes do not fit in 1 at byte 136");
			refuses(changed(packed, 13, 2), "take: 514 frames need at least 117 bytes but 43 are left at byte 12");
			refuses(changed(packed, 12, 0, 0), "take: there are 43 bytes after the last block at byte 119");
			refuses(
				changed(packed, 15, 16),
				"take: there are 268435458 frames; expected at most 59652323, which fill a buffer at byte 12",
			);
			refuses(changed(packed, 22, 0, 0), "take: take.rate is 0; expected a number of frames per second, 0.001 to 1000");
			refuses(changed(packed, 28, 99), 'take: section "NAME" needs 99 bytes but 83 are left at byte 32');
			refuses(changed(packed, 24, 33), "take: the tag of a section is not four letters at byte 24");
			refuses(changed(packed, 24, 88), 'take: section "XAME" is required, but unknown to this version at byte 24');
			refuses(changed(packed, 32, 255), "take: take.name is not UTF-8");
			refuses(changed(packed, 34, 78, 65, 77, 69), 'take: section "NAME" is there twice at byte 34');
			refuses(changed(packed, 98, 110), "take: the keys of metadata do not rise at byte 108");
			refuses(changed(packed, 99, 2), "take: metadata of kind 2 does not exist at byte 99");
			refuses(changed(packed, 123, 38), "take: a block of 2 frames has 38 bytes; expected 39 to 43 at byte 123");
			refuses(changed(packed, 125, 3), "take: a stream of 2 frames needs 31 bytes but has 23 at byte 139");
			refuses(changed(packed, 126, 64), "take: a block has orders of absent columns at byte 125");
			refuses(changed(packed, 127, 160), "take: a block does not hold an ATTRIBUTES stream of version 1 at byte 127");
			refuses(changed(packed, 140, 127, 127), "take: a frame has the position inf at byte 119");
		});

		it("leaves out an optional section that it does not know, and reports it", () => {
			const job = new Job();
			const take = decodeTake(changed(encodeRecording(twoFrames()), 24, 110), { job });
			expect(take.name).to.equal("");
			expect(take.map).to.equal("m");
			expect(job.report.join()).to.equal('an unknown section was left out: "nAME"');
		});

		it("spends its Job's budget before it makes anything, and pauses", () => {
			const packed = encodeRecording(createTake({ rate: 60, frames: smoothFrames(20000) }));
			const limited = (job: Job) => failureOf(() => decodeTake(packed, { job }));
			expect(limited(new Job({ maxBytes: 359999 }))).to.equal(
				"[dolly] take: maxBytes (359999) reached: 0 bytes used, 360000 more needed at byte 12",
			);
			expect(limited(new Job({ maxElements: 78 }))).to.equal(
				"[dolly] take: maxElements (78) reached: 0 elements used, 79 more needed at byte 28",
			);
			let pauses = 0;
			decodeTake(packed, { job: new Job({ pause: () => (pauses += 1), maxBytes: 360000, maxElements: 79 }) });
			expect(pauses >= 4).to.equal(true);
		});

		it("reads a lens for each frame beside the frames", () => {
			const lenses = buffer.create(300 * 4);
			for (const frame of $range(0, 299)) buffer.writef32(lenses, frame * 4, 70 - frame / 10);
			const take = createTake({ rate: 60, frames: smoothFrames(300), fieldOfView: lenses });
			expect(differenceOf(decodeTake(encodeRecording(take)), take)).to.equal("");
			// What was checked once is not checked again, so that this gets into a packed take.
			buffer.writef32(lenses, 299 * 4, 180);
			const damaged = encodeRecording({ ...take, fieldOfView: lenses });
			const [place] = failureOf(() => decodeTake(damaged)).match(
				"^%[dolly%] take: a field of view is 180 degrees in frame 43; expected 0 or more, below 180 at byte (%d+)$",
			);
			expect(tonumber(place)! > 28 && tonumber(place)! < buffer.len(damaged)).to.equal(true);
		});
	});
};
