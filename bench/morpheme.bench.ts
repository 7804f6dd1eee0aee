import { readNsa } from "../src/formats/morpheme/nsa";
import { Channel } from "../src/motion/channel";
import { Clip } from "../src/scene/clip";
import { createPose } from "../src/scene/pose";
import { samplePose } from "../src/scene/sample-pose";
import { UniformChannel } from "../src/motion/uniform-channel";
import { buildNsa, Vector } from "../tests/builders/nsa";
import { Seeded } from "../tests/random";
import { BenchRow } from "./row";

const BONES = 250;
const RATE = 30;
const SECONDS = 10;

function animation(seconds: number): buffer {
	const random = new Seeded(1);
	const samples = seconds * RATE + 1;
	const bones = new Array<number>(BONES, 0).map((_, bone) => bone);
	const dynamicBone = (bone: number, low: number, high: number) => {
		const init: Vector = [random.int(0, 255), random.int(0, 255), random.int(0, 255)];
		return { bone, init, factor: [0, 0, 0] as Vector, value: () => random.between(low, high) };
	};
	return buildNsa({
		duration: seconds,
		rate: RATE,
		boneCount: BONES,
		dynamics: {
			samples,
			initial: { min: [-1, -1, -1], extent: [2 / 255, 2 / 255, 2 / 255] },
			translationFactors: [{ min: [-1, -1, -1], extent: [2 / 2047, 2 / 2047, 2 / 1023] }],
			rotationFactors: [{ min: [-0.3, -0.3, -0.3], extent: [0.6 / 65535, 0.6 / 65535, 0.6 / 65535] }],
			translations: bones.map((bone) => dynamicBone(bone, -1, 1)),
			rotations: bones.map((bone) => dynamicBone(bone, -0.3, 0.3)),
		},
	});
}

/** What a channel gives for each sample, as f32. */
function expandedValues(channel: Channel, samples: number, size: number): buffer {
	const values = buffer.create(samples * size);
	for (const sample of $range(0, samples - 1)) channel.write(sample / RATE, values, sample * size);
	return values;
}

/** The same clip with all samples turned back beforehand, and the bytes that it then holds. */
function expand(clip: Clip, samples: number): LuaTuple<[clip: Clip, size: number]> {
	let size = 0;
	const uniform = (channel: Channel, kind: "vector" | "rotation") => {
		const values = expandedValues(channel, samples, kind === "vector" ? 12 : 16);
		size += buffer.len(values);
		return new UniformChannel({ kind, rate: RATE, values });
	};
	const tracks = clip.tracks.map(({ joint, translation, rotation }) => ({
		joint,
		translation: uniform(translation!, "vector"),
		rotation: uniform(rotation!, "rotation"),
	}));
	return $tuple({ ...clip, tracks }, size);
}

function perSecond(bytes: number): string {
	return `${math.round(bytes / SECONDS / 1000)} kB held a second of it`;
}

/** Poses of 250 bones that all move and turn; a bone is one translation and one rotation. */
export = (): Array<BenchRow> => {
	const source = animation(SECONDS);
	const { clip, sampleCount } = readNsa(source);
	const [expanded, expandedSize] = expand(clip, sampleCount);
	const pose = createPose(BONES);
	const poses = 4;
	const rowOf = (name: string, sampled: Clip, step: number): BenchRow => ({
		name,
		unit: "bones/s",
		work: BONES * poses,
		body: () => {
			for (const index of $range(1, poses)) samplePose(sampled, (index * 50 + step) / RATE, pose);
		},
	});
	const keys = `float keys between samples, ${perSecond(expandedSize)}`;
	return [
		rowOf("NSA rows on a sample", clip, 0),
		{ ...rowOf(`NSA rows between samples, ${perSecond(buffer.len(source))}`, clip, 0.5), against: keys },
		rowOf(keys, expanded, 0.5),
	];
};
