import { AnimationClipProvider, Workspace } from "@rbxts/services";
import { buildKeyframeSequence, ImportedModel, importModel } from "../../../src";
import { builtVertices, farthest, meshParts } from "../../built-vertices";
import { expectNear } from "../../expect-near";
import { fortyBones, fortyBonesFile, PlainModel } from "../../formats/mdx/forty-bones";
import { worldTheLongWay } from "../../formats/mdx/long-way";
import { headless } from "../../headless";
import { fromBase64 } from "../../oracle-data";
import { expectedVertices, importFixtures, partsOf, sizeOf } from "../model/import-fixtures";
import { destroyMixers } from "../../../src/roblox/model/imported-model";
import { showClip } from "./show-clip";

/** How closely sequences follow clips here: what a model's size makes of it is the tolerance of places. */
const DEGREES = 0.005;
const STUDS = 1e-4;

/** Plays the clip at `index` as a keyframe sequence in an Animator; gives what shows a time. */
function playSequence({ model, scene }: ImportedModel, index: number): (seconds: number) => void {
	const clip = scene.clips[index];
	const tolerance = { degrees: DEGREES, studs: STUDS };
	const { sequence } = buildKeyframeSequence(clip, { rate: 60, tolerance });
	const controller = new Instance("AnimationController");
	controller.Parent = model;
	const animator = new Instance("Animator");
	animator.Parent = controller;
	const animation = new Instance("Animation");
	animation.AnimationId = AnimationClipProvider.RegisterAnimationClip(sequence);
	const track = animator.LoadAnimation(animation);
	headless!.step(1 / 60);
	track.Play(0, 1, 0);
	return (seconds) => {
		track.TimePosition = seconds;
		headless!.step(1 / 60);
	};
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	itHeadless("has steps, lines and splines of glTF where an independent evaluation has them, by both ways", () => {
		const fixture = importFixtures().find(({ name }) => name === "interpolations")!;
		const imported = importModel(fromBase64(fixture.glb), { parent: Workspace });
		const parts = partsOf(fixture, meshParts(imported.model));
		const classes = new Set(imported.model.GetDescendants().map(({ ClassName }) => ClassName));
		expect(classes.has("Bone") && classes.has("Motor6D")).to.equal(true);
		const worst = (moment: number) => {
			let off = 0;
			parts.forEach((part, index) => {
				off = math.max(off, farthest(builtVertices(part), expectedVertices(fixture.primitives[index][moment])));
			});
			return off;
		};
		const size = sizeOf(fixture);
		const track = showClip(imported, "Walk", 0);
		fixture.times.forEach((time, index) => {
			track.seek(time);
			headless!.step(1 / 60);
			expect(worst(index + 1) <= size * 1e-4).to.equal(true);
		});
		track.stop(0);
		const show = playSequence(imported, 0);
		fixture.times.forEach((time, index) => {
			show(time);
			// Three joints in a row, each off by its tolerance.
			expect(worst(index + 1) <= 3 * (size * math.rad(DEGREES) + STUDS)).to.equal(true);
			expect(worst(0) > 0.1).to.equal(true);
		});
		imported.destroy();
	});

	itHeadless("has held, straight, hermite, bezier and squad tracks of MDX there, by both ways", () => {
		const scaled = fortyBones(12);
		// Bones have no scale.
		const plain: PlainModel = { ...scaled, bones: scaled.bones.map((bone) => ({ ...bone, scale: undefined })) };
		headless!.step(0); // so that nothing is left of the frame before
		const imported = importModel(fortyBonesFile(plain), { parent: Workspace });
		const compare = (seconds: number, tolerance: number) => {
			worldTheLongWay(plain, 0, seconds).forEach((m, objectId) => {
				const bone = imported.model.FindFirstChild(`Bone ${objectId}`, true) as Bone;
				const { X, Y, Z } = bone.TransformedWorldCFrame.Position;
				expectNear([X, Y, Z], [m[12], m[13], m[14]], tolerance);
			});
		};
		// Between the keys, where nothing jumps.
		const times = [0.1, 0.33, 0.55, 0.8, 1.05, 1.3, 1.55, 1.85];
		// It starts with the model, so that sequence and global sequences show the same time.
		imported.play("Stand", { fade: 0 });
		headless!.step(0);
		let now = 0;
		for (const time of times) {
			headless!.step(time - now);
			headless!.step(0);
			now = time;
			compare(time, 1e-4);
		}
		destroyMixers(imported.model);
		const show = playSequence(imported, 0);
		for (const time of times) {
			show(time);
			// At most ten joints in a row of up to three studs.
			compare(time, 10 * (3 * math.rad(DEGREES) + STUDS));
		}
		imported.destroy();
	});
};
