import { Work } from "../../bytes/work";
import { CameraPath } from "../../motion/camera-path";
import { scaledJointsSteps } from "../../scene/scaled-joints";
import { Scene } from "../../scene/scene";
import { Skeleton } from "../../scene/skeleton";
import { ClipPlayer } from "../rig/clip-player";
import { Rig } from "../rig/rig-pose";
import { DistinctNames } from "../../scene/distinct-names";

/**
 * A model that was built from a scene, with all that it can do.
 *
 * @example
 * const imported: ImportedModel = importModel(source, { parent: game.Workspace });
 * imported.clips.get("Walk")?.play();
 * task.delay(60, () => imported.destroy());
 */
export interface ImportedModel {
	model: Model;
	/** The clips by name, ready to play; of several of one name the others have a number. In Luau a table. */
	clips: Map<string, ClipPlayer>;
	/** The flights of the file's cameras, in the space of the scene. */
	cameras: Array<CameraPath>;
	/** What was left out, approximated or split, in words and numbers. */
	report: Array<string>;
	scene: Scene;
	/** Stops the clips, destroys the model, and frees the memory of its meshes. */
	destroy(): void;
}

/** Bytes that a player takes for each joint of its skeleton, measured. */
const PLAYER_BYTES = 720;

/** Refuses more clips of more joints than the input may cost: each player looks at all joints and keeps poses of them. */
function chargePlayers(scene: Scene, model: Model, work: Work, caller: string): void {
	const instances = model.GetDescendants().size();
	for (const clip of scene.clips) {
		const joints = clip.skeleton.joints.size();
		const place = `clip "${clip.name}"`;
		work.spendBytes(joints * PLAYER_BYTES, caller, place);
		work.step(instances + joints + scaledJointsSteps(clip), caller, place);
	}
}

/** Makes what plays a scene's clips on a model; `caller` is who was asked for it. */
export function playable(scene: Scene, model: Model, work: Work, caller: string, discard: () => void): ImportedModel {
	chargePlayers(scene, model, work, caller);
	const facing = CFrame.lookAt(Vector3.zero, new Vector3(...scene.facing));
	const rigs = new Map<Skeleton, Rig>();
	const clips = new Map<string, ClipPlayer>();
	const taken = new DistinctNames();
	for (const clip of scene.clips) {
		const { skeleton } = clip;
		work.pausePoint();
		const rig = rigs.get(skeleton) ?? { skeleton, instance: model, origin: facing.Inverse() };
		rigs.set(skeleton, rig);
		const player = new ClipPlayer(clip, rig);
		for (const { joint, factor } of player.scaled) {
			work.warn("clips change the size of joints, which is not shown", `${joint} of ${clip.name} (× ${factor})`);
		}
		clips.set(taken.add(clip.name === "" ? "Clip" : clip.name), player);
	}
	return {
		model,
		clips,
		cameras: scene.cameras,
		report: work.report.lines(),
		scene,
		destroy() {
			for (const [, player] of clips) player.destroy();
			discard();
		},
	};
}
