import { ImportedModel, importModel } from "../../src";
import { Headless, headless } from "../headless";
import { Drawing } from "../pictures/drawing";
import { showClip } from "../roblox/rig/show-clip";

const HttpService = game.GetService("HttpService");
const Workspace = game.GetService("Workspace");

/** The list of what to import, as `scripts/corpus.mjs` writes it. */
const JOBS = "dist/corpus/jobs.json";

/** How far into each clip it is drawn: not half way, where clips that swing to and fro are back where they began. */
const MOMENT = 0.4;

/** A model file, the files that belong to it by name, and where the drawing of what was built goes, if it is wanted. */
interface Job {
	path: string;
	companions: { [name: string]: string };
	drawing?: string;
}

/** What came of a file. A refusal is one of the toolkit's own; any other problem is a fault. */
interface Outcome {
	refusal?: string;
	problem?: string;
	parts: number;
	bones: number;
	clips: number;
	images: number;
	report: Array<string>;
	seconds: number;
}

function count(root: Instance, isCounted: (instance: Instance) => boolean): number {
	return root.GetDescendants().filter(isCounted).size();
}

/** The clips in the file's order: of several of one name the others have a number. */
function clipsInOrder({ scene, clips }: ImportedModel) {
	const seen = new Map<string, number>();
	return scene.clips.map((clip) => {
		const wanted = clip.name === "" ? "Clip" : clip.name;
		const times = (seen.get(wanted) ?? 0) + 1;
		seen.set(wanted, times);
		const name = times === 1 ? wanted : `${wanted} ${times}`;
		return { name, clip: clips.get(name) ?? clip };
	});
}

/** What is seen at rest and in the midst of each clip. */
function draw(engine: Headless, imported: ImportedModel): buffer {
	const drawing = new Drawing();
	const { model } = imported;
	const pivot = model.GetPivot();
	engine.step(1 / 60);
	drawing.shoot("rest", model, pivot);
	for (const { name, clip } of clipsInOrder(imported)) {
		const track = showClip(imported, clip, clip.duration * MOMENT);
		engine.step(1 / 60);
		drawing.shoot(name, model, pivot);
		track.stop(0);
		engine.step(1 / 60);
	}
	return drawing.toBuffer();
}

function importOne(engine: Headless, { path, companions, drawing }: Job): Outcome {
	const outcome: Outcome = { parts: 0, bones: 0, clips: 0, images: 0, report: [], seconds: 0 };
	const source = engine.readFile(path);
	const files = new Map<string, buffer>();
	for (const [name, place] of pairs(companions)) files.set(name as string, engine.readFile(place as string));
	const meshesBefore = engine.editableMeshes.count();
	const started = engine.realClock();
	const [accepted, result] = pcall(() => importModel(source, { files, parent: Workspace }));
	outcome.seconds = engine.realClock() - started;
	if (accepted) {
		const imported = result as ImportedModel;
		const { model, scene } = imported;
		outcome.parts = count(model, (instance) => instance.IsA("BasePart"));
		outcome.bones = count(model, (instance) => instance.IsA("Bone"));
		outcome.clips = scene.clips.size();
		outcome.images = scene.images.size();
		outcome.report = imported.report;
		const [ended, problem] = pcall(() => {
			if (drawing !== undefined) engine.writeFile(drawing, draw(engine, imported));
			imported.destroy();
		});
		if (!ended) outcome.problem = tostring(problem);
	} else if (tostring(result).sub(1, 7) === "[dolly]") {
		outcome.refusal = tostring(result);
	} else {
		outcome.problem = tostring(result);
	}
	engine.editableMemory.collect();
	const left = engine.editableMeshes.count() - meshesBefore;
	if (left > 0) outcome.problem ??= `${left} editable meshes are left behind`;
	const models = count(Workspace, (instance) => instance.IsA("Model"));
	if (models > 0) outcome.problem ??= `${models} models are left in Workspace`;
	const [failure] = engine.takeErrors();
	if (failure !== undefined) outcome.problem ??= failure;
	return outcome;
}

assert(headless !== undefined, "[dolly] corpus: it runs in the headless engine");
const jobs = HttpService.JSONDecode(buffer.tostring(headless.readFile(JOBS))) as Array<Job>;
for (const job of jobs) {
	print(`begin ${job.path}`);
	print(`end ${HttpService.JSONEncode(importOne(headless, job))}`);
}

/** What the runner prints when all is done. */
export const verdict = "done";
