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

/** The films, and how many shots per second `tests/demo/film-<name>.ts` takes of each. */
const RATES = { walk: 20, killcam: 15 };

/** Makes a figure, has it filmed in the headless engine, and draws the film as one moving picture: `dist/<name>.png`. */
export async function makeFilm(name, [lune, ...args]) {
	mkdirSync(join(root, "dist"), { recursive: true });
	writeFileSync(join(root, "dist", "figure.glb"), await makeFigure());
	const place = ["dist/test.rbxl", `ReplicatedStorage.tests.demo.film-${name}`];
	run(lune, [...args, "run", "tests/headless/engine/run-module.luau", ...place]);
	const drawing = join(root, "dist", `${name}.drawing`);
	const images = readDrawing(drawing).map((shot) => filmShot(shot, WIDTH, HEIGHT));
	rmSync(drawing);
	const colors = choosePalette(images);
	const indices = toIndices(images, colors);
	const bytes = encodeAnimation(indices, colors, { width: WIDTH, height: HEIGHT, rate: RATES[name] });
	const picture = `dist/${name}.png`;
	writeFileSync(join(root, picture), bytes);
	console.log(`${"the moving picture".padEnd(38)} ${picture}, ${bytes.length} bytes`);
}
