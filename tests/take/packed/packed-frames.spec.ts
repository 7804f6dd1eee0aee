import {
	CAMERA_SAMPLE_SIZE,
	CameraPath,
	createTake,
	encodeRecording,
	PathInterpolation,
	takePath,
} from "../../../src/camera";
import { Work } from "../../../src/bytes/work";
import { readPackedHeader } from "../../../src/take/packed/header";
import { PackedFrames } from "../../../src/take/packed/packed-frames";
import { hex } from "../../buffers";
import { failureOf } from "../../expect-failure";
import { Seeded } from "../../random";
import { patchSums } from "./patch-sums";
import { randomTake, smoothFrames } from "./random-take";

const INTERPOLATIONS: Array<PathInterpolation> = ["smooth", "linear", "step"];

function sampleOf(path: CameraPath, seconds: number, interpolation: PathInterpolation): string {
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	path.sample(seconds, sample, interpolation);
	return hex(sample);
}

/** The blocks that are unpacked while `visit` asks for frames, in order. */
function blocksUnpacked(count: number, visit: (load: (frame: number) => void) => void): string {
	const packed = encodeRecording(createTake({ rate: 60, frames: smoothFrames(count) }));
	const work = new Work();
	const frames = new PackedFrames(packed, readPackedHeader(packed, work), work);
	const inner = frames as unknown as {
		unpack: (this: void, owner: PackedFrames, block: number, isTrusted: boolean) => void;
	};
	const original = inner.unpack;
	const blocks = new Array<number>();
	inner.unpack = (owner, block, isTrusted) => {
		blocks.push(block);
		original(owner, block, isTrusted);
	};
	visit((frame) => {
		if (frame < frames.least || frame > frames.most) frames.bring(frame);
	});
	return blocks.join(" ");
}

export = () => {
	describe("takePath of a packed take", () => {
		it("is the path of the take, at any time, in any order, with its lens, markers and cuts", () => {
			const random = new Seeded(31);
			for (const count of [1, 2, 255, 256, 257, 258, 511, 512, 513, 514, 1025, 1300]) {
				const take = randomTake(count, random);
				const raw = takePath(take);
				const packed = takePath(encodeRecording(take));
				expect(packed.name).to.equal(raw.name);
				expect(packed.duration).to.equal(raw.duration);
				expect(packed.rate).to.equal(raw.rate);
				expect(packed.cuts!.join(" ")).to.equal(raw.cuts!.join(" "));
				expect(packed.markers!.size()).to.equal(raw.markers!.size());
				for (const _ of $range(1, 60)) {
					const edge = random.int(0, 5) * 256 + random.between(-3, 3);
					const frame = random.int(0, 1) === 0 ? edge : random.between(-1, count);
					const interpolation = INTERPOLATIONS[random.int(0, 2)];
					const seconds = frame / take.rate;
					expect(sampleOf(packed, seconds, interpolation)).to.equal(sampleOf(raw, seconds, interpolation));
				}
			}
		});

		it("unpacks every block once where it plays forwards or backwards, whatever the speed", () => {
			const forwards = blocksUnpacked(1100, (load) => {
				for (const frame of $range(0, 1099)) load(frame);
			});
			expect(forwards).to.equal("0 1 2 3 4");
			const backwards = blocksUnpacked(1100, (load) => {
				for (const frame of $range(1099, 0, -1)) load(frame);
			});
			// Both of the last two are there from having been looked through.
			expect(backwards).to.equal("2 1 0");
			const fast = blocksUnpacked(1100, (load) => {
				for (const frame of $range(0, 1099, 40)) load(frame);
			});
			expect(fast).to.equal("0 1 2 3 4");
		});

		it("unpacks two blocks at most where it seeks", () => {
			expect(blocksUnpacked(2000, (load) => load(700))).to.equal("2");
			expect(blocksUnpacked(2000, (load) => load(510))).to.equal("1 2");
			expect(blocksUnpacked(2000, (load) => load(512))).to.equal("1 2");
			// From the frame before to the second after: only these are needed.
			expect(blocksUnpacked(2000, (load) => load(513))).to.equal("2");
			expect(blocksUnpacked(2000, (load) => load(509))).to.equal("1");
			expect(blocksUnpacked(2000, (load) => load(0))).to.equal("0");
		});

		it("refuses damage in any block when it is made, and not while it plays", () => {
			const packed = encodeRecording(createTake({ rate: 60, frames: smoothFrames(600) }));
			const size = buffer.len(packed);
			buffer.writeu8(packed, size - 30, buffer.readu8(packed, size - 30) ^ 1);
			expect(
				failureOf(() => takePath(packed)).match("^%[dolly%] take: the checksum of a block .* at byte %d+$")[0],
			).to.be.ok();
			buffer.writeu8(packed, size - 1, 9);
			patchSums(packed);
			expect(
				failureOf(() => takePath(packed)).match("^%[dolly%] take: a channel of a block is not of mode 1 ")[0],
			).to.be.ok();
		});

		it("refuses a packed take without frames, or that is none, and a header that makes no take", () => {
			const empty = encodeRecording(createTake({ rate: 60, frames: buffer.create(0), name: "x" }));
			expect(failureOf(() => takePath(empty))).to.equal('[dolly] takePath: take "x" has no frames');
			expect(failureOf(() => takePath(buffer.create(3))).match("^%[dolly%] recording: it starts with ")[0]).to.be.ok();
			const slow = encodeRecording(createTake({ rate: 60, frames: smoothFrames(2) }));
			buffer.writef64(slow, 16, -1);
			patchSums(slow);
			expect(failureOf(() => takePath(slow))).to.equal(
				"[dolly] take: take.rate is -1; it must be a number of frames a second, 0.001 to 1000",
			);
		});

		it("pauses while it looks through a long take", () => {
			let pauses = 0;
			const packed = encodeRecording(createTake({ rate: 60, frames: smoothFrames(20000) }));
			takePath(packed, { work: new Work({ pause: () => (pauses += 1) }) });
			expect(pauses >= 4).to.equal(true);
		});
	});
};
