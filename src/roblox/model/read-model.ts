import { checkFinite, checkKeys, checkOptional, checkSource, checkType } from "../../bytes/check-argument";
import { checkFiles, CompanionFiles } from "../../bytes/companion-files";
import { fail } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import { budgetOf, Job } from "../../bytes/job";
import { readMdxWith } from "../../formats/mdx/read-mdx";
import { mappingFor } from "../../formats/morpheme/map-bones";
import { Mrn, readMrnWith } from "../../formats/morpheme/mrn";
import { readNsaScene, readNsaWith } from "../../formats/morpheme/nsa";
import { recognise } from "../../formats/recognise";
import { checkReach } from "../../scene/check-reach";
import { Axes, changeOf } from "../../scene/axes";
import { convertWith } from "../../scene/convert-scene";
import { Scene } from "../../scene/scene";
import { readGltfWith } from "../../formats/gltf/read";
import { decodeJson } from "../read-gltf";

/**
 * Options of `readModel`.
 *
 * @example
 * const options: ReadModelOptions = { files: new Map([["Fox.bin", buffer.fromstring(text)]]), scale: 4 };
 * const scene = readModel(source, options);
 */
export interface ReadModelOptions {
	/**
	 * The files that belong to it, by name: a `.gltf`'s `.bin` and images, an `.mdx`'s textures, an `.nsa`'s `.mrn`.
	 */
	files?: CompanionFiles;
	/** The factor of all lengths. Defaults to metres to studs for glTF, and to 1 for other formats. */
	scale?: number;
	/**
	 * Pass `zUp` if a model lies on its back because its file does not keep to its format's axes. Defaults to `yUp`.
	 */
	axes?: Axes;
	/** The scene's name. Defaults to the file's. */
	name?: string;
	/** The index of a glTF file's scene. Defaults to the file's own choice. */
	scene?: number;
	/** Which of a glTF file's variants, by its name: another set of materials. Defaults to the file's own materials. */
	variant?: string;
	/** Budget, pauses and report of the call. */
	job?: Job;
}

/** Reads the network among the files. */
function companionNetwork(files: CompanionFiles, budget: Budget): Mrn | undefined {
	const names = new Array<string>();
	for (const [name] of files) if (name.lower().sub(-4) === ".mrn") names.push(name);
	// A table has no order: always take the first by name.
	names.sort();
	return names.isEmpty() ? undefined : readMrnWith(files.get(names[0])!, {}, budget);
}

function readNsaBeside(source: buffer, options: ReadModelOptions, budget: Budget): Scene {
	const network = companionNetwork(options.files ?? new Map(), budget);
	const skeletons = network?.skeletons ?? [];
	if (network === undefined || skeletons.isEmpty()) return readNsaWith(source, { name: options.name }, budget).scene;
	return readNsaScene(source, { name: options.name }, budget, (boneCount) => {
		// Only the bone count tells which of a network's skeletons an animation uses.
		const skeleton =
			skeletons.find(({ joints }) => joints.size() === boneCount) ??
			skeletons.find(({ joints }) => joints.size() > boneCount);
		if (skeleton === undefined) {
			budget.warn(`no skeleton of the network has as many bones as the animation (${boneCount})`);
		}
		return $tuple(skeleton, skeleton && mappingFor(boneCount, skeleton, network.skeletonMaps, budget));
	}).scene;
}

function read(source: buffer, options: ReadModelOptions, budget: Budget): Scene {
	const [format, otherwise] = recognise(source);
	if (format === undefined) fail("readModel", otherwise);
	const { files, scene, variant } = options;
	if (format === "mdx") return readMdxWith(source, files, budget).scene;
	if (format === "mrn") return readMrnWith(source, {}, budget).scene;
	if (format === "nsa") return readNsaBeside(source, options, budget);
	return readGltfWith(decodeJson, source, { files, scene, variant }, budget).scene;
}

const OPTIONS: Array<keyof ReadModelOptions> = ["axes", "files", "job", "name", "scale", "scene", "variant"];

/** Refuses sources that are not buffers, and invalid options. */
export function checkReading(source: buffer, options: ReadModelOptions, caller: string): void {
	checkSource(source, caller);
	checkType(options, "table", caller, "options");
	checkFiles(options.files, caller);
	changeOf(options, caller);
	checkOptional(options.name, "string", caller, "name");
	if (options.scene !== undefined) checkFinite(options.scene, caller, "scene");
	checkOptional(options.variant, "string", caller, "variant");
}

/**
 * Reads a model file of any format: glTF (`.glb`, `.gltf`), MDX, Morpheme (`.mrn`, `.nsa`). Dolly recognises the format
 * by the file's first bytes. The scene is in studs, with Y up.
 *
 * @example
 * const scene = readModel(source);
 * for (const line of scene.report) warn(line);
 * const { model } = buildModel(scene);
 */
export function readModel(source: buffer, options: ReadModelOptions = {}): Scene {
	checkReading(source, options, "readModel");
	checkKeys(options, OPTIONS, "readModel", "options");
	const budget = budgetOf(options, "readModel");
	return budget.finish(readModelWith(source, options, budget));
}

/** `readModel` for checked bytes and options. */
export function readModelWith(source: buffer, options: ReadModelOptions, budget: Budget): Scene {
	const scene = read(source, options, budget);
	const { scale = scene.studs, axes, name = scene.name } = options;
	const converted = convertWith(scene, changeOf({ scale, axes }, "readModel"), budget, true);
	checkReach(converted, budget, "readModel");
	return { ...converted, name };
}
