//!native
//!optimize 2
import { readModel } from "../src";
import { buildBones } from "../src/roblox/rig/build-bones";
import { ClipMixer } from "../src/roblox/rig/clip-mixer";
import { Clip } from "../src/scene/clip";
import { headless } from "../tests/headless";
import { BenchRow } from "./row";

const FRAME = 1 / 60;
const RIGS = 20;

/** The private parts that the rows use: a frame of the mixer, the instances that it moves, and which it moves how. */
interface Inside {
	tick(time: number, gap: number): void;
	rigPose: { driven: { firsts: Map<number, object> } };
	cohorts?: object;
	layers: ReadonlyArray<{ clip: Clip; rows?: object; pieces?: object }>;
}

let now = 1e6;

/** A rig of a clip's skeleton. Joints are plain tables, so that writing them costs next to nothing. */
function rigFor({ skeleton }: Clip): ClipMixer {
	const part = new Instance("Part");
	buildBones(skeleton, part);
	return ClipMixer.of({ skeleton, instance: part });
}

/** Makes the instances of a mixer's joints tables, once it plays. */
function stub(mixer: ClipMixer): Inside {
	const inside = mixer as unknown as Inside;
	const { firsts } = inside.rigPose.driven;
	for (const [joint] of firsts) firsts.set(joint, {});
	inside.cohorts = undefined;
	return inside;
}

function framesOf({ duration }: Clip): number {
	return math.clamp(math.ceil(duration / FRAME), 1, 600);
}

/** A joint of a clip that has been played before. */
function laterRow(name: string, clip: Clip): BenchRow {
	const mixer = rigFor(clip);
	mixer.play(clip, { fade: 0, loop: true });
	const inside = stub(mixer);
	const tick = () => {
		now += FRAME;
		inside.tick(now, FRAME);
	};
	for (const _ of $range(1, framesOf(clip) + 2)) tick();
	const frames = 20;
	return {
		name: `${name}, later passes`,
		unit: "joints/s",
		work: clip.skeleton.joints.size() * frames,
		stubbed: true,
		body: () => {
			for (const _ of $range(1, frames)) tick();
		},
	};
}

/** A joint of a clip that is played for the first time: what is known of it is forgotten in each call. */
function firstRow(name: string, clip: Clip): BenchRow {
	const own = { ...clip };
	const mixer = rigFor(own);
	mixer.play(own, { fade: 0, loop: true });
	const inside = stub(mixer);
	const [layer] = inside.layers;
	const frames = math.min(framesOf(clip), 60);
	return {
		name: `${name}, first pass`,
		unit: "joints/s",
		work: clip.skeleton.joints.size() * frames,
		stubbed: true,
		body: () => {
			layer.clip.tracks = [...clip.tracks];
			layer.rows = undefined;
			layer.pieces = undefined;
			for (const _ of $range(1, frames)) {
				now += FRAME;
				inside.tick(now, FRAME);
			}
		},
	};
}

/** Twenty rigs in a frame; each plays one clip, or is between two. */
function crowdRow(name: string, walk: Clip, run?: Clip): BenchRow {
	const insides = new Array<Inside>();
	for (const index of $range(1, RIGS)) {
		const mixer = rigFor(walk);
		mixer.play(walk, { fade: 0, loop: true, speed: 1 + index / 100 });
		// The fade goes on for longer than anybody measures.
		if (run) mixer.play(run, { fade: 1e6, loop: true, speed: 1 + index / 100 });
		insides.push(stub(mixer));
	}
	const tick = () => {
		now += FRAME;
		for (const inside of insides) inside.tick(now, FRAME);
	};
	for (const _ of $range(1, framesOf(walk) + 2)) tick();
	return { name, unit: "frames/s", work: 1, stubbed: true, body: tick };
}

/** A call of `play` that fades from another clip, both known. */
function playRow(name: string, walk: Clip, run: Clip): BenchRow {
	const mixer = rigFor(walk);
	mixer.play(walk, { fade: 0, loop: true });
	mixer.play(run, { fade: 0 }).stop(0);
	stub(mixer);
	return {
		name,
		unit: "calls/s",
		work: 1,
		stubbed: true,
		body: () => mixer.play(run, { fade: 0.2, loop: true }).stop(0),
	};
}

export = (): Array<BenchRow> => {
	const rows = new Array<BenchRow>();
	const names = buffer.tostring(headless!.readFile("generated/bench/models/names.txt")).split("\n");
	for (const name of names) {
		const { clips } = readModel(headless!.readFile(`generated/bench/models/${name}`));
		let chosen: Clip | undefined;
		for (const clip of clips) if (clip.tracks.size() > (chosen?.tracks.size() ?? 0)) chosen = clip;
		if (!chosen) continue;
		rows.push(laterRow(name, chosen), firstRow(name, chosen));
		if (name !== "character.glb") continue;
		const run = clips.find((clip) => clip !== chosen)!;
		rows.push(crowdRow("20 rigs walking", chosen), crowdRow("20 rigs fading", chosen, run));
		rows.push(playRow("play with a fade, 68 joints", chosen, run));
	}
	return rows;
};
