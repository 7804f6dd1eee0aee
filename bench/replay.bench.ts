//!native
//!optimize 2
import { decodeRecording, encodeRecording, Replay } from "../src/camera";
import { ReplayPlayer } from "../src/roblox/replay/replay-player";
import { ShownSubject } from "../src/roblox/replay/shown-subject";
import { StubCFrame } from "../tests/roblox/replay/stub-rig";
import { openStage, Stage } from "./replay-stage";
import { BenchRow } from "./row";

/** What is recorded: as many characters as a round has, and as many seconds as a killcam shows. */
const CHARACTERS = 16;
const SECONDS = 8;

const CALLS = 10;

/** A player, of which the rows reach into a frame and what it moves. */
interface InsidePlayer {
	tick(time: number, gap: number): void;
	staged: Array<{ shown: ShownSubject }>;
	folder: Instance;
}

/** What a subject on show has of the engine's. */
interface InsideShown {
	model: object;
	root: object;
	instances: Map<number, object>;
	frame: number;
}

/** Only what looks ask of stubs. */
function stubbedLook({ actors, inside: { recorded } }: Stage): () => void {
	const still = new StubCFrame() as unknown as CFrame;
	const seen = recorded.map(({ subject }) => subject as unknown as Model);
	return () => {
		for (const index of $range(0, CHARACTERS - 1)) {
			const { root, parts } = actors[index];
			const model = seen[index];
			model.IsDescendantOf(game);
			model.FindFirstChildOfClass("Tool");
			const origin = root.CFrame as unknown as CFrame;
			origin.GetComponents();
			for (const part of parts) {
				origin
					.mul(still)
					.ToObjectSpace((part.CFrame as unknown as CFrame).mul(still))
					.GetComponents();
			}
		}
	};
}

/** Plays a replay in a loop: returns what goes on by some seconds. */
function playing(replay: Replay): (gap: number) => void {
	const player = new ReplayPlayer(replay, { look: "grey", loop: true, hideOriginals: false });
	const inside = player as unknown as InsidePlayer;
	player.play();
	for (const { shown } of inside.staged) {
		const stubs = shown as unknown as InsideShown;
		stubs.model = { Parent: inside.folder };
		stubs.root = {};
		// What was read so far are CFrames of the engine's.
		stubs.frame = -2;
		for (const [joint] of stubs.instances) stubs.instances.set(joint, {});
	}
	let time = 1e6;
	return (gap) => {
		time += gap;
		inside.tick(time, gap);
	};
}

/** Only what playing asks of stubs; `isNext` if time has come to another recorded frame. */
function stubbedShow(joints: number, isNext: boolean): () => void {
	const still = new StubCFrame() as unknown as CFrame;
	const list = new Array<{ Transform?: CFrame }>();
	for (const _ of $range(1, CHARACTERS * joints)) list.push({});
	const roots = new Array<{ CFrame?: CFrame }>();
	for (const _ of $range(1, CHARACTERS)) roots.push({});
	return () => {
		for (const joint of list) joint.Transform = still.Lerp(still, 0.5);
		for (const root of roots) root.CFrame = new CFrame(0, 0, 0, 0, 0, 0, 1);
		if (isNext) for (const _ of list) new CFrame(0, 0, 0, 0, 0, 0, 1);
	};
}

export = (): Array<BenchRow> => {
	const row = (name: string, unit: string, body: () => void, work = 1): BenchRow => ({
		name,
		unit,
		work,
		body,
		stubbed: true,
	});
	const times = (body: () => void) => () => {
		for (const _ of $range(1, CALLS)) body();
	};
	const stage = openStage(CHARACTERS, SECONDS);
	const replay = stage.record(SECONDS * 60 + 1);
	const { inside, recorder } = stage;
	const tracks = inside.recorded.map(({ track }) => track);
	const minute = openStage(1, 60).record(60 * 60 + 1);
	const packedMinute = encodeRecording(minute);
	const play = playing(replay);
	let frame = 1e6;
	return [
		row(
			"a look",
			"looks/s",
			times(() => inside.look(1e-9)),
			CALLS,
		),
		row("a look, only its stubs", "looks/s", times(stubbedLook(stage)), CALLS),
		row(
			"a frame into the ring",
			"frames/s",
			times(() => {
				frame += 1;
				for (const track of tracks) {
					track.previous.isSeen = true;
					track.current.isSeen = true;
					track.write(frame, 0.3);
				}
			}),
			CALLS,
		),
		row(
			"a played frame, 60 per second",
			"frames/s",
			times(() => play(1 / 60)),
			CALLS,
		),
		row(
			"a played frame, between two recorded ones",
			"frames/s",
			times(() => play(1e-9)),
			CALLS,
		),
		row("the same, only its stubs", "frames/s", times(stubbedShow(15, false)), CALLS),
		row(
			"a played frame, the next recorded one",
			"frames/s",
			times(() => play(1 / 30)),
			CALLS,
		),
		row("the same, only its stubs, too", "frames/s", times(stubbedShow(15, true)), CALLS),
		row("peek", "peeks/s", () => recorder.peek()),
		row("encode 8 s of 16 characters", "replays/s", () => encodeRecording(replay)),
		row("encode a minute of a character", "minutes/s", () => encodeRecording(minute)),
		row("decode a minute of a character", "minutes/s", () => decodeRecording(packedMinute)),
	];
};
