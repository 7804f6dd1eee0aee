import { Work } from "../../bytes/work";
import { checkScene } from "../../scene/check-scene";
import { Scene } from "../../scene/scene";
import { checkInstance } from "../check-instance";
import { findJoints } from "../rig/find-joints";
import { rigNames } from "../rig/rig-names";
import { destroyMixers, PlayableModel, playable } from "./imported-model";

/**
 * A model that was there before, on which a scene's clips play.
 *
 * @example
 * const bound: BoundModel = bindModel(readModel(source), game.Workspace.WaitForChild("Fox") as Model);
 * bound.play("Run");
 * bound.unbind(); // it stands at rest again
 */
export interface BoundModel extends PlayableModel {
	/** Ends all tracks of the model, which stays as it is. */
	unbind(): void;
}

/**
 * Plays a scene's clips on parts that are already there, such as an import that was published: joints are found by the
 * names that `buildModel` gives them. Joints that the model lacks are in the report. A model that is bound twice keeps one mixer, so that
 * clips of both scenes blend.
 *
 * @example
 * const fox = bindModel(readModel(source), game.Workspace.WaitForChild("Fox") as Model);
 * fox.play("Run", { loop: true });
 */
export function bindModel(scene: Scene, model: Model): BoundModel {
	checkScene(scene, "bindModel");
	checkInstance(model, "Model", "bindModel", "model");
	const work = new Work();
	const joints = findJoints(model);
	for (const clip of scene.clips) {
		const names = rigNames(clip.skeleton);
		for (const { joint } of clip.tracks) {
			if (!joints.has(names[joint])) {
				work.warn("the model lacks joints that clips move", `${names[joint]} of ${clip.name}`);
			}
		}
	}
	return {
		...playable(scene, model, work, "bindModel"),
		unbind() {
			destroyMixers(model);
		},
	};
}
