import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contactSheet, halved } from "../picture/contact-sheet.mjs";
import { modelPicture } from "../picture/model-picture.mjs";
import { encodePng } from "../picture/png.mjs";
import { readDrawing } from "../picture/read-drawing.mjs";

/**
 * Draws every shot of every import that was accepted into `folder`, and one sheet of them all. An outcome gets `backs`, the
 * largest share of back faces in one of its pictures, or a `problem` where it cannot be drawn. Gives the number of pictures.
 */
export function drawModels(models, outcomes, drawings, folder) {
	const small = [];
	outcomes.forEach((outcome, index) => {
		if (outcome.problem !== undefined || outcome.refusal !== undefined) return;
		const { name } = models[index];
		try {
			const shots = readDrawing(drawings[index]);
			outcome.backs = 0;
			for (const shot of shots) {
				const { image, backShare } = modelPicture(shot, shots[0], name);
				writeFileSync(join(folder, `${name}-${shot.name}.png`.replaceAll(/[/\\:]/g, "_")), encodePng(image));
				small.push(halved(image));
				outcome.backs = Math.max(outcome.backs, backShare);
			}
		} catch (problem) {
			outcome.problem = problem.message;
		}
		rmSync(drawings[index], { force: true });
	});
	if (small.length > 0) writeFileSync(join(folder, "contact-sheet.png"), encodePng(contactSheet(small)));
	return small.length;
}
