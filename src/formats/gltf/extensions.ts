import { Budget } from "../../bytes/budget";
import { arrayIn, failAt, JsonObject } from "./json";

/** The names of meshopt compression: the ratified ones, and that of the draft of 2020. */
export const MESHOPT_EXTENSIONS = [
	"EXT_meshopt_compression",
	"KHR_meshopt_compression",
	"MESHOPT_compression",
] as const;
export type MeshoptExtension = (typeof MESHOPT_EXTENSIONS)[number];

/** Lets a channel of an animation change properties other than a node's. */
export const ANIMATION_POINTER = "KHR_animation_pointer";

/** Extensions that the reader understands. */
const UNDERSTOOD = new Set<string>([
	...MESHOPT_EXTENSIONS,
	"KHR_mesh_quantization",
	"KHR_texture_transform",
	ANIMATION_POINTER,
	"EXT_mesh_gpu_instancing",
	"KHR_node_visibility",
	"KHR_lights_punctual",
	"KHR_materials_variants",
	"KHR_materials_transmission",
	"KHR_materials_unlit",
	"KHR_materials_pbrSpecularGlossiness",
	"KHR_materials_emissive_strength",
	"KHR_texture_basisu",
	"EXT_texture_webp",
	"EXT_texture_avif",
]);

/** Extensions that change only how surfaces look or are lit: without them, the rest is still right. */
const HARMLESS = new Set<string>(["EXT_lights_image_based", "KHR_xmp_json_ld", "KHR_xmp"]);
const HARMLESS_PREFIX = "KHR_materials_";

function isHarmless(name: string): boolean {
	return HARMLESS.has(name) || name.sub(1, HARMLESS_PREFIX.size()) === HARMLESS_PREFIX;
}

/**
 * Checks that the reader supports the document's required extensions, and returns their names. An extension that is
 * used but not supported is left out with a warning.
 */
export function readRequiredExtensions(root: JsonObject, budget: Budget): Set<string> {
	const required = new Set<string>();
	const namesIn = (key: string, visit: (name: string, path: string) => void) =>
		arrayIn(root, key, "").forEach((name, index) => {
			const path = `${key}[${index}]`;
			if (!typeIs(name, "string")) failAt("an extension's name is needed", path);
			visit(name, path);
		});
	namesIn("extensionsRequired", (name, path) => {
		if (!UNDERSTOOD.has(name) && !isHarmless(name)) {
			failAt(`the file requires the extension ${name.sub(1, 80)}, which is not supported`, path);
		}
		required.add(name);
	});
	const warned = new Set<string>();
	const warn = (name: string) => {
		if (UNDERSTOOD.has(name) || warned.has(name)) return;
		warned.add(name);
		budget.warn(
			isHarmless(name) ? "extensions that change how surfaces look are left out" : "unknown extensions are left out",
			name.sub(1, 80),
		);
	};
	namesIn("extensionsRequired", warn);
	namesIn("extensionsUsed", warn);
	return required;
}
