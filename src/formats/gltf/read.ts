import { CompanionFiles, sizeOfFiles } from "../../bytes/companion-files";
import { fail } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import type { Job } from "../../bytes/job";
import { Accessors } from "./accessors";
import { readAnimations } from "./animations";
import { Buffers } from "./buffers";
import { BufferViews } from "./buffer-views";
import { makeCameraPaths, readLenses } from "./cameras";
import { GLB_MAGIC, splitGlb } from "./container";
import { readRequiredExtensions } from "./extensions";
import { Gltf, GltfMesh } from "./gltf";
import { readInstances } from "./instances";
import { arrayIn, asObject, failAt, indexIn, JsonObject, objectIn, stringIn } from "./json";
import { readImages, readMaterials } from "./materials";
import { readLights } from "./lights";
import { readMeshes } from "./meshes";
import { readNodes, readScenes } from "./nodes";
import { buildScene } from "./scene";
import { readSkins } from "./skins";
import { studsOf } from "./unit";
import { chooseVariant, readVariants } from "./variants";
import { Window } from "./window";

/** Some tools write this before the JSON. It does not belong there, and decoders may fail on it. */
const BYTE_ORDER_MARK = "\xef\xbb\xbf";

/** Turns JSON into tables. Anything that it throws is reported as invalid JSON. */
export type JsonDecoder = (text: string) => unknown;

/**
 * Options of `readGltf`.
 *
 * @example
 * const options: GltfOptions = { files: new Map([["Fox.bin", buffer.fromstring(text)]]), scene: 1 };
 * const gltf = readGltf(source, options);
 */
export interface GltfOptions {
	/** The `.bin` files and images beside it, by name. */
	files?: CompanionFiles;
	/** The index of the scene to show. Defaults to the file's own choice. */
	scene?: number;
	/** Which of the file's variants, by its name: another set of materials. Defaults to the file's own materials. */
	variant?: string;
	/** Budget, pauses and report of the call. */
	job?: Job;
}

/** Approximate bytes of an entry of each list: two characters of JSON are enough to declare one. */
const ENTRY_BYTES = { nodes: 768, animations: 768, materials: 640, scenes: 256, images: 192, textures: 192 };

/** Charges for the document's lists before anything is made from them. */
function chargeLists(root: JsonObject, budget: Budget): void {
	for (const [list, size] of pairs(ENTRY_BYTES)) budget.spendBytes(arrayIn(root, list, "").size() * size, "gltf", list);
}

/** Files of another major version use the same words with other meanings. */
function checkVersion(root: JsonObject): string | undefined {
	const asset = objectIn(root, "asset", "") ?? failAt("asset is missing, so this is not glTF", "asset");
	const version = stringIn(asset, "version", "asset") ?? failAt("version is missing", "asset.version");
	if (version.match("^2%.%d+$")[0] === undefined) {
		failAt(`the file has glTF version ${version.sub(1, 20)}; expected 2.0`, "asset.version");
	}
	const minVersion = stringIn(asset, "minVersion", "asset");
	if (minVersion !== undefined && minVersion !== "2.0") {
		failAt(`the file needs a reader of glTF ${minVersion.sub(1, 20)}`, "asset.minVersion");
	}
	return stringIn(asset, "generator", "asset");
}

/** Returns the scene that the caller asked for, or the file's own choice; -1 if the file has no scenes. */
function chooseScene(root: JsonObject, count: number, wanted: number | undefined): number {
	if (wanted !== undefined) {
		if (!(typeIs(wanted, "number") && wanted >= 0 && wanted < count && wanted % 1 === 0)) {
			fail("readGltf", `scene is ${wanted}, but the file has ${count}`);
		}
		return wanted;
	}
	return indexIn(root, "scene", "", count) ?? (count === 0 ? -1 : 0);
}

function readDocument(
	json: string,
	jsonOffset: number | undefined,
	binary: Window | undefined,
	decodeJson: JsonDecoder,
	options: GltfOptions,
	budget: Budget,
): Gltf {
	const [ok, decoded] = pcall(decodeJson, json);
	if (!ok) fail("gltf", "the JSON cannot be parsed", jsonOffset);
	const root = asObject(decoded, "the document");
	const generator = checkVersion(root);
	chargeLists(root, budget);
	const required = readRequiredExtensions(root, budget);
	const files = options.files ?? new Map();
	const buffers = new Buffers(root, files, binary, budget);
	const views = new BufferViews(root, buffers, budget);
	buffers.check(views.references(), required, budget);
	const accessors = new Accessors(root, views, budget);

	const images = readImages(root, views, files, budget);
	const materials = readMaterials(root, images, budget);
	const lenses = readLenses(root);
	const lights = readLights(root, budget);
	const targets = {
		meshes: arrayIn(root, "meshes", "").size(),
		skins: arrayIn(root, "skins", "").size(),
		cameras: lenses.size(),
		lights: lights.size(),
	};
	const nodes = readNodes(root, targets, budget);
	const scenes = readScenes(root, nodes, budget);
	const sceneIndex = chooseScene(root, scenes.size(), options.scene);
	const [animations, tracks] = readAnimations(root, accessors, nodes.size(), lenses.size(), budget);
	const skins = readSkins(root, nodes, accessors, budget);
	const variants = readVariants(root);
	const variant = chooseVariant(variants, options.variant);
	const meshes = new Array<GltfMesh>();
	// Nodes that draw the same mesh share the list of its primitives.
	const drawnBy = readMeshes(root, accessors, materials.size(), variant, budget).map((primitives) =>
		primitives.map((mesh) => meshes.push(mesh) - 1),
	);
	for (const node of nodes) if (node.mesh !== undefined) node.meshes = drawnBy[node.mesh];
	const cameras = makeCameraPaths(nodes, lenses, tracks, budget);
	const tops = new Array<number>();
	nodes.forEach(({ parent }, index) => {
		if (parent < 0) tops.push(index);
	});
	const scene = buildScene(
		{
			instances: readInstances(root, accessors, budget),
			name: sceneIndex >= 0 ? scenes[sceneIndex].name : "scene",
			tops: sceneIndex >= 0 ? scenes[sceneIndex].nodes : tops,
			nodes,
			skins,
			meshes,
			materials,
			images,
			animations: tracks,
			cameras,
			lights,
			variants,
			studs: studsOf(root),
		},
		budget,
	);
	scene.report = budget.report.lines;
	return { generator, sceneIndex, scenes, nodes, meshes, materials, images, skins, animations, lenses, scene };
}

/** `readGltf` for checked arguments, in any Luau: the caller passes the JSON decoder and checks the scene's reach. */
export function readGltfWith(decodeJson: JsonDecoder, source: buffer, options: GltfOptions, budget: Budget): Gltf {
	budget.admit(buffer.len(source) + sizeOfFiles(options.files));
	if (buffer.len(source) >= 4 && buffer.readu32(source, 0) === GLB_MAGIC) {
		const { json, jsonOffset, binary } = splitGlb(source, budget);
		return readDocument(json, jsonOffset, binary, decodeJson, options, budget);
	}
	const text = buffer.tostring(source);
	const start = text.sub(1, BYTE_ORDER_MARK.size()) === BYTE_ORDER_MARK ? BYTE_ORDER_MARK.size() : 0;
	return readDocument(text.sub(start + 1), start, undefined, decodeJson, options, budget);
}
