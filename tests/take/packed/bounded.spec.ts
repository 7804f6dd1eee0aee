import {
	createShot,
	createTake,
	encodeRecording,
	EncodeOptions,
	Recording,
	Take,
	TakeOptions,
} from "../../../src/camera";
import { FRAME_SIZE } from "../../../src/codecs";
import { decodeFrame, encodeFrame } from "../../../src/take/frame";
import { expectNear } from "../../expect-near";
import { failureOf } from "../../expect-failure";
import { Seeded } from "../../random";
import { angleBetween } from "../../rotation/angle-between";
import { decodeTake } from "../decode-take";
import { straightTake } from "../make-take";

/** A camera in the hand: it drifts, turns everywhere and trembles. Every fifth frame turns to where all four numbers are alike. */
function flight(count: number, reach: number, options: Partial<TakeOptions> = {}): Take {
	const random = new Seeded(7);
	const frames = buffer.create(count * FRAME_SIZE);
	for (const frame of $range(0, count - 1)) {
		const phase = frame / 40;
		const tremor = () => random.between(-0.01, 0.01);
		const [x, y] = [reach * math.sin(phase) + tremor(), reach * math.cos(phase / 3) + tremor()];
		const alike = frame % 5 === 0;
		const q = [phase, phase * 0.7, phase * 1.3, phase * 0.4].map(
			(each, index) => (alike ? (index % 2 === 0 ? 1 : -1) : math.sin(each + index)) + tremor(),
		);
		encodeFrame(x, y, tremor() - reach, q[0], q[1], q[2], q[3], frames, frame * FRAME_SIZE, "test");
	}
	return createTake({ rate: 60, cuts: [], ...options, frames });
}

/** How far the frames of two takes are apart at most. */
function apart(a: Take, b: Take): [studs: number, degrees: number] {
	let studs = 0;
	let degrees = 0;
	for (const at of $range(0, (a.count - 1) * FRAME_SIZE, FRAME_SIZE)) {
		const [x, y, z, qx, qy, qz, qw] = decodeFrame(a.frames, at);
		const [u, v, w, rx, ry, rz, rw] = decodeFrame(b.frames, at);
		studs = math.max(studs, math.sqrt((x - u) ** 2 + (y - v) ** 2 + (z - w) ** 2));
		degrees = math.max(degrees, angleBetween(qx, qy, qz, qw, rx, ry, rz, rw));
	}
	return [studs, degrees];
}

const BOUNDS: Array<[studs: number, degrees: number]> = [
	[1 / 1024, 0.006],
	[0.001, 0],
	[0.01, 0.05],
	[0.05, 0.25],
	[0.37, 0.0146],
	[1, 1],
	[16, 5],
];

export = () => {
	it("brings every frame back within the bounds, and uses at least a third of them", () => {
		const take = flight(2000, 300);
		for (const [studs, degrees] of BOUNDS) {
			const back = decodeTake(encodeRecording(take, { studs, degrees }));
			const [far, turned] = apart(take, back);
			assert(far <= studs && far > studs / 3, `${far} studs for ${studs}`);
			// The finest angles are those that frames have anyway: they come back exact.
			const isFine = degrees < 0.014;
			assert(isFine ? turned === 0 : turned <= degrees && turned > degrees / 3, `${turned} degrees for ${degrees}`);
		}
	});

	it("packs again to the same bytes: nothing drifts", () => {
		const take = flight(600, 300);
		for (const [studs, degrees] of BOUNDS) {
			const packed = encodeRecording(take, { studs, degrees });
			const again = encodeRecording(decodeTake(packed), { studs, degrees });
			expect(buffer.tostring(again) === buffer.tostring(packed)).to.equal(true);
		}
	});

	it("packs a take that came back as small again, bit for bit, unless somebody changed its frames", () => {
		const packed = encodeRecording(flight(600, 300), { studs: 0.01, degrees: 0.05 });
		const back = decodeTake(packed);
		expect(buffer.tostring(encodeRecording(back)) === buffer.tostring(packed)).to.equal(true);
		buffer.writef32(back.frames, 0, 1 / 3);
		const again = decodeTake(encodeRecording(back));
		expect(buffer.tostring(again.frames) === buffer.tostring(back.frames)).to.equal(true);
	});

	it("keeps everything beside the frames", () => {
		const lenses = buffer.create(50 * 4);
		for (const frame of $range(0, 49)) buffer.writef32(lenses, frame * 4, 40 + frame / 3);
		const options = {
			name: "n",
			map: "m",
			cuts: [7, 30],
			markers: [{ name: "x", seconds: 0.1 }],
			metadata: { k: 2.5 },
			fieldOfView: lenses,
		};
		const take = flight(50, 20, options);
		const back = decodeTake(encodeRecording(take, { studs: 0.01, degrees: 0.05 }));
		expect(`${back.name} ${back.map} ${back.rate} ${back.count} ${back.cuts.join()}`).to.equal("n m 60 50 7, 30");
		expect(`${back.markers[0].name} ${back.metadata!.k}`).to.equal("x 2.5");
		expect(buffer.tostring(back.fieldOfView as buffer) === buffer.tostring(lenses)).to.equal(true);
		expect((back as unknown as Map<string, unknown>).get("grid")).to.equal(undefined);
	});

	it("takes less than 0.7 of the bytes of a trembling flight without loss", () => {
		const take = flight(2560, 300);
		const lossless = buffer.len(encodeRecording(take));
		expect(buffer.len(encodeRecording(take, { studs: 0.01, degrees: 0.05 })) / lossless < 0.7).to.equal(true);
	});

	it("packs a take bit for bit that goes farther than its grid", () => {
		const take = straightTake(5, {}, 2000);
		// A step of 1/1024 stud goes 4096 studs far, one of 1/64 stud 65536.
		const [fine, coarse] = [1 / 1024, 0.015].map((studs) => encodeRecording(take, { studs }));
		expect(buffer.tostring(fine) === buffer.tostring(encodeRecording(take))).to.equal(true);
		expect(buffer.tostring(coarse) === buffer.tostring(fine)).to.equal(false);
		expectNear(apart(take, decodeTake(coarse)), [0, 0], 0.015);
	});

	it("takes frames of other programs that do not drop the largest number", () => {
		const take = straightTake(3);
		// A quarter and a half turn, stored without w, which is the smallest.
		buffer.writei16(take.frames, 12, 32767);
		buffer.writei16(take.frames, FRAME_SIZE + 14, -32000);
		const other = createTake({ rate: 60, frames: take.frames });
		const back = decodeTake(encodeRecording(other, { studs: 0.01, degrees: 1 }));
		const [far, turned] = apart(other, back);
		expect(far <= 0.01 && turned <= 1).to.equal(true);
	});

	it("refuses bounds and recordings that it cannot keep, in words", () => {
		const take = straightTake(2);
		const shot = createShot([
			{ seconds: 0, cframe: new CFrame() },
			{ seconds: 1, cframe: new CFrame(1, 0, 0) },
		]);
		const refusals: Array<[recording: Recording, options: unknown, words: string]> = [
			[take, { studs: 0 }, "studs is 0; expected a number up to 16, above 0.000001"],
			[take, { studs: 0 / 0 }, "studs is nan; expected a number up to 16, above 0.000001"],
			[take, { degrees: 1 }, "studs is missing; expected a number up to 16, above 0.000001"],
			[take, { studs: 1, degrees: 6 }, "degrees is 6; expected 0 to 5"],
			[take, { studs: 1, degree: 1 }, 'unknown option "degree"; did you mean "degrees"?'],
			[
				shot,
				{ studs: 1 },
				"recording is a Shot; expected a Take with studs and degrees: a shot has no frames to round",
			],
		];
		for (const [recording, options, words] of refusals) {
			const failure = failureOf(() => encodeRecording(recording, options as EncodeOptions));
			expect(failure).to.equal(`[dolly] encodeRecording: ${words}`);
		}
	});
};
