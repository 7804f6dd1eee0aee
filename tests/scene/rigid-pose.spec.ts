import { createSkeleton } from "../../src/scene/create-skeleton";
import { invertMatrix, MATRIX_SIZE, multiplyMatrices, widenMatrix } from "../../src/scene/matrix";
import { createPose, POSE_STRIDE, SCALE_OFFSET } from "../../src/scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../../src/scene/pose-to-world";
import { rigidPoseOf } from "../../src/scene/rest";
import { RIGID_STRIDE } from "../../src/scene/rigid-pose";
import { composeRigid } from "../../src/scene/compose-rigid";
import { Skeleton } from "../../src/scene/skeleton";
import { rotated } from "../rotation/rotated";
import { expectNear } from "../expect-near";
import { Seeded } from "../random";

const POINTS = [
	[0, 0, 0],
	[1, 0, 0],
	[0, 1, 0],
	[0, 0, 1],
] as const;

/** A pose of as many joints as there are scales, turned and moved at random. */
function randomPose(random: Seeded, scales: ReadonlyArray<ReadonlyArray<number>>): buffer {
	const pose = createPose(scales.size());
	scales.forEach((scale, joint) => {
		const at = joint * POSE_STRIDE;
		const q = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
		const length = math.sqrt(q.reduce((sum, value) => sum + value * value, 0));
		for (const axis of $range(0, 2)) {
			buffer.writef32(pose, at + axis * 4, random.between(-2, 2));
			buffer.writef32(pose, at + SCALE_OFFSET + axis * 4, scale[axis]);
		}
		q.forEach((value, index) => buffer.writef32(pose, at + 12 + index * 4, value / length));
	});
	return pose;
}

/** Where matrices take points of the model, bound as they rest, when the joint stands in `pose`. */
function movedByMatrices(skeleton: Skeleton, pose: buffer, joint: number): Array<number> {
	const worlds = [skeleton.rest, pose].map((each) => {
		const world = buffer.create(3 * WORLD_STRIDE);
		poseToWorld(skeleton, each, world);
		const wide = buffer.create(MATRIX_SIZE);
		widenMatrix(world, joint * WORLD_STRIDE, wide, 0);
		return wide;
	});
	const back = buffer.create(MATRIX_SIZE);
	assert(invertMatrix(worlds[0], 0, back, 0), "a rest pose that can be inverted");
	const total = buffer.create(MATRIX_SIZE);
	multiplyMatrices(worlds[1], 0, back, 0, total, 0);
	const result = new Array<number>();
	for (const [x, y, z] of POINTS) {
		for (const row of $range(0, 64, 32)) {
			const number = (offset: number) => buffer.readf64(total, row + offset);
			result.push(number(0) * x + number(8) * y + number(16) * z + number(24));
		}
	}
	return result;
}

/** Where the rigid transforms take them. */
function movedByBones(skeleton: Skeleton, pose: buffer, joint: number): Array<number> {
	const rigid = rigidPoseOf(skeleton);
	const worldOf = (each: buffer) => {
		rigid.update(each);
		const world = buffer.create(3 * RIGID_STRIDE);
		buffer.copy(world, 0, rigid.current, 0, RIGID_STRIDE);
		for (const at of [RIGID_STRIDE, 2 * RIGID_STRIDE])
			composeRigid(world, at - RIGID_STRIDE, rigid.current, at, world, at);
		const at = joint * RIGID_STRIDE;
		const number = (offset: number) => buffer.readf64(world, at + offset);
		return {
			position: [number(0), number(8), number(16)],
			rotation: [number(24), number(32), number(40), number(48)] as [number, number, number, number],
		};
	};
	const [rest, now] = [worldOf(skeleton.rest), worldOf(pose)];
	const [x, y, z, w] = rest.rotation;
	const result = new Array<number>();
	for (const point of POINTS) {
		const seen = point.map((value, axis) => value - rest.position[axis]);
		const inJoint = rotated([-x, -y, -z, w], [seen[0], seen[1], seen[2]]);
		rotated(now.rotation, inJoint).forEach((value, axis) => result.push(value + now.position[axis]));
	}
	return result;
}

/** Compares both ways for every joint. */
function compare(atRest: ReadonlyArray<ReadonlyArray<number>>, later: ReadonlyArray<ReadonlyArray<number>>): void {
	const random = new Seeded(7);
	const joints = [-1, 0, 1].map((parent) => ({ name: `Joint ${parent + 1}`, parent }));
	for (const _ of $range(1, 20)) {
		const { skeleton } = createSkeleton("chain", joints, { rest: randomPose(random, atRest) });
		const pose = randomPose(random, later);
		for (const joint of $range(0, 2)) {
			expectNear(movedByBones(skeleton, pose, joint), movedByMatrices(skeleton, pose, joint), 1e-4);
		}
	}
}

export = () => {
	it("moves what joints carry as matrices do, whatever they mirror at rest", () => {
		for (const signs of [
			[-1, 1, 1],
			[1, -1, 1],
			[1, 1, -1],
			[-1, -1, 1],
			[1, -1, -1],
			[-1, 1, -1],
			[-1, -1, -1],
		]) {
			const once = [signs, [1, 1, 1], [1, 1, 1]];
			compare(once, once);
			const below = [[1, 1, 1], signs, [2, 2, 2]];
			compare(below, below);
			const twice = [signs, [1, -1, 1], signs];
			compare(twice, twice);
		}
	});

	it("puts joints that do not take all of their parent's transform where matrices have them, under any scale", () => {
		const random = new Seeded(11);
		for (const flags of $range(1, 7)) {
			const detached = {
				translation: flags % 2 === 1,
				scale: (flags >>> 1) % 2 === 1,
				rotation: flags >= 4,
				origin: [0.5, -1, 2] as [number, number, number],
			};
			// Of a parent that is sheared, only what takes no rotation knows a scale to leave out.
			const isSheared = !detached.scale || detached.rotation;
			const joints = [
				{ name: "Stretched", parent: -1 },
				{ name: "Turned", parent: 0 },
				{ name: "Free", parent: isSheared ? 1 : 0, detached },
				{ name: "Below", parent: 2 },
			];
			const { skeleton } = createSkeleton("chain", joints);
			const rigid = rigidPoseOf(skeleton);
			for (const _ of $range(1, 10)) {
				const pose = randomPose(random, [
					[2, 0.5, 1.5],
					[1, 1, 1],
					[1.25, 1.25, 1.25],
					[1, 1, 1],
				]);
				const matrices = buffer.create(4 * WORLD_STRIDE);
				poseToWorld(skeleton, pose, matrices);
				rigid.update(pose);
				const world = buffer.create(4 * RIGID_STRIDE);
				joints.forEach(({ parent }, joint) => {
					const at = joint * RIGID_STRIDE;
					if (parent < 0) buffer.copy(world, at, rigid.current, at, RIGID_STRIDE);
					else composeRigid(world, parent * RIGID_STRIDE, rigid.current, at, world, at);
					expectNear(
						[0, 8, 16].map((axis) => buffer.readf64(world, at + axis)),
						[12, 28, 44].map((axis) => buffer.readf32(matrices, joint * WORLD_STRIDE + axis)),
						1e-5,
					);
				});
			}
		}
	});

	it("takes a mirror on two axes that comes with the pose for half a turn", () => {
		const plain = [
			[1, 1, 1],
			[1, 1, 1],
			[1, 1, 1],
		];
		const mirrored = [
			[-1, 1, 1],
			[1, 1, 1],
			[1, 1, 1],
		];
		for (const [turned, back] of [
			[
				[-1, -1, 1],
				[1, -1, 1],
			],
			[
				[-1, 1, -1],
				[1, 1, -1],
			],
			[
				[1, -1, -1],
				[-1, -1, -1],
			],
		]) {
			compare(plain, [turned, [1, 1, 1], [1, 1, 1]]);
			compare(plain, [[1, 1, 1], turned, turned]);
			compare(mirrored, [back, [1, 1, 1], [1, 1, 1]]);
		}
	});
};
