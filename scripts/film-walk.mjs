import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFigure } from "./figure/make-figure.mjs";
import { filmShot } from "./picture/film.mjs";
import { choosePalette, toIndices } from "./picture/palette.mjs";
import { encodeAnimation } from "./picture/png.mjs";
import { readDrawing } from "./picture/read-drawing.mjs";
import { root, run } from "./run.mjs";

const WIDTH = 480;
const HEIGHT = 270;
/** Shots a second, as `tests/demo/film-walk.ts` takes them. */
const RATE = 20;

const DRAWING = join(root, "dist", "walk.drawing");
const PICTURE = "dist/walk.png";

/** Makes a figure, has it walk and be filmed in the headless engine, and draws the film as one moving picture. */
export async function filmWalk([lune, ...args]) {
	mkdirSync(join(root, "dist"), { recursive: true });
	writeFileSync(join(root, "dist", "figure.glb"), await makeFigure());
	const place = ["dist/test.rbxl", "ReplicatedStorage.tests.demo.film-walk"];
	run(lune, [...args, "run", "tests/headless/engine/run-module.luau", ...place]);
	const images = readDrawing(DRAWING).map((shot) => filmShot(shot, WIDTH, HEIGHT));
	rmSync(DRAWING);
	const colors = choosePalette(images);
	const bytes = encodeAnimation(toIndices(images, colors), colors, { width: WIDTH, height: HEIGHT, rate: RATE });
	writeFileSync(join(root, PICTURE), bytes);
	console.log(`${"the moving picture".padEnd(38)} ${PICTURE}, ${bytes.length} bytes`);
}
