import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { animateWebp } from "./picture/animate-webp.mjs";
import { root, run } from "./run.mjs";

/** Shots per second, as `tests/demo/opening-film.ts` takes them. */
const RATE = 15;
/** A film of about 2.9 MB. */
const QUALITY = 66;

/** The pictures that are taken out of the film, and when, in seconds. */
const STILLS = { hero: 8, walk: 2.2 };

/** Has each processor draw some of the shots that `generated/film` holds. */
async function drawShots(count) {
	const frames = new Array(count);
	const workers = Math.min(count, availableParallelism());
	const draw = (first) =>
		new Promise((resolve, reject) => {
			const worker = new Worker(new URL("picture/film-worker.mjs", import.meta.url), {
				workerData: { first, step: workers },
			});
			worker.on("message", ({ index, image }) => (frames[index] = image));
			worker.on("error", reject);
			worker.on("exit", resolve);
		});
	await Promise.all(Array.from({ length: workers }, (_, first) => draw(first)));
	return frames;
}

/**
 * Opens the demo place in the headless engine and films its first ten seconds, with what the visitor sees on the screen: a moving picture and
 * stills. Returns the names of the files.
 */
export async function makeFilm([lune, ...args], folder) {
	run(lune, [...args, "run", "tests/headless/engine/export-panels.luau", "opening-film", "film"]);
	const panels = JSON.parse(readFileSync(join(root, "generated", "film.json"), "utf8"));
	const frames = await drawShots(panels.length);
	const { width, height } = frames[0];
	const raw = { width, height, channels: 3 };
	const stills = [];
	for (const { pixels } of frames)
		stills.push(await sharp(pixels, { raw }).webp({ quality: QUALITY, effort: 5 }).toBuffer());
	writeFileSync(
		join(folder, "hero.webp"),
		animateWebp(stills, { width, height, milliseconds: Math.round(1000 / RATE) }),
	);
	const files = ["hero.webp"];
	for (const [name, seconds] of Object.entries(STILLS)) {
		const { pixels } = frames[Math.round(seconds * RATE)];
		const image = sharp(pixels, { raw });
		writeFileSync(join(folder, `${name}.png`), await image.png({ compressionLevel: 9 }).toBuffer());
		files.push(`${name}.png`);
	}
	return files;
}
