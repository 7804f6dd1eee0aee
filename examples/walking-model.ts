/** An imported model that walks: a WoW alpha MDX file becomes parts with bones, and one of its sequences moves them. */
import { buildMesh, ClipPlayer, convertClip, convertMesh, convertSkeleton, Conversion, readMdx } from "@rbxts/dolly";

/** The file's units are yards, more or less: a creature of two yards stands five studs tall. */
const YARDS_TO_STUDS: Conversion = { scale: 2.5 };

/** Builds the model under `parent` and plays the first sequence whose name starts with "Walk". */
export function showWalkingModel(source: buffer, parent: Instance): ClipPlayer {
	const mdx = readMdx(source);
	const skeleton = convertSkeleton(mdx.skeleton, YARDS_TO_STUDS);
	const model = new Instance("Model");
	model.Name = mdx.name;
	for (const mesh of mdx.meshes) {
		for (const part of buildMesh(convertMesh(mesh, YARDS_TO_STUDS), { skeleton }).parts) {
			part.Anchored = true;
			part.Parent = model;
		}
	}
	model.Parent = parent;

	const walk = mdx.clips.find((clip) => clip.name.sub(1, 4) === "Walk");
	assert(walk, `${mdx.name} has no sequence to walk by`);
	const player = new ClipPlayer(convertClip(walk, YARDS_TO_STUDS), { skeleton, instance: model }, { loop: true });
	player.play();
	return player;
}
