import {
	createTake,
	encodeArchive,
	encodeRecording,
	reverseTake,
	sampleCFrame,
	Take,
	trimRecording,
} from "../../src/camera";
import { FRAME_SIZE } from "../../src/codecs";
import { takePath } from "../../src/take/take-path";
import { checkTake } from "../../src/take/take";
import { floats, hex } from "../buffers";
import { failureOf } from "../expect-failure";
import { framesOf, takeOf, xsOf } from "./make-take";

export = () => {
	describe("createTake", () => {
		it("counts the frames, finds the cuts, and is called like its map", () => {
			const take = createTake({ rate: 30, map: "Harbour", frames: framesOf([0, 0, 0, 50, 50, 50]) });
			expect(take.name).to.equal("Harbour");
			expect(take.count).to.equal(6);
			expect(take.rate).to.equal(30);
			expect(take.cuts.join(" ")).to.equal("3");
			expect(take.markers.isEmpty()).to.equal(true);
			const named = createTake({ rate: 30, name: "Opening", frames: framesOf([]), cuts: [] });
			expect(named.name).to.equal("Opening");
			expect(named.map).to.equal("");
		});

		it("refuses what is no take", () => {
			const frames = framesOf([0, 1]);
			const cases: Array<[unknown, string]> = [
				[undefined, "options is missing; expected a table"],
				[{ rate: 60 }, "frames is missing; expected a buffer"],
				[{ frames }, "rate is missing; expected a number of frames per second, 0.001 to 1000"],
				[{ rate: 60, frames: buffer.create(19) }, "frames holds 19 bytes; expected a multiple of 18"],
				[{ rate: 60, frames, cuts: [0] }, "item 1 of take.cuts is 0; expected rising frames from 1 to 1"],
				[{ rate: 60, frames, cuts: [1, 1] }, "item 2 of take.cuts is 1; expected rising frames from 1 to 1"],
				[{ rate: 60, frames, markers: [5] }, "item 1 of take.markers is 5; expected a Marker"],
				[{ rate: 60, frames, markers: { boom: 2.5 } }, 'take.markers has the key "boom"; expected an array'],
				[{ rate: 60, frames, cuts: { a: 1 } }, 'take.cuts has the key "a"; expected an array'],
				[
					{ rate: 60, frames, markers: [{ seconds: 0 }] },
					"name of item 1 of take.markers is missing; expected a string",
				],
				[{ rate: 60, frames, fieldOfView: "wide" }, 'take.fieldOfView is "wide"; expected a number or a buffer'],
				[
					{ rate: 60, frames, fieldOfView: floats(70, -1) },
					"take.fieldOfView is -1 degrees in frame 1; expected 0 or more, below 180 at byte 4",
				],
			];
			for (const [options, problem] of cases) {
				expect(failureOf(() => createTake(options as never))).to.equal(`[dolly] createTake: ${problem}`);
			}
		});
	});

	it("can be sampled from its first frame on, and not without one", () => {
		expect(sampleCFrame(takeOf([5]), 0).X).to.equal(5);
		expect(failureOf(() => sampleCFrame(takeOf([]), 0))).to.equal('[dolly] sampleCFrame: take "m" has no frames');
	});

	it("is never sampled where numbers end, though its curve goes on beyond its frames", () => {
		const far = takeOf([-3e38, 3.4e38, 3.4e38 - 1e36, -3e38], { rate: 10 });
		expect(sampleCFrame(far, 0.1).X > 3.3e38).to.equal(true);
		expect(failureOf(() => sampleCFrame(far, 0.15))).to.equal(
			'[dolly] sampleCFrame: path "m" is not finite, or too large, at 0.15 seconds',
		);
	});

	it("gives nothing of itself to a path that leaves something out", () => {
		sampleCFrame(takeOf([5]), 0);
		expect(failureOf(() => sampleCFrame({ name: "Nothing", duration: 1, sample() {} }, 0))).to.equal(
			'[dolly] sampleCFrame: path "Nothing" has no rotation at 0 seconds',
		);
	});

	describe("checkTake", () => {
		it("looks at frames once: what was checked is not read again, under whatever name", () => {
			const take: Take = { ...takeOf([0, 1]), frames: framesOf([0, 1]) };
			checkTake(take, "test");
			// Only who breaks the promise that frames do not change can tell.
			buffer.writeu32(take.frames, 0, 0x7f800000);
			checkTake(take, "test");
			checkTake({ ...take, name: "another" }, "test");
			encodeArchive([take]);
			const other = buffer.create(2 * FRAME_SIZE);
			buffer.copy(other, 0, take.frames);
			expect(failureOf(() => checkTake({ ...take, frames: other }, "test"))).to.equal(
				"[dolly] test: a frame has the position inf at byte 0",
			);
		});

		it("looks at cuts, markers and the lens again where they come with another count", () => {
			const take = takeOf([0, 1, 2, 3], {
				cuts: [3],
				markers: [{ name: "end", seconds: 0.05 }],
				fieldOfView: floats(1, 2, 3, 4),
			});
			checkTake(take, "test");
			const frames = framesOf([0, 1]);
			expect(
				failureOf(() => checkTake({ ...take, count: 2, frames, fieldOfView: undefined, markers: [] }, "test")),
			).to.equal("[dolly] test: item 1 of take.cuts is 3; expected rising frames from 1 to 1");
			expect(
				failureOf(() => checkTake({ ...take, count: 2, frames, fieldOfView: undefined, cuts: [] }, "test")),
			).to.equal(`[dolly] test: seconds of item 1 of take.markers is 0.05; expected 0 to ${1 / 60}`);
			expect(failureOf(() => checkTake({ ...take, count: 2, frames, cuts: [], markers: [] }, "test"))).to.equal(
				"[dolly] test: take.fieldOfView holds 16 bytes; 2 frames need 8",
			);
		});
	});

	describe("a take that is used", () => {
		it("has its markers and cuts looked at each time: tables change, and so does what they belong to", () => {
			const take = takeOf([0, 1, 2, 3], { rate: 2, markers: [{ name: "end", seconds: 1.5 }], cuts: [2] });
			encodeRecording(take);
			const cases: Array<[Take, string]> = [
				[{ ...take, rate: 4 }, "seconds of item 1 of recording.markers is 1.5; expected 0 to 0.75"],
				[
					{ ...take, count: 1.5, frames: buffer.create(27) },
					"recording.frames holds 27 bytes, but recording.count is 1.5: a frame has 18",
				],
				[
					{ ...take, markers: [{ name: "x", seconds: 0 / 0 }] },
					"seconds of item 1 of recording.markers is nan; expected 0 to 1.5",
				],
			];
			for (const [wrong, problem] of cases) {
				expect(failureOf(() => encodeRecording(wrong))).to.equal(`[dolly] encodeRecording: ${problem}`);
			}
			(take.markers as never as Array<defined>).push("late");
			expect(failureOf(() => encodeRecording(take))).to.equal(
				'[dolly] encodeRecording: item 2 of recording.markers is "late"; expected a Marker',
			);
			expect(failureOf(() => reverseTake(take))).to.equal(
				'[dolly] reverseTake: item 2 of take.markers is "late"; expected a Marker',
			);
			(take.markers as never as Array<defined>).pop();
			(take.cuts as never as Array<defined>).push(2);
			expect(failureOf(() => encodeRecording(take))).to.equal(
				"[dolly] encodeRecording: item 2 of recording.cuts is 2; expected rising frames from 1 to 3",
			);
			expect(failureOf(() => sampleCFrame(take, 0))).to.equal(
				"[dolly] sampleCFrame: item 2 of take.cuts is 2; expected rising frames from 1 to 3",
			);
		});
	});

	describe("trimRecording", () => {
		const take = takeOf([0, 1, 2, 3, 4, 5], {
			name: "Opening",
			rate: 10,
			cuts: [2, 4],
			markers: [
				{ name: "first", seconds: 0 },
				{ name: "second", seconds: 0.25 },
				{ name: "last", seconds: 0.5 },
			],
			fieldOfView: floats(70, 60, 50, 40, 30, 20),
			metadata: { lap: 3 },
		});

		it("keeps the frames between two times, and all that belongs to them", () => {
			const middle = trimRecording(take, 0.1, 0.4);
			expect(xsOf(middle).join(" ")).to.equal("1 2 3 4");
			expect(middle.cuts.join(" ")).to.equal("1 3");
			expect(middle.markers.map(({ name, seconds }) => `${name} ${seconds}`).join(", ")).to.equal("second 0.15");
			expect(hex(middle.fieldOfView as buffer)).to.equal(hex(floats(60, 50, 40, 30)));
			expect(middle.name).to.equal("Opening");
			expect(middle.metadata!.lap).to.equal(3);
			expect(takePath(middle).duration).to.be.near(0.3, 1e-9);
		});

		it("keeps what lies inside of times between frames, and no more than there is", () => {
			expect(xsOf(trimRecording(take, 0.05, 0.35)).join(" ")).to.equal("1 2 3");
			expect(xsOf(trimRecording(take, -5, 99)).join(" ")).to.equal("0 1 2 3 4 5");
			// A cut before the first frame that is kept is no cut any more.
			expect(trimRecording(take, 0.2, 0.3).cuts.isEmpty()).to.equal(true);
		});

		it("refuses to keep nothing", () => {
			expect(failureOf(() => trimRecording(take, 0.31, 0.39))).to.equal(
				'[dolly] trimRecording: no frame of "Opening" is from 0.31 to 0.39 seconds; it lasts 0.5',
			);
			expect(failureOf(() => trimRecording(take, 0.3, 0.2)).sub(1, 29)).to.equal("[dolly] trimRecording: no fra");
		});
	});
};
