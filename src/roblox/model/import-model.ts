import { decodeBase64 } from "../../bytes/base64";
import { checkKeys, checkSource } from "../../bytes/check-argument";
import { budgetOf } from "../../bytes/job";
import { spareFrames } from "../spare-frames";
import { buildModelWith, checkBuilding, BuildModelOptions } from "./build-model";
import { ImportedModel } from "./imported-model";
import { checkReading, readModelWith, ReadModelOptions } from "./read-model";

/**
 * Options of `importModel`.
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

/** Returns the bytes of a file in Base64, such as a ModuleScript returns. */
function bytesOfText(text: string): buffer {
	const [ok, result] = pcall(decodeBase64, text);
	if (!ok) checkSource(text, "importModel");
	return result as buffer;
}

/**
 * Imports a model file into the engine, from its bytes or their Base64 text. It recognises the format by the first
 * bytes, reads the file in studs, and builds it. It yields without stalling a frame; `options.job` can cancel it. If it
 * fails, it leaves nothing behind.
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
