import { readFileSync } from "node:fs";
import { pack } from "gltfpack";

/** What gltfpack makes of a file, or of the bytes of a GLB, with the options of its command line. */
export async function packGltf(source, options) {
	const input = typeof source === "string" ? source : "in.glb";
	let result;
	await pack(["-i", input, "-o", "out.glb", ...options], {
		read: (path) => (path === input && typeof source !== "string" ? source : readFileSync(path)),
		write: (_, bytes) => (result = Uint8Array.from(bytes)),
	});
	return result;
}
