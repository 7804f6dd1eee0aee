import { buildGlb } from "../builders/glb";
import { headless } from "../headless";

const HttpService = game.GetService("HttpService");

/** The figure that the project makes: 19 joints, and the clip "Walk". */
export function figureFile(): buffer {
	return headless!.readFile("generated/figure.glb");
}

/** The figure with its clip under another name of four letters, as another file of an animation pack. */
export function figureWith(clip: string): buffer {
	const [renamed, count] = buffer.tostring(figureFile()).gsub('"Walk"', `"${clip}"`);
	assert(clip.size() === 4 && count === 1, `the figure has ${count} clips named "Walk"`);
	return buffer.fromstring(renamed);
}

interface FigureTree {
	nodes: Array<{ name: string }>;
	animations: Array<{ name: string; channels: Array<{ target: { node: number } }> }>;
}

/** The figure with three clips in one file: "Walk", and of it the head as "Idle" and the right arm as "Wave". */
export function figurePack(): buffer {
	const file = figureFile();
	const size = buffer.readu32(file, 12);
	const tree = HttpService.JSONDecode(buffer.readstring(file, 20, size)) as FigureTree;
	const walk = tree.animations[0];
	const only = (name: string, ...joints: Array<string>) => ({
		...walk,
		name,
		channels: walk.channels.filter(({ target }) => joints.includes(tree.nodes[target.node].name)),
	});
	tree.animations.push(only("Idle", "Head"), only("Wave", "RightUpperArm"));
	const binary = buffer.create(buffer.readu32(file, 20 + size));
	buffer.copy(binary, 0, file, 28 + size, buffer.len(binary));
	return buildGlb(HttpService.JSONEncode(tree), binary);
}
