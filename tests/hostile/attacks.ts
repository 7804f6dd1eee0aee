import { buildKeyframeSequence, decodeRecording, encodeRecording, importModel, Job } from "../../src";
import { CameraPath, readModel, takeFromPath } from "../../src";
import { decodeImage } from "../../src/codecs";
import { FRAME_SIZE } from "../../src/take/frame";
import { Clip } from "../../src/scene/clip";
import { createTake } from "../../src/take/take";
import { buildEmptyJpeg } from "../builders/jpeg";
import { buildFlatPng, PngShape } from "../builders/png";
import { accessor, document, listOf, view } from "./gltf-shapes";
import { zigzag } from "./zigzag";

/** A small file that asks for much, and the call that it attacks. */
export interface Attack {
	name: string;
	/** Bytes of the file. */
	build: (this: void) => buffer;
	/** Makes of the file what the call is made with, if it is not the file itself. */
	open?: (this: void, input: buffer) => unknown;
	/** Makes the call; with a Job only where people pass one. */
	run: (this: void, input: buffer, job: Job, opened?: unknown) => void;
	/** Whether the call has no Job, so that nobody sees its pauses. */
	isAlone?: boolean;
}

/** How often an image occurs in a model: as so many images, textures and materials. */
interface Pictured {
	images: number;
	/** Whether the images share one view. */
	isShared?: boolean;
	/** How many materials show one image, split by a metalness or a glow of each material's own. */
	factors?: number;
	glows?: number;
}

/** A triangle for each material, whose textures are this image. */
export function pictured(
	image: buffer,
	mimeType: string,
	{ images, isShared = true, factors, glows }: Pictured,
): buffer {
	const size = buffer.len(image);
	const copies = isShared ? 1 : images;
	const data = buffer.create(copies * size);
	for (const copy of $range(0, copies - 1)) buffer.copy(data, copy * size, image);
	const viewOf = (index: number) => (isShared ? 1 : 1 + index);
	const materials = factors ?? glows ?? images;
	const material = (index: number) => {
		if (glows !== undefined) return `{"emissiveFactor":[1,${(index + 1) / glows},0],"emissiveTexture":{"index":0}}`;
		const look =
			factors === undefined
				? `"baseColorTexture":{"index":${index}}`
				: `"metallicFactor":${(index + 1) / factors},"metallicRoughnessTexture":{"index":0}`;
		return `{"pbrMetallicRoughness":{${look}}}`;
	};
	return document(
		[
			`"images":[${listOf(images, (index) => `{"bufferView":${viewOf(index)},"mimeType":"image/${mimeType}"}`)}]`,
			`"textures":[${listOf(images, (index) => `{"source":${index}}`)}]`,
			`"materials":[${listOf(materials, material)}]`,
			`"meshes":[{"primitives":[${listOf(materials, (index) => `{"material":${index},"attributes":{"POSITION":0}}`)}]}]`,
			'"nodes":[{"mesh":0}]',
		],
		[],
		copies === 1
			? [view(36, size)]
			: [...new Array<number>(copies, 0)].map((_, index) => view(36 + index * size, size)),
		data,
	);
}

function imported(input: buffer, job: Job): void {
	importModel(input, { job }).destroy();
}

export function decoded(input: buffer, job: Job, maxSize = 4096): void {
	decodeImage(input, { job, maxSize });
}

/** RGBA of 16 bits, whose rows all have Paeth's filter. */
const DEEP: PngShape = { width: 4096, height: 4096, depth: 16, colorType: 6, byte: 4 };

const HOUR = 3600;

/** A camera at the end of a chain of nodes that all move. */
export function cameraChain(length: number, seconds = HOUR): buffer {
	const data = buffer.create(8 + 24);
	buffer.writef32(data, 4, seconds);
	buffer.writef32(data, 20, 1);
	return document(
		[
			'"cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":1}}]',
			`"nodes":[${listOf(length, (index) => (index + 1 < length ? `{"children":[${index + 1}]}` : '{"camera":0}'))}]`,
			`"animations":[{"samplers":[{"input":1,"output":2}],"channels":[${listOf(
				length,
				(node) => `{"sampler":0,"target":{"node":${node},"path":"translation"}}`,
			)}]}]`,
		],
		[accessor(1, 5126, 2, "SCALAR"), accessor(2, 5126, 2, "VEC3")],
		[view(36, 8), view(44, 24)],
		data,
	);
}

/** Frames of a camera that stands still, more than a hundred megabytes of them. */
function stillTake(): buffer {
	const count = 6_500_000;
	return encodeRecording(createTake({ rate: 1000, frames: buffer.create(count * FRAME_SIZE) }));
}

/** What was found to cost more than a second or 64 MB. */
export const ATTACKS: Array<Attack> = [
	{
		name: "camera at the end of 1,500 animated nodes",
		build: () => cameraChain(1500),
		open: (input) => readModel(input).cameras[0],
		run: (_, __, camera) => {
			takeFromPath(camera as CameraPath);
		},
		isAlone: true,
	},
	{
		name: "camera at the end of 1,500 animated nodes, with a Job",
		build: () => cameraChain(1500),
		open: (input) => readModel(input).cameras[0],
		run: (input, job, camera) => {
			job.budget.admit(buffer.len(input));
			takeFromPath(camera as CameraPath, { job });
		},
	},
	{
		name: "17 images that share one 16-bit PNG",
		build: () => pictured(buildFlatPng(DEEP), "png", { images: 17 }),
		run: imported,
	},
	{
		name: "17 images that share one 1-bit PNG",
		build: () => pictured(buildFlatPng({ width: 4096, height: 4096, depth: 1 }), "png", { images: 17 }),
		run: imported,
	},
	{
		name: "17 images of one 1-bit PNG each",
		build: () =>
			pictured(buildFlatPng({ width: 4096, height: 4096, depth: 1 }), "png", { images: 17, isShared: false }),
		run: imported,
	},
	{ name: "RGBA16 Paeth PNG", build: () => buildFlatPng(DEEP), run: (input, job) => decoded(input, job) },
	{
		name: "RGBA16 Paeth PNG, interlaced",
		build: () => buildFlatPng({ ...DEEP, interlaced: true }),
		run: (input, job) => decoded(input, job),
	},
	{
		name: "1 × 1 PNG with 80,000 empty deflate blocks",
		build: () => buildFlatPng({ width: 1, height: 1, emptyBlocks: 80_000 }),
		run: (input, job) => decoded(input, job),
	},
	{
		name: "progressive JPEG of 57 scans",
		build: () => buildEmptyJpeg({ side: 4096, scans: 56 }),
		run: (input, job) => decoded(input, job),
	},
	{
		name: "progressive JPEG of 57 scans, 1024²",
		build: () => buildEmptyJpeg({ side: 1024, scans: 56 }),
		run: (input, job) => decoded(input, job),
	},
	{
		name: "300 images of 1024²",
		build: () =>
			pictured(buildFlatPng({ width: 1024, height: 1024, depth: 1 }), "png", { images: 300, isShared: false }),
		run: imported,
	},
	{
		name: "60 metalness factors on one PNG",
		build: () => pictured(buildFlatPng({ width: 1024, height: 1024, colorType: 2 }), "png", { images: 1, factors: 60 }),
		run: imported,
	},
	{
		name: "60 glows of one PNG",
		build: () => pictured(buildFlatPng({ width: 1024, height: 1024, colorType: 2 }), "png", { images: 1, glows: 60 }),
		run: imported,
	},
	{
		name: "300 glows of one small PNG",
		build: () => pictured(buildFlatPng({ width: 256, height: 256, colorType: 2 }), "png", { images: 1, glows: 300 }),
		run: imported,
	},
	{
		name: "buildKeyframeSequence of 200 joints for 33 s",
		build: () => buffer.create(0),
		open: () => zigzag(200, 33),
		run: (_, __, clip) => {
			buildKeyframeSequence(clip as Clip).sequence.Destroy();
		},
		isAlone: true,
	},
	{
		name: "packed take of 6.5 M equal frames",
		build: stillTake,
		run: (input, job) => {
			decodeRecording(input, { job });
		},
	},
];

/** A PNG of each kind, to see what a pixel of it costs. */
export function eachPng(visit: (this: void, name: string, png: buffer, pixels: number, maxSize: number) => void): void {
	const kinds: Array<[PngShape["colorType"], PngShape["depth"]]> = [
		[0, 1],
		[0, 8],
		[0, 16],
		[2, 8],
		[2, 16],
		[4, 8],
		[4, 16],
		[6, 8],
		[6, 16],
	];
	for (const colorType of [0, 2, 6] as Array<PngShape["colorType"]>) {
		const png = buildFlatPng({ width: 1024, height: 1024, colorType });
		visit(`PNG of colour type ${colorType}, reduced`, png, 2 ** 20, 256);
	}
	for (const [colorType, depth] of kinds) {
		for (const byte of [0, 4] as Array<PngShape["byte"]>) {
			for (const interlaced of [false, true]) {
				const name = `PNG of colour type ${colorType}, depth ${depth}, filter ${byte}${interlaced ? ", interlaced" : ""}`;
				visit(name, buildFlatPng({ width: 1024, height: 1024, colorType, depth, byte, interlaced }), 2 ** 20, 4096);
			}
		}
	}
}

/** What a call cost: seconds of the processor, bytes by which the heap grew at most, and the longest time between two pauses. */
export interface Cost {
	seconds: number;
	bytes: number;
	longest: number;
	/** Each time between two pauses. */
	stretches: Array<number>;
	refused?: string;
}

/** Measures a call. */
export function measure(call: (this: void, job: Job) => void, clock: (this: void) => number, limits = {}): Cost {
	let peak = gcinfo();
	const heap = peak;
	let longest = 0;
	const stretches = new Array<number>();
	const started = clock();
	let last = started;
	const look = () => {
		const now = clock();
		longest = math.max(longest, now - last);
		stretches.push(now - last);
		last = now;
		peak = math.max(peak, gcinfo());
	};
	const [ok, failure] = pcall(call, new Job({ pause: look, ...limits }));
	look();
	return {
		seconds: last - started,
		bytes: (peak - heap) * 1024,
		longest,
		stretches,
		refused: ok ? undefined : tostring(failure),
	};
}
