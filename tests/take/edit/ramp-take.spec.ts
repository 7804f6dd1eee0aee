import { retimeRecording, sampleCFrame, SpeedKey } from "../../../src/camera";
import { failureOf } from "../../expect-failure";
import { expectNear } from "../../expect-near";
import { replayOf, subjectOf } from "../../replay/make-replay";
import { takeOf } from "../make-take";

const SLOW: Array<SpeedKey> = [
	{ seconds: 1, speed: 1 },
	{ seconds: 1.5, speed: 0.25 },
	{ seconds: 2, speed: 0.25 },
	{ seconds: 2.5, speed: 1 },
];

/** 20 studs per second along X, for `seconds`, at 60 frames per second. */
function steady(seconds: number): Array<number> {
	const xs = new Array<number>();
	for (const frame of $range(0, seconds * 60)) xs.push(frame / 3);
	return xs;
}

export = () => {
	it("slows a flight down and speeds it up again, on whole frames from the first to the last", () => {
		const ramped = retimeRecording(takeOf(steady(4)), { speeds: SLOW });
		expect(ramped.rate).to.equal(60);
		// 1 + 0.5 ln(4) / 0.75 + 2 + 0.5 ln(4) / 0.75 + 1.5 seconds, rounded to a frame.
		const wanted = 4.5 + (math.log(4) / 0.75) * 1;
		expect(ramped.count).to.equal(math.round(wanted * 60) + 1);
		const duration = (ramped.count - 1) / 60;
		expectNear([sampleCFrame(ramped, 0).X, sampleCFrame(ramped, duration).X], [0, 80], 1e-4);
		const speedAt = (seconds: number) =>
			(sampleCFrame(ramped, seconds + 0.05).X - sampleCFrame(ramped, seconds - 0.05).X) * 10;
		expectNear([speedAt(0.5), speedAt(2.9), speedAt(duration - 0.5)], [20, 5, 20], 0.05);
	});

	it("carries markers, cuts, the field of view and metadata along", () => {
		const xs = [...steady(2), ...steady(1).map((x) => x + 500)];
		const take = takeOf(xs, {
			cuts: [121],
			markers: [{ name: "hit", seconds: 2 }],
			fieldOfView: 40,
			metadata: { driver: "Ada" },
		});
		const slow = retimeRecording(take, { speeds: [{ seconds: 0, speed: 0.5 }] });
		expect(slow.cuts.size()).to.equal(1);
		expectNear([slow.cuts[0]], [242], 1);
		expectNear([slow.markers[0].seconds], [4], 0.01);
		expect(slow.fieldOfView).to.equal(40);
		expect(slow.metadata!.driver).to.equal("Ada");
		for (const frame of $range(0, slow.count - 1)) {
			const { X } = sampleCFrame(slow, frame / 60);
			assert(X < 41 || X > 499, `frame ${frame} is between the two places, at ${X}`);
		}
	});

	it("refuses keys that make no sense, and replays", () => {
		const take = takeOf(steady(1));
		const problem = (speeds: unknown) => failureOf(() => retimeRecording(take, { speeds: speeds as Array<SpeedKey> }));
		expect(problem([])).to.equal("[dolly] retimeRecording: speeds is empty; expected one key or more");
		expect(problem([{ seconds: 0, speed: 0 }])).to.equal(
			"[dolly] retimeRecording: speed of item 1 of speeds is 0; expected 0.01 to 100",
		);
		expect(
			problem([
				{ seconds: 1, speed: 1 },
				{ seconds: 1, speed: 2 },
			]),
		).to.equal("[dolly] retimeRecording: seconds of item 2 of speeds is 1; expected rising seconds, 0 or more");
		const replay = replayOf(3, [subjectOf("Ada", 3)]);
		expect(failureOf(() => retimeRecording(replay, { speeds: SLOW }))).to.equal(
			"[dolly] retimeRecording: recording is a Replay; expected a Take, for speeds. Change the speed of its player",
		);
	});
};
