import { CameraPath } from "../../motion/camera-path";
import { Clip } from "../../scene/clip";
import { Mesh } from "../../scene/mesh";
import { Skeleton } from "../../scene/skeleton";
import { buildCameraPaths } from "./camera-paths";
import { buildClips } from "./clips";
import { MdxFile, readFile } from "./file";
import { buildHierarchy } from "./hierarchy";
import { buildMeshes } from "./meshes";
import { buildAttachments, buildEvents, MdxAttachmentPoint, MdxEvent } from "./sockets";

/**
 * A model of World of Warcraft alpha 0.5.3: what its file holds, and what Dolly makes of it, with Y up.
 *
 * @example
 * const mdx: Mdx = readMdx(source);
 * const { parts } = buildMesh(mdx.meshes[0], { skeleton: mdx.skeleton });
 * new ClipPlayer(mdx.clips[0], { skeleton: mdx.skeleton, instance: parts[0] }).play();
 */
export interface Mdx {
	name: string;
	/** Every chunk, in the file's own axes and units. */
	file: MdxFile;
	/** Bones and helpers. */
	skeleton: Skeleton;
	/** One for each sequence, in their order, then one for each global sequence that a joint uses. */
	clips: Array<Clip>;
	/** One for each geoset, in their order. */
	meshes: Array<Mesh>;
	cameras: Array<CameraPath>;
	attachments: Map<string, MdxAttachmentPoint>;
	events: Map<string, MdxEvent>;
	/** What was read in spite of something odd about it, in words. */
	warnings: Array<string>;
}

/**
 * Reads an MDX model, version 1300 (World of Warcraft alpha 0.5.3). Other versions are refused, and so is every file whose
 * sizes, counts and references do not hold together to the byte.
 *
 * @example
 * const mdx = readMdx(source);
 * const stand = mdx.clips.find((clip) => clip.name === "Stand");
 * for (const problem of mdx.warnings) print(problem);
 */
export function readMdx(source: buffer): Mdx {
	const warnings = new Array<string>();
	const file = readFile(source, warnings);
	if (file.info === undefined) warnings.push("the file has no MODL chunk, so the model has no name");
	const hierarchy = buildHierarchy(file, warnings);
	return {
		name: file.info?.name ?? "",
		file,
		skeleton: hierarchy.skeleton,
		clips: buildClips(file, hierarchy),
		meshes: buildMeshes(file, hierarchy.jointOf, warnings),
		cameras: buildCameraPaths(file, warnings),
		attachments: buildAttachments(file, hierarchy, warnings),
		events: buildEvents(file, hierarchy, warnings),
		warnings,
	};
}
