import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";

const MODELS = new Set([".glb", ".gltf", ".mdx", ".mrn", ".nsa"]);

/** The JSON of a `.gltf`, or of the first chunk of a `.glb`. */
function gltfText(path) {
	const bytes = readFileSync(path);
	const isBinary = bytes.toString("latin1", 0, 4) === "glTF";
	return (isBinary ? bytes.subarray(20, 20 + bytes.readUInt32LE(12)) : bytes).toString("utf8");
}

/** Where the files are that a `.gltf` or a `.glb` names, by the names that it uses. */
function gltfCompanions(path) {
	let json;
	try {
		json = JSON.parse(gltfText(path));
	} catch {
		// The reader will say what is wrong with it.
		return {};
	}
	const uris = [...(json.buffers ?? []), ...(json.images ?? [])].map(({ uri }) => uri);
	const found = {};
	for (const uri of uris) {
		if (typeof uri !== "string" || uri.startsWith("data:")) continue;
		const file = join(dirname(path), decodeURIComponent(uri));
		if (existsSync(file)) found[decodeURIComponent(uri)] = file;
	}
	return found;
}

/** The files of one kind that stand beside another. */
function beside(path, pattern) {
	const names = readdirSync(dirname(path)).filter((name) => pattern.test(name));
	return Object.fromEntries(names.map((name) => [name, join(dirname(path), name)]));
}

function companionsOf(path) {
	const kind = extname(path).toLowerCase();
	if (kind === ".gltf" || kind === ".glb") return gltfCompanions(path);
	if (kind === ".mdx") return beside(path, /\.(blp|png|jpe?g)$/i);
	if (kind === ".nsa") return beside(path, /\.mrn$/i);
	return {};
}

/** Every model file of a folder and the folders in it, with the files that belong to each by name. */
export function findModels(folder) {
	return readdirSync(folder, { recursive: true })
		.map((name) => join(folder, name))
		.filter((path) => MODELS.has(extname(path).toLowerCase()) && statSync(path).isFile())
		.sort()
		.map((path) => ({ name: relative(folder, path) || basename(path), path, companions: companionsOf(path) }));
}
