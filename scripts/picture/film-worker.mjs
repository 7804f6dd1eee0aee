import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import sharp from "sharp";
import { root } from "../run.mjs";
import { filmShot } from "./film.mjs";
import { rasterise } from "./panel-image.mjs";
import { readDrawing } from "./read-drawing.mjs";

/** Draws every so many shots of the film, each with its screen over it. */
const { first, step } = workerData;
const shots = readDrawing(join(root, "generated", "film.drawing"));
const panels = JSON.parse(readFileSync(join(root, "generated", "film.json"), "utf8"));
for (let index = first; index < panels.length; index += step) {
	const panel = panels[index];
	const { width, height, pixels } = filmShot(shots[panel.shot], panel.width, panel.height);
	const screen = await rasterise(panel, 1);
	const shot = sharp(pixels, { raw: { width, height, channels: 3 } }).composite([{ input: Buffer.from(screen) }]);
	const image = { width, height, pixels: await shot.removeAlpha().raw().toBuffer() };
	parentPort.postMessage({ index, image });
}
