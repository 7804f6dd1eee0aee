import { Budget } from "../../src/bytes/budget";
import {
	buildKeyframeSequence,
	convertScene,
	decodeArchive,
	ImportedModel,
	importModel,
	readModel,
	Job,
} from "../../src";
import { FixedChannel } from "../../src/motion/fixed-channel";
import { KeyedChannel } from "../../src/motion/keyed-channel";
import { buildNodeTree } from "../../src/roblox/model/node-tree";
import { rigNames } from "../../src/scene/rest";
import { createPose } from "../../src/scene/pose";
import { RIGID_STRIDE } from "../../src/scene/rigid-pose";
import { emptyScene } from "../../src/scene/scene";
import { thinKeys } from "../../src/scene/thin-keys";
import { floats } from "../buffers";
import { breathe } from "../breathe";
import { failureOf } from "../expect-failure";
import { headless } from "../headless";
import { BUILD_SHAPES } from "./build-shapes";
import { document, GLTF_SHAPES, listOf } from "./gltf-shapes";
import { OTHER_SHAPES } from "./other-shapes";

const SIZES = [100, 400, 1600];

/** What is promised: so much to begin with, and so much a byte of the file. */
const FREE_STEPS = 4_000_000;
const STEPS_A_BYTE = 24;
const FREE_BYTES = 8 * 1024 * 1024;
const BYTES_A_BYTE = 48;

const FREE_ELEMENTS = 20_000;
const ELEMENTS_A_BYTE = 0.25;

/** Luau nests so many calls and no more. */
const NESTED = 20_000;

/** Calls `body` from inside of so many calls. */
function nested(depth: number, body: () => void): number {
	if (depth > 0) return nested(depth - 1, body) + 1;
	body();
	return 0;
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	for (const [name, build] of [...GLTF_SHAPES, ...OTHER_SHAPES]) {
		it(`${name}: in proportion to the file, or refused`, () => {
			for (const count of SIZES) {
				const source = build(count);
				const size = buffer.len(source);
				const job = new Job();
				const [ok, failure] = pcall(() => readModel(source, { job }));
				if (!ok) expect(tostring(failure).sub(1, 8)).to.equal("[dolly] ");
				expect(job.budget.steps <= FREE_STEPS + STEPS_A_BYTE * size).to.equal(true);
				expect(job.budget.bytes <= FREE_BYTES + BYTES_A_BYTE * size).to.equal(true);
				breathe();
			}
		});
	}

	for (const [name, build] of BUILD_SHAPES) {
		itHeadless(`${name}: in proportion to the file, or refused with nothing left`, () => {
			for (const count of SIZES) {
				const source = build(count);
				const size = buffer.len(source);
				const job = new Job();
				headless!.editableMemory.collect();
				const before = headless!.editableMeshes.count();
				const [ok, result] = pcall(() => importModel(source, { job }));
				if (ok) {
					(result as ImportedModel).destroy();
					headless!.editableMemory.collect();
				} else expect(tostring(result).sub(1, 8)).to.equal("[dolly] ");
				// What is made for each pair of things is refused when there are very many pairs. A clip takes nothing per joint.
				const isCheap = name === "built: attachments × joints" || name === "built: clips × joints";
				if (count === 1600) expect(ok).to.equal(isCheap);
				expect(headless!.editableMeshes.count() <= before).to.equal(true);
				expect(job.budget.steps <= FREE_STEPS + STEPS_A_BYTE * size).to.equal(true);
				expect(job.budget.bytes <= FREE_BYTES + BYTES_A_BYTE * size).to.equal(true);
				expect(job.budget.elements <= FREE_ELEMENTS + ELEMENTS_A_BYTE * size).to.equal(true);
				breathe();
			}
		});
	}

	it("refuses a heap of empty recordings", () => {
		expect(failureOf(() => decodeArchive(buffer.create(3_000_000), 60)).sub(1, 17)).to.equal("[dolly] archive: ");
		expect(decodeArchive(buffer.create(300), 60).size()).to.equal(100);
	});

	it("refuses a clip with a key at a billion seconds as keyframes", () => {
		const times = buffer.create(16);
		buffer.writef64(times, 8, 1e9);
		const translation = new KeyedChannel({ kind: "vector", interpolation: "linear", times, values: buffer.create(24) });
		const rest = createPose(1);
		const skeleton = { name: "one", joints: [{ name: "a", parent: -1 }], rest };
		const clip = { name: "long", duration: 1e9, loop: false, skeleton, tracks: [{ joint: 0, translation }] };
		expect(failureOf(() => buildKeyframeSequence(clip))).to.equal(
			"[dolly] buildKeyframeSequence: the clip lasts 1000000000 seconds: 30000000000 samples at rate 30 are more than 108000",
		);
	});

	itHeadless("counts every pose of a keyframe sequence: a joint takes those above it along", () => {
		const joints = [];
		for (const joint of $range(0, 99)) joints.push({ name: `${joint}`, parent: joint - 1 });
		const rest = createPose(100);
		const skeleton = { name: "chain", joints, rest };
		const times = buffer.create(16);
		buffer.writef64(times, 8, 1);
		const values = floats(0, 0, 0, 1, 0, 0);
		const translation = new KeyedChannel({ kind: "vector", interpolation: "linear", times, values });
		const clip = { name: "tip", duration: 1, loop: false, skeleton, tracks: [{ joint: 99, translation }] };
		const job = new Job();
		buildKeyframeSequence(clip, { rate: 1, job });
		// Two keyframes with a pose for each joint, of 100 steps each.
		expect(job.budget.steps > 2 * 100 * 100).to.equal(true);
		expect(job.budget.steps < 3 * 100 * 100).to.equal(true);
		expect(
			failureOf(() => buildKeyframeSequence(clip, { rate: 1, job: new Job({ maxSteps: 2 * 100 * 100 }) })).sub(1, 31),
		).to.equal("[dolly] buildKeyframeSequence: ");
	});

	itHeadless("builds chains that are longer than calls can be nested", () => {
		const length = 900;
		const nodes = listOf(length, (index) => (index > 0 ? `{"children":[${index - 1}]}` : '{"mesh":0}'));
		const scene = readModel(
			document(['"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]', `"nodes":[${nodes}]`]),
		);
		const parts = new Map([[0, [new Instance("Part")]]]);
		const root = new Instance("Model");
		nested(NESTED - 400, () => buildNodeTree(scene, parts, root, new Budget()));
		expect(root.GetDescendants().size()).to.equal(length);
		root.Destroy();
	});

	it("charges what is wrapped when clips are converted", () => {
		const rest = createPose(1);
		const skeleton = { name: "one", joints: [{ name: "a", parent: -1 }], rest };
		const tracks = [{ joint: 0, translation: new FixedChannel(1, 2, 3) }];
		const clips = [];
		for (const _ of $range(1, 1000)) clips.push({ name: "many", duration: 1, loop: false, skeleton, tracks });
		const job = new Job();
		convertScene({ ...emptyScene("many", "test"), clips }, { scale: 2, job });
		expect(job.budget.bytes).to.equal(1000 * 768 + 256);
	});

	it("thins any motion in n log n steps, and keeps within tolerance", () => {
		const steps = [500, 2000, 8000].map((count) => {
			// A zigzag that dies away: of all that is left, the worst is always next to the start.
			const times = new Array<number>();
			const poses = new Array<buffer>();
			for (const index of $range(0, count - 1)) {
				const pose = buffer.create(RIGID_STRIDE);
				buffer.writef64(pose, 0, ((index % 2) * 2 - 1) * (count - index));
				buffer.writef64(pose, 48, 1);
				times.push(index);
				poses.push(pose);
			}
			const job = new Job();
			const kept = thinKeys({ times, poses }, 0, { degrees: 1, studs: 0.5 }, job.budget);
			// Every turn is farther from the line between its neighbours than that.
			expect(kept.size()).to.equal(count);
			breathe();
			return job.budget.steps / (count * math.log(count, 2));
		});
		expect(steps[2] < steps[0] * 1.5).to.equal(true);
		expect(steps[2] < 4).to.equal(true);
	});

	it("names 20,000 joints of one name, all differently", () => {
		const joints = [];
		for (const _ of $range(1, 20_000)) joints.push({ name: "关节".rep(40), parent: -1 });
		const names = rigNames({ name: "many", joints, rest: createPose(20_000) });
		expect(new Set(names).size()).to.equal(20_000);
		for (const name of names) expect(name.size() <= 100 && utf8.len(name)[0] !== undefined).to.equal(true);
	});
};
