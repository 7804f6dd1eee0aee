import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { packGltf } from "../pack-gltf.mjs";

/** The ways to pack that the toolkit has to read, as people call gltfpack. */
const WAYS = [["-c"], ["-cc"], ["-c", "-ce", "khr"], ["-cf"], ["-kn"], ["-vpn"], ["-noq"]];

/** Packs every glTF file in each way into `folder`; gives the packed files, and a line for each that gltfpack refuses. */
export async function packModels(models, folder) {
	const packed = [];
	const refused = [];
	for (const { name, path } of models) {
		if (![".glb", ".gltf"].includes(extname(path).toLowerCase())) continue;
		for (const options of WAYS) {
			const label = `${name.slice(0, -extname(name).length)} ${options.join(" ")}.glb`;
			const target = join(folder, label);
			try {
				mkdirSync(dirname(target), { recursive: true });
				writeFileSync(target, await packGltf(path, options));
				packed.push({ name: label, path: target, companions: {} });
			} catch (problem) {
				refused.push(`${label}: gltfpack: ${problem.message.trim()}`);
			}
		}
	}
	return { packed, refused };
}
