import { Budget } from "../src/bytes/budget";
import { readGltf } from "../src/roblox/read-gltf";
import { splitGlb } from "../src/formats/gltf/container";
import { decodeMeshopt } from "../src/meshopt/decode";
import { MeshoptFilter, MeshoptMode } from "../src/meshopt/layout";
import { headless } from "../tests/headless";
import { BenchRow } from "./row";

interface View {
	extensions: {
		EXT_meshopt_compression: {
			byteOffset?: number;
			byteLength: number;
			byteStride: number;
			count: number;
			mode: MeshoptMode;
			filter?: MeshoptFilter;
		};
	};
}

/** The whole of the file that `gltf.rival.mjs` made, and beside it the parts of the work that can be done alone. */
export = (): Array<BenchRow> => {
	assert(headless !== undefined);
	const source = headless.readFile("generated/bench/gltf.glb");
	const HttpService = game.GetService("HttpService");
	const { json, binary } = splitGlb(source, new Budget());
	const document = HttpService.JSONDecode(json) as { bufferViews: Array<View> };
	const streams = document.bufferViews.map(({ extensions }) => {
		const { byteOffset = 0, byteLength, byteStride, count, mode, filter } = extensions.EXT_meshopt_compression;
		return { source, byteOffset: binary!.start + byteOffset, byteLength, byteStride, count, mode, filter };
	});
	const megabytes = buffer.len(source) / 1e6;
	return [
		{
			name: "1 MB meshopt GLB to a Mesh",
			unit: "MB/s",
			work: megabytes,
			body: () => {
				readGltf(source);
			},
			result: () => {
				const [{ positions, normals, uvs, colors, indices }] = readGltf(source).meshes;
				const parts = [positions, normals!, uvs[0], colors!, indices];
				const result = buffer.create(parts.reduce((sum, part) => sum + buffer.len(part), 0));
				let at = 0;
				for (const part of parts) {
					buffer.copy(result, at, part);
					at += buffer.len(part);
				}
				return result;
			},
		},
		{
			name: "the same, its streams alone",
			unit: "MB/s",
			work: megabytes,
			body: () => {
				for (const stream of streams) decodeMeshopt(stream);
			},
		},
		{
			name: "the same, its JSON alone",
			unit: "MB/s",
			work: megabytes,
			body: () => {
				HttpService.JSONDecode(json);
			},
		},
	];
};
