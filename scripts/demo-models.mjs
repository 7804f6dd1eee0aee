import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fall } from "./figure/fall.mjs";
import { makeDuck } from "./figure/make-duck.mjs";
import { makeFigure, walkInPlace } from "./figure/make-figure.mjs";
import { root } from "./run.mjs";

/** Writes the models that come with the demo place: each is Base64 text, which Rojo makes a StringValue. */
export async function writeDemoModels() {
	const folder = join(root, "generated", "demo-models");
	mkdirSync(folder, { recursive: true });
	const models = { Walker: await makeFigure({ clips: [walkInPlace(), fall()] }), Duck: await makeDuck() };
	for (const [name, bytes] of Object.entries(models)) {
		writeFileSync(join(folder, `${name}.txt`), Buffer.from(bytes).toString("base64"));
	}
}
