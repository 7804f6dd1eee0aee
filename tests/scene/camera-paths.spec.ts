import { CAMERA_SAMPLE_SIZE, CameraPath } from "../../src/motion/camera-path";
import { createSkeleton } from "../../src/scene/create-skeleton";
import { FixedChannel } from "../../src/motion/fixed-channel";
import { KeyedChannel } from "../../src/motion/keyed-channel";
import { pathFromChannels } from "../../src/motion/path-from-channels";
import { pathFromClip } from "../../src/scene/path-from-clip";
import { createPose } from "../../src/scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../../src/scene/pose-to-world";
import { rotate } from "../../src/rotation/quaternion";
import { doubles, floats } from "../buffers";
import { failureOf } from "../expect-failure";
import { expectNear, expectSameRotation } from "../expect-near";
import { headless } from "../headless";

const HALF = math.sqrt(0.5);

function sampleOf(path: CameraPath, seconds: number): Array<number> {
	const target = buffer.create(CAMERA_SAMPLE_SIZE);
	buffer.fill(target, 0, 0xff);
	path.sample(seconds, target);
	return [0, 8, 16, 24, 32, 40, 48, 56].map((at) => buffer.readf64(target, at));
}

function part(values: Array<number>, from: number, to: number): Array<number> {
	return values.filter((_, index) => index >= from && index <= to);
}

/** Where the camera of a sample has its own `x y z`. */
function direction(sample: Array<number>, x: number, y: number, z: number): Array<number> {
	return [...rotate(sample[3], sample[4], sample[5], sample[6], x, y, z)];
}

export = () => {
	const moving = new KeyedChannel({
		kind: "vector",
		interpolation: "linear",
		times: doubles(0, 2),
		values: floats(0, 5, 0, 10, 5, 0),
	});

	describe("pathFromChannels", () => {
		it("gives position, rotation and field of view, held at both ends", () => {
			const path = pathFromChannels({
				name: "flight",
				duration: 2,
				position: moving,
				rotation: new FixedChannel(0, HALF, 0, HALF),
				fieldOfView: 55,
			});
			expect(path.name).to.equal("flight");
			expect(path.duration).to.equal(2);
			expectNear(sampleOf(path, 1), [5, 5, 0, 0, HALF, 0, HALF, 55], 1e-6);
			expectNear(part(sampleOf(path, -3), 0, 2), [0, 5, 0], 0);
			expectNear(part(sampleOf(path, 9), 0, 2), [10, 5, 0], 0);
		});

		it("holds at its duration what its channels would carry on", () => {
			const path = pathFromChannels({
				name: "cut",
				duration: 1,
				position: moving,
				target: new FixedChannel(0, 0, 0),
			});
			expectNear(part(sampleOf(path, 2), 0, 2), [5, 5, 0], 1e-6);
		});

		it("looks at a target, upright, without a field of view where it has none", () => {
			const path = pathFromChannels({
				name: "look",
				duration: 2,
				position: moving,
				target: new FixedChannel(5, 5, -5),
			});
			const sample = sampleOf(path, 0);
			expectNear(direction(sample, 0, 0, -1), [HALF, 0, -HALF], 1e-9);
			expectNear(direction(sample, 0, 1, 0), [0, 1, 0], 1e-9);
			expect(sample[7]).to.equal(0);
		});

		it("rolls its right side down, and reads the field of view from a channel", () => {
			const path = pathFromChannels({
				name: "roll",
				duration: 2,
				position: new FixedChannel(0, 0, 0),
				target: new FixedChannel(0, 0, -9),
				roll: new FixedChannel(math.pi / 2),
				fieldOfView: new KeyedChannel({
					kind: "scalar",
					interpolation: "linear",
					times: doubles(0, 2),
					values: floats(40, 80),
				}),
			});
			const sample = sampleOf(path, 0.5);
			expectNear(direction(sample, 1, 0, 0), [0, -1, 0], 1e-6);
			expectNear(direction(sample, 0, 0, -1), [0, 0, -1], 1e-6);
			expect(sample[7]).to.equal(50);
		});

		it("names mistakes", () => {
			const rotation = new FixedChannel(0, 0, 0, 1);
			const common = { name: "x", duration: 1, position: moving };
			expect(failureOf(() => pathFromChannels(common))).to.equal(
				"[dolly] pathFromChannels: a path needs a rotation or a target, and not both",
			);
			expect(failureOf(() => pathFromChannels({ ...common, rotation, target: moving }))).to.equal(
				"[dolly] pathFromChannels: a path needs a rotation or a target, and not both",
			);
			expect(failureOf(() => pathFromChannels({ ...common, rotation, roll: moving }))).to.equal(
				"[dolly] pathFromChannels: roll goes with a target; a rotation has its own",
			);
			expect(failureOf(() => pathFromChannels({ ...common, rotation, duration: -1 }))).to.equal(
				"[dolly] pathFromChannels: duration is -1",
			);
			expect(failureOf(() => new FixedChannel(1, 2))).to.equal(
				"[dolly] FixedChannel: there are 2 values; expected 1, 3 or 4",
			);
		});
	});

	describe("pathFromClip", () => {
		(headless ? it : itSKIP)("finds the tracks of a chain of 20,000 joints at once", () => {
			const joints = [];
			const tracks = [];
			for (const joint of $range(0, 19_999)) {
				joints.push({ name: "", parent: joint - 1 });
				tracks.push({ joint, translation: moving });
			}
			const chain = { name: "", joints, rest: createPose(joints.size()) };
			const clip = { name: "", duration: 2, loop: false, skeleton: chain, tracks };
			const started = headless!.processorClock();
			const path = pathFromClip(clip, 19_999);
			// Of all tracks with all joints it would be half a second.
			expect(headless!.processorClock() - started < 0.1).to.equal(true);
			expectNear(part(sampleOf(path, 2), 0, 2), [200_000, 100_000, 0], 1e-6);
		});

		const rest = createPose(3);
		// The dolly is turned a quarter about Y and twice as large; the camera sits on its arm.
		buffer.copy(rest, 0, floats(0, 1, 0, 0, HALF, 0, HALF, 2, 2, 2));
		buffer.copy(rest, 40, floats(0, 3, 0, 0, 0, 0, 1, 1, 1, 1));
		const { skeleton } = createSkeleton(
			"crane",
			[
				{ name: "Dolly", parent: -1 },
				{ name: "Camera", parent: 0 },
				{ name: "Extra", parent: -1 },
			],
			{ rest },
		);
		const clip = { name: "move", duration: 2, loop: true, skeleton, tracks: [{ joint: 0, translation: moving }] };

		it("follows a joint through its parents", () => {
			const path = pathFromClip(clip, 1);
			expect(path.name).to.equal("Camera");
			expect(path.duration).to.equal(2);
			const sample = sampleOf(path, 1);
			expectNear(part(sample, 0, 2), [5, 11, 0], 1e-5);
			expectSameRotation(part(sample, 3, 6), [0, HALF, 0, HALF], 1e-6);
			expect(sample[7]).to.equal(0);
		});

		it("turns what a parent's scale moves", () => {
			const offset = createPose(3);
			buffer.copy(offset, 0, rest);
			buffer.copy(offset, 40, floats(1, 0, 0, HALF, 0, 0, HALF, 1, 1, 1));
			const path = pathFromClip({ ...clip, skeleton: { ...skeleton, rest: offset } }, 1, {
				name: "A",
				fieldOfView: 33,
			});
			const sample = sampleOf(path, 0);
			// Two studs along the dolly's X, which is the world's -Z.
			expectNear(part(sample, 0, 2), [0, 5, -2], 1e-5);
			// Tilted up, its top points along the dolly's +Z, which is the world's +X.
			expectNear(direction(sample, 0, 0, -1), [0, 1, 0], 1e-6);
			expectNear(direction(sample, 0, 1, 0), [1, 0, 0], 1e-6);
			expect(sample[7]).to.equal(33);
		});

		it("looks where a mirrored joint looks, with its top where that has it", () => {
			for (const bits of $range(1, 63)) {
				const sign = (bit: number) => ((bits >>> bit) % 2 === 1 ? -2 : 2);
				const pose = createPose(3);
				buffer.copy(pose, 0, floats(0, 1, 0, 0.5, 0.5, 0.1, 0.7, sign(0), sign(1), sign(2)));
				buffer.copy(pose, 40, floats(3, 2, 1, 0.1, -0.7, 0.5, 0.5, sign(3), sign(4), sign(5)));
				const world = buffer.create(3 * WORLD_STRIDE);
				poseToWorld(skeleton, pose, world);
				const column = (index: number, length: number) =>
					[0, 16, 32].map((row) => buffer.readf32(world, WORLD_STRIDE + row + index * 4) / length);
				const sample = sampleOf(pathFromClip({ ...clip, skeleton: { ...skeleton, rest: pose }, tracks: [] }, 1), 0);
				expectNear(part(sample, 0, 2), column(3, 1), 1e-5);
				expectNear(direction(sample, 0, 0, -1), column(2, -4), 1e-5);
				expectNear(direction(sample, 0, 1, 0), column(1, 4), 1e-5);
			}
		});

		it("stays at the end of a clip that loops", () => {
			expectNear(part(sampleOf(pathFromClip(clip, 1), 3), 0, 2), [10, 11, 0], 1e-5);
		});

		it("names mistakes", () => {
			expect(failureOf(() => pathFromClip(clip, 3))).to.equal(
				'[dolly] pathFromClip: joint is 3, but "crane" has 3 joints',
			);
			expect(failureOf(() => pathFromClip(clip, -1))).to.equal(
				'[dolly] pathFromClip: joint is -1, but "crane" has 3 joints',
			);
		});
	});
};
