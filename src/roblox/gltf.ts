import { Gltf } from "../formats/gltf/gltf";
import { GlbOptions, GltfOptions, readGlbWith, readGltfWith } from "../formats/gltf/read";

const HttpService = game.GetService("HttpService");

function decodeJson(text: string): unknown {
	return HttpService.JSONDecode(text);
}

/**
 * Reads a binary glTF file (`.glb`), meshopt-compressed or not: what it holds, and its meshes, skeletons, clips and
 * camera paths. A file that is damaged or asks for what cannot be read fails with `[dolly] gltf: …`.
 *
 * @example
 * const gltf = readGlb(source);
 * const [walk] = gltf.clips;
 * const rig = gltf.skeletons[walk.skeleton];
 */
export function readGlb(source: buffer, options?: GlbOptions): Gltf {
	return readGlbWith(decodeJson, source, options);
}

/**
 * Reads a glTF file in JSON (`.gltf`) with the contents of its buffers, by their index; a buffer that the JSON carries in
 * a data URI, or that nothing needs, may be undefined.
 *
 * @example
 * const gltf = readGltf(json, [source]);
 * new CameraPlayer(gltf.cameras[0]).play();
 */
export function readGltf(json: string, buffers: Array<buffer | undefined>, options?: GltfOptions): Gltf {
	return readGltfWith(decodeJson, json, buffers, options);
}
