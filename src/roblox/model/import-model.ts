import { decodeBase64 } from "../../bytes/base64";
import { checkKeys, checkSource } from "../../bytes/check-argument";
import { budgetOf } from "../../bytes/job";
import { spareFrames } from "../spare-frames";
import { buildModelWith, checkBuilding, BuildModelOptions } from "./build-model";
import { ImportedModel } from "./imported-model";
import { checkReading, readModelWith, ReadModelOptions } from "./read-model";

/**
 * How `importModel` reads and builds.
 *
 * @example
 * const options: ImportModelOptions = { parent: game.Workspace, name: "Fox", scale: 2, collision: "none" };
 * const { model } = importModel(source, options);
 */
export interface ImportModelOptions extends ReadModelOptions, BuildModelOptions {}

const OPTIONS: Array<keyof ImportModelOptions> = [
	"axes",
	"collision",
	"files",
	"fit",
	"job",
	"name",
	"parent",
	"scale",
	"scene",
	"variant",
];

/** The bytes of a file that is given as Base64, such as a ModuleScript returns. */
function bytesOfText(text: string): buffer {
	const [ok, result] = pcall(decodeBase64, text);
	if (!ok) checkSource(text, "importModel");
	return result as buffer;
}

/**
 * Brings a model file into the engine, from its bytes or from these as Base64 text: reads any format by its first bytes, puts everything in its place, in studs, and
 * builds it. Yields, without stalling a frame; `options.work` can cancel it. Where it fails, nothing is left behind.
 *
 * @example
 * const fox = importModel(source, { parent: game.Workspace });
 * fox.play("Walk", { loop: true });
 * for (const line of fox.report) print(line);
 */
export function importModel(source: buffer | string, options: ImportModelOptions = {}): ImportedModel {
	const bytes = typeIs(source, "string") ? bytesOfText(source) : source;
	checkReading(bytes, options, "importModel");
	checkKeys(options, OPTIONS, "importModel", "options");
	checkBuilding(options, "importModel");
	const budget = budgetOf(options, "importModel");
	budget.pause ??= spareFrames();
	budget.phase(0, 0.3);
	const scene = readModelWith(bytes, options, budget);
	budget.phase(0.3, 1);
	return budget.finish(buildModelWith(scene, options, budget));
}
