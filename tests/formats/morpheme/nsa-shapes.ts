//!native
//!optimize 2
import { readNsa } from "../../../src/formats/morpheme/nsa";
import { Channel } from "../../../src/motion/channel";
import { multiply } from "../../../src/rotation/quaternion";
import { packTanQuarter, unpackTanQuarter } from "../../../src/rotation/tan-quarter";
import { breathe } from "../../breathe";
import { buildNsa, NsaContents, NsaDynamicBone, NsaFactors, NsaStaticBone, Vector } from "../../builders/nsa";
import { Seeded } from "../../random";

/** How many of what a built file has. */
export interface Shape {
	samples: number;
	translations: number;
	rotations: number;
	staticTranslations: number;
	staticRotations: number;
	root: "none" | "constant" | "translating" | "rotating" | "both";
}

/** What was compared, and the largest deviation as a part of what the format allows. */
export interface ShapeReport {
	compared: number;
	worst: number;
	tracks: number;
}

const RATE = 30;

/** What a pose's f32 add to a component of a rotation vector that is worked out again from four of them. */
const ROTATION_ROUNDING = 4 * 2 ** -24;

const single = buffer.create(4);
function toSingle(value: number): number {
	buffer.writef32(single, 0, value);
	return buffer.readf32(single, 0);
}

/** Factors whose values fill `low` to `low` + `width` on each axis at most, as f32. */
function factorsOf(random: Seeded, low: number, width: number, steps: Vector): NsaFactors {
	const axis = (index: number) => {
		const min = toSingle(random.between(low, low + width / 2));
		return [min, toSingle(random.between(0.1, 0.5) * (width / steps[index]))];
	};
	const [x, y, z] = [axis(0), axis(1), axis(2)];
	return { min: [x[0], y[0], z[0]], extent: [x[1], y[1], z[1]] };
}

/** Values for `samples` samples within what the factors can say; f64, three a sample. */
function valuesOf(random: Seeded, samples: number, factors: Array<NsaFactors>, choice: Vector, steps: Vector): buffer {
	const values = buffer.create(samples * 24);
	for (const sample of $range(0, samples - 1)) {
		for (const axis of $range(0, 2)) {
			const { min, extent } = factors[choice[axis]];
			buffer.writef64(values, sample * 24 + axis * 8, min[axis] + random.unit() * extent[axis] * steps[axis]);
		}
	}
	return values;
}

const PACKED: Vector = [2047, 2047, 1023];
const WORDS: Vector = [65535, 65535, 65535];
const FIRST: Vector = [0, 0, 0];

function reading(values: buffer): (sample: number, axis: number) => number {
	return (sample, axis) => buffer.readf64(values, sample * 24 + axis * 8);
}

class Comparison {
	public compared = 0;
	public worst = 0;
	private readonly pose = buffer.create(16);

	private note(deviation: number, allowed: number): void {
		this.compared += 1;
		// A NaN is as far off as anything can be.
		this.worst = deviation === deviation ? math.max(this.worst, deviation / allowed) : math.huge;
	}

	public translation(channel: Channel, time: number, axis: number, expected: number, extent: number): void {
		channel.write(time, this.pose, 0);
		const deviation = math.abs(buffer.readf32(this.pose, axis * 4) - expected);
		this.note(deviation, extent / 2 + math.abs(expected) * 2 ** -23);
	}

	/** Compares rotation vectors, after taking the initial rotation off again. */
	public rotation(channel: Channel, time: number, init: Vector | undefined, expected: Vector, extent: Vector): void {
		const { pose } = this;
		channel.write(time, pose, 0);
		let x = buffer.readf32(pose, 0);
		let y = buffer.readf32(pose, 4);
		let z = buffer.readf32(pose, 8);
		let w = buffer.readf32(pose, 12);
		if (init !== undefined) {
			const [ix, iy, iz, iw] = unpackTanQuarter(init[0] / 128 - 1, init[1] / 128 - 1, init[2] / 128 - 1);
			[x, y, z, w] = multiply(-ix, -iy, -iz, iw, x, y, z, w);
		}
		const [vx, vy, vz] = packTanQuarter(x, y, z, w);
		this.note(math.abs(vx - expected[0]), extent[0] / 2 + ROTATION_ROUNDING);
		this.note(math.abs(vy - expected[1]), extent[1] / 2 + ROTATION_ROUNDING);
		this.note(math.abs(vz - expected[2]), extent[2] / 2 + ROTATION_ROUNDING);
	}
}

function dynamicBones(
	random: Seeded,
	count: number,
	samples: number,
	factors: Array<NsaFactors>,
	steps: Vector,
): Array<NsaDynamicBone> {
	const bones = new Array<NsaDynamicBone>();
	const pick = () => random.int(0, factors.size() - 1);
	const byte = () => random.int(0, 255);
	for (const bone of $range(0, count - 1)) {
		breathe();
		const factor: Vector = [pick(), pick(), pick()];
		const value = reading(valuesOf(random, samples, factors, factor, steps));
		bones.push({ bone, init: [byte(), byte(), byte()], factor, value });
	}
	return bones;
}

function staticBones(random: Seeded, first: number, count: number, factors: NsaFactors): Array<NsaStaticBone> {
	const bones = new Array<NsaStaticBone>();
	for (const index of $range(0, count - 1)) {
		const value = reading(valuesOf(random, 1, [factors], FIRST, WORDS));
		bones.push({ bone: first + index, value: [value(0, 0), value(0, 1), value(0, 2)] });
	}
	return bones;
}

const CONSTANT: [number, number, number, number] = [0.5, -0.5, 0.5, -0.5];

function contentsOf(shape: Shape, random: Seeded): NsaContents {
	const { samples, translations, rotations, staticTranslations, staticRotations, root } = shape;
	const several = (low: number, width: number, steps: Vector) =>
		[1, 2, 3, 4, 5].map(() => factorsOf(random, low, width, steps));
	const translationFactors = several(-8, 16, PACKED);
	const rotationFactors = several(-0.5, 1, WORDS);
	const staticTranslationFactors = factorsOf(random, -8, 16, WORDS);
	const staticRotationFactors = factorsOf(random, -0.5, 1, WORDS);
	const moving = (low: number, width: number, steps: Vector) => {
		const factors = factorsOf(random, low, width, steps);
		return { factors, value: reading(valuesOf(random, samples, [factors], FIRST, steps)) };
	};
	const statics = {
		translationFactors: staticTranslationFactors,
		rotationFactors: staticRotationFactors,
		translations: staticBones(random, translations, staticTranslations, staticTranslationFactors),
		rotations: staticBones(random, rotations, staticRotations, staticRotationFactors),
	};
	const dynamics = {
		samples,
		initial: factorsOf(random, -2, 4, [255, 255, 255]),
		translationFactors,
		rotationFactors,
		translations: dynamicBones(random, translations, samples, translationFactors, PACKED),
		rotations: dynamicBones(random, rotations, samples, rotationFactors, WORDS),
	};
	const movingRoot = {
		rate: RATE,
		samples,
		translation: root === "translating" || root === "both" ? moving(-8, 16, PACKED) : undefined,
		rotation: root === "rotating" || root === "both" ? moving(-0.5, 1, WORDS) : undefined,
		constant: CONSTANT,
	};
	return {
		duration: (samples - 1) / RATE,
		rate: RATE,
		boneCount: math.max(1, translations + staticTranslations, rotations + staticRotations),
		statics: staticTranslations + staticRotations > 0 ? statics : undefined,
		dynamics: translations + rotations > 0 ? dynamics : undefined,
		root: root !== "none" ? movingRoot : undefined,
	};
}

function compareBones(shape: Shape, contents: NsaContents, tracks: Array<BoneChannels>, comparison: Comparison): void {
	const { statics, dynamics } = contents;
	// Without a skeleton a track's joint is its bone, and here every bone has a track.
	const translationOf = (bone: number) => tracks[bone].translation as Channel;
	const rotationOf = (bone: number) => tracks[bone].rotation as Channel;
	for (const { bone, init, factor, value } of dynamics?.translations ?? []) {
		breathe();
		const { initial, translationFactors } = dynamics!;
		for (const axis of $range(0, 2)) {
			const start = initial.min[axis] + initial.extent[axis] * init[axis];
			const extent = translationFactors[factor[axis]].extent[axis];
			for (const sample of $range(0, shape.samples - 1)) {
				const expected = start + value(sample, axis);
				comparison.translation(translationOf(bone), sample / RATE, axis, expected, extent);
			}
		}
	}
	for (const { bone, init, factor, value } of dynamics?.rotations ?? []) {
		breathe();
		const extent = factor.map((index, axis) => dynamics!.rotationFactors[index].extent[axis]) as Vector;
		for (const sample of $range(0, shape.samples - 1)) {
			const expected: Vector = [value(sample, 0), value(sample, 1), value(sample, 2)];
			comparison.rotation(rotationOf(bone), sample / RATE, init, expected, extent);
		}
	}
	for (const { bone, value } of statics?.translations ?? []) {
		for (const axis of $range(0, 2)) {
			const extent = statics!.translationFactors.extent[axis];
			comparison.translation(translationOf(bone), 0, axis, value[axis], extent);
		}
	}
	for (const { bone, value } of statics?.rotations ?? []) {
		comparison.rotation(rotationOf(bone), 0, undefined, value, statics!.rotationFactors.extent);
	}
}

interface BoneChannels {
	translation?: Channel;
	rotation?: Channel;
}

function compareRoot(contents: NsaContents, root: BoneChannels | undefined, comparison: Comparison): void {
	const built = contents.root;
	assert((built === undefined) === (root === undefined), "a root that was not built, or none that was");
	if (built === undefined || root === undefined) return;
	for (const sample of $range(0, built.samples - 1)) {
		const time = sample / RATE;
		if (built.translation !== undefined) {
			const { factors, value } = built.translation;
			for (const axis of $range(0, 2)) {
				const channel = root.translation as Channel;
				comparison.translation(channel, time, axis, value(sample, axis), factors.extent[axis]);
			}
		} else {
			// A root that is not said to move stands at the origin.
			const target = buffer.create(12);
			buffer.fill(target, 0, 0xff);
			(root.translation as Channel).write(time, target, 0);
			for (const at of $range(0, 8, 4)) assert(buffer.readf32(target, at) === 0, "the root's translation");
		}
		const rotation = root.rotation as Channel;
		if (built.rotation !== undefined) {
			const { factors, value } = built.rotation;
			const expected: Vector = [value(sample, 0), value(sample, 1), value(sample, 2)];
			comparison.rotation(rotation, time, undefined, expected, factors.extent);
		} else {
			const [x, y, z] = packTanQuarter(CONSTANT[0], CONSTANT[1], CONSTANT[2], CONSTANT[3]);
			comparison.rotation(rotation, time, undefined, [x, y, z], [0, 0, 0]);
		}
	}
}

/** Builds a file of a shape, reads it, and compares every sample of every bone and of the root. */
export function compareShape(shape: Shape, seed: number): ShapeReport {
	const contents = contentsOf(shape, new Seeded(seed));
	const { clip, root } = readNsa(buildNsa(contents));
	const comparison = new Comparison();
	compareBones(shape, contents, clip.tracks, comparison);
	compareRoot(contents, root, comparison);
	return { compared: comparison.compared, worst: comparison.worst, tracks: clip.tracks.size() };
}
