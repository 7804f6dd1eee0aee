import { multiply, normalise, rotate } from "../../../src/rotation/quaternion";
import { DrivenJoints } from "../../../src/roblox/rig/driven-joints";
import { rigNames } from "../../../src/scene/rest";
import { lineOf, rowOf } from "../../../src/scene/clip-rows";
import { createSkeleton } from "../../../src/scene/create-skeleton";
import { createPose } from "../../../src/scene/pose";
import { expectNear } from "../../expect-near";
import { Seeded } from "../../random";

/** A place, and a rotation of unit length that turns about all axes. */
type Rigid = [number, number, number, number, number, number, number];

function randomRigid(random: Seeded): Rigid {
	const [x, y, z] = [random.between(-9, 9), random.between(-9, 9), random.between(-9, 9)];
	const [qx, qy, qz, qw] = normalise(
		random.between(-0.9, -0.2),
		random.between(0.2, 0.9),
		random.between(0.2, 0.9),
		random.between(0.3, 0.9),
	);
	return [x, y, z, qx, qy, qz, qw];
}

function rowOfRigids(rigids: Array<Rigid>) {
	const packed = buffer.create(rigids.size() * 56);
	rigids.forEach((rigid, joint) =>
		rigid.forEach((value, index) => buffer.writef64(packed, joint * 56 + index * 8, value)),
	);
	return { packed, row: rowOf(packed, rigids.size()) };
}

function expectTransform(bone: Bone, rigid: Rigid): void {
	const [x, y, z, qx, qy, qz, qw] = rigid;
	const expected = new CFrame(x, y, z, qx, qy, qz, qw);
	expectNear([...bone.Transform.GetComponents()], [...expected.GetComponents()], 1e-4);
}

export = () => {
	it("show what is a share of the way along a line, in all its numbers", () => {
		const random = new Seeded(9);
		const bones = [new Instance("Bone"), new Instance("Bone"), new Instance("Bone")];
		const driven = new DrivenJoints();
		bones.forEach((bone, index) => driven.add(index, [bone]));
		const from = bones.map(() => randomRigid(random));
		const to = bones.map(() => randomRigid(random));
		for (const share of [0, 0.25, 0.75, 1]) {
			driven.showLine(lineOf(rowOfRigids(from).packed, rowOfRigids(to).packed, bones.size()), share);
			bones.forEach((bone, joint) => {
				const mixed = from[joint].map((value, index) => value + (to[joint][index] - value) * share) as Rigid;
				expectTransform(bone, mixed);
			});
		}
		driven.showRigid(rowOfRigids(to).packed);
		bones.forEach((bone, joint) => expectTransform(bone, to[joint]));
	});

	it("show a pose against rest: turned back by its rotation, from its place", () => {
		const random = new Seeded(10);
		const bones = [new Instance("Bone"), new Instance("Bone")];
		const driven = new DrivenJoints();
		bones.forEach((bone, index) => driven.add(index, [bone]));
		const rests = bones.map(() => randomRigid(random));
		const poses = bones.map(() => randomRigid(random));
		const pose = createPose(2);
		poses.forEach((rigid, joint) =>
			rigid.forEach((value, index) => buffer.writef32(pose, joint * 40 + index * 4, value)),
		);
		driven.showPose(pose, rowOfRigids(rests).row);
		bones.forEach((bone, joint) => {
			const [rx, ry, rz, rqx, rqy, rqz, rqw] = rests[joint];
			const [px, py, pz, pqx, pqy, pqz, pqw] = poses[joint];
			const [x, y, z] = rotate(-rqx, -rqy, -rqz, rqw, px - rx, py - ry, pz - rz);
			const [qx, qy, qz, qw] = multiply(-rqx, -rqy, -rqz, rqw, pqx, pqy, pqz, pqw);
			expectTransform(bone, [x, y, z, qx, qy, qz, qw]);
		});
	});

	it("are all moved where one joint has several", () => {
		for (const count of [1, 2, 3]) {
			const bones = new Array<Bone>();
			for (const _ of $range(1, count)) bones.push(new Instance("Bone"));
			const other = new Instance("Bone");
			const driven = new DrivenJoints();
			driven.add(0, bones);
			driven.add(1, [other]);
			const rigids = [randomRigid(new Seeded(count)), randomRigid(new Seeded(7))];
			driven.showRigid(rowOfRigids(rigids).packed);
			for (const bone of bones) expectTransform(bone, rigids[0]);
			expectTransform(other, rigids[1]);
		}
	});

	it("have names of a hundred bytes at most, told apart by a number, and one where they have none", () => {
		const names = ["Arm", "Arm", "", string.rep("n", 100), string.rep("m", 101)];
		const { skeleton } = createSkeleton(
			"rig",
			names.map((name) => ({ name, parent: -1 })),
		);
		expect(rigNames(skeleton).join("/")).to.equal(
			["Arm", "Arm 2", "Joint 3", string.rep("n", 100), string.rep("m", 100)].join("/"),
		);
	});
};
