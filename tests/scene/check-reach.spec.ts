import { convertScene, readModel } from "../../src";
import { Budget } from "../../src/bytes/budget";
import { Channel } from "../../src/motion/channel";
import { FixedChannel } from "../../src/motion/fixed-channel";
import { Interpolation, KeyedChannel } from "../../src/motion/keyed-channel";
import { checkReach } from "../../src/scene/check-reach";
import { createPose, POSE_STRIDE } from "../../src/scene/pose";
import { emptyScene, Scene } from "../../src/scene/scene";
import { scaledJoints } from "../../src/scene/scaled-joints";
import { Skeleton } from "../../src/scene/skeleton";
import { buildMrn, buildSkeletonData } from "../builders/mrn";
import { doubles, floats } from "../buffers";
import { failureOf } from "../expect-failure";
import { Seeded } from "../random";

/** Joints one below the other, each so far from the one above. */
function chain(count: number, distance: number): Skeleton {
	const rest = createPose(count);
	const joints = [];
	for (const joint of $range(0, count - 1)) {
		joints.push({ name: `Joint ${joint}`, parent: joint - 1 });
		buffer.writef32(rest, joint * POSE_STRIDE, distance);
	}
	return { name: "chain", joints, rest };
}

/** A scene in which every joint of a chain has these channels. */
function moving(skeleton: Skeleton, translation?: Channel, scale?: Channel): Scene {
	const tracks = skeleton.joints.map((_, joint) => ({ joint, translation, scale }));
	const clip = { name: "Wild", duration: 1, loop: false, skeleton, tracks };
	return { ...emptyScene("scene", "test"), skeletons: [skeleton], clips: [clip] };
}

function check(scene: Scene): void {
	checkReach(scene, new Budget(), "test");
}

export = () => {
	it("takes what real models do: scales that multiply, and long ways", () => {
		check(moving(chain(100, 10), new FixedChannel(1e6, 0, 0), new FixedChannel(2, 2, 2)));
		check(moving(chain(3, 1e30)));
	});

	it("names the joint whose place can become infinite at rest", () => {
		const skeleton = chain(4, 1);
		for (const joint of $range(0, 3)) buffer.writef32(skeleton.rest, joint * POSE_STRIDE + 28, 1e20);
		expect(failureOf(() => check(moving(skeleton)))).to.equal(
			'[dolly] test: joint "Joint 1" of "chain" can leave the range of numbers at rest',
		);
		expect(failureOf(() => check(moving(chain(2, 8e37))))).to.equal(
			'[dolly] test: joint "Joint 0" of "chain" can leave the range of numbers at rest',
		);
	});

	it("names the joint, and the clip that moves or scales it too far", () => {
		const scaled = moving(chain(4, 1), undefined, new FixedChannel(1, -1e13, 1));
		expect(failureOf(() => check(scaled))).to.equal(
			'[dolly] test: joint "Joint 2" of "chain" can leave the range of numbers in clip "Wild"',
		);
		const moved = moving(chain(4, 1), new FixedChannel(0, 0, -2e37));
		expect(failureOf(() => check(moved))).to.equal(
			'[dolly] test: joint "Joint 2" of "chain" can leave the range of numbers in clip "Wild"',
		);
		const skeleton = chain(2, 1);
		const scene = moving(skeleton);
		const rest = createPose(2);
		buffer.writef32(rest, POSE_STRIDE, 3e38);
		scene.clips[0].skeleton = { ...skeleton, rest };
		expect(failureOf(() => check(scene))).to.equal(
			'[dolly] test: joint "Joint 1" of "chain" can leave the range of numbers at rest',
		);
	});

	it("knows a bound of what any channel writes, and none that is far off", () => {
		const random = new Seeded(5);
		const target = buffer.create(16);
		const interpolations: Array<Interpolation> = ["step", "linear", "cubic", "hermite", "bezier"];
		for (const interpolation of interpolations) {
			for (const _ of $range(1, 50)) {
				const numbers = new Array<number>();
				const isPlain = interpolation === "step" || interpolation === "linear";
				for (const _ of $range(1, isPlain ? 9 : 27)) numbers.push(random.between(-1, 1) * 10 ** random.int(0, 6));
				const times = doubles(0, random.between(0.01, 3), random.between(3, 20));
				const channel = new KeyedChannel({ kind: "vector", interpolation, times, values: floats(...numbers) });
				let most = 0;
				for (const step of $range(0, 200)) {
					channel.write(step / 10, target, 0);
					for (const at of $range(0, 8, 4)) most = math.max(most, math.abs(buffer.readf32(target, at)));
				}
				expect(most <= channel.reach()).to.equal(true);
				// As f32 have them.
				const largest = math.max(...numbers.map((value) => math.abs(value))) * (1 + 2 ** -24);
				if (isPlain) expect(channel.reach() <= largest).to.equal(true);
			}
		}
	});

	it("refuses a change of units that takes joints, clips or nodes out of the range of numbers", () => {
		const far = moving(chain(2, 1e30));
		expect(failureOf(() => convertScene(far, { scale: 1e9 }))).to.equal(
			'[dolly] convertScene: joint "Joint 0" of "chain" can leave the range of numbers at rest',
		);
		const moved = moving(chain(2, 1), new FixedChannel(1e35, 0, 0));
		expect(failureOf(() => convertScene(moved, { scale: 1e4 }))).to.equal(
			'[dolly] convertScene: joint "Joint 0" of "chain" can leave the range of numbers in clip "Wild"',
		);
		expect(convertScene(moved, { scale: 100 }).clips.size()).to.equal(1);
		const scene = emptyScene("scene", "test");
		scene.nodes.push({ name: "Far", parent: -1, translation: [0, 1e37, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] });
		expect(failureOf(() => convertScene(scene, { scale: 10 }))).to.equal(
			'[dolly] convertScene: scale 10 takes node "Far" out of the range of numbers',
		);
	});

	it("refuses a clip whose skeleton rests in a pose of other joints", () => {
		const scene = moving(chain(2, 1));
		scene.clips[0].skeleton = { ...scene.skeletons[0], rest: createPose(1) };
		expect(failureOf(() => convertScene(scene, { scale: 2 }))).to.equal(
			"[dolly] convertScene: a clip's skeleton.rest has 40 bytes, but its joints take 80",
		);
	});

	it("refuses a network whose bones stand too far away, read at a scale", () => {
		const data = buildSkeletonData({
			bones: [{ name: "Hips", translation: [0, 1e36, 0], rotation: [0, 0, 0, 1] }],
			chains: [{ parent: -1, start: 0, length: 1 }],
		});
		const network = buildMrn([{ type: 1, index: 1, data }]);
		expect(readModel(network).skeletons.size()).to.equal(1);
		expect(failureOf(() => readModel(network, { scale: 1000 }))).to.equal(
			'[dolly] readModel: joint "Hips" of "Skeleton 1" can leave the range of numbers at rest',
		);
	});

	it("looks for scaled joints no oftener in a clip without end than in a minute", () => {
		let looks = 0;
		let latest = 0;
		const scale: Channel = {
			write(seconds, pose, offset) {
				looks += 1;
				latest = seconds;
				// Twice as large after half of the time.
				for (const at of $range(0, 8, 4)) buffer.writef32(pose, offset + at, seconds > 5e8 ? 2 : 1);
			},
		};
		const skeleton = chain(1, 1);
		const clip = { name: "Long", duration: 1e9, loop: false, skeleton, tracks: [{ joint: 0, scale }] };
		const [found] = scaledJoints(clip);
		expect(found.factor).to.equal(2);
		expect(looks).to.equal(1801);
		expect(latest).to.equal(1e9);
		looks = 0;
		scaledJoints({ ...clip, duration: 2 });
		expect(looks).to.equal(61);
		expect(latest).to.equal(2);
	});
};
