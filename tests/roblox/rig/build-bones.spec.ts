import { buildBones } from "../../../src/roblox/rig/build-bones";
import { createSkeleton } from "../../../src/scene/create-skeleton";
import { createPose } from "../../../src/scene/pose";
import { floats } from "../../buffers";
import { failureOf } from "../../expect-failure";
import { expectNear } from "../../expect-near";

const HALF = math.sqrt(0.5);

function xyz(vector: Vector3): Array<number> {
	return [vector.X, vector.Y, vector.Z];
}

/** A root at (1, 0, 0), a quarter turn about Y and twice as large, with two arms one below the other. */
function rig() {
	const rest = createPose(3);
	buffer.copy(rest, 0, floats(1, 0, 0, 0, HALF, 0, HALF, 2, 2, 2));
	buffer.copy(rest, 40, floats(0, 3, 1, 0, 0, 0, 1, 1, 1, 1));
	buffer.copy(rest, 80, floats(0, 1, 0, 0, 0, 0, 1, 1, 1, 1));
	const joints = [
		{ name: "Root", parent: -1 },
		{ name: "Arm", parent: 0 },
		{ name: "Arm", parent: 1 },
	];
	return createSkeleton("rig", joints, { rest }).skeleton;
}

export = () => {
	it("nests bones like joints and puts them where rest has them, scale in the offsets", () => {
		const part = new Instance("Part");
		const bones = buildBones(rig(), part, new CFrame(0, 0, 5));
		expect(bones.map(({ Name }) => Name).join(" ")).to.equal("Root Arm Arm 2");
		expect(bones[0].Parent).to.equal(part);
		expect(bones[2].Parent).to.equal(bones[1]);
		expectNear(xyz(bones[0].Position), [1, 0, 5], 1e-6);
		expectNear(xyz(bones[1].Position), [0, 6, 2], 1e-6);
		expectNear(xyz(bones[2].Position), [0, 2, 0], 1e-6);
		expectNear(xyz(bones[0].CFrame.LookVector), [-1, 0, 0], 1e-6);
	});

	it("makes the joints that are asked for alone, under the names that all have together", () => {
		const { joints, rest, name } = rig();
		const twice = { name, joints: [...joints, { name: "Arm", parent: 0 }], rest: createPose(4) };
		buffer.copy(twice.rest, 0, rest);
		const part = new Instance("Part");
		const bones = buildBones(twice, part, undefined, [0, 3]);
		expect(bones.map(({ Name }) => Name).join(", ")).to.equal("Root, Arm 3");
		expect(bones[1].Parent).to.equal(bones[0]);
		expect(part.GetDescendants().size()).to.equal(2);
	});

	it("names mistakes", () => {
		expect(failureOf(() => buildBones(5 as never, new Instance("Part")))).to.equal(
			"[dolly] buildBones: skeleton is 5; expected a Skeleton",
		);
		expect(failureOf(() => buildBones(rig(), new Instance("Model") as never))).to.equal(
			"[dolly] buildBones: part is a Model; expected a BasePart",
		);
	});
};
