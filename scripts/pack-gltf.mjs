import { readFileSync } from "node:fs";
import { pack } from "gltfpack";

/** What gltfpack makes of a file, or of the bytes of a GLB, with the options of its command line. */
export async function packGltf(source, options) {
	const input = typeof source === "string" ? source : "in.glb";
	const written = {};
	await pack(["-i", input, "-o", "out.glb", ...options], {
		read: (path) => (path === input && typeof source !== "string" ? source : readFileSync(path)),
		write: (path, bytes) => (written[path] = Uint8Array.from(bytes)),
	});
	// With -cf there is a second file, of uncompressed data, which readers of the first do not need.
	return written["out.glb"];
}
