import { createSkeleton } from "../../src/scene/create-skeleton";
import { createPose, POSE_STRIDE } from "../../src/scene/pose";
import { failureOf } from "../expect-failure";

/** A buffer whose entry `index` starts with the number `index`. */
function numbered(count: number, stride: number): buffer {
	const result = buffer.create(count * stride);
	for (const index of $range(0, count - 1)) buffer.writef32(result, index * stride, index);
	return result;
}

export = () => {
	it("puts parents first and says where each joint went", () => {
		const rest = numbered(5, POSE_STRIDE);
		const { skeleton, mapping } = createSkeleton(
			"rig",
			[
				{ name: "hand", parent: 3 },
				{ name: "root", parent: -1 },
				{ name: "finger", parent: 0, billboard: "lockY" },
				{ name: "arm", parent: 1 },
				{ name: "camera", parent: -1 },
			],
			{ rest },
		);
		expect(skeleton.joints.map(({ name }) => name).join(" ")).to.equal("root arm hand finger camera");
		expect(skeleton.joints.map(({ parent }) => parent).join(" ")).to.equal("-1 0 1 2 -1");
		expect(mapping.join(" ")).to.equal("2 0 3 1 4");
		expect(skeleton.joints[3].billboard).to.equal("lockY");
		[1, 3, 0, 2, 4].forEach((from, to) => {
			expect(buffer.readf32(skeleton.rest, to * POSE_STRIDE)).to.equal(from);
		});
	});

	it("keeps joints that stand in order already where they are", () => {
		const { mapping, skeleton } = createSkeleton("rig", [
			{ name: "a", parent: -1 },
			{ name: "b", parent: 0 },
			{ name: "c", parent: 0 },
			{ name: "d", parent: 1 },
		]);
		expect(mapping.join(" ")).to.equal("0 1 2 3");
		expect(buffer.tostring(skeleton.rest)).to.equal(buffer.tostring(createPose(4)));
	});

	it("takes a chain of 100,000 joints that comes backwards", () => {
		const joints = new Array<{ name: string; parent: number }>();
		for (const index of $range(0, 99999)) joints.push({ name: "j", parent: index === 99999 ? -1 : index + 1 });
		const { mapping } = createSkeleton("chain", joints);
		expect(mapping[0]).to.equal(99999);
		expect(mapping[99999]).to.equal(0);
	});

	it("refuses cycles", () => {
		const joints = [
			{ name: "root", parent: -1 },
			{ name: "a", parent: 2 },
			{ name: "b", parent: 1 },
		];
		expect(failureOf(() => createSkeleton("rig", joints))).to.equal(
			'[dolly] createSkeleton: joint 1 "a" is its own ancestor',
		);
		expect(failureOf(() => createSkeleton("rig", [{ name: "self", parent: 0 }], { format: "gltf" }))).to.equal(
			'[dolly] gltf: joint 0 "self" is its own ancestor',
		);
	});

	it("refuses parents that do not exist", () => {
		for (const parent of [1, -2, 0.5, math.huge, 0 / 0]) {
			expect(failureOf(() => createSkeleton("rig", [{ name: "a", parent }]))).to.equal(
				`[dolly] createSkeleton: joint 0 "a" has parent ${parent}, but there are 1 joints`,
			);
		}
	});

	it("refuses a rest pose of another size", () => {
		expect(failureOf(() => createSkeleton("rig", [{ name: "a", parent: -1 }], { rest: createPose(2) }))).to.equal(
			"[dolly] createSkeleton: rest has 80 bytes, but 1 joints take 40",
		);
	});
};
