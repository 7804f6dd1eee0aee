import { Axes, convertClip, convertMesh, convertPath, convertSkeleton, METRES_TO_STUDS } from "../../src/scene/axes";
import { CAMERA_SAMPLE_SIZE, CameraPath } from "../../src/motion/camera-path";
import { createSkeleton } from "../../src/scene/create-skeleton";
import { createPose } from "../../src/scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../../src/scene/pose-to-world";
import { samplePose } from "../../src/scene/sample-pose";
import { rotate } from "../../src/rotation/quaternion";
import { floats, readFloats } from "../buffers";
import { failureOf } from "../expect-failure";
import { expectNear } from "../expect-near";
import { gridMesh } from "./grid-mesh";
import { manyJoints } from "./many-joints";

/** What each choice of axes does to a vector, written out. */
const TURNED: { [name in Axes]: (x: number, y: number, z: number) => Array<number> } = {
	yUp: (x, y, z) => [x, y, z],
	zUp: (x, y, z) => [x, z, -y],
};
const ALL: Array<Axes> = ["yUp", "zUp"];

/** The point that a 3×4 matrix at byte `at` takes a point to. */
function transformed(world: buffer, at: number, point: Array<number>): Array<number> {
	return [0, 16, 32].map((row) => {
		const [a, b, c, d] = [0, 4, 8, 12].map((column) => buffer.readf32(world, at + row + column));
		return a * point[0] + b * point[1] + c * point[2] + d;
	});
}

export = () => {
	it("has 25 studs in 7 metres", () => {
		const { skeleton } = createSkeleton("one", [{ name: "a", parent: -1 }], {
			rest: floats(7, 0, 0, 0, 0, 0, 1, 1, 1, 1),
		});
		expectNear(readFloats(convertSkeleton(skeleton, METRES_TO_STUDS).rest, 0, 3), [25, 0, 0], 1e-5);
	});

	it("moves the points that a sampled clip moves to where the turned clip moves the turned points", () => {
		const { clip, skeleton } = manyJoints(12, 2);
		for (const joint of $range(0, 11)) {
			buffer.writef32(clip.rest, joint * 40 + 28, 0.8);
			buffer.writef32(clip.rest, joint * 40 + 36, 1.3);
		}
		const pose = createPose(12);
		const before = buffer.create(12 * WORLD_STRIDE);
		const after = buffer.create(12 * WORLD_STRIDE);
		samplePose(clip, 0.77, pose);
		poseToWorld(skeleton, pose, before);
		for (const axes of ALL) {
			const turn = TURNED[axes];
			const conversion = { axes, scale: 4 };
			samplePose(convertClip(clip, conversion), 0.77, pose);
			poseToWorld(convertSkeleton(skeleton, conversion), pose, after);
			for (const joint of $range(0, 11)) {
				const [x, y, z] = transformed(before, joint * WORLD_STRIDE, [1, 2, 3]);
				const point = turn(1, 2, 3).map((value) => value * 4);
				const expected = turn(x, y, z).map((value) => value * 4);
				expectNear(transformed(after, joint * WORLD_STRIDE, point), expected, 1e-3);
			}
		}
	});

	it("turns inverse bind matrices so that they undo the turned joints", () => {
		const { skeleton } = createSkeleton("one", [{ name: "a", parent: -1, billboard: "lockX" }], {
			inverseBind: floats(0, -3, 0, 1, 2, 0, 0, 2, 0, 0, 4, 3),
		});
		for (const axes of ALL) {
			const turn = TURNED[axes];
			const converted = convertSkeleton(skeleton, { axes, scale: 2 });
			const [x, y, z] = transformed(skeleton.inverseBind!, 0, [5, 6, 7]);
			const point = turn(5, 6, 7).map((value) => value * 2);
			expectNear(transformed(converted.inverseBind!, 0, point), turn(x * 2, y * 2, z * 2), 1e-4);
		}
	});

	it("keeps a billboard locked to the axis that its axis became", () => {
		for (const [lock, axes, expected] of [
			["lockX", "zUp", "lockX"],
			["lockY", "zUp", "lockZ"],
			["lockZ", "zUp", "lockY"],
			["full", "zUp", "full"],
		] as const) {
			const { skeleton } = createSkeleton("one", [{ name: "a", parent: -1, billboard: lock }]);
			expect(convertSkeleton(skeleton, { axes }).joints[0].billboard).to.equal(expected);
		}
	});

	it("turns a mesh's positions, directions and morphs, and scales lengths alone", () => {
		const mesh = gridMesh(2, 2);
		mesh.positions = floats(1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0);
		mesh.normals = floats(1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0);
		mesh.tangents = floats(1, 2, 3, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
		mesh.morphs![0].positions = floats(4, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0);
		const converted = convertMesh(mesh, { axes: "zUp", scale: 10 });
		expectNear(readFloats(converted.positions, 0, 3), [10, 30, -20], 0);
		expectNear(readFloats(converted.normals!, 0, 3), [1, 3, -2], 0);
		expectNear(readFloats(converted.tangents!, 0, 4), [1, 3, -2, -1], 0);
		expectNear(readFloats(converted.morphs![0].positions!, 0, 3), [40, 60, -50], 0);
		expectNear(readFloats(mesh.positions, 0, 3), [1, 2, 3], 0);
		expect(converted.indices).to.equal(mesh.indices);
		expect(converted.morphs![1].positions).to.equal(undefined);
	});

	it("turns where a camera is, where it looks and where its top is", () => {
		const path: CameraPath = {
			name: "flight",
			duration: 3,
			rate: 24,
			sample(_seconds, target) {
				[1, 2, 3, 0.1, 0.7, -0.1, 0.7].forEach((value, index) => {
					const length = math.sqrt(0.01 + 0.49 + 0.01 + 0.49);
					buffer.writef64(target, index * 8, index < 3 ? value : value / length);
				});
				buffer.writef64(target, 56, 70);
			},
		};
		const before = buffer.create(CAMERA_SAMPLE_SIZE);
		const after = buffer.create(CAMERA_SAMPLE_SIZE);
		const read = (sample: buffer, index: number) => buffer.readf64(sample, index * 8);
		const direction = (sample: buffer, x: number, y: number, z: number) => [
			...rotate(read(sample, 3), read(sample, 4), read(sample, 5), read(sample, 6), x, y, z),
		];
		path.sample(0, before);
		for (const axes of ALL) {
			const turn = TURNED[axes];
			const converted = convertPath(path, { axes, scale: 3 });
			converted.sample(0, after);
			expect(converted.duration).to.equal(3);
			expect(converted.rate).to.equal(24);
			expectNear([read(after, 0), read(after, 1), read(after, 2)], turn(3, 6, 9), 1e-12);
			for (const [x, y, z] of [
				[0, 0, -1],
				[0, 1, 0],
			]) {
				const [dx, dy, dz] = direction(before, x, y, z);
				expectNear(direction(after, x, y, z), turn(dx, dy, dz), 1e-12);
			}
			expect(read(after, 7)).to.equal(70);
		}
	});

	it("names mistakes", () => {
		const { clip } = manyJoints(1, 1);
		expect(failureOf(() => convertClip(clip, { scale: -1 }))).to.equal("[dolly] convertClip: scale is -1");
		expect(failureOf(() => convertClip(clip, { axes: "up" as Axes }))).to.equal("[dolly] convertClip: axes is up");
	});
};
