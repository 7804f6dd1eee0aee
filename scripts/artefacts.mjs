/**
 * `npm run artefacts`: names what a release holds by its version and puts it into `dist/release` with checksums. It takes what
 * `npm run build` and `npm run check-package` have made.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { PACKAGE } from "./luau/stage-package.mjs";
import { writeNotices } from "./notices.mjs";
import { root } from "./run.mjs";
import { zipStudioKit } from "./studio-kit.mjs";
import { zipFolder } from "./zip-folder.mjs";

const fromDist = (name) => () => readFileSync(join(root, "dist", name));

/** What changed in a version by a changelog: its own section, or the one of what is not released yet. */
export function releaseNotes(changelog, version) {
	const sections = changelog.split(/^(?=## )/m).slice(1);
	const own = sections.find((section) => section.startsWith(`## ${version} `));
	const section = own ?? sections.find((one) => one.startsWith("## Unreleased\n"));
	if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}`);
	return `${section.replace(/^## .*\n+/, "").trim()}\n`;
}

/** What a release holds: the name of each file, and how to get it. */
export function artefactsOf(version) {
	return new Map([
		[`dolly-${version}.rbxm`, fromDist("dolly.rbxm")],
		[`dolly-camera-${version}.rbxm`, fromDist("dolly-camera.rbxm")],
		[`dolly-plugin-${version}.rbxm`, fromDist("dolly-plugin.rbxm")],
		[`dolly-demo-${version}.rbxl`, fromDist("demo.rbxl")],
		[`dolly-studio-kit-${version}.zip`, zipStudioKit],
		[`dolly-${version}.zip`, () => zipFolder(PACKAGE, "dolly")],
		[`rbxts-dolly-${version}.tgz`, fromDist(`rbxts-dolly-${version}.tgz`)],
		["NOTICES.txt", () => Buffer.from(writeNotices({ withPanels: true }))],
		["RELEASE_NOTES.md", () => Buffer.from(releaseNotes(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version))],
	]);
}

/** Writes artefacts into a folder that holds nothing else then, and the checksums of all of them. */
export async function writeArtefacts(folder, artefacts) {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const sums = [];
	for (const [name, load] of artefacts) {
		const bytes = await load();
		writeFileSync(join(folder, name), bytes);
		sums.push(`${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`);
		console.log(`${name}: ${bytes.length} bytes`);
	}
	writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
}

if (argv[1] === fileURLToPath(import.meta.url)) {
	const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	await writeArtefacts(join(root, "dist", "release"), artefactsOf(version));
}
