import {
	createFilm,
	decodeRecording,
	encodeRecording,
	Film,
	FilmLayer,
	Job,
	Replay,
	ReplayJoint,
	ReplayPlayer,
	ReplaySubject,
} from "../../src";
import { FRAME_SIZE } from "../../src/take/frame";
import { createTake } from "../../src/take/take";
import { headless } from "../headless";
import { jointOf, replayOf, subjectOf } from "../replay/make-replay";
import { times } from "./other-shapes";

/** A root that stands still. */
function still(count: number, cuts: Array<number> = []) {
	return createTake({ rate: 30, frames: buffer.create(count * FRAME_SIZE), cuts });
}

function subject(name: string, count: number, joints: Array<ReplayJoint>, extra: Partial<ReplaySubject> = {}) {
	return subjectOf(name, count, { joints, root: still(count), ...extra });
}

function many(count: number): Array<ReplayJoint> {
	return times(count, (index) => jointOf(`${index}`, index % 7 === 0 ? index - 1 : -1));
}

function spans(count: number) {
	return times(count / 2, (index) => ({ first: 2 * index, last: 2 * index }));
}

/** Replays, and films of them, that ask for much; those of 1600 have about a megabyte each, or less where more is refused. */
const REPLAYS: Array<[name: string, build: (count: number) => Replay | Film]> = [
	[
		"subjects",
		(count) =>
			replayOf(
				1,
				times(count * 5, (index) => subject(`${index}`, 1, [])),
			),
	],
	[
		"as many joints as there may be",
		(count) =>
			replayOf(
				1,
				times(math.min(count, 7), (index) => subject(`${index}`, 1, many(512))),
			),
	],
	[
		"subjects × joints that they share",
		(count) => {
			const joints = many(count / 4);
			return replayOf(
				1,
				times(count / 2, (index) => subject(`${index}`, 1, joints)),
			);
		},
	],
	["frames of equal rows", (count) => replayOf(count * 100, [subject("Ada", count * 100, many(15))])],
	[
		"subjects × frames",
		(count) => {
			const joints = many(15);
			return replayOf(
				256,
				times(count / 2, (index) => subject(`${index}`, 256, joints)),
			);
		},
	],
	[
		"values",
		(count) => {
			const values = times(count * 10, (index) => ({ name: `${index}`, frames: [0], values: [true] }));
			return replayOf(1, [subject("Ada", 1, [], { values })]);
		},
	],
	[
		"changes of a value",
		(count) => {
			const frames = times(count * 60, (index) => index);
			const values = [{ name: "Visible", frames, values: frames.map((frame) => frame % 2 === 0) }];
			return replayOf(count * 60, [subject("Ada", count * 60, [], { values })]);
		},
	],
	["spans", (count) => replayOf(count * 60, [subject("Ada", count * 60, [], { spans: spans(count * 60) })])],
	[
		"cuts",
		(count) => {
			const cuts = times(count * 60 - 1, (index) => index + 1);
			return replayOf(count * 60, [subject("Ada", count * 60, [], { root: still(count * 60, cuts) })]);
		},
	],
	[
		"layers of a film",
		(count) => {
			const long = "a.".rep(125);
			const layers: Array<FilmLayer> = times(50, (index) => ({
				kind: "rig",
				name: long,
				target: `${long}${index}`,
				animationId: `rbxassetid://${"1".rep(200)}`,
				start: 0,
				duration: count,
				loop: true,
			}));
			return createFilm([still(2)], {
				layers: [
					...layers,
					...times(50, (): FilmLayer => {
						const subjects = times(count / 64, (index) => subject(`${index}`, 1, []));
						return { kind: "replay", recording: replayOf(1, subjects), start: 0 };
					}),
				],
			});
		},
	],
	["markers", (count) => replayOf(count * 20, [], { markers: times(count * 60, () => ({ name: "", seconds: 0 })) })],
];

/** Unpacks a replay or a film of replays, plays it and goes to some times of it. */
export function playShape(source: buffer, job: Job): void {
	const player = new ReplayPlayer(decodeRecording(source, { job }) as Replay);
	player.play();
	headless?.step(1 / 60);
	for (const alpha of [0.9, 0.1, 0.5]) player.seek(alpha * player.duration);
	headless?.step(1 / 60);
	player.destroy();
}

/** As `GLTF_SHAPES`, of packed replays. */
export const REPLAY_SHAPES = REPLAYS.map(([name, build]): [name: string, build: (count: number) => buffer] => [
	`replay: ${name}`,
	(count) => encodeRecording(build(count)),
]);
