import { buildKeyframeSequence } from "../../../src/roblox/rig/build-keyframe-sequence";
import { buildBones } from "../../../src/roblox/rig/build-bones";
import { ClipMixer } from "../../../src/roblox/rig/clip-mixer";
import { readMrn } from "../../../src/formats/morpheme/mrn";
import { headless } from "../../headless";
import { exampleNetwork } from "./example-network";

/** f32 in the rows' values and in CFrames, at coordinates around 30. */
const STUDS = 1e-5;
const RADIANS = 1e-3;

/** The hips at sample 1: bone 0 at (11, 21, 31), seen from their rest at (0, 1, 0), turned by the vector (1, 1, 1) / 8. */
const HIPS = new CFrame(11, 20, 31, 16 / 67, 16 / 67, 16 / 67, 61 / 67);

/** The left arm, which stands still at (1, 2, 3), turned by 1/4 about Z, seen from its rest. */
const HALF = math.sqrt(0.5);
const LEFT = new CFrame(-0.25, 0, 0, 0, HALF, 0, HALF).Inverse().mul(new CFrame(1, 2, 3, 0, 0, 8 / 17, 15 / 17));

function isNear(actual: CFrame, expected: CFrame): boolean {
	const [, angle] = actual.ToObjectSpace(expected).ToAxisAngle();
	return actual.Position.sub(expected.Position).Magnitude < STUDS && math.abs(angle) < RADIANS;
}

/** The pose of `name` in the keyframe at `time`. */
function poseAt(sequence: KeyframeSequence, time: number, name: string): Pose {
	const keyframe = sequence
		.GetChildren()
		.find((child): child is Keyframe => child.IsA("Keyframe") && math.abs(child.Time - time) < 1e-6);
	assert(keyframe !== undefined, `no keyframe at ${time}`);
	const pose = keyframe.FindFirstChild(name, true);
	assert(pose !== undefined && pose.IsA("Pose"), `no pose of ${name} at ${time}`);
	return pose;
}

export = () => {
	it("become a KeyframeSequence whose poses are the samples, seen from rest", () => {
		const { clip } = readMrn(exampleNetwork()).animations[0];
		const built = buildKeyframeSequence(clip, { rate: 10 });
		const { sequence, tolerance } = built;
		expect(sequence.ClassName).to.equal("KeyframeSequence");
		expect(sequence.Name).to.equal("Walk");
		expect(isNear(poseAt(sequence, 0.1, "Hips").CFrame, HIPS)).to.equal(true);
		expect(isNear(poseAt(sequence, 0, "Left").CFrame, LEFT)).to.equal(true);
		expect(poseAt(sequence, 0, "Left").Parent!.Name).to.equal("Spine");
		// The file does not know this joint, so nothing may move it.
		expect(poseAt(sequence, 0, "World").Weight).to.equal(0);
		expect(built.error.degrees <= tolerance.degrees).to.equal(true);
		expect(built.error.studs <= tolerance.studs).to.equal(true);
	});

	it("move the joint above them all when the root is baked in", () => {
		const { clip } = readMrn(exampleNetwork(), { bakeRoot: true }).animations[0];
		const { sequence } = buildKeyframeSequence(clip, { rate: 10 });
		// The root's sample 2: (0, 2, 4), turned by the vector (2, 2, 2) / 8.
		const expected = new CFrame(0, 2, 4, 8 / 19, 8 / 19, 8 / 19, 13 / 19);
		expect(isNear(poseAt(sequence, 0.2, "World").CFrame, expected)).to.equal(true);
	});

	(headless ? it : itSKIP)("drive bones through a ClipMixer", () => {
		const { clip, skeleton } = readMrn(exampleNetwork()).animations[0];
		const part = new Instance("Part");
		const bones = buildBones(skeleton!, part);
		const mixer = ClipMixer.of({ skeleton: skeleton!, instance: part });
		expect(mixer.missing.size()).to.equal(0);
		headless!.step(0); // so that nothing is left of the frame before
		mixer.play(clip, { fade: 0, hold: true });
		// The first frame shows where it begins.
		headless!.step(0.1);
		headless!.step(0.1);
		expect(isNear(bones[1].Transform, HIPS)).to.equal(true);
		expect(isNear(bones[3].Transform, LEFT)).to.equal(true);
		expect(isNear(bones[0].Transform, new CFrame())).to.equal(true);
		headless!.step(1);
		// Held at sample 2, and then back at rest.
		expect(bones[1].Transform.Position.sub(new Vector3(12, 21, 32)).Magnitude < STUDS).to.equal(true);
		mixer.destroy();
		expect(isNear(bones[1].Transform, new CFrame())).to.equal(true);
	});
};
