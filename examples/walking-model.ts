/** An imported model that walks: a WoW alpha MDX file becomes parts with bones, and one of its sequences moves them. */
import { ClipPlayer, importModel } from "@rbxts/dolly";

/** The file's units are yards, more or less: a creature of two yards stands five studs tall. */
const YARDS_TO_STUDS = 2.5;

/** Builds the model under `parent` and plays the first sequence whose name starts with "Walk". */
export function showWalkingModel(source: buffer, parent: Instance): ClipPlayer {
	const { scene, clips } = importModel(source, { parent, scale: YARDS_TO_STUDS });
	const walk = scene.clips.find(({ name }) => name.sub(1, 4) === "Walk");
	assert(walk, `${scene.name} has no sequence to walk by`);
	const player = clips.get(walk.name)!;
	player.loop = true;
	player.play();
	return player;
}
