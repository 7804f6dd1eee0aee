import { describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import { CameraPath } from "../../motion/camera-path";
import { Clip } from "../../scene/clip";
import { DistinctNames } from "../../bytes/distinct-names";
import { scaledJointsSteps } from "../../scene/scaled-joints";
import { Scene } from "../../scene/scene";
import { ClipMixer, mixersOf, PlayOptions } from "../rig/clip-mixer";
import { ClipTrack } from "../rig/clip-track";

/**
 * A model that plays a scene's clips.
 *
 * @example
 * const fox: PlayableModel = bindModel(scene, model);
 * fox.play("Run", { fade: 0.2, loop: true });
 */
export interface PlayableModel {
	model: Model;
	/** The clips by name; in Luau a table. Further clips of one name get a number. */
	clips: Map<string, Clip>;
	/** The flights of the file's cameras, in the space of the scene. */
	cameras: Array<CameraPath>;
	/** The names of the file's variants, of which `importModel`'s option `variant` shows one. */
	variants: Array<string>;
	/** What was left out, approximated or split, in words and numbers. */
	report: Array<string>;
	scene: Scene;
	/**
	 * Plays a clip, by its name or directly. A clip of another scene matches by the names of its joints; joints that
	 * the model lacks are added to the report. Other tracks play on: see `ClipTrack`.
	 */
	play(nameOrClip: string | Clip, options?: PlayOptions): ClipTrack;
}

/**
 * A model that was built from a scene.
 *
 * @example
 * const imported: ImportedModel = importModel(source, { parent: game.Workspace });
 * imported.play("Walk");
 * task.delay(60, () => imported.destroy());
 */
export interface ImportedModel extends PlayableModel {
	/**
	 * Ends all tracks and destroys the model. Clones of it or of its parts live on: they share its meshes and images, whose memory the engine
	 * takes back when nothing shows them any more.
	 */
	destroy(): void;
}

/** Measured bytes of a mixer per joint of its skeleton. */
const MIXER_BYTES = 720;

/** Refuses more joints, or more clips that scale, than the budget allows. */
function chargeMixers(scene: Scene, model: Model, budget: Budget, caller: string): void {
	const instances = model.GetDescendants().size();
	for (const skeleton of scene.skeletons) {
		const joints = skeleton.joints.size();
		const place = `skeleton "${skeleton.name}"`;
		budget.spendBytes(joints * MIXER_BYTES, caller, place);
		budget.step(instances + joints, caller, place);
	}
	for (const clip of scene.clips)
		budget.step(clip.tracks.size() + scaledJointsSteps(clip), caller, `clip "${clip.name}"`);
}

/** Returns the mixers of a model: its existing ones, or new ones for the scene's skeletons. */
function findMixers(scene: Scene, model: Model, budget: Budget): ReadonlyArray<ClipMixer> {
	const known = mixersOf(model);
	if (!known.isEmpty()) return known;
	const origin = CFrame.lookAt(Vector3.zero, new Vector3(...scene.facing)).Inverse();
	const moved = new Set(scene.clips.map(({ skeleton }) => skeleton));
	for (const skeleton of scene.skeletons)
		if (skeleton.joints.some(({ billboard }) => billboard !== undefined)) moved.add(skeleton);
	for (const skeleton of moved) {
		budget.pausePoint();
		ClipMixer.find({ skeleton, instance: model, origin });
	}
	return mixersOf(model);
}

/** Returns the mixer for a clip: its own skeleton's, or the one with most of the joints that it moves. */
function mixerFor(clip: Clip, mixers: ReadonlyArray<ClipMixer>): ClipMixer | undefined {
	const own = mixers.find((mixer) => mixer.isOf(clip));
	if (own) return own;
	let best: ClipMixer | undefined;
	let most = 0;
	for (const mixer of mixers) {
		const count = mixer.countMatches(clip);
		if (count > most) [best, most] = [mixer, count];
	}
	return best;
}

/** Returns the clips by name, without ambient ones, which play by themselves. */
function clipsByName(scene: Scene): Map<string, Clip> {
	const clips = new Map<string, Clip>();
	const taken = new DistinctNames();
	for (const clip of scene.clips) {
		if (clip.isAmbient !== true) clips.set(taken.add(clip.name === "" ? "Clip" : clip.name), clip);
	}
	return clips;
}

function namesOf(clips: ReadonlyMap<string, Clip>): string {
	const names = new Array<string>();
	for (const [name] of clips) names.push(`"${name}"`);
	return names.isEmpty() ? "a Clip: the model has none of its own" : `one of ${names.sort().join(", ")}, or a Clip`;
}

/** Makes the player of a scene's clips on a model. `caller` is the function that the user called. */
export function playable(scene: Scene, model: Model, budget: Budget, caller: string): PlayableModel {
	chargeMixers(scene, model, budget, caller);
	const mixers = findMixers(scene, model, budget);
	const clips = clipsByName(scene);
	for (const clip of scene.clips) {
		const mixer = mixerFor(clip, mixers);
		if (!mixer) continue;
		if (clip.isAmbient === true) mixer.playAmbient(clip);
		if (!mixer.isOf(clip)) continue;
		for (const { joint, factor } of mixer.scaledBy(clip)) {
			budget.warn("clips change the size of joints, which is not shown", `${joint} of ${clip.name} (× ${factor})`);
		}
	}
	const report = budget.report.lines;
	const reported = new Set<Clip>();
	return {
		model,
		clips,
		cameras: scene.cameras,
		variants: scene.variants,
		report,
		scene,
		play(nameOrClip, options) {
			const clip = typeIs(nameOrClip, "string") ? clips.get(nameOrClip) : nameOrClip;
			if (!typeIs(clip, "table") || !typeIs(clip.skeleton, "table")) {
				fail("play", `clip is ${describeValue(nameOrClip)}; expected ${namesOf(clips)}`);
			}
			const mixer = mixerFor(clip, mixersOf(model));
			if (!mixer) fail("play", `clip "${clip.name}" moves no joint of "${model.Name}"`);
			const track = mixer.play(clip, options);
			if (!track.missing.isEmpty() && !reported.has(clip)) {
				reported.add(clip);
				report.push(`the model lacks joints that "${clip.name}" moves: ${track.missing.join(", ")}`);
			}
			return track;
		},
	};
}

/** Ends everything that plays on a model. */
export function destroyMixers(model: Model): void {
	for (const mixer of mixersOf(model)) mixer.destroy();
}
