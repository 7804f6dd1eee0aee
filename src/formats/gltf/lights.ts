import { Budget } from "../../bytes/budget";
import { SceneLight } from "../../scene/light";
import { extensionIn, failAt, indexIn, JsonObject, numberIn, numbersIn, objectIn, objectsIn, stringIn } from "./json";

export const LIGHTS = "KHR_lights_punctual";

/** The illuminance, in lux, below which a lamp is not seen to shine. */
const DARK = 0.05;

/** The min and max brightness of lamps, in the engine's units. Files have from 1 to 100,000 candela. */
const DIMMEST = 0.2;
const BRIGHTEST = 10;

/** A lamp as the document declares it: a `SceneLight` without a direction. */
export type GltfLight = Omit<SceneLight, "direction"> & { name: string };

/** Converts candela to the engine's brightness: 1 is 1, and each factor of ten adds 1. */
function brightnessOf(candela: number): number {
	return math.clamp(1 + math.log10(math.max(candela, 1e-6)), DIMMEST, BRIGHTEST);
}

/** Reads the lamps that nodes may carry; false for a directional light, which has no position. */
export function readLights(root: JsonObject, budget: Budget): Array<GltfLight | false> {
	const extension = extensionIn(root, LIGHTS, "") ?? {};
	const list = `extensions.${LIGHTS}`;
	return objectsIn(extension, "lights", list).map((json, index) => {
		const path = `${list}.lights[${index}]`;
		const kind = stringIn(json, "type", path);
		const name = stringIn(json, "name", path) ?? `light ${index}`;
		if (kind === "directional") {
			budget.warn("lights without a place, such as the sun, are left out", name);
			return false;
		}
		if (kind !== "point" && kind !== "spot") failAt("a light is directional, point or spot", `${path}.type`);
		const [red, green, blue] = (numbersIn(json, "color", path, 3) ?? [1, 1, 1]).map((value) => math.clamp(value, 0, 1));
		const intensity = numberIn(json, "intensity", path, 1);
		const spot = objectIn(json, "spot", path) ?? {};
		const outer = numberIn(spot, "outerConeAngle", `${path}.spot`, math.pi / 4);
		const range = numberIn(json, "range", path, math.sqrt(math.max(intensity, 0) / DARK));
		return {
			name,
			kind,
			color: [red, green, blue],
			brightness: intensity > 0 ? brightnessOf(intensity) : 0,
			range: math.max(range, 0),
			angle: math.deg(math.clamp(outer, 0, math.pi / 2) * 2),
		};
	});
}

/** Returns the index of the lamp that a node carries, of `count`, if any. */
export function lightOf(node: JsonObject, path: string, count: number): number | undefined {
	const extension = extensionIn(node, LIGHTS, path);
	return extension && indexIn(extension, "light", `${path}.extensions.${LIGHTS}`, count);
}
