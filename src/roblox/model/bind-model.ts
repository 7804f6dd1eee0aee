import { Budget } from "../../bytes/budget";
import { checkScene } from "../../scene/check-scene";
import { Scene } from "../../scene/scene";
import { checkInstance } from "../check-instance";
import { findJoints } from "../rig/find-joints";
import { destroyMixers, PlayableModel, playable } from "./imported-model";
import { rigNames } from "../../scene/rest";

/**
 * An existing model on which a scene's clips play.
 *
 * @example
 * const bound: BoundModel = bindModel(readModel(source), game.Workspace.WaitForChild("Fox") as Model);
 * bound.play("Run");
 * bound.unbind(); // it stands at rest again
 */
export interface BoundModel extends PlayableModel {
	/** Ends all tracks of the model, which stays in the place. */
	unbind(): void;
}

/**
 * Plays a scene's clips on existing parts, such as a published import. It finds joints by the names that `buildModel`
 * uses, and reports those that the model lacks. If you bind a model twice, it keeps one mixer, so that clips of both
 * scenes blend.
 *
 * @example
 * const fox = bindModel(readModel(source), game.Workspace.WaitForChild("Fox") as Model);
 * fox.play("Run", { loop: true });
 */
export function bindModel(scene: Scene, model: Model): BoundModel {
	checkScene(scene, "bindModel");
	checkInstance(model, "Model", "bindModel", "model");
	const budget = new Budget();
	const joints = findJoints(model);
	const missing = new Set<string>();
	for (const { skeleton, tracks } of scene.clips) {
		const names = rigNames(skeleton);
		for (const { joint } of tracks) {
			const name = names[joint];
			if (joints.has(name) || missing.has(name)) continue;
			missing.add(name);
			budget.warn("the model lacks joints that clips move", name);
		}
	}
	return budget.finish({
		...playable(scene, model, budget, "bindModel"),
		unbind() {
			destroyMixers(model);
		},
	});
}
