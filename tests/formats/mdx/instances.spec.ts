import { buildMeshParts } from "../../../src/roblox/mesh/build-mesh-parts";
import { buildKeyframeSequence } from "../../../src/roblox/rig/build-keyframe-sequence";
import { ClipMixer } from "../../../src/roblox/rig/clip-mixer";
import { readMdx } from "../../../src/formats/mdx/read-mdx";
import { Curve } from "../../builders/mdx/tracks";
import { expectNear } from "../../expect-near";
import { headless } from "../../headless";
import { fortyBones, fortyBonesFile, PlainModel, PlainTrack } from "./forty-bones";
import { worldTheLongWay } from "./long-way";

export = () => {
	const itHeadless = headless ? it : itSKIP;
	const scaled = fortyBones();
	// Bones of the engine have no scale, so what they show is compared for a model that does not change size.
	const model: PlainModel = { ...scaled, bones: scaled.bones.map((bone) => ({ ...bone, scale: undefined })) };
	const { scene } = readMdx(fortyBonesFile(model));

	itHeadless("becomes a skinned MeshPart whose bones go where the matrices say, while it plays", () => {
		const [skeleton] = scene.skeletons;
		const built = buildMeshParts(scene.meshes[0]);
		const [part] = built.parts;
		const [mesh] = built.meshes;
		expect(mesh.GetVertices().size()).to.equal(40);
		expect(mesh.GetFaces().size()).to.equal(38);
		const names = (mesh.GetVertexBones(mesh.GetVertices()[7]) as Array<number>).map((id) => mesh.GetBoneName(id));
		expect(names.join(", ")).to.equal("Bone 7, Bone 8");
		expect((mesh.GetVertexBoneWeights(mesh.GetVertices()[7]) as Array<number>).join(" ")).to.equal("0.5 0.5");

		const mixer = ClipMixer.of({ skeleton, instance: part });
		expect(mixer.missing.isEmpty()).to.equal(true);
		for (const clip of scene.clips) if (clip.isAmbient === true) mixer.playAmbient(clip);
		const track = mixer.play(scene.clips[0], { fade: 0 });
		headless!.advance(0.75, 1 / 32);
		const worlds = worldTheLongWay(model, 0, track.position);
		worlds.forEach((matrix, objectId) => {
			const bone = part.FindFirstChild(`Bone ${objectId}`, true) as Bone;
			const { X, Y, Z } = bone.TransformedWorldCFrame.Position;
			expectNear([X, Y, Z], [matrix[12], matrix[13], matrix[14]], 1e-3);
		});
		expect(track.position > 0.7).to.equal(true);
		mixer.destroy();
		built.destroy();
	});

	/** Keys that hold make jumps, which no sequence of poses shows within a tolerance. */
	const withoutJumps = (plain?: PlainTrack): PlainTrack | undefined =>
		plain && { ...plain, curve: plain.curve === Curve.None ? Curve.Linear : plain.curve };

	it("becomes a KeyframeSequence within its stated tolerance, nested like the skeleton", () => {
		const bones = model.bones.map((bone) => ({
			...bone,
			translation: withoutJumps(bone.translation),
			rotation: withoutJumps(bone.rotation),
		}));
		const [, clip] = readMdx(fortyBonesFile({ ...model, bones })).scene.clips;
		const { skeleton } = clip;
		const built = buildKeyframeSequence(clip);
		const { sequence, tolerance } = built;
		expect(sequence.Name).to.equal("Death");
		expect(sequence.Loop).to.equal(false);
		expect(built.error.degrees <= tolerance.degrees && built.error.studs <= tolerance.studs).to.equal(true);
		const keyframes = sequence.GetChildren() as Array<Keyframe>;
		const times = keyframes.map(({ Time }) => Time).sort();
		expectNear([times[0], times[times.size() - 1]], [0, 1.5], 1e-6);
		const root = keyframes[0].FindFirstChild("Bone 0") as Pose;
		expect(root.IsA("Pose")).to.equal(true);
		const child = skeleton.joints.find(({ parent }) => parent === 0)!;
		expect(root.FindFirstChild(child.name)!.IsA("Pose")).to.equal(true);
	});

	it("reports the joints whose size a clip changes", () => {
		const [clip] = readMdx(fortyBonesFile(scaled)).scene.clips;
		const names = buildKeyframeSequence(clip).scaled.map(({ joint }) => joint);
		expect(names.includes("Bone 0")).to.equal(true);
		expect(names.includes("Bone 5")).to.equal(false);
	});
};
