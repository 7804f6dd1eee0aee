//!native
//!optimize 2
import { decodeBase64, encodeBase64 } from "../src/bytes/base64";
import { Work } from "../src/bytes/work";
import { readMdx } from "../src/formats/mdx/read-mdx";
import { decodeImage } from "../src/images/decode-image";
import { encodeMeshopt } from "../src/meshopt/encode";
import { buildMeshParts } from "../src/roblox/mesh/build-mesh-parts";
import { readModel } from "../src/roblox/model/read-model";
import { convertScene } from "../src/scene/convert-scene";
import { decodeArchive, encodeArchive } from "../src/take/archive";
import { encodeFrame, FRAME_SIZE } from "../src/take/frame";
import { decodeTake } from "../src/take/packed/decode-take";
import { encodeTake } from "../src/take/packed/encode-take";
import { decodeSnap13 } from "../src/take/snap13/decode-snap13";
import { encodeSnap13 } from "../src/take/snap13/encode-snap13";
import { createTake } from "../src/take/take";
import {
	bone,
	geos,
	geoset,
	layer,
	material,
	mdxFile,
	modl,
	mtls,
	pivt,
	texs,
	vers,
} from "../tests/builders/mdx/chunks";
import { headless } from "../tests/headless";

/** Something long: a reader, decoder or builder at a size. */
interface Stretch {
	name: string;
	/** Makes its input, which nobody times. */
	prepare: () => (work: Work) => void;
}

const MEGABYTE = 2 ** 20;

function file(name: string): buffer {
	return headless!.readFile(`generated/stretches/${name}`);
}

function flight(megabytes: number) {
	const count = math.floor((megabytes * MEGABYTE) / FRAME_SIZE);
	const frames = buffer.create(count * FRAME_SIZE);
	for (const frame of $range(0, count - 1)) {
		const half = 0.4 * math.sin(frame / 50);
		encodeFrame(
			50 * math.sin(frame / 90),
			20,
			frame / 1000,
			0,
			math.sin(half),
			0,
			math.cos(half),
			frames,
			frame * FRAME_SIZE,
			"bench",
		);
	}
	return createTake({ rate: 60, frames, cuts: [] });
}

/** An MDX of many geosets, each a grid of 64 × 64. */
function mdx(megabytes: number): buffer {
	const side = 64;
	const positions = new Array<number>();
	const normals = new Array<number>();
	const uvs = new Array<number>();
	const indices = new Array<number>();
	for (const index of $range(0, side * side - 1)) {
		const x = index % side;
		const y = index.idiv(side);
		positions.push(x, y, 0);
		normals.push(0, 0, 1);
		uvs.push(x / side, y / side);
		if (x + 1 < side && y + 1 < side) {
			indices.push(index, index + 1, index + side, index + side, index + 1, index + side + 1);
		}
	}
	const groups = new Array<number>(side * side, 0);
	const one = geoset({ positions, normals, uvs: [uvs], indices, groups, groupSizes: [1], matrices: [0] });
	const list = new Array<buffer>();
	for (const _ of $range(1, math.ceil((megabytes * MEGABYTE) / buffer.len(one)))) list.push(one);
	return mdxFile(
		vers(),
		modl({ name: "Stretch", objectCount: 1 }),
		mtls(0, material(0, layer({ textureId: 0 }))),
		texs({ path: "Skin.blp" }),
		geos(...list),
		bone({ name: "Root", objectId: 0, parentId: -1, tracks: [] }),
		pivt([[0, 0, 0]]),
	);
}

/** Every reader, decoder and builder at a size. */
export function stretchesOf(megabytes: number): Array<Stretch> {
	const read = (name: string, path: string): Stretch => ({
		name,
		prepare: () => {
			const source = file(path);
			return (work) => {
				for (const mesh of readModel(source, { work }).meshes) buildMeshParts(mesh, { work });
			};
		},
	});
	const image = (name: string, path: string): Stretch => ({
		name,
		prepare: () => {
			const source = file(path);
			return (work) => {
				decodeImage(source, { work });
			};
		},
	});
	return [
		read("GLB to parts, plain", `stretch-plain-${megabytes}.glb`),
		read("GLB to parts, meshopt", `stretch-meshopt-${megabytes}.glb`),
		read("GLB to parts, skinned, mirrored", `stretch-skinned-${megabytes}.glb`),
		{
			name: "convertScene",
			prepare: () => {
				const scene = readModel(file(`stretch-plain-${megabytes}.glb`));
				return (work) => {
					convertScene(scene, { axes: "zUp", scale: 2, work });
				};
			},
		},
		{
			name: "readMdx",
			prepare: () => {
				const source = mdx(megabytes);
				return (work) => {
					readMdx(source, { work });
				};
			},
		},
		image("decodeImage, PNG", `stretch-${megabytes}.png`),
		image("decodeImage, JPEG", `stretch-${megabytes}.jpg`),
		image("decodeImage, progressive JPEG", `stretch-progressive-${megabytes}.jpg`),
		{
			name: "encodeMeshopt, stride 16",
			prepare: () => {
				const source = buffer.create(megabytes * MEGABYTE);
				for (const at of $range(0, buffer.len(source) - 4, 4)) {
					buffer.writeu32(source, at, 1000 * math.sin(at / 300) + 5000);
				}
				return (work) => {
					encodeMeshopt(source, { byteStride: 16, count: buffer.len(source) / 16, mode: "ATTRIBUTES", work });
				};
			},
		},
		{
			name: "encodeArchive",
			prepare: () => {
				const take = flight(megabytes);
				return (work) => {
					encodeArchive([take], { work });
				};
			},
		},
		{
			name: "decodeArchive",
			prepare: () => {
				const source = encodeArchive([flight(megabytes)]);
				return (work) => {
					decodeArchive(source, 60, { work });
				};
			},
		},
		{
			name: "encodeTake",
			prepare: () => {
				const take = flight(megabytes);
				return (work) => {
					encodeTake(take, { work });
				};
			},
		},
		{
			name: "decodeTake",
			prepare: () => {
				const source = encodeTake(flight(megabytes));
				return (work) => {
					decodeTake(source, { work });
				};
			},
		},
		{
			name: "encodeSnap13",
			prepare: () => {
				const take = flight(megabytes);
				return (work) => {
					encodeSnap13([take], { work });
				};
			},
		},
		{
			name: "decodeSnap13",
			prepare: () => {
				const source = encodeSnap13([flight(megabytes)]);
				return (work) => {
					decodeSnap13(source, 60, { work });
				};
			},
		},
		{
			name: "encodeBase64",
			prepare: () => {
				const source = buffer.create(megabytes * MEGABYTE);
				return (work) => {
					encodeBase64(source, { work });
				};
			},
		},
		{
			name: "decodeBase64",
			prepare: () => {
				const text = encodeBase64(buffer.create(megabytes * MEGABYTE));
				return (work) => {
					decodeBase64(text, { work });
				};
			},
		},
	];
}
