import { atch, bone, mdxFile, modl, seqs, vers } from "../builders/mdx/chunks";
import { accessor, document, listOf, view } from "./gltf-shapes";
import { mdx, times, whole } from "./other-shapes";

/** As `GLTF_SHAPES`; what they ask too much for is only made when they are built. */
export const BUILD_SHAPES: Array<[name: string, build: (count: number) => buffer]> = [
	[
		"built: clips × joints",
		(count) =>
			mdx(
				count,
				seqs(...times(count, whole)),
				bone(...times(count, (index) => ({ name: `Bone ${index}`, objectId: index }))),
			),
	],
	[
		"built: skinned parts × joints",
		(count) =>
			document(
				[
					`"meshes":[{"primitives":[${listOf(count, () => '{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}')}]}]`,
					`"skins":[{"joints":[${listOf(count, (index) => `${index}`)}]}]`,
					`"nodes":[${listOf(count, (index) => (index === 0 ? '{"mesh":0,"skin":0}' : "{}"))}]`,
				],
				[accessor(1, 5121, 3, "VEC4"), accessor(2, 5126, 3, "VEC4")],
				[view(36, 12), view(48, 48)],
				skin(),
			),
	],
	[
		"built: attachments × joints",
		(count) =>
			mdxFile(
				vers(),
				modl({ name: "hostile", objectCount: count * 2 }),
				bone(...times(count, (index) => ({ name: `Bone ${index}`, objectId: index }))),
				atch(
					count - 1,
					...times(count, (index) => ({
						node: { name: `Attachment ${index}`, objectId: count + index, parentId: index },
						attachmentId: index,
					})),
				),
			),
	],
];

/** Three vertices that follow the first joint whole. */
export function skin(): buffer {
	const data = buffer.create(60);
	for (const vertex of $range(0, 2)) buffer.writef32(data, 12 + vertex * 16, 1);
	return data;
}
