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
import { root } from "./run.mjs";
import { zipStudioKit } from "./studio-kit.mjs";
import { zipFolder } from "./zip-folder.mjs";

const fromDist = (name) => () => readFileSync(join(root, "dist", name));

/** What a release holds: the name of each file, and how to get it. */
export function artefactsOf(version) {
	return new Map([
		[`dolly-${version}.rbxm`, fromDist("dolly.rbxm")],
		[`dolly-camera-${version}.rbxm`, fromDist("dolly-camera.rbxm")],
		[`dolly-plugin-${version}.rbxm`, fromDist("dolly-plugin.rbxm")],
		[`dolly-demo-${version}.rbxl`, fromDist("demo.rbxl")],
		[`dolly-studio-kit-${version}.zip`, zipStudioKit],
		[`dolly-wally-${version}.zip`, () => zipFolder(PACKAGE)],
		[`rbxts-dolly-${version}.tgz`, fromDist(`rbxts-dolly-${version}.tgz`)],
	]);
}

async function collect() {
	const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	const folder = join(root, "dist", "release");
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const sums = [];
	for (const [name, load] of artefactsOf(version)) {
		const bytes = await load();
		writeFileSync(join(folder, name), bytes);
		sums.push(`${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`);
		console.log(`dist/release/${name}: ${bytes.length} bytes`);
	}
	writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
}

if (argv[1] === fileURLToPath(import.meta.url)) await collect();
