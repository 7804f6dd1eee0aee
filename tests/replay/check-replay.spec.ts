import { Replay, ReplayJoint, ReplaySubject } from "../../src/camera";
import { checkReplay } from "../../src/replay/check-replay";
import { failureOf } from "../expect-failure";
import { straightTake } from "../take/make-take";
import { jointOf, replayOf, subjectOf } from "./make-replay";

const LONG = string.rep("n", 256);

export = () => {
	const refuses = (replay: unknown, problem: string) =>
		expect(failureOf(() => checkReplay(replay as Replay, "spec"))).to.equal(`[dolly] spec: ${problem}`);

	/** Refuses a replay of one subject of four frames with other fields. */
	const refusesSubject = (extra: { [key in keyof ReplaySubject]?: unknown }, problem: string) =>
		refuses(replayOf(4, [subjectOf("Ada", 4, extra as Partial<ReplaySubject>)]), problem);
	const refusesJoint = (extra: { [key in keyof ReplayJoint]?: unknown }, problem: string) =>
		refusesSubject({ joints: [jointOf("Torso"), jointOf("Head", 0, extra as Partial<ReplayJoint>)] }, problem);

	it("takes a replay with everything, one without subjects and one without frames", () => {
		const values = [
			{ name: "Health", frames: [0, 3], values: [100, 0] },
			{ name: "Visible", frames: [1], values: [true] },
			{ name: "Tool", frames: [], values: [] },
		];
		const spans = [
			{ first: 0, last: 1 },
			{ first: 2, last: 2 },
		];
		const markers = [
			{ name: "hit", seconds: 0.1, data: "Ada" },
			{ name: "", seconds: 0, data: 7 },
			{ name: "end", seconds: 0.1 },
		];
		const metadata = { round: 3 };
		const ada = subjectOf("Ada", 4, { values, spans, look: "1234" });
		checkReplay(replayOf(4, [ada], { markers, metadata, serverStart: 1, serverEnd: 2 }), "spec");
		checkReplay(replayOf(4, []), "spec");
		checkReplay(replayOf(0, [subjectOf("Ada", 0, { spans: [] })]), "spec");
	});

	it("refuses what is no replay", () => {
		refuses(undefined, "replay is missing; expected a Replay");
		refuses(7, "replay is 7; expected a Replay");
		refuses({}, "replay.name is missing; expected a string");
		refuses(replayOf(4, [], { name: LONG }), "replay.name is 256 bytes long; expected at most 255");
		refuses(replayOf(4, [], { map: "\xff" }), "replay.map is not UTF-8");
		refuses(replayOf(4, [], { rate: 0 }), "replay.rate is 0; expected a number of frames per second, 0.001 to 1000");
		refuses(replayOf(1.5, []), "replay.count is 1.5; expected a whole number up to 59652323");
		refuses(replayOf(-1, []), "replay.count is -1; expected a whole number up to 59652323");
		refuses(replayOf(math.huge, []), "replay.count is inf; expected a whole number up to 59652323");
		refuses({ ...replayOf(4, []), subjects: 3 }, "replay.subjects is 3; expected a table");
		refuses(replayOf(4, [], { metadata: { lap: 0 / 0 } }), "replay.metadata.lap is nan; expected a finite number");
		refuses(replayOf(4, [], { serverStart: 5 }), "replay.serverEnd is missing; expected a finite number");
		refuses(
			replayOf(4, [], { serverStart: 5, serverEnd: 4 }),
			"replay.serverEnd is 4; expected at least replay.serverStart, which is 5",
		);
	});

	it("refuses markers outside of it, and data of other types", () => {
		const marked = (marker: unknown) => replayOf(4, [], { markers: [marker as never] });
		refuses(marked({ name: "a", seconds: 0.2 }), "seconds of item 1 of replay.markers is 0.2; expected 0 to 0.1");
		refuses(
			marked({ name: "a", seconds: 0, data: true }),
			"data of item 1 of replay.markers is true; expected a string or a number",
		);
		refuses(
			marked({ name: "a", seconds: 0, data: 0 / 0 }),
			"data of item 1 of replay.markers is nan; expected a finite number",
		);
		refuses(
			marked({ name: "a", seconds: 0, data: string.rep("x", 4097) }),
			"data of item 1 of replay.markers is 4097 bytes long; expected at most 4096",
		);
	});

	it("refuses subjects without names of their own, and unknown kinds", () => {
		refuses(
			replayOf(4, [subjectOf("Ada", 4), subjectOf("Ada", 4)]),
			'name of item 2 of replay.subjects is "Ada"; expected a unique name',
		);
		refuses(
			replayOf(4, [{ ...subjectOf("Ada", 4), name: LONG }]),
			"name of item 1 of replay.subjects is 256 bytes long; expected at most 255",
		);
		refuses(replayOf(4, [5 as never]), "item 1 of replay.subjects is 5; expected a table");
		refusesSubject({ kind: "ghost" }, '"Ada".kind is "ghost"; expected one of camera, character, model, part');
		refusesSubject({ look: 7 }, '"Ada".look is 7; expected a string');
		refusesSubject({ size: [1, 2] }, 'number 3 of "Ada".size is missing; expected a number within single precision');
	});

	it("refuses spans that overlap, fall or leave the frames", () => {
		refusesSubject(
			{ spans: [{ first: 0, last: 4 }] },
			'last of item 1 of "Ada".spans is 4; expected a frame from 0 to 3',
		);
		refusesSubject(
			{ spans: [{ first: 2, last: 1 }] },
			'last of item 1 of "Ada".spans is 1; expected a frame from 2 to 3',
		);
		refusesSubject(
			{
				spans: [
					{ first: 0, last: 1 },
					{ first: 1, last: 2 },
				],
			},
			'first of item 2 of "Ada".spans is 1; expected a frame from 2 to 3',
		);
		refusesSubject({ spans: [{ last: 1 }] }, 'first of item 1 of "Ada".spans is missing; expected a frame from 0 to 3');
		refusesSubject({ spans: [true] }, 'item 1 of "Ada".spans is true; expected a table');
	});

	it("refuses roots of another rate or count, and damaged frames", () => {
		refusesSubject({ root: straightTake(4, { rate: 60 }) }, `"Ada".root.rate is 60; expected the replay's, 30`);
		refusesSubject({ root: straightTake(3, { rate: 30 }) }, `"Ada".root.count is 3; expected the replay's, 4`);
		refusesSubject({ root: false }, '"Ada".root is false; expected a Take');
		const frames = buffer.create(4 * 18);
		buffer.writef32(frames, 22, 0 / 0);
		refusesSubject({ root: { ...straightTake(4, { rate: 30 }), frames } }, "a frame has the position nan at byte 22");
	});

	it("refuses joints that hang on later ones, share names, or have no step or rotation", () => {
		refusesJoint({ name: "Torso" }, 'name of item 2 of "Ada".joints is "Torso"; expected a unique name');
		refusesJoint({ parent: 1 }, 'parent of "Head" in "Ada".joints is 1; expected -1 or the index of a joint before it');
		refusesJoint({ kind: "weld" }, 'kind of "Head" in "Ada".joints is "weld"; expected one of motor, bone, part');
		for (const step of [0, -1, 2, math.huge, 0 / 0]) {
			refusesJoint({ step }, `step of "Head" in "Ada".joints is ${step}; expected radians above 0, up to 1`);
		}
		refusesJoint(
			{ c0: [0, 0, 0, 0, 0, 0, 0] },
			'the rotation of c0 of "Head" in "Ada".joints has the length 0; expected 1',
		);
		refusesJoint(
			{ c1: [0, 0, math.huge, 0, 0, 0, 1] },
			'number 3 of c1 of "Head" in "Ada".joints is inf; expected a number within single precision',
		);
		refusesJoint(
			{ size: 3 },
			'number 1 of size of "Head" in "Ada".joints is missing; expected a number within single precision',
		);
	});

	it("refuses rows of another size", () => {
		refusesSubject({ rotations: buffer.create(47) }, '"Ada".rotations holds 47 bytes; expected 48');
		refusesSubject({ translations: buffer.create(54) }, '"Ada".translations holds 54 bytes; expected 48');
		refusesSubject({ translations: "rows" }, '"Ada".translations is "rows"; expected a buffer');
	});

	it("refuses values whose frames do not rise, and values of other types", () => {
		const refusesValue = (frames: unknown, values: unknown, problem: string) =>
			refusesSubject({ values: [{ name: "Health", frames, values }] }, problem);
		refusesValue([0, 1], [100], '"Health" in "Ada".values has 2 frames and 1 values');
		refusesValue(
			[2, 2],
			[1, 2],
			'item 2 of frames of "Health" in "Ada".values is 2; expected rising frames from 3 to 3',
		);
		refusesValue([4], [1], 'item 1 of frames of "Health" in "Ada".values is 4; expected rising frames from 0 to 3');
		refusesValue(
			[0],
			[{}],
			'item 1 of values of "Health" in "Ada".values is a table; expected a string, a number or a boolean',
		);
		refusesValue([0], ["\xff"], 'item 1 of values of "Health" in "Ada".values is not UTF-8');
		refusesSubject(
			{
				values: [
					{ name: "a", frames: [], values: [] },
					{ name: "a", frames: [], values: [] },
				],
			},
			'name of item 2 of "Ada".values is "a"; expected a unique name',
		);
	});

	it("looks at joints that subjects share once", () => {
		const joints = [jointOf("Torso")];
		const subjects = [subjectOf("Ada", 4, { joints }), subjectOf("Bob", 4, { joints })];
		checkReplay(replayOf(4, subjects), "spec");
		joints.push(jointOf("Torso"));
		const broken = [subjectOf("Ada", 4, { joints }), subjectOf("Bob", 4, { joints })];
		refuses(replayOf(4, broken), 'name of item 2 of "Ada".joints is "Torso"; expected a unique name');
	});
};
