import { fail } from "../../bytes/fail";
import { Accessors } from "./accessors";
import { readAnimations } from "./animations";
import { Budget, DEFAULT_MAX_BYTES } from "./budget";
import { Buffers } from "./buffers";
import { BufferViews } from "./buffer-views";
import { makeCameraPaths, readLenses } from "./cameras";
import { makeClips } from "./clips";
import { splitGlb } from "./container";
import { readRequiredExtensions } from "./extensions";
import { Gltf } from "./gltf";
import { arrayIn, asObject, failAt, indexIn, JsonObject, objectIn, stringIn } from "./json";
import { readMaterials } from "./materials";
import { readMeshes } from "./meshes";
import { readNodes, readScenes } from "./nodes";
import { readSkins } from "./skeletons";
import { attachMeshes } from "./skinned-meshes";
import { Window } from "./window";

/** Turns JSON into tables; whatever it throws is reported as JSON that cannot be parsed. */
export type JsonDecoder = (text: string) => unknown;

/**
 * How `readGltf` reads.
 *
 * @example
 * const options: GltfOptions = { maxBytes: 16 * 1024 * 1024 };
 * const gltf = readGltf(json, [source], options);
 */
export interface GltfOptions {
	/** The most bytes that may be decoded from one file, all its parts together; 256 MB unless told otherwise. */
	maxBytes?: number;
}

/**
 * How `readGlb` reads.
 *
 * @example
 * const options: GlbOptions = { buffers: [undefined, buffer.fromstring(text)] }; // the second lies outside
 * const gltf = readGlb(source, options);
 */
export interface GlbOptions extends GltfOptions {
	/** The contents of external files, by the index of the buffer that names them. */
	buffers?: ReadonlyArray<buffer | undefined>;
}

/** Files of another major version mean other things by the same words. */
function checkVersion(root: JsonObject): string | undefined {
	const asset = objectIn(root, "asset", "") ?? failAt("there is no asset, so this is no glTF", "asset");
	const version = stringIn(asset, "version", "asset") ?? failAt("there is no version", "asset.version");
	if (version.match("^2%.%d+$")[0] === undefined) {
		failAt(`the file is of glTF ${version.sub(1, 20)}, and only 2.0 can be read`, "asset.version");
	}
	const minVersion = stringIn(asset, "minVersion", "asset");
	if (minVersion !== undefined && minVersion !== "2.0") {
		failAt(`the file needs a reader of glTF ${minVersion.sub(1, 20)}`, "asset.minVersion");
	}
	return stringIn(asset, "generator", "asset");
}

function readDocument(
	json: string,
	jsonOffset: number | undefined,
	given: ReadonlyArray<buffer | undefined>,
	binary: Window | undefined,
	decodeJson: JsonDecoder,
	maxBytes: number,
): Gltf {
	const [ok, decoded] = pcall(decodeJson, json);
	if (!ok) fail("gltf", "the JSON cannot be parsed", jsonOffset);
	const root = asObject(decoded, "the document");
	const warnings = new Array<string>();
	const generator = checkVersion(root);
	const required = readRequiredExtensions(root, warnings);
	const budget = new Budget(maxBytes);
	const buffers = new Buffers(root, given, binary, budget);
	const views = new BufferViews(root, buffers, budget);
	buffers.check(views.references(), required, warnings);
	const accessors = new Accessors(root, views, budget, maxBytes, warnings);

	const materials = readMaterials(root);
	const lenses = readLenses(root);
	const targets = {
		meshes: arrayIn(root, "meshes", "").size(),
		skins: arrayIn(root, "skins", "").size(),
		cameras: lenses.size(),
	};
	const nodes = readNodes(root, targets, warnings);
	const scenes = readScenes(root, nodes);
	const scene = indexIn(root, "scene", "", scenes.size()) ?? (scenes.isEmpty() ? -1 : 0);
	const [animations, tracks] = readAnimations(root, accessors, nodes, budget);
	const animated = new Set<number>();
	for (const { order } of tracks) for (const node of order) animated.add(node);
	const [skins, skeletons] = readSkins(root, nodes, animated, accessors, budget);
	const primitives = readMeshes(root, accessors, materials, budget, warnings);
	const meshes = attachMeshes(primitives, nodes, skins, budget);
	const clips = makeClips(tracks, skeletons, nodes, scene >= 0 ? scenes[scene].name : "scene", budget);
	const cameras = makeCameraPaths(nodes, lenses, tracks, budget, warnings);
	return {
		generator,
		scene,
		scenes,
		nodes,
		materials,
		skins,
		animations,
		lenses,
		meshes,
		skeletons: skeletons.map(({ skeleton }) => skeleton),
		clips,
		cameras,
		warnings,
	};
}

function maxBytesOf(options: GltfOptions, owner: string): number {
	const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
	if (!typeIs(maxBytes, "number") || !(maxBytes >= 0)) fail(owner, "maxBytes is not a number of bytes");
	return maxBytes;
}

/** `readGlb` for any Luau: the JSON decoder is handed in. */
export function readGlbWith(decodeJson: JsonDecoder, source: buffer, options: GlbOptions = {}): Gltf {
	if (!typeIs(source, "buffer")) fail("readGlb", `source is a ${typeOf(source)}, not a buffer`);
	const maxBytes = maxBytesOf(options, "readGlb");
	const { json, jsonOffset, binary } = splitGlb(source);
	return readDocument(json, jsonOffset, options.buffers ?? [], binary, decodeJson, maxBytes);
}

/** `readGltf` for any Luau: the JSON decoder is handed in. */
export function readGltfWith(
	decodeJson: JsonDecoder,
	json: string,
	buffers: ReadonlyArray<buffer | undefined>,
	options: GltfOptions = {},
): Gltf {
	if (!typeIs(json, "string")) fail("readGltf", `json is a ${typeOf(json)}, not a string`);
	return readDocument(json, undefined, buffers ?? [], undefined, decodeJson, maxBytesOf(options, "readGltf"));
}
