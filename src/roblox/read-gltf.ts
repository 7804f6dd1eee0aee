import { checkSource, checkType } from "../bytes/check-argument";
import { checkFiles } from "../bytes/companion-files";
import { Gltf } from "../formats/gltf/gltf";
import { GltfOptions, readGltfWith } from "../formats/gltf/read";

const HttpService = game.GetService("HttpService");

/**
 * Reads a glTF file, binary (`.glb`) or JSON (`.gltf`), meshopt-compressed or not: what it holds, and the scene of it, in
 * metres. A file that is damaged or asks for what cannot be read fails with `[dolly] gltf: …`.
 *
 * @example
 * const gltf = readGltf(source);
 * print(`${gltf.nodes.size()} nodes, made by ${gltf.generator ?? "nobody knows what"}`);
 * const { model } = buildModel(convertScene(gltf.scene, { scale: gltf.scene.studs }));
 */
export function readGltf(source: buffer, options: GltfOptions = {}): Gltf {
	checkSource(source, "readGltf");
	checkType(options, "table", "readGltf", "options");
	checkFiles(options.files, "readGltf");
	return readGltfWith((text) => HttpService.JSONDecode(text), source, options);
}
