import { fail } from "../../bytes/fail";
import { Work } from "../../bytes/work";
import { Scene } from "../../scene/scene";
import { ImportedModel, playable } from "./imported-model";

/**
 * Plays a scene's clips on parts that are already there, such as an import that was published: joints are found by the
 * names that `buildModel` gives them. What the model lacks is in the report.
 *
 * @example
 * const { clips } = bindModel(readModel(source), game.Workspace.WaitForChild("Fox") as Model);
 * clips.get("Run")?.play();
 */
export function bindModel(scene: Scene, model: Model): ImportedModel {
	if (!typeIs(scene, "table") || !typeIs(scene.clips, "table")) fail("bindModel", "scene is not a Scene");
	if (!typeIs(model, "Instance") || !model.IsA("Model")) fail("bindModel", "model is not a Model");
	const work = new Work();
	const imported = playable(scene, model, work, () => model.Destroy());
	for (const [name, { missing }] of imported.clips) {
		for (const joint of missing) work.warn("the model lacks joints that clips move", `${joint} of ${name}`);
	}
	return { ...imported, report: work.report.lines() };
}
