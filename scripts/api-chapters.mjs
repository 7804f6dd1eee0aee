/** A plugin of TypeDoc: sorts the API reference into chapters, by the folder of src/ that declares a name. */
import { CommentTag, Converter } from "typedoc";

/** The first one whose path a file's path starts with is its chapter. */
const CHAPTERS = [
	["src/bytes/", "Bytes"],
	["src/roblox/model/", "Import"],
	["src/roblox/read-gltf", "Import"],
	["src/roblox/mesh/", "Import"],
	["src/roblox/rig/", "Import"],
	["src/roblox/store/", "Store"],
	["src/roblox/", "Camera"],
	["src/formats/", "Formats"],
	["src/images/", "Formats"],
	["src/meshopt/", "Meshopt"],
	["src/take/", "Camera"],
	["src/replay/", "Camera"],
	["src/motion/", "Camera"],
	["src/scene/", "Scene"],
	["src/rotation/", "Rotations"],
];

export function load(app) {
	app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
		for (const reflection of project.children) {
			const { packagePath } = project.getSymbolIdFromReflection(reflection);
			const chapter = CHAPTERS.find(([path]) => packagePath.startsWith(path));
			if (!chapter) throw new Error(`${packagePath} belongs to no chapter of the API reference`);
			for (const { comment } of reflection.signatures ?? [reflection]) {
				comment?.blockTags.push(new CommentTag("@category", [{ kind: "text", text: chapter[1] }]));
			}
		}
	});
}
