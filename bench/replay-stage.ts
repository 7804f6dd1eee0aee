//!native
//!optimize 2
import { Replay } from "../src/replay/replay";
import { ReplayRecorder } from "../src/roblox/replay/replay-recorder";
import { SubjectTrack } from "../src/roblox/replay/subject-track";
import { headless } from "../tests/headless";
import { createFigure } from "../tests/roblox/replay/figure";
import { stubJoints, stubOf, StubPart, stubPart } from "../tests/roblox/replay/stub-rig";

/** Looks per second of the walks that `replay.rival.mjs` wrote. */
export const LOOK_RATE = 60;

/** Bytes of a frame of a walk: seven f32. */
const FRAME_BYTES = 28;

/** The order of joints in a walk. */
const JOINTS = [
	"LowerTorso",
	"UpperTorso",
	"Head",
	...["Left", "Right"].reduce(
		(names, side) => [
			...names,
			...["UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg", "Foot"].map((limb) => side + limb),
		],
		new Array<string>(),
	),
];

/** A character that is recorded: its root and its parts by the order of joints in a walk. */
interface Actor {
	root: StubPart;
	parts: Array<StubPart>;
	walk: buffer;
}

/** What a stage reaches into. */
interface InsideRecorder {
	look(gap: number): void;
	recorded: Array<{
		subject: object;
		instance: object;
		root: object;
		face: object;
		humanoid: object;
		track: SubjectTrack;
		hasLook: boolean;
		connections: Array<RBXScriptConnection>;
	}>;
}

/** A recorder of characters that are plain tables, so that looking at them costs next to nothing. */
export interface Stage {
	recorder: ReplayRecorder;
	inside: InsideRecorder;
	actors: Array<Actor>;
	/** Puts everybody where they are at a look of their walks. */
	pose(this: void, look: number): void;
	/** Looks so many times, a 60th of a second apart, and returns what is kept. */
	record(this: void, looks: number): Replay;
}

const stubModel = {
	IsA: (_: unknown, name: string) => name === "Model",
	IsDescendantOf: () => true,
	FindFirstChildOfClass: () => undefined,
};

/** So many characters on a stage, of which the last `keepLast` seconds are kept. */
export function openStage(characters: number, keepLast: number): Stage {
	headless!.enter("PlayClient");
	const recorder = new ReplayRecorder({ keepLast, rate: 30 });
	const inside = recorder as unknown as InsideRecorder;
	const actors = new Array<Actor>();
	const figures = new Array<Model>();
	for (const index of $range(0, characters - 1)) {
		const { model } = createFigure(`Figure ${index}`);
		figures.push(model);
		recorder.add(model);
		const walk = headless!.readFile(`generated/bench/replay-${index}.bin`);
		actors.push({ root: stubPart(), parts: JOINTS.map(stubPart), walk });
	}
	recorder.start();
	headless!.step(1 / 60);
	inside.recorded.forEach((recorded, index) => {
		const { root, parts } = actors[index];
		const { track } = recorded;
		// A model that is one of the stubs; found once, its joints are as the engine has them.
		const model = { ...stubModel };
		for (const connection of recorded.connections) connection.Disconnect();
		recorded.connections.clear();
		recorded.subject = model;
		recorded.instance = model;
		recorded.root = root;
		recorded.face = root;
		recorded.humanoid = { Health: 100 };
		recorded.hasLook = true;
		const partOf = (name: string) => (name === "HumanoidRootPart" ? root : parts[JOINTS.indexOf(name)]);
		track.setJoints(stubJoints(track.joints, partOf));
	});
	recorder.pause();
	for (const figure of figures) figure.Destroy();
	const read = (walk: buffer, look: number, place: number) => {
		const at = (look * (JOINTS.size() + 1) + place) * FRAME_BYTES;
		const number = (index: number) => buffer.readf32(walk, at + 4 * index);
		return stubOf(number(0), number(1), number(2), number(3), number(4), number(5), number(6));
	};
	const pose = (look: number) => {
		for (const { root, parts, walk } of actors) {
			root.CFrame = read(walk, look, 0);
			parts.forEach((part, index) => {
				part.CFrame = read(walk, look, index + 1);
			});
		}
	};
	return {
		recorder,
		inside,
		actors,
		pose,
		record: (looks) => {
			for (const look of $range(0, looks - 1)) {
				pose(look);
				inside.look(1 / LOOK_RATE);
			}
			return recorder.peek();
		},
	};
}
