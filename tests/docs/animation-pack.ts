import { headless } from "../headless";

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
