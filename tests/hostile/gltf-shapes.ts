import { buildGlb } from "../builders/glb";
import { floats } from "../formats/gltf/documents";

/** `count` pieces of text, made by their numbers, with commas between. */
export function listOf(count: number, piece: (index: number) => string): string {
	const pieces = new Array<string>();
	for (const index of $range(0, count - 1)) pieces.push(piece(index));
	return pieces.join(",");
}

const TRIANGLE = floats(0, 0, 0, 1, 0, 0, 0, 1, 0);

const F32 = 5126;
const U8 = 5121;

export function view(offset: number, size: number): string {
	return `{"buffer":0,"byteOffset":${offset},"byteLength":${size}}`;
}

export function accessor(view: number | undefined, kind: number, count: number, shape: string): string {
	const where = view === undefined ? "" : `"bufferView":${view},`;
	return `{${where}"componentType":${kind},"count":${count},"type":"${shape}"}`;
}

/** A document of these members over one buffer, whose first view is a triangle's positions, and first accessor too. */
export function document(
	members: Array<string>,
	accessors: Array<string> = [],
	views: Array<string> = [],
	more?: buffer,
): buffer {
	const size = 36 + (more ? buffer.len(more) : 0);
	const binary = buffer.create(size);
	buffer.copy(binary, 0, TRIANGLE);
	if (more) buffer.copy(binary, 36, more);
	const all = [
		'"asset":{"version":"2.0"}',
		`"buffers":[{"byteLength":${size}}]`,
		`"bufferViews":[${[view(0, 36), ...views].join(",")}]`,
		`"accessors":[${[accessor(0, F32, 3, "VEC3"), ...accessors].join(",")}]`,
		...members,
	];
	return buildGlb(`{${all.join(",")}}`, binary);
}

const PRIMITIVE = '{"attributes":{"POSITION":0}}';

/** `count` rising times, then as many vectors. */
function keys(count: number): buffer {
	const data = buffer.create(count * 16);
	for (const index of $range(0, count - 1)) {
		buffer.writef32(data, index * 4, index / 30);
		buffer.writef32(data, (count + index * 3) * 4, index);
	}
	return data;
}

/** A triangle that moves by these keys. */
function moving(count: number, data: buffer): buffer {
	return document(
		[
			`"meshes":[{"primitives":[${PRIMITIVE}]}],"nodes":[{"mesh":0}]`,
			'"animations":[{"samplers":[{"input":1,"output":2}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}]',
		],
		[accessor(1, F32, count, "SCALAR"), accessor(2, F32, count, "VEC3")],
		[view(36, count * 4), view(36 + count * 4, count * 12)],
		data,
	);
}

/** n nodes on a chain, each with `more`. */
function chain(count: number, more: (index: number) => string): string {
	return `"nodes":[${listOf(count, (index) => {
		const children = index + 1 < count ? `"children":[${index + 1}],` : "";
		return `{${children}"translation":[0,1,0]${more(index)}}`;
	})}]`;
}

/** Small files that ask for much, by what they ask for; each as large as its number says. */
export const GLTF_SHAPES: Array<[name: string, build: (count: number) => buffer]> = [
	[
		"nodes × primitives",
		(count) =>
			document([
				`"meshes":[{"primitives":[${listOf(count, () => PRIMITIVE)}]}]`,
				`"nodes":[${listOf(count, () => '{"mesh":0}')}]`,
			]),
	],
	[
		"instances × primitives",
		(count) =>
			document(
				[
					'"extensionsUsed":["EXT_mesh_gpu_instancing"]',
					`"meshes":[{"primitives":[${listOf(count, () => PRIMITIVE)}]}]`,
					'"nodes":[{"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":1}}}}]',
				],
				[accessor(1, F32, count, "VEC3")],
				[view(36, count * 12)],
				buffer.create(count * 12),
			),
	],
	[
		"joint sets over zeros",
		(count) => {
			const sets = listOf(20, (set) => `"JOINTS_${set}":2,"WEIGHTS_${set}":3`);
			return document(
				[`"meshes":[{"primitives":[{"attributes":{"POSITION":1,${sets}}}]}]`, '"nodes":[{"mesh":0}]'],
				[
					accessor(undefined, F32, count * 100, "VEC3"),
					accessor(undefined, U8, count * 100, "VEC4"),
					accessor(undefined, F32, count * 100, "VEC4"),
				],
			);
		},
	],
	[
		"joint sets over one set of numbers",
		(count) => {
			const sets = listOf(count, (set) => `"JOINTS_${set}":2,"WEIGHTS_${set}":3`);
			return document(
				[`"meshes":[{"primitives":[{"attributes":{"POSITION":1,${sets}}}]}]`, '"nodes":[{"mesh":0}]'],
				[accessor(1, F32, count * 4, "VEC3"), accessor(1, U8, count * 4, "VEC4"), accessor(1, F32, count * 4, "VEC4")],
				[view(36, count * 64)],
				buffer.create(count * 64),
			);
		},
	],
	[
		"channels × keys of zeros",
		(count) =>
			document(
				[
					`"nodes":[${listOf(count, () => '{"mesh":0}')}]`,
					`"meshes":[{"primitives":[${PRIMITIVE}]}]`,
					`"animations":[{"samplers":[{"input":1,"output":2}],"channels":[${listOf(
						count,
						(node) => `{"sampler":0,"target":{"node":${node},"path":"translation"}}`,
					)}]}]`,
				],
				[accessor(undefined, F32, count * 20, "SCALAR"), accessor(undefined, F32, count * 20, "VEC3")],
			),
	],
	[
		"channels × keys",
		(count) =>
			document(
				[
					`"nodes":[${listOf(count, () => '{"mesh":0}')}]`,
					`"meshes":[{"primitives":[${PRIMITIVE}]}]`,
					`"animations":[{"samplers":[${listOf(count, () => '{"input":1,"output":2}')}],"channels":[${listOf(
						count,
						(node) => `{"sampler":${node},"target":{"node":${node},"path":"translation"}}`,
					)}]}]`,
				],
				[accessor(1, F32, count * 4, "SCALAR"), accessor(2, F32, count * 4, "VEC3")],
				[view(36, count * 16), view(36 + count * 16, count * 48)],
				keys(count * 4),
			),
	],
	[
		"animations × keys",
		(count) =>
			document(
				[
					'"nodes":[{"mesh":0}]',
					`"meshes":[{"primitives":[${PRIMITIVE}]}]`,
					`"animations":[${listOf(
						count,
						() =>
							'{"samplers":[{"input":1,"output":2}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}',
					)}]`,
				],
				[accessor(1, F32, count * 4, "SCALAR"), accessor(2, F32, count * 4, "VEC3")],
				[view(36, count * 16), view(36 + count * 16, count * 48)],
				keys(count * 4),
			),
	],
	[
		"skins on a chain",
		(count) =>
			document(
				[
					`"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}]`,
					`"skins":[${listOf(count, (index) => `{"joints":[${index}]}`)}]`,
					chain(count, (index) => `,"mesh":0,"skin":${index}`),
				],
				[accessor(1, U8, 3, "VEC4"), accessor(2, F32, 3, "VEC4")],
				[view(36, 12), view(48, 48)],
				buffer.create(60),
			),
	],
	[
		"weights × primitives",
		(count) =>
			document([
				`"meshes":[{"weights":[${listOf(count, () => "1")}],"primitives":[${listOf(count, () => PRIMITIVE)}]}]`,
				'"nodes":[{"mesh":0}]',
			]),
	],
	[
		"morph targets × nodes",
		(count) =>
			document([
				`"meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[${listOf(count, () => '{"POSITION":0}')}]}]}]`,
				`"nodes":[${listOf(count, (index) => `{"mesh":0,"weights":[${index + 1}]}`)}]`,
			]),
	],
	[
		"target names × primitives",
		(count) =>
			document([
				`"meshes":[{"extras":{"targetNames":[${listOf(count, () => '"a"')}]},"primitives":[${listOf(
					count,
					() => PRIMITIVE,
				)}]}]`,
				'"nodes":[{"mesh":0}]',
			]),
	],
	[
		"cameras on a chain × animations",
		(count) =>
			document(
				[
					'"cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":1}}]',
					chain(count, () => ',"camera":0'),
					`"animations":[${listOf(
						20,
						() =>
							'{"samplers":[{"input":1,"output":2}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}',
					)}]`,
				],
				[accessor(1, F32, 2, "SCALAR"), accessor(2, F32, 2, "VEC3")],
				[view(36, 8), view(44, 24)],
				keys(2),
			),
	],
	[
		"strips over one list of vertices",
		(count) =>
			document(
				[
					`"meshes":[{"primitives":[${listOf(count, () => '{"mode":5,"attributes":{"POSITION":1}}')}]}]`,
					'"nodes":[{"mesh":0}]',
				],
				[accessor(1, F32, count * 4, "VEC3")],
				[view(36, count * 48)],
				buffer.create(count * 48),
			),
	],
	[
		"sparse accessors over one view",
		(count) =>
			document(
				[
					`"meshes":[{"primitives":[${listOf(count, (index) => `{"attributes":{"POSITION":${index + 1}}}`)}]}]`,
					'"nodes":[{"mesh":0}]',
				],
				[
					listOf(
						count,
						() =>
							`{"bufferView":1,"componentType":${F32},"count":${count * 3},"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":1,"componentType":${U8}},"values":{"bufferView":1}}}`,
					),
				],
				[view(36, count * 36)],
				buffer.create(count * 36),
			),
	],
	[
		"texture transforms × vertices",
		(count) =>
			document(
				[
					'"images":[{"uri":"a.png"}],"textures":[{"source":0}]',
					`"materials":[${listOf(
						count,
						(index) =>
							`{"pbrMetallicRoughness":{"baseColorTexture":{"index":0,"extensions":{"KHR_texture_transform":{"offset":[${index + 1},0]}}}}}`,
					)}]`,
					`"meshes":[{"primitives":[${listOf(
						count,
						(index) => `{"material":${index},"attributes":{"POSITION":1,"TEXCOORD_0":2}}`,
					)}]}]`,
					'"nodes":[{"mesh":0}]',
				],
				[accessor(1, F32, count * 3, "VEC3"), accessor(1, F32, count * 3, "VEC2")],
				[view(36, count * 36)],
				buffer.create(count * 36),
			),
	],
	[
		"joints of one name",
		(count) =>
			document(
				[
					`"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}]`,
					`"skins":[{"joints":[${listOf(count, (index) => `${index}`)}]}]`,
					`"nodes":[${listOf(count, (index) =>
						index === 0 ? '{"name":"same as all the others","mesh":0,"skin":0}' : '{"name":"same as all the others"}',
					)}]`,
				],
				[accessor(1, U8, 3, "VEC4"), accessor(2, F32, 3, "VEC4")],
				[view(36, 12), view(48, 48)],
				buffer.create(60),
			),
	],
	[
		"a key far away",
		(count) => {
			const far = keys(2);
			buffer.writef32(far, 4, count * 1e7);
			return moving(2, far);
		},
	],
	[
		"a zigzag that dies away",
		(count) => {
			// Of all keys that are left, the farthest from the line is always next to the first.
			const zigzag = keys(count * 5);
			for (const key of $range(0, count * 5 - 1)) {
				buffer.writef32(zigzag, (count * 5 + key * 3) * 4, ((key % 2) * 2 - 1) * (count * 5 - key));
			}
			return moving(count * 5, zigzag);
		},
	],
];
