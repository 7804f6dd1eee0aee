import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFigure } from "../../scripts/figure/make-figure.mjs";

/** A figure that walks: a file such as people have, for what is shown of it; and the same with a texture, for Studio's kit. */
export async function generate(target) {
	writeFileSync(join(target, "figure.glb"), await makeFigure());
	writeFileSync(join(target, "check.glb"), await makeFigure({ isTextured: true }));
}
