import { createSkeleton } from "../../src/scene/create-skeleton";
import { createPose, POSE_STRIDE } from "../../src/scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../../src/scene/pose-to-world";
import { floats, readFloats } from "../buffers";
import { failureOf } from "../expect-failure";
import { expectNear } from "../expect-near";

export = () => {
	const HALF = math.sqrt(0.5);

	it("writes the rows of each joint's matrix", () => {
		const { skeleton } = createSkeleton("one", [{ name: "a", parent: -1 }]);
		// A quarter turn about Z takes X to Y and Y to -X; the factors belong to the joint's own axes.
		const pose = floats(1, 2, 3, 0, 0, HALF, HALF, 2, 3, 4);
		const world = buffer.create(WORLD_STRIDE);
		poseToWorld(skeleton, pose, world);
		expectNear(readFloats(world, 0, 12), [0, -3, 0, 1, 2, 0, 0, 2, 0, 0, 4, 3], 1e-6);
	});

	it("puts children into their parents' space, scale included", () => {
		const { skeleton } = createSkeleton("three", [
			{ name: "a", parent: -1 },
			{ name: "b", parent: 0 },
			{ name: "c", parent: 1 },
		]);
		const pose = createPose(3);
		buffer.copy(pose, 0, floats(10, 0, 0, 0, HALF, 0, HALF, 2, 2, 2));
		buffer.copy(pose, POSE_STRIDE, floats(1, 2, 3, 0, 0, 0, 1, 1, 1, 0.5));
		buffer.copy(pose, 2 * POSE_STRIDE, floats(0, 1, 2, 0, 0, 0, 1, 1, 1, 1));
		const world = buffer.create(3 * WORLD_STRIDE);
		poseToWorld(skeleton, pose, world);
		// A quarter turn about Y takes (x, y, z) to (z, y, -x).
		expectNear(readFloats(world, WORLD_STRIDE, 12), [0, 0, 1, 16, 0, 2, 0, 4, -2, 0, 0, -2], 1e-5);
		expectNear(readFloats(world, 2 * WORLD_STRIDE, 12), [0, 0, 1, 18, 0, 2, 0, 6, -2, 0, 0, -2], 1e-5);
	});

	it("names mistakes", () => {
		const { skeleton } = createSkeleton("one", [{ name: "a", parent: -1 }]);
		expect(failureOf(() => poseToWorld(skeleton, buffer.create(36), buffer.create(48)))).to.equal(
			"[dolly] poseToWorld: pose has 36 bytes, but 1 joints take 40",
		);
		expect(failureOf(() => poseToWorld(skeleton, buffer.create(40), buffer.create(40)))).to.equal(
			"[dolly] poseToWorld: world has 40 bytes, but 1 joints take 48",
		);
	});
};
