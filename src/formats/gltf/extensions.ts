import { Work } from "../../bytes/work";
import { arrayIn, failAt, JsonObject } from "./json";

/** The names under which meshopt compression goes: the ratified ones, and that of the draft of 2020. */
export const MESHOPT_EXTENSIONS = [
	"EXT_meshopt_compression",
	"KHR_meshopt_compression",
	"MESHOPT_compression",
] as const;
export type MeshoptExtension = (typeof MESHOPT_EXTENSIONS)[number];

/** Extensions that the reader understands. */
const UNDERSTOOD = new Set<string>([
	...MESHOPT_EXTENSIONS,
	"KHR_mesh_quantization",
	"KHR_texture_transform",
	"KHR_texture_basisu",
	"EXT_texture_webp",
	"EXT_texture_avif",
]);

/** Extensions that change only how surfaces look or are lit: without them, what is read is still right. */
const HARMLESS = new Set<string>(["KHR_lights_punctual", "EXT_lights_image_based", "KHR_xmp_json_ld", "KHR_xmp"]);
const HARMLESS_PREFIX = "KHR_materials_";

/** Checks that the reader can do what the document requires, and gives the names that it requires. */
export function readRequiredExtensions(root: JsonObject, work: Work): Set<string> {
	const required = new Set<string>();
	arrayIn(root, "extensionsRequired", "").forEach((name, index) => {
		const path = `extensionsRequired[${index}]`;
		if (!typeIs(name, "string")) failAt("an extension's name is needed", path);
		if (!UNDERSTOOD.has(name)) {
			if (!HARMLESS.has(name) && name.sub(1, HARMLESS_PREFIX.size()) !== HARMLESS_PREFIX) {
				failAt(`the file requires the extension ${name.sub(1, 80)}, which cannot be read`, path);
			}
			work.warn(`${name} is required, but only changes how surfaces look: ignored`);
		}
		required.add(name);
	});
	return required;
}
