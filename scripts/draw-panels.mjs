import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { FONT_FILES } from "../tests/oracle/font-metrics.mjs";
import { buildPlugin, buildProduct, compile } from "./build.mjs";
import { findLune } from "./find-lune.mjs";
import { generateOracleData } from "./oracle.mjs";
import { root } from "./run.mjs";

/** Pixels of the picture for one of the screen, so that it is sharp on dense displays. */
const DENSITY = 2;

/** A line of SourceSans is this many ems high; see tests/headless/engine/text-metrics.luau. */
const LINE_HEIGHT = 1.257;
/** The baseline, as a share of a line, from its top: the font's ascent. */
const ASCENT = 0.984 / LINE_HEIGHT;

function escape(text) {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function rectangle({ x, y, width, height }, attributes) {
	return `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${attributes}/>`;
}

/** One object: its ground, its border, its text. */
function draw(node, index) {
	const parts = [];
	const radius = Math.min(node.radius ?? 0, node.width / 2, node.height / 2);
	const clip = `clip-path="url(#clip${index})"`;
	if (node.background) {
		parts.push(rectangle(node, `rx="${radius}" fill="#${node.background}" fill-opacity="${node.opacity}" ${clip}`));
	}
	if (node.stroke) {
		parts.push(rectangle(node, `rx="${radius}" fill="none" stroke="#${node.stroke}" stroke-width="1" ${clip}`));
	}
	const inner = node.inner;
	(node.lines ?? []).forEach((line, number) => {
		const size = node.textSize / LINE_HEIGHT;
		const block = node.lines.length * node.textSize;
		const top = { Top: inner.y, Center: inner.y + (inner.height - block) / 2, Bottom: inner.y + inner.height - block };
		const y = top[node.alignY] + number * node.textSize + ASCENT * node.textSize;
		const [anchor, x] = {
			Left: ["start", inner.x],
			Center: ["middle", inner.x + inner.width / 2],
			Right: ["end", inner.x + inner.width],
		}[node.alignX];
		const weight = node.bold ? 600 : 400;
		parts.push(
			`<text x="${x}" y="${y}" font-family="Source Sans 3" font-size="${size}" font-weight="${weight}" ` +
				`fill="#${node.color}" text-anchor="${anchor}" xml:space="preserve" ${clip}>${escape(line)}</text>`,
		);
	});
	const { clip: area } = node;
	const definition = `<clipPath id="clip${index}">${rectangle(area, "")}</clipPath>`;
	return definition + parts.join("");
}

function toSvg(panel) {
	const body = panel.nodes.map(draw).join("\n");
	const ground = panel.ground ? `<rect width="100%" height="100%" fill="#${panel.ground}"/>` : "";
	return (
		`<svg xmlns="http://www.w3.org/2000/svg" width="${panel.width}" height="${panel.height}" ` +
		`viewBox="0 0 ${panel.width} ${panel.height}">` +
		`${ground}${body}</svg>`
	);
}

await generateOracleData();
compile();
buildProduct("places/demo.project.json", "dist/demo.rbxl");
buildPlugin();
buildProduct("places/test.project.json", "dist/test.rbxl");
const { command } = findLune();
const [file, ...args] = command;
const { status } = spawnSync(file, [...args, "run", "tests/headless/engine/export-panels.luau"], {
	cwd: root,
	stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);

const wasm = join(dirname(createRequire(import.meta.url).resolve("@resvg/resvg-wasm")), "index_bg.wasm");
await initWasm(readFileSync(wasm));
const fontBuffers = Object.values(FONT_FILES).map((path) => new Uint8Array(readFileSync(path)));
mkdirSync(join(root, "docs", "images"), { recursive: true });
for (const panel of JSON.parse(readFileSync(join(root, "generated", "panels.json"), "utf8"))) {
	const image = new Resvg(toSvg(panel), {
		fitTo: { mode: "zoom", value: DENSITY },
		font: { fontBuffers, defaultFontFamily: "Source Sans 3", loadSystemFonts: false },
	}).render();
	const target = join("docs", "images", `${panel.name}.png`);
	writeFileSync(join(root, target), image.asPng());
	console.log(`${target}: ${panel.width} by ${panel.height}`);
}
