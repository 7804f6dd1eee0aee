import {
	decodeRecording,
	encodeRecording,
	Replay,
	retimeRecording,
	splitRecording,
	subjectTake,
	trimRecording,
} from "../../../src/camera";
import { decodeFrame, FRAME_SIZE } from "../../../src/take/frame";
import { failureOf } from "../../expect-failure";
import { straightTake } from "../../take/make-take";
import { numberedRows, replayOf, subjectOf } from "../make-replay";

/** Ten frames: one subject is there all the time, one from frame 4 to 6, one in frames 0, 1 and 8. */
function threeSubjects(): Replay {
	return replayOf(
		10,
		[
			subjectOf("Ada", 10, {
				rotations: numberedRows(10, 2),
				translations: numberedRows(10, 2),
				values: [{ name: "Health", frames: [0, 3, 7], values: [100, 60, 0] }],
			}),
			subjectOf("Bo", 10, { spans: [{ first: 4, last: 6 }], joints: [] }),
			subjectOf("Cy", 10, {
				spans: [
					{ first: 0, last: 1 },
					{ first: 8, last: 8 },
				],
				joints: [],
			}),
		],
		{
			markers: [
				{ name: "shot", seconds: 2 / 30, data: 7 },
				{ name: "hit", seconds: 5 / 30, data: "Bo" },
			],
			serverStart: 1000,
			serverEnd: 1000.3,
		},
	);
}

const spansOf = ({ subjects }: Replay) =>
	subjects
		.map(({ name, spans }) => `${name} ${spans.map(({ first, last }) => `${first}-${last}`).join("+")}`)
		.join(", ");

const rowOf = (rows: buffer, joints: number) => {
	const numbers = new Array<number>();
	for (const at of $range(0, buffer.len(rows) - 2, joints * 6)) numbers.push(buffer.readi16(rows, at));
	return numbers.join(",");
};

const markersOf = ({ markers }: Replay) =>
	markers.map(({ name, seconds, data }) => `${name} ${math.round(seconds * 30)} ${data}`).join(", ");

export = () => {
	it("trims a replay with all that its subjects have", () => {
		const whole = threeSubjects();
		const piece = trimRecording(whole, 3 / 30, 6 / 30);
		expect(piece.count).to.equal(4);
		// Cy was there only before and after.
		expect(spansOf(piece)).to.equal("Ada 0-3, Bo 1-3");
		const [ada] = piece.subjects;
		expect(ada.root.count).to.equal(4);
		expect(decodeFrame(ada.root.frames, 3 * FRAME_SIZE)[0]).to.equal(6);
		expect(rowOf(ada.rotations, 2)).to.equal("300,400,500,600");
		expect(rowOf(ada.translations, 2)).to.equal("300,400,500,600");
		expect(`${ada.values[0].frames.join(",")} ${ada.values[0].values.join(",")}`).to.equal("0 60");
		expect(markersOf(piece)).to.equal("hit 2 Bo");
		expect(math.abs(piece.serverStart! - 1000.1) < 1e-9).to.equal(true);
		expect(math.abs(piece.serverEnd! - 1000.2) < 1e-9).to.equal(true);
		// A piece is a recording like any other.
		const again = decodeRecording(encodeRecording(piece)) as Replay;
		expect(spansOf(again)).to.equal("Ada 0-3, Bo 1-3");
		expect(whole.count).to.equal(10);
	});

	it("keeps a value that changed before the piece, from its first frame on", () => {
		const [ada] = trimRecording(threeSubjects(), 8 / 30, 9 / 30).subjects;
		expect(`${ada.values[0].frames.join(",")} ${ada.values[0].values.join(",")}`).to.equal("0 0");
	});

	it("splits a replay: every frame and every marker is in one of the two", () => {
		const whole = threeSubjects();
		const [before, after] = splitRecording(whole, 5 / 30);
		expect(before.count + after.count).to.equal(10);
		expect(spansOf(before)).to.equal("Ada 0-4, Bo 4-4, Cy 0-1");
		expect(spansOf(after)).to.equal("Ada 0-4, Bo 0-1, Cy 3-3");
		expect(rowOf(after.subjects[0].rotations, 2)).to.equal("500,600,700,800,900");
		expect(markersOf(before)).to.equal("shot 2 7");
		expect(markersOf(after)).to.equal("hit 0 Bo");
	});

	it("retimes a replay by its rate, and the roots of its subjects with it", () => {
		const slow = retimeRecording(threeSubjects(), { speed: 0.5 });
		expect(slow.rate).to.equal(15);
		for (const { root } of slow.subjects) expect(root.rate).to.equal(15);
		expect(slow.markers[1].seconds).to.equal(10 / 30);
		expect(slow.serverStart).to.equal(undefined);
		expect((decodeRecording(encodeRecording(slow)) as Replay).rate).to.equal(15);
		expect(retimeRecording(straightTake(11, { rate: 10 }), { duration: 4 }).rate).to.equal(2.5);
	});

	it("fits a recording to the server's clock, and keeps its times there", () => {
		const replay = { ...threeSubjects(), serverStart: 1000, serverEnd: 1000.303 };
		const fitted = retimeRecording(replay, { clock: "server" });
		expect(math.abs((fitted.count - 1) / fitted.rate - 0.303) < 1e-9).to.equal(true);
		expect(fitted.serverStart).to.equal(1000);
		expect(fitted.serverEnd).to.equal(1000.303);
	});

	it("returns where a subject was as a take, with the replay's markers", () => {
		const take = subjectTake(threeSubjects(), "Bo");
		expect(`${take.name} ${take.map} ${take.rate} ${take.count}`).to.equal("Bo Harbour 30 10");
		expect(take.markers.map(({ name }) => name).join(",")).to.equal("shot,hit");
		expect(take.serverEnd).to.equal(1000.3);
		expect(decodeFrame(take.frames, 4 * FRAME_SIZE)[0]).to.equal(4);
		// A take like any other.
		expect(trimRecording(take, 0.1, 0.2).count).to.equal(4);
	});

	it("says what is wrong with a call", () => {
		const replay = threeSubjects();
		expect(failureOf(() => trimRecording(replay, 1, 2))).to.equal(
			'[dolly] trimRecording: no frame of "Fight" is from 1 to 2 seconds; it lasts 0.3',
		);
		expect(failureOf(() => splitRecording(replay, 0))).to.equal(
			'[dolly] splitRecording: "Fight" has no frames before or after 0 seconds; expected some on both sides',
		);
		expect(failureOf(() => retimeRecording(replay, { speed: 2, clock: "server" }))).to.equal(
			"[dolly] retimeRecording: timing needs a speed, a duration, a clock or speeds, and only one of them",
		);
		expect(failureOf(() => retimeRecording({ ...replay, serverEnd: 1009 }, { clock: "server" }))).to.equal(
			'[dolly] retimeRecording: "Fight" was paused while it was recorded; expected one without pauses, for clock',
		);
		expect(
			failureOf(() =>
				retimeRecording({ ...replay, serverStart: undefined, serverEnd: undefined }, { clock: "server" }),
			),
		).to.equal(
			`[dolly] retimeRecording: "Fight" has no times on the server's clock; expected one that a connected client recorded`,
		);
		expect(failureOf(() => subjectTake(replay, "Di"))).to.equal(
			'[dolly] subjectTake: name is "Di"; expected one of "Ada", "Bo", "Cy"',
		);
	});
};
