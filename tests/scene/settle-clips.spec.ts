import { Budget } from "../../src/bytes/budget";
import { FixedChannel } from "../../src/motion/fixed-channel";
import { Interpolation, KeyedChannel } from "../../src/motion/keyed-channel";
import { Clip, isUnscaled } from "../../src/scene/clip";
import { createPose, POSE_STRIDE, SCALE_OFFSET } from "../../src/scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../../src/scene/pose-to-world";
import { samplePose } from "../../src/scene/sample-pose";
import { settleClips } from "../../src/scene/settle-clips";
import { Skeleton } from "../../src/scene/skeleton";
import { expectNear } from "../expect-near";

const TIMES = [0, 1, 2];

function channel(
	kind: "vector" | "rotation",
	values: Array<number>,
	interpolation: Interpolation = "linear",
): KeyedChannel {
	const times = buffer.create(24);
	TIMES.forEach((time, key) => buffer.writef64(times, key * 8, time));
	const numbers = buffer.create(values.size() * 4);
	values.forEach((value, index) => buffer.writef32(numbers, index * 4, value));
	return new KeyedChannel({ kind, interpolation, times, values: numbers });
}

const thrice = (...values: Array<number>) => [...values, ...values, ...values];

/** Hips, scaled by a hundredth, that carry a spine a hundred up, that carries a head ten up and scaled by two. */
function centimetres(): Skeleton {
	const rest = createPose(3);
	for (const [joint, factor] of [
		[0, 0.01],
		[2, 2],
	]) {
		for (const axis of $range(0, 8, 4)) buffer.writef32(rest, joint * POSE_STRIDE + SCALE_OFFSET + axis, factor);
	}
	buffer.writef32(rest, POSE_STRIDE + 4, 100);
	buffer.writef32(rest, 2 * POSE_STRIDE + 4, 10);
	const joints = [
		{ name: "Hips", parent: -1 },
		{ name: "Spine", parent: 0 },
		{ name: "Head", parent: 1 },
	];
	return { name: "rig", joints, rest };
}

function clipOf(skeleton: Skeleton, tracks: Clip["tracks"]): Clip {
	return { name: "Clip", duration: 2, loop: false, skeleton, tracks };
}

/** Where all joints are at some times. */
function places(clip: Clip): Array<number> {
	const count = clip.skeleton.joints.size();
	const pose = createPose(count);
	const world = buffer.create(count * WORLD_STRIDE);
	const found = new Array<number>();
	for (const seconds of [0, 0.3, 1.2, 2]) {
		samplePose(clip, seconds, pose);
		poseToWorld(clip.skeleton, pose, world);
		for (const joint of $range(0, count - 1)) {
			for (const offset of [12, 28, 44]) found.push(buffer.readf32(world, joint * WORLD_STRIDE + offset));
		}
	}
	return found;
}

const settle = (skeleton: Skeleton, ...clips: Array<Clip>) => settleClips([skeleton], clips, new Budget(), "test");

export = () => {
	it("makes channels that never change fixed ones, whatever they are made of", () => {
		const skeleton = centimetres();
		const [s, c] = [math.sin(0.4), math.cos(0.4)];
		for (const [kind, values, interpolation] of [
			["vector", thrice(1, 2, 3), "linear"],
			["vector", thrice(1, 2, 3), "step"],
			["rotation", thrice(s, 0, 0, c), "linear"],
			["vector", thrice(0, 0, 0, 1, 2, 3, 0, 0, 0), "cubic"],
			["vector", thrice(1, 2, 3, 1, 2, 3, 1, 2, 3), "bezier"],
			["vector", thrice(1, 2, 3, 0, 0, 0, 0, 0, 0), "hermite"],
		] as Array<["vector" | "rotation", Array<number>, Interpolation]>) {
			const still = channel(kind, values, interpolation);
			const clip = clipOf(skeleton, [{ joint: 1, [kind === "vector" ? "translation" : "rotation"]: still }]);
			settle(skeleton, clip);
			const [track] = clip.tracks;
			expect((track.translation ?? track.rotation) instanceof FixedChannel).to.equal(true);
		}
	});

	it("keeps channels of which one number changes a little more than by rounding", () => {
		const skeleton = centimetres();
		for (const at of $range(0, 8)) {
			const values = thrice(1, 2, 3);
			values[at] += 1e-3;
			const clip = clipOf(skeleton, [{ joint: 1, translation: channel("vector", values) }]);
			settle(skeleton, clip);
			expect(clip.tracks[0].translation instanceof FixedChannel).to.equal(false);
		}
		for (const at of $range(0, 26)) {
			const values = thrice(0, 0, 0, 1, 2, 3, 0, 0, 0);
			values[at] += 1e-3;
			const clip = clipOf(skeleton, [{ joint: 1, translation: channel("vector", values, "cubic") }]);
			settle(skeleton, clip);
			expect(clip.tracks[0].translation instanceof FixedChannel).to.equal(false);
		}
	});

	it("folds constant scales into the places below, at rest and in clips, and leaves nothing scaled", () => {
		const tracks = () => [
			{
				joint: 0,
				translation: channel("vector", [0, 0, 0, 3, 0, 0, 0, 1, 0]),
				scale: channel("vector", thrice(0.01, 0.01, 0.01)),
			},
			{
				joint: 1,
				translation: channel("vector", [0, 100, 0, 0, 120, 0, 0, 90, 0]),
				scale: channel("vector", thrice(1, 1, 1)),
			},
			{ joint: 2, translation: channel("vector", thrice(0, 10, 0)), scale: new FixedChannel(2, 2, 2) },
		];
		const wanted = places(clipOf(centimetres(), tracks()));
		const skeleton = centimetres();
		const clip = clipOf(skeleton, tracks());
		settle(skeleton, clip);
		expectNear(places(clip), wanted, 1e-5);
		expect(isUnscaled(clip)).to.equal(true);
		for (const track of clip.tracks) expect(track.scale).to.equal(undefined);
		expect(buffer.readf32(skeleton.rest, POSE_STRIDE + 4)).to.be.near(1, 1e-6);
		expect(clip.tracks[2].translation instanceof FixedChannel).to.equal(true);
	});

	it("leaves scales that change, mirror or differ by axis, and folds those above and below them", () => {
		const swelling = () => channel("vector", [1, 1, 1, 2, 2, 2, 1, 1, 1]);
		const wanted = places(clipOf(centimetres(), [{ joint: 1, scale: swelling() }]));
		const skeleton = centimetres();
		const clip = clipOf(skeleton, [{ joint: 1, scale: swelling() }]);
		settle(skeleton, clip);
		expect(clip.tracks[0].scale).to.be.ok();
		expectNear(places(clip), wanted, 1e-5);
		expect(isUnscaled(clip)).to.equal(false);
		for (const factors of [
			[-1, 1, 1],
			[1, 2, 1],
		]) {
			const odd = centimetres();
			factors.forEach((factor, axis) => buffer.writef32(odd.rest, SCALE_OFFSET + axis * 4, factor));
			const before = places(clipOf(odd, []));
			settle(odd, clipOf(odd, []));
			expectNear(places(clipOf(odd, [])), before, 1e-5);
			expect(buffer.readf32(odd.rest, SCALE_OFFSET)).to.equal(factors[0]);
		}
	});
};
