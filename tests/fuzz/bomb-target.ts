import { CameraPath, importModel, readModel, takeFromPath } from "../../src";
import { buildEmptyJpeg } from "../builders/jpeg";
import { buildFlatPng, PngShape } from "../builders/png";
import { cameraChain, pictured } from "../hostile/attacks";
import { Seeded } from "../random";
import { faultOf } from "../take/damaged-archives";
import { Target } from "./fuzz";

const KINDS: Array<[PngShape["colorType"], PngShape["depth"]]> = [
	[0, 1],
	[0, 8],
	[0, 16],
	[2, 8],
	[2, 16],
	[4, 8],
	[6, 8],
	[6, 16],
];

/** A side of any size up to the largest, small ones as often as large ones. */
function side(random: Seeded): number {
	return math.floor(2 ** (random.unit() * 12));
}

function bomb(random: Seeded): LuaTuple<[file: buffer, mimeType: string]> {
	if (random.int(0, 4) === 0) {
		const scans = random.int(0, 63);
		return $tuple(
			buildEmptyJpeg({ side: 8 * math.ceil(side(random) / 8), scans, isDamaged: random.int(0, 3) === 0 }),
			"jpeg",
		);
	}
	const [colorType, depth] = KINDS[random.int(0, KINDS.size() - 1)];
	const shape: PngShape = {
		width: side(random),
		height: side(random),
		colorType,
		depth,
		interlaced: random.int(0, 2) === 0,
		byte: random.int(0, 4) as PngShape["byte"],
		emptyBlocks: random.int(0, 9) === 0 ? random.int(0, 20_000) : 0,
	};
	return $tuple(buildFlatPng(shape), "png");
}

/** Models of many images, each of which is few bytes and many pixels. */
export function bombTarget(): Target {
	return {
		name: "bombs",
		seeds: [],
		make: (random) => {
			const [file, mimeType] = bomb(random);
			const images = random.int(1, 40);
			const [factors, glows] = [random.int(1, 60), random.int(1, 60)];
			const kind = random.int(0, 3);
			if (kind === 0) return pictured(file, mimeType, { images: 1, factors });
			if (kind === 1) return pictured(file, mimeType, { images: 1, glows });
			return pictured(file, mimeType, { images, isShared: kind === 2 || buffer.len(file) * images > 900_000 });
		},
		read: (input, _, job) => {
			importModel(input, { job }).destroy();
			return undefined;
		},
	};
}

/** Cameras on chains of nodes that move for any time, made takes of at any rate. */
export function cameraTakeTarget(): Target {
	return {
		name: "camera-take",
		seeds: [],
		make: (random) => cameraChain(math.floor(2 ** (random.unit() * 11)), 2 ** (random.unit() * 14 - 2)),
		read: (input, random, job) => {
			const camera: CameraPath = readModel(input, { job }).cameras[0];
			const fault = faultOf([takeFromPath(camera, { rate: random.int(1, 240), job })]);
			return fault === "" ? undefined : fault;
		},
	};
}
