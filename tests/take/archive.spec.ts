import { decodeArchive, encodeArchive } from "../../src/take/archive";
import { encodeFrame, FRAME_SIZE } from "../../src/take/frame";
import { Recording } from "../../src/take/recording";
import { bytes, hex } from "../buffers";
import { failureOf } from "../expect-failure";
import { Seeded } from "../random";
import { tryDamaged } from "./damaged-archives";

/** A recording whose frames stand one stud apart on X. */
function straight(map: string, count: number): Recording {
	const frames = buffer.create(count * FRAME_SIZE);
	for (const frame of $range(0, count - 1)) {
		encodeFrame(frame, 0, 0, 0, 0, 0, 1, frames, frame * FRAME_SIZE);
	}
	return { map, count, frames };
}

const NO_FRAMES = buffer.create(0);
const ORIGIN = "00 00 00 00 00 00 00 00 03 00 00 00 00 00 00 00 00 00";

export = () => {
	describe("encodeArchive", () => {
		it("writes name length, name, count and frames, recordings back to back", () => {
			const archive = encodeArchive([straight("ab", 1), { map: "é", count: 0, frames: NO_FRAMES }]);
			expect(hex(archive)).to.equal(`02 61 62 01 00 ${ORIGIN} 02 C3 A9 00 00`);
		});

		it("makes an empty buffer of no recordings", () => {
			expect(buffer.len(encodeArchive([]))).to.equal(0);
		});

		it("refuses a name that is too long or not UTF-8", () => {
			const long = { map: string.rep("x", 256), count: 0, frames: NO_FRAMES };
			expect(failureOf(() => encodeArchive([long]))).to.equal("[dolly] snapshot: map is 256 bytes long; 255 fit");
			const broken = { map: "\xff", count: 0, frames: NO_FRAMES };
			expect(failureOf(() => encodeArchive([broken]))).to.equal("[dolly] snapshot: map is not UTF-8");
			expect(decodeArchive(encodeArchive([{ ...long, map: string.rep("x", 255) }]))[0].map.size()).to.equal(255);
		});

		it("refuses more frames than a u16 counts", () => {
			const most = { map: "m", count: 65535, frames: buffer.create(65535 * 18) };
			expect(buffer.len(encodeArchive([most]))).to.equal(1 + 1 + 2 + 65535 * 18);
			const more = { map: "m", count: 65536, frames: buffer.create(65536 * 18) };
			expect(failureOf(() => encodeArchive([more]))).to.equal(
				'[dolly] snapshot: recording of "m" has 65536 frames; 65535 fit',
			);
		});

		it("refuses a count that its bytes do not bear out", () => {
			const short = { map: "m", count: 2, frames: buffer.create(35) };
			expect(failureOf(() => encodeArchive([short]))).to.equal(
				'[dolly] snapshot: recording of "m" has 35 bytes for 2 frames; 36 are needed',
			);
			const half = { map: "m", count: 0.5, frames: buffer.create(9) };
			expect(failureOf(() => encodeArchive([half]))).to.equal('[dolly] snapshot: recording of "m" counts 0.5 frames');
		});

		it("refuses frames that could not be read again", () => {
			const bad = straight("m", 2);
			buffer.writeu32(bad.frames, 18, 0x7f800000);
			expect(failureOf(() => encodeArchive([bad]))).to.equal("[dolly] snapshot: frame has position inf at byte 18");
		});
	});

	describe("decodeArchive", () => {
		it("gives back what encodeArchive was given", () => {
			const recordings = [straight("Harbour", 3), straight("", 0), straight("港", 2)];
			const read = decodeArchive(encodeArchive(recordings));
			expect(read.size()).to.equal(3);
			read.forEach((recording, index) => {
				expect(recording.map).to.equal(recordings[index].map);
				expect(recording.count).to.equal(recordings[index].count);
				expect(hex(recording.frames)).to.equal(hex(recordings[index].frames));
			});
		});

		it("gives no recordings for an empty buffer", () => {
			expect(decodeArchive(buffer.create(0)).size()).to.equal(0);
		});

		it("gives an unnamed recording of no frames for three zero bytes", () => {
			const [recording] = decodeArchive(buffer.create(3));
			expect(recording.map).to.equal("");
			expect(recording.count).to.equal(0);
		});

		it("refuses every truncation, wherever it falls", () => {
			const whole = encodeArchive([straight("map_a", 2), straight("b", 1)]);
			const first = 3 + 5 + 36;
			for (const size of $range(1, buffer.len(whole) - 1)) {
				const part = buffer.create(size);
				buffer.copy(part, 0, whole, 0, size);
				// Only the end of the first recording is the end of an archive.
				if (size !== first) {
					expect(failureOf(() => decodeArchive(part)).match("^%[dolly%] snapshot: .* at byte %d+$")[0]).to.be.ok();
				}
			}
		});

		it("refuses a trailing byte", () => {
			const whole = encodeArchive([straight("m", 1)]);
			const longer = buffer.create(buffer.len(whole) + 1);
			buffer.copy(longer, 0, whole);
			expect(failureOf(() => decodeArchive(longer))).to.equal(
				"[dolly] snapshot: frame count needs 2 bytes but 0 are left at byte 23",
			);
		});

		it("says what is wrong and where", () => {
			expect(failureOf(() => decodeArchive(bytes(5, 0x61)))).to.equal(
				"[dolly] snapshot: map name needs 5 bytes but 1 are left at byte 1",
			);
			expect(failureOf(() => decodeArchive(bytes(0, 0xff, 0xff)))).to.equal(
				"[dolly] snapshot: recording of 65535 frames needs 1179630 bytes but 0 are left at byte 3",
			);
			expect(failureOf(() => decodeArchive(bytes(1, 0xff, 0, 0)))).to.equal(
				"[dolly] snapshot: map name is not UTF-8 at byte 1",
			);
			const archive = encodeArchive([straight("m", 2)]);
			buffer.writei16(archive, 4 + 18 + 12, -32768);
			expect(failureOf(() => decodeArchive(archive))).to.equal(
				"[dolly] snapshot: frame has rotation -32768, 0, 0, which is longer than 1, at byte 34",
			);
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
