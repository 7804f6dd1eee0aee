import { FixedChannel } from "../../src/motion/fixed-channel";
import { KeyedChannel } from "../../src/motion/keyed-channel";
import { UniformChannel } from "../../src/motion/uniform-channel";
import { Clip } from "../../src/scene/clip";
import { ClipPieces } from "../../src/scene/clip-pieces";
import { convertClip } from "../../src/scene/convert-motion";
import { createSkeleton } from "../../src/scene/create-skeleton";
import { createPose, POSE_STRIDE } from "../../src/scene/pose";
import { rigidPoseOf } from "../../src/scene/rest";
import { RIGID_STRIDE } from "../../src/scene/rigid-pose";
import { samplePose } from "../../src/scene/sample-pose";
import { Skeleton } from "../../src/scene/skeleton";
import { doubles, floats } from "../buffers";
import { Seeded } from "../random";
import { manyJoints } from "./many-joints";
import { pieceKilobytes } from "./piece-garbage";

const JOINTS = 15;
const SECONDS = 4;

/** Every interpolation on joints that are turned at rest. */
function turned(): { clip: Clip; skeleton: Skeleton } {
	const { clip, skeleton } = manyJoints(JOINTS, SECONDS);
	const rest = createPose(JOINTS);
	const random = new Seeded(7);
	for (const joint of $range(0, JOINTS - 1)) {
		const angle = random.between(-1, 1);
		// Every third one is not turned.
		const [sine, cosine] = joint % 3 === 0 ? [0, 1] : [math.sin(angle), math.cos(angle)];
		const height = random.between(-2, 2);
		buffer.copy(rest, joint * POSE_STRIDE, floats(1, height, -joint / 5, sine * 0.6, 0, sine * 0.8, cosine));
	}
	const { skeleton: moved } = createSkeleton("turned", skeleton.joints, { rest });
	return { clip: { ...clip, skeleton: moved }, skeleton: moved };
}

/** The largest difference between what the pieces and the clip itself say at a time; of rotations, whichever their sign. */
function difference(pieces: ClipPieces, clip: Clip, skeleton: Skeleton, seconds: number): number {
	const count = skeleton.joints.size();
	const pose = createPose(count);
	const rigid = rigidPoseOf(skeleton);
	const relative = buffer.create(count * RIGID_STRIDE);
	samplePose(clip, seconds, pose);
	rigid.update(pose);
	rigid.writeRelative(relative);
	pieces.sample(seconds);
	let most = 0;
	for (const joint of $range(0, count - 1)) {
		const found = pieces.row.map((numbers) => numbers.get(joint + 1)!);
		const wanted = found.map((_, number) => buffer.readf64(relative, joint * RIGID_STRIDE + number * 8));
		for (const axis of $range(0, 2)) most = math.max(most, math.abs(found[axis] - wanted[axis]));
		const length = math.sqrt([3, 4, 5, 6].reduce((sum, part) => sum + found[part] ** 2, 0));
		const dot = [3, 4, 5, 6].reduce((sum, part) => sum + found[part] * wanted[part], 0);
		for (const part of $range(3, 6)) {
			most = math.max(most, math.abs((found[part] / length) * math.sign(dot) - wanted[part]));
		}
		// NaN is larger than nothing.
		if (length !== length) most = math.huge;
	}
	return most;
}

/** What f32 leaves of the values of a pose, which are up to 4. */
const NOISE = 1e-6;

export = () => {
	it("says what the clip says in every interpolation: forwards, backwards, from anywhere, and at both ends", () => {
		const { clip, skeleton } = turned();
		for (const order of [1, -1, 89]) {
			const pieces = new ClipPieces(clip, skeleton);
			for (const step of $range(0, 480)) {
				const seconds = ((((step * order) % 481) + 481) % 481) / 120;
				expect(difference(pieces, clip, skeleton, seconds)).to.be.near(0, NOISE);
			}
		}
	});

	it("starts again with a clip that loops, and stays at the end of one that does not", () => {
		const { clip, skeleton } = turned();
		for (const loop of [true, false]) {
			const pieces = new ClipPieces({ ...clip, loop }, skeleton);
			for (const seconds of [3.9, 4.1, 8.3, -0.2, 4, 0]) {
				expect(difference(pieces, { ...clip, loop }, skeleton, seconds)).to.be.near(0, NOISE);
			}
		}
	});

	it("jumps with step keys at their very times, and not before", () => {
		const { skeleton } = createSkeleton("one", [{ name: "Joint", parent: -1 }]);
		const times = doubles(0.5, 1, 1, 1.5);
		const values = floats(1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0);
		for (const interpolation of ["step", "linear"] as const) {
			const translation = new KeyedChannel({ kind: "vector", interpolation, times, values });
			const tracks = [{ joint: 0, translation }];
			const clip: Clip = { name: "steps", duration: 2, loop: true, skeleton, tracks };
			const pieces = new ClipPieces(clip, skeleton);
			const x = (seconds: number) => {
				pieces.sample(seconds);
				return pieces.row[0].get(1)!;
			};
			expect(x(0)).to.equal(1);
			expect(x(0.999999)).to.be.near(interpolation === "step" ? 1 : 2, 1e-5);
			expect(x(1)).to.equal(3);
			expect(x(0.5)).to.equal(1);
			expect(x(1.5)).to.equal(4);
			expect(x(2)).to.equal(4);
		}
	});

	it("lets two players go through one clip, each at its own time", () => {
		const { clip, skeleton } = turned();
		const first = new ClipPieces(clip, skeleton);
		const second = new ClipPieces(clip, skeleton);
		for (const step of $range(0, 100)) {
			expect(difference(first, clip, skeleton, step / 60)).to.be.near(0, NOISE);
			expect(difference(second, clip, skeleton, 3 - step / 40)).to.be.near(0, NOISE);
		}
	});

	it("follows converted channels, and asks those that have no keys", () => {
		const { clip, skeleton } = turned();
		const change = {
			turn: { source: [0, 2, 1], sign: [1, 1, -1], rotation: [0, 0, 0, 1] },
			scale: 3,
		} as Parameters<typeof convertClip>[1];
		const converted = convertClip(clip, change, skeleton);
		const others = converted.tracks.filter(({ joint }) => joint > 1);
		const values = buffer.create(61 * 12);
		for (const sample of $range(0, 60)) buffer.writef32(values, sample * 12, math.sin(sample));
		const mixed: Clip = {
			...converted,
			tracks: [
				{
					joint: 0,
					translation: new UniformChannel({ kind: "vector", rate: 15, values }),
					rotation: new FixedChannel(0.6, 0, 0, 0.8),
				},
				...others,
			],
		};
		const pieces = new ClipPieces(mixed, skeleton);
		// Values are three times as large here.
		for (const step of $range(0, 300)) {
			expect(difference(pieces, mixed, skeleton, (step * 7) / 500)).to.be.near(0, NOISE * 3);
		}
	});

	it("gives numbers for keys that are next to nothing apart, and for rotations that cancel out", () => {
		const { skeleton } = createSkeleton("one", [{ name: "Joint", parent: -1 }]);
		const translation = new KeyedChannel({
			kind: "vector",
			interpolation: "linear",
			times: doubles(0, 5e-324, 1),
			values: floats(1e38, 0, 0, -1e38, 0, 0, 0, 0, 0),
		});
		const rotation = new KeyedChannel({
			kind: "rotation",
			interpolation: "cubic",
			times: doubles(0, 1),
			values: floats(0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0),
		});
		const tracks = [{ joint: 0, translation, rotation }];
		const clip: Clip = { name: "odd", duration: 1, loop: false, skeleton, tracks };
		const pieces = new ClipPieces(clip, skeleton);
		pieces.sample(0);
		expect(pieces.row[0].get(1)! / 1e38).to.be.near(1, 1e-6);
		pieces.sample(0.5);
		expect(pieces.row.map((numbers) => numbers.get(1)!).some((number) => number !== number)).to.equal(false);
		expect(pieces.row[6].get(1)).to.equal(1);
	});

	it("makes no garbage", () => {
		const { clip, skeleton } = turned();
		expect(pieceKilobytes(new ClipPieces(clip, skeleton), 3000) < 1).to.equal(true);
	});
};
