import { KeyedChannel } from "../../src/motion/keyed-channel";
import { Clip } from "../../src/scene/clip";
import { ClipRows } from "../../src/scene/clip-rows";
import { createSkeleton } from "../../src/scene/create-skeleton";
import { createPose } from "../../src/scene/pose";
import { rigidPoseOf } from "../../src/scene/rest";
import { RIGID_STRIDE } from "../../src/scene/rigid-pose";
import { samplePose } from "../../src/scene/sample-pose";
import { Skeleton } from "../../src/scene/skeleton";
import { doubles, floats } from "../buffers";
import { manyJoints } from "./many-joints";

const SECONDS = 2;

function times(rate: number): buffer {
	const result = buffer.create((SECONDS * rate + 1) * 8);
	for (const key of $range(0, SECONDS * rate)) buffer.writef64(result, key * 8, key / rate);
	return result;
}

/** A chain of four joints, turned at rest, that swing by up to 70 degrees and bob; -q and q take turns among the keys. */
function swinging(rate: number, interpolation: "linear" | "step" = "linear"): { clip: Clip; skeleton: Skeleton } {
	const rest = createPose(4);
	const half = math.sqrt(0.5);
	for (const joint of $range(0, 3)) buffer.copy(rest, joint * 40, floats(1, joint, 0, half, 0, 0, half));
	const joints = [0, 1, 2, 3].map((index) => ({ name: `Joint${index}`, parent: index - 1 }));
	const { skeleton } = createSkeleton("chain", joints, { rest });
	const count = SECONDS * rate + 1;
	const tracks = joints.map((_, joint) => {
		const translations = buffer.create(count * 12);
		const rotations = buffer.create(count * 16);
		for (const key of $range(0, count - 1)) {
			const angle = 0.6 * math.sin((key / rate) * 3 + joint);
			const sign = key % 2 === 0 ? 1 : -1;
			buffer.copy(rotations, key * 16, floats(0, sign * math.sin(angle), 0, sign * math.cos(angle)));
			buffer.copy(translations, key * 12, floats(math.sin(key / rate), joint, 0));
		}
		return {
			joint,
			translation: new KeyedChannel({ kind: "vector", interpolation, times: times(rate), values: translations }),
			rotation: new KeyedChannel({ kind: "rotation", interpolation, times: times(rate), values: rotations }),
		};
	});
	return { clip: { name: "swing", duration: SECONDS, loop: true, skeleton, tracks }, skeleton };
}

/** How far rows are from the clip at a time: studs and degrees; nothing where the rows leave it to the clip. */
function deviation(rows: ClipRows, clip: Clip, skeleton: Skeleton, seconds: number): [number, number] {
	const line = rows.find(seconds);
	if (!line) return [0, 0];
	const { share } = rows;
	const [travel, x, y, z, qx, qy, qz, qw, dx, dy, dz, dw] = line;
	const pose = createPose(skeleton.joints.size());
	const rigid = rigidPoseOf(skeleton);
	const relative = buffer.create(skeleton.joints.size() * RIGID_STRIDE);
	samplePose(clip, seconds, pose);
	rigid.update(pose);
	rigid.writeRelative(relative);
	let distance = 0;
	let turn = 0;
	skeleton.joints.forEach((_, joint) => {
		const places = [x, y, z].map((numbers, axis) => {
			return numbers.get(joint + 1)! + buffer.readf32(travel, (joint + 1) * 12 + axis * 4) * share;
		});
		const turns = [qx, qy, qz, qw].map((numbers, part) => {
			return numbers.get(joint + 1)! + [dx, dy, dz, dw][part].get(joint + 1)! * share;
		});
		const values = [...places, ...turns];
		const wanted = values.map((_, number) => buffer.readf64(relative, joint * RIGID_STRIDE + number * 8));
		const away = [0, 1, 2].map((axis) => (values[axis] - wanted[axis]) ** 2);
		distance = math.max(distance, math.sqrt(away[0] + away[1] + away[2]));
		const dot = [3, 4, 5, 6].reduce((sum, part) => sum + values[part] * wanted[part], 0);
		const length = math.sqrt([3, 4, 5, 6].reduce((sum, part) => sum + values[part] ** 2, 0));
		const exact = math.sqrt([3, 4, 5, 6].reduce((sum, part) => sum + wanted[part] ** 2, 0));
		turn = math.max(turn, math.deg(2 * math.acos(math.min(1, math.abs(dot) / (length * exact)))));
	});
	return [distance, turn];
}

/** A second at 30 keys per second: a joint that turns by so many degrees from key to key, below one that slides; every other key `late` rows late. */
function spinning(degrees = 12, late = 0): { clip: Clip; skeleton: Skeleton } {
	const skeleton: Skeleton = {
		name: "spinner",
		joints: [
			{ name: "Slide", parent: -1 },
			{ name: "Wheel", parent: 0 },
		],
		rest: createPose(2),
	};
	const times = buffer.create(31 * 8);
	const places = buffer.create(31 * 12);
	const turns = buffer.create(31 * 16);
	for (const key of $range(0, 30)) {
		const isLate = key % 2 === 1 ? late : 0;
		buffer.writef64(times, key * 8, (key + isLate) / 30);
		buffer.writef32(places, key * 12, key % 3);
		const half = math.rad(degrees * key * (key % 2 === 1 ? 1.2 : 1)) / 2;
		buffer.writef32(turns, key * 16 + 4, math.sin(half));
		buffer.writef32(turns, key * 16 + 12, math.cos(half));
	}
	const translation = new KeyedChannel({ kind: "vector", interpolation: "linear", times, values: places });
	const rotation = new KeyedChannel({ kind: "rotation", interpolation: "linear", times, values: turns });
	const tracks = [
		{ joint: 0, translation },
		{ joint: 1, rotation },
	];
	return { clip: { name: "Spin", duration: 1, loop: false, skeleton, tracks }, skeleton };
}

export = () => {
	it("stays within 0.0005 studs and 0.005 degrees of the clip, forwards, backwards and from anywhere", () => {
		const { clip, skeleton } = swinging(30);
		for (const order of [1, -1, 7]) {
			const rows = ClipRows.of(clip, skeleton)!;
			let used = 0;
			for (const step of $range(0, 240)) {
				const seconds = ((((step * order) % 241) + 241) % 241) / 120;
				const [distance, turn] = deviation(rows, clip, skeleton, seconds);
				expect(distance <= 0.0005 && turn <= 0.005).to.equal(true);
				if (rows.find(seconds)) used += 1;
			}
			expect(used).to.equal(241);
		}
	});

	it("holds what is between two steps, and leaves lines across steps to the clip", () => {
		const { clip, skeleton } = swinging(30, "step");
		const rows = ClipRows.of(clip, skeleton)!;
		let across = 0;
		for (const step of $range(0, 59)) {
			for (const share of [0.1, 0.4, 0.7]) {
				const [distance, turn] = deviation(rows, clip, skeleton, (step + share) / 30);
				expect(distance < 1e-6 && turn < 1e-4).to.equal(true);
				expect(rows.find((step + share) / 30)).to.be.ok();
			}
			const [distance, turn] = deviation(rows, clip, skeleton, (step + 0.9) / 30);
			expect(distance < 1e-6 && turn < 1e-4).to.equal(true);
			if (!rows.find((step + 0.9) / 30)) across += 1;
		}
		expect(across > 50).to.equal(true);
	});

	it("cuts rows in which one joint is fast, and follows it", () => {
		const { clip, skeleton } = spinning();
		const rows = ClipRows.of(clip, skeleton)!;
		for (const step of $range(0, 300)) {
			const seconds = step / 301;
			const [distance, turn] = deviation(rows, clip, skeleton, seconds);
			expect(distance <= 0.0005 && turn <= 0.005).to.equal(true);
			expect(rows.find(seconds)).to.be.ok();
		}
		// Half as much again is too far for a quarter of a row too: nothing is made up.
		const wild = spinning(100);
		const wildRows = ClipRows.of(wild.clip, wild.skeleton)!;
		expect(wildRows.find(0.5)).to.equal(false);
		const [distance, turn] = deviation(wildRows, wild.clip, wild.skeleton, 0.5);
		expect(distance <= 0.0005 && turn <= 0.005).to.equal(true);
	});

	it("looks between rows if keys are not at rows exactly", () => {
		const { clip, skeleton } = spinning(1, 0.01);
		const rows = ClipRows.of(clip, skeleton)!;
		for (const step of $range(0, 300)) {
			const [distance, turn] = deviation(rows, clip, skeleton, step / 301);
			expect(distance <= 0.0005 && turn <= 0.005).to.equal(true);
		}
	});

	it("puts rows between keys that are far apart, and follows every curve or leaves it to the clip", () => {
		const { clip, skeleton } = manyJoints(12, 4);
		const rows = ClipRows.of(clip, skeleton)!;
		for (const step of $range(0, 400)) {
			const [distance, turn] = deviation(rows, clip, skeleton, step / 100);
			expect(distance <= 0.0005 && turn <= 0.005).to.equal(true);
		}
		const slow = swinging(5);
		const slowRows = ClipRows.of(slow.clip, slow.skeleton)!;
		// Twenty rows a second, where there are five keys.
		slowRows.find(SECONDS - 0.001);
		expect(slowRows.share).to.be.near(0.98, 1e-9);
	});

	it("makes none of a clip whose keys stand on no grid, or that would take more than 16 MB", () => {
		const { clip, skeleton } = swinging(30);
		const uneven = new KeyedChannel({
			kind: "vector",
			interpolation: "linear",
			times: doubles(0, 0.1, 0.237),
			values: buffer.create(36),
		});
		expect(ClipRows.of({ ...clip, tracks: [{ joint: 0, translation: uneven }] }, skeleton)).to.equal(undefined);
		expect(ClipRows.of({ ...clip, duration: 2000 }, skeleton)).to.equal(undefined);
		const still = ClipRows.of({ ...clip, duration: 0 }, skeleton)!;
		expect(still.find(0)).never.to.equal(false);
		expect(still.share).to.equal(0);
	});
};
