/**
 * `npm run pictures -- [--out folder] [--density 1|2] [--scenes module] [pattern]`: draws every panel of `tests/plugin/<module>.ts`, or
 * those whose name contains the pattern, as PNG files of its size. Without a folder it draws the pictures of `docs/images` that it finds there.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { buildDemo, buildPlugin, buildProduct, compile } from "./build.mjs";
import { findLune } from "./find-lune.mjs";
import { generateOracleData } from "./oracle.mjs";
import { filmShot } from "./picture/film.mjs";
import { rasterise } from "./picture/panel-image.mjs";
import { encodePng } from "./picture/png.mjs";
import { readDrawing } from "./picture/read-drawing.mjs";
import { drawViewport } from "./picture/viewport.mjs";
import { root } from "./run.mjs";

/** Pixels of the picture for one of the screen, so that it is sharp on dense displays. */
const DENSITY = 2;

/** A panel over what its shot shows. */
function overWorld(screen, shot, { width, height }, density) {
	const image = filmShot(shot, width * density, height * density);
	const raw = { width: image.width, height: image.height, channels: 3 };
	return sharp(image.pixels, { raw })
		.composite([{ input: Buffer.from(screen) }])
		.png({ compressionLevel: 9 })
		.toBuffer();
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		out: { type: "string" },
		density: { type: "string" },
		scenes: { type: "string", default: "panel-scenes" },
	},
});
const [pattern = ""] = positionals;
const folder = resolve(root, values.out ?? join("docs", "images"));

await generateOracleData();
compile();
await buildDemo();
buildPlugin();
buildProduct("places/test.project.json", "dist/test.rbxl");
const { command } = findLune();
const [file, ...args] = command;
const { status } = spawnSync(file, [...args, "run", "tests/headless/engine/export-panels.luau", values.scenes], {
	cwd: root,
	stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);

const shots = readDrawing(join(root, "generated", "panels.drawing"));
mkdirSync(folder, { recursive: true });
for (const panel of JSON.parse(readFileSync(join(root, "generated", "panels.json"), "utf8"))) {
	const target = join(folder, `${panel.name}.png`);
	if (!panel.name.includes(pattern) || (values.out === undefined && !existsSync(target))) continue;
	const density = Number(values.density ?? panel.density ?? DENSITY);
	const pictureOf = ({ viewport, width, height }) => {
		const pixels = [width, height].map((length) => Math.max(1, Math.round(length * density)));
		return encodePng(drawViewport(shots[viewport.shot], viewport, ...pixels));
	};
	const screen = await rasterise(panel, density, pictureOf);
	writeFileSync(target, panel.shot === undefined ? screen : await overWorld(screen, shots[panel.shot], panel, density));
	console.log(`${target}: ${panel.width} by ${panel.height}, ${density}x`);
}
