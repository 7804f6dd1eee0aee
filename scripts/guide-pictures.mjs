/**
 * `npm run guide-pictures`: runs the code of each guide in the headless engine, draws what the camera shows meanwhile, and keeps
 * it as `docs/images/<guide>.webp`. It takes what `npm run build` has made.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import sharp from "sharp";
import { FONT_FILES } from "../tests/oracle/font-metrics.mjs";
import { makeFigure } from "./figure/make-figure.mjs";
import { findLune } from "./find-lune.mjs";
import { filmShot } from "./picture/film.mjs";
import { readDrawing } from "./picture/read-drawing.mjs";
import { root, run } from "./run.mjs";

const WIDTH = 640;
const HEIGHT = 360;
/** How long the last picture stays, in milliseconds. */
const LAST = 900;
/** Shots per second of each guide, by the module of the test place that films them. */
const FILMS = {
	"docs.film-guides": {
		"getting-started": 12,
		"camera-path": 12,
		cutscene: 12,
		"instant-replay": 12,
		"racing-ghost": 12,
		spectate: 12,
		"camera-shake": 12,
	},
	"demo.film-killcam": { killcam: 15 },
};
/** A cutscene's aspect ratio between its black bars. */
const LETTERBOX = 2.35;

const wasm = join(dirname(createRequire(import.meta.url).resolve("@resvg/resvg-wasm")), "index_bg.wasm");
await initWasm(readFileSync(wasm));
const fontBuffers = [new Uint8Array(readFileSync(FONT_FILES.semibold))];

/** What lies over a shot: a caption, or the bars of a cutscene. */
function overlayOf(text) {
	const bar = (HEIGHT - WIDTH / LETTERBOX) / 2;
	const bars = [0, HEIGHT - bar].map((top) => `<rect x="0" y="${top}" width="${WIDTH}" height="${bar}"/>`);
	const caption = `<rect x="16" y="16" rx="6" width="${text.length * 7.7 + 24}" height="32" fill-opacity="0.6"/>
		<text x="28" y="38" font-family="Source Sans 3" font-size="18" fill="white">${text}</text>`;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${
		text === "bars" ? bars.join("") : caption
	}</svg>`;
	return new Resvg(svg, { font: { fontBuffers, loadSystemFonts: false, defaultFontFamily: "Source Sans 3" } })
		.render()
		.asPng();
}

async function drawShot(shot) {
	const { pixels } = filmShot(shot, WIDTH, HEIGHT);
	const picture = sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
	return (shot.name === "" ? picture : picture.composite([{ input: overlayOf(shot.name) }]))
		.removeAlpha()
		.png()
		.toBuffer();
}

const { command } = findLune();
const [lune, ...args] = command;
mkdirSync(join(root, "dist"), { recursive: true });
if (!existsSync(join(root, "dist", "figure.glb"))) writeFileSync(join(root, "dist", "figure.glb"), await makeFigure());
for (const module of Object.keys(FILMS)) {
	const path = ["dist/test.rbxl", `ReplicatedStorage.tests.${module}`];
	run(lune, [...args, "run", "tests/headless/engine/run-module.luau", ...path]);
}
for (const [name, rate] of Object.values(FILMS).flatMap((films) => Object.entries(films))) {
	const drawing = join(root, "dist", `${name}.drawing`);
	const pictures = [];
	for (const shot of readDrawing(drawing)) pictures.push(await drawShot(shot));
	rmSync(drawing);
	const delay = pictures.map((_, index) => (index === pictures.length - 1 ? LAST : Math.round(1000 / rate)));
	const file = join(root, "docs", "images", `${name}.webp`);
	const bytes = await sharp(pictures, { join: { animated: true } })
		.webp({ quality: 72, effort: 5, delay, loop: 0 })
		.toBuffer();
	writeFileSync(file, bytes);
	console.log(`docs/images/${name}.webp: ${pictures.length} pictures, ${bytes.length} bytes`);
}
