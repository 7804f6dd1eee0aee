/** An imported model that walks: a WoW alpha MDX file becomes parts with bones, and one of its sequences moves them. */
import { ClipTrack, importModel } from "@rbxts/dolly";

/** The file's units are roughly yards: a creature of two yards is five studs tall. */
const YARDS_TO_STUDS = 2.5;

/** Builds the model under `parent` and plays the first sequence whose name starts with "Walk". */
export function showWalkingModel(source: buffer, parent: Instance): ClipTrack {
	const imported = importModel(source, { parent, scale: YARDS_TO_STUDS });
	const walk = imported.scene.clips.find(({ name }) => name.sub(1, 4) === "Walk");
	assert(walk, `${imported.scene.name} has no sequence to walk by`);
	return imported.play(walk, { loop: true });
}
