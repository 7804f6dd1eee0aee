import { checkKeys, checkSource } from "../../bytes/check-argument";
import { checkFiles, CompanionFiles, sizeOfFiles } from "../../bytes/companion-files";
import { Budget } from "../../bytes/budget";
import { budgetOf, Job } from "../../bytes/job";
import { checkReach } from "../../scene/check-reach";
import { emptyScene, Scene } from "../../scene/scene";
import { buildCameraPaths } from "./camera-paths";
import { buildClips } from "./clips";
import { MdxFile, readFile } from "./file";
import { buildHierarchy } from "./hierarchy";
import { buildMeshes } from "./meshes";
import { buildImages, buildMaterials } from "./scene-materials";
import { attachmentPoints, attachmentsByName, buildEvents, lampsOf, MdxAttachmentPoint, MdxEvent } from "./sockets";

/**
 * Options of `readMdx`.
 *
 * @example
 * const options: MdxOptions = { job: new Job({ maxBytes: 16 * 1024 * 1024 }) };
 * const { scene } = readMdx(source, options);
 */
export interface MdxOptions {
	/** The model's textures, by their paths. */
	files?: CompanionFiles;
	/** Budget, pauses and report of the call. */
	job?: Job;
}

/**
 * A model of World of Warcraft alpha 0.5.3: the file's contents, and the scene that Dolly makes from them.
 *
 * @example
 * const mdx: Mdx = readMdx(source);
 * const imported = buildModel(mdx.scene);
 * print(`${mdx.file.sequences.size()} sequences, ${mdx.file.attachments.size()} attachments`);
 */
export interface Mdx {
	/** Every chunk, in the file's own axes and units. */
	file: MdxFile;
	/**
	 * The scene, with Y up: one mesh per geoset, one skeleton of bones and helpers, one clip per sequence, then one per
	 * global sequence that a joint uses.
	 */
	scene: Scene;
	attachments: Map<string, MdxAttachmentPoint>;
	events: Map<string, MdxEvent>;
}

const OPTIONS: Array<keyof MdxOptions> = ["files", "job"];

/** Reports what the scene does not show. */
function reportLeftOut(file: MdxFile, budget: Budget): void {
	for (const list of [file.particleEmitters, file.particleEmitters2, file.ribbonEmitters]) {
		for (const { node } of list) budget.warn("particles and ribbons are left out", node.name);
	}
	file.materials.forEach(({ layers }, index) => {
		if (layers.some(({ tracks, transformId }) => !tracks.isEmpty() || transformId >= 0)) {
			budget.warn("animation of materials is left out", `Material ${index}`);
		}
	});
	for (const { node, tracks } of file.attachments) {
		if (!tracks.isEmpty()) budget.warn("animated visibility of attachments is left out", node.name);
	}
}

/**
 * Reads an MDX model, version 1300 (World of Warcraft alpha 0.5.3). Fails on any other version, and on a file whose
 * sizes, counts and references do not match to the byte.
 *
 * @example
 * const mdx = readMdx(source);
 * const stand = mdx.scene.clips.find((clip) => clip.name === "Stand");
 * for (const problem of mdx.scene.report) print(problem);
 */
export function readMdx(source: buffer, options: MdxOptions = {}): Mdx {
	checkSource(source, "readMdx");
	checkKeys(options, OPTIONS, "readMdx", "options");
	checkFiles(options.files, "readMdx");
	const budget = budgetOf(options, "readMdx");
	const mdx = readMdxWith(source, options.files, budget);
	checkReach(mdx.scene, budget, "mdx", 0);
	return budget.finish(mdx);
}

/** `readMdx` for checked arguments. The caller checks the scene's reach. */
export function readMdxWith(source: buffer, files: CompanionFiles | undefined, budget: Budget): Mdx {
	budget.admit(buffer.len(source) + sizeOfFiles(files));
	const file = readFile(source, budget);
	if (file.info === undefined) budget.warn("the file has no MODL chunk, so the model has no name");
	const hierarchy = buildHierarchy(file, budget);
	const { skeleton } = hierarchy;
	const images = buildImages(file, files ?? new Map(), budget);
	const materials = buildMaterials(file, images, budget);
	const points = attachmentPoints(file, hierarchy);
	const lamps = lampsOf(file, hierarchy, budget);
	const skeletonOf = (joint: number) => (joint < 0 ? undefined : skeleton);
	const scene: Scene = {
		...emptyScene(file.info?.name ?? "", "MDX"),
		nodes: file.geosets.map((_, index) => ({
			name: `Geoset ${index}`,
			parent: -1,
			translation: [0, 0, 0],
			rotation: [0, 0, 0, 1],
			scale: [1, 1, 1],
		})),
		meshes: buildMeshes(file, hierarchy, materials, budget),
		materials,
		images,
		skeletons: skeleton.joints.isEmpty() ? [] : [skeleton],
		attachments: [
			...points.map(({ name, joint, position }) => ({ name, joint, skeleton: skeletonOf(joint), position })),
			...lamps.map((lamp) => ({ ...lamp, skeleton: skeletonOf(lamp.joint) })),
		],
		clips: buildClips(file, hierarchy, budget),
		cameras: buildCameraPaths(file, budget),
		// Models look along +X, which stays +X when Z up becomes Y up.
		facing: [1, 0, 0],
	};
	const attachments = attachmentsByName(points, budget);
	const events = buildEvents(file, hierarchy, budget);
	reportLeftOut(file, budget);
	scene.report = budget.report.lines;
	return { file, scene, attachments, events };
}
