import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { FONT_FILES } from "../../tests/oracle/font-metrics.mjs";
import { panelSvg } from "./panel-svg.mjs";

let fontBuffers;

async function loadFonts() {
	const wasm = join(dirname(createRequire(import.meta.url).resolve("@resvg/resvg-wasm")), "index_bg.wasm");
	await initWasm(readFileSync(wasm));
	return Object.values(FONT_FILES).map((path) => new Uint8Array(readFileSync(path)));
}

/** Draws a panel as a PNG file, with `density` pixels for each of the screen; `pictureOf` as `panelSvg` has it. */
export async function rasterise(panel, density, pictureOf) {
	fontBuffers ??= await loadFonts();
	const image = new Resvg(panelSvg(panel, pictureOf), {
		fitTo: { mode: "zoom", value: density },
		font: { fontBuffers, defaultFontFamily: "Source Sans 3", loadSystemFonts: false },
	}).render();
	return image.asPng();
}
