import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/run.mjs";

const FONTS = join(root, "node_modules/@expo-google-fonts/source-sans-3");

/** Where each weight that the panels use lies; the drawing of the panels uses the same files. */
export const FONT_FILES = {
	regular: join(FONTS, "400Regular/SourceSans3_400Regular.ttf"),
	semibold: join(FONTS, "600SemiBold/SourceSans3_600SemiBold.ttf"),
};

/** The characters that texts of the panels are made of: ASCII, and the few signs beyond it. */
const CHARACTERS = [
	...Array.from({ length: 95 }, (_, i) => i + 32),
	...[..."×–−—…·°→↑↓✓▸▾●■▶◀⏸"].map((c) => c.codePointAt(0)),
];

/** Advances in ems, by code point, from a TrueType file's cmap (format 4), hmtx and head tables. */
function readAdvances(path) {
	const file = readFileSync(path);
	const tables = new Map();
	for (let i = 0; i < file.readUInt16BE(4); i++) {
		const at = 12 + i * 16;
		tables.set(file.toString("latin1", at, at + 4), file.readUInt32BE(at + 8));
	}
	const unitsPerEm = file.readUInt16BE(tables.get("head") + 18);
	const metricCount = file.readUInt16BE(tables.get("hhea") + 34);
	const cmap = tables.get("cmap");
	let format4;
	for (let i = 0; i < file.readUInt16BE(cmap + 2); i++) {
		const subtable = cmap + file.readUInt32BE(cmap + 8 + i * 8);
		if (file.readUInt16BE(subtable) === 4) format4 = subtable;
	}
	const segments = file.readUInt16BE(format4 + 6) / 2;
	function glyphOf(code) {
		for (let i = 0; i < segments; i++) {
			if (code > file.readUInt16BE(format4 + 14 + i * 2)) continue;
			const startAt = format4 + 16 + segments * 2 + i * 2;
			const start = file.readUInt16BE(startAt);
			if (code < start) return 0;
			const delta = file.readUInt16BE(startAt + segments * 2);
			const rangeAt = startAt + segments * 4;
			const range = file.readUInt16BE(rangeAt);
			if (range === 0) return (code + delta) & 0xffff;
			const glyph = file.readUInt16BE(rangeAt + range + (code - start) * 2);
			return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
		}
		return 0;
	}
	const advances = {};
	for (const code of CHARACTERS) {
		const glyph = glyphOf(code);
		if (glyph !== 0) {
			const index = Math.min(glyph, metricCount - 1);
			advances[code] = file.readUInt16BE(tables.get("hmtx") + index * 4) / unitsPerEm;
		}
	}
	return advances;
}

/** Writes what one character of each weight is wide, for the headless layout to measure texts with. */
export async function generate(folder) {
	const metrics = Object.fromEntries(Object.entries(FONT_FILES).map(([weight, path]) => [weight, readAdvances(path)]));
	writeFileSync(join(folder, "font-metrics.json"), JSON.stringify(metrics));
}
