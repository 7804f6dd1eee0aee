import { CAMERA_SAMPLE_SIZE } from "../src/motion/camera-path";
import { createTake, decodeCFrame, encodeCFrame } from "../src/camera";
import { FRAME_SIZE } from "../src/codecs";
import { takePath } from "../src/take/take-path";
import { decodeFrame, encodeFrame } from "../src/take/frame";
import { Seeded } from "../tests/random";
import { Layout, OTHER_LAYOUTS } from "./other-layouts";
import { BenchRow } from "./row";

const COUNT = 1000;

const ours: Layout = { name: "18 bytes", size: FRAME_SIZE, encode: encodeCFrame, decode: decodeCFrame };

function randomCFrames(): Array<CFrame> {
	const random = new Seeded(1);
	const cframes = new Array<CFrame>();
	for (const _ of $range(1, COUNT)) {
		const position = new Vector3(random.between(-500, 500), random.between(0, 200), random.between(-500, 500));
		const axis = new Vector3(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
		cframes.push(new CFrame(position).mul(CFrame.fromAxisAngle(axis.Unit, random.between(0, math.pi))));
	}
	return cframes;
}

function layoutRows(layout: Layout, cframes: Array<CFrame>, against?: Layout): Array<BenchRow> {
	const { name, size, encode, decode } = layout;
	const target = buffer.create(COUNT * size);
	cframes.forEach((cframe, index) => encode(cframe, target, index * size));
	return [
		{
			name: `CFrame to ${name}`,
			unit: "frames/s",
			work: COUNT,
			against: against && `CFrame to ${against.name}`,
			body: () => {
				for (const index of $range(0, COUNT - 1)) encode(cframes[index], target, index * size);
			},
		},
		{
			name: `${name} to CFrame`,
			unit: "frames/s",
			work: COUNT,
			against: against && `${against.name} to CFrame`,
			body: () => {
				for (const index of $range(0, COUNT - 1)) decode(target, index * size);
			},
		},
	];
}

/** The format on plain numbers, and sampling a path, which never make a CFrame. */
function plainRows(cframes: Array<CFrame>): Array<BenchRow> {
	const frames = buffer.create(COUNT * FRAME_SIZE);
	cframes.forEach((cframe, index) => encodeCFrame(cframe, frames, index * FRAME_SIZE));
	const path = takePath(createTake({ rate: 60, frames, cuts: [] }));
	const copy = buffer.create(COUNT * FRAME_SIZE);
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	return [
		{
			name: "numbers to 18 bytes",
			unit: "frames/s",
			work: COUNT,
			body: () => {
				for (const index of $range(0, COUNT - 1)) {
					encodeFrame(index, 5, -index, 0.1, 0.2, -0.3, 0.9, copy, index * FRAME_SIZE, "bench");
				}
			},
		},
		{
			name: "18 bytes to numbers",
			unit: "frames/s",
			work: COUNT,
			body: () => {
				for (const index of $range(0, COUNT - 1)) decodeFrame(frames, index * FRAME_SIZE);
			},
		},
		{
			name: "sample a path, smooth",
			unit: "samples/s",
			work: COUNT,
			body: () => {
				for (const index of $range(0, COUNT - 1)) path.sample((index + 0.5) / 61, sample, "smooth");
			},
		},
		{
			name: "sample a path, linear",
			unit: "samples/s",
			work: COUNT,
			body: () => {
				for (const index of $range(0, COUNT - 1)) path.sample((index + 0.5) / 61, sample, "linear");
			},
		},
	];
}

export = (): Array<BenchRow> => {
	const cframes = randomCFrames();
	const nearest = OTHER_LAYOUTS[OTHER_LAYOUTS.size() - 1];
	const rows = layoutRows(ours, cframes, nearest);
	for (const layout of OTHER_LAYOUTS) {
		for (const row of layoutRows(layout, cframes)) rows.push(row);
	}
	for (const row of plainRows(cframes)) rows.push(row);
	return rows;
};
