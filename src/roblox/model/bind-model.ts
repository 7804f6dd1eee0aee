import { Work } from "../../bytes/work";
import { checkScene } from "../../scene/check-scene";
import { Scene } from "../../scene/scene";
import { checkInstance } from "../check-instance";
import { findJoints } from "../rig/find-joints";
import { rigNames } from "../rig/rig-names";
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
	checkScene(scene, "bindModel");
	checkInstance(model, "Model", "bindModel", "model");
	const work = new Work();
	const imported = playable(scene, model, work, "bindModel", () => model.Destroy());
	const joints = findJoints(model);
	for (const clip of scene.clips) {
		const names = rigNames(clip.skeleton);
		for (const { joint } of clip.tracks) {
			if (!joints.has(names[joint])) {
				work.warn("the model lacks joints that clips move", `${names[joint]} of ${clip.name}`);
			}
		}
	}
	return { ...imported, report: work.report.lines() };
}
