import { checkKeys, checkSource } from "../bytes/check-argument";
import { checkFiles } from "../bytes/companion-files";
import { budgetOf } from "../bytes/job";
import { Gltf } from "../formats/gltf/gltf";
import { GltfOptions, readGltfWith } from "../formats/gltf/read";
import { checkReach } from "../scene/check-reach";

const HttpService = game.GetService("HttpService");

const OPTIONS: Array<keyof GltfOptions> = ["files", "job", "scene"];

/** Decodes JSON with the engine's decoder. */
export function decodeJson(text: string): unknown {
	return HttpService.JSONDecode(text);
}

/**
 * Reads a glTF file, binary (`.glb`) or JSON (`.gltf`), meshopt-compressed or not. It returns the file's contents and
 * its scene, in metres. A file that is damaged or requires something unsupported fails with `[dolly] gltf: …`.
 *
 * @example
 * const gltf = readGltf(source);
 * print(`${gltf.nodes.size()} nodes, made by ${gltf.generator ?? "nobody knows what"}`);
 * const { model } = buildModel(convertScene(gltf.scene, { scale: gltf.scene.studs }));
 */
export function readGltf(source: buffer, options: GltfOptions = {}): Gltf {
	checkSource(source, "readGltf");
	checkKeys(options, OPTIONS, "readGltf", "options");
	checkFiles(options.files, "readGltf");
	const budget = budgetOf(options, "readGltf");
	const gltf = readGltfWith(decodeJson, source, options, budget);
	checkReach(gltf.scene, budget, "gltf", "nodes");
	return budget.finish(gltf);
}
