import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildProduct, compile } from "../scripts/build.mjs";
import { findLune } from "../scripts/find-lune.mjs";
import { root } from "../scripts/run.mjs";
import { packFrames, walkOf, JOINTS } from "./characters.mjs";

/**
 * `node bench/motion-sizes.mjs [--without IK,hand] <model.glb>...`: what characters that play the clips of a model one after another take as replays, at 30
 * frames per second with the default precision. Their roots walk as `bench/characters.mjs` has it. Joints whose names contain one of the
 * words after `--without` are left out.
 */
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { without: { type: "string", default: "" } },
});
const CHARACTERS = 16;
const RATE = 30;

/** How tall a model is: the longest side of the box around what its skin moves. */
function heightOf(path) {
	const file = readFileSync(path);
	const { meshes, accessors } = JSON.parse(file.subarray(20, 20 + file.readUInt32LE(12)).toString());
	const skinned = meshes.flatMap(({ primitives }) => primitives).filter(({ attributes }) => "JOINTS_0" in attributes);
	const boxes = skinned.map(({ attributes }) => accessors[attributes.POSITION]);
	return Math.max(
		...[0, 1, 2].map(
			(axis) => Math.max(...boxes.map(({ max }) => max[axis])) - Math.min(...boxes.map(({ min }) => min[axis])),
		),
	);
}

const folder = join(root, "generated", "bench");
mkdirSync(folder, { recursive: true });
writeFileSync(
	join(folder, "motions.txt"),
	[values.without, ...positionals.map((path) => `${resolve(path)}\t${heightOf(path)}`)].join("\n"),
);
for (let index = 0; index < CHARACTERS; index++) {
	const frames = walkOf(index, (index === 0 ? 300 : 8) * RATE, RATE);
	const roots = frames.filter((_, at) => at % (JOINTS.length + 1) === 0);
	writeFileSync(join(folder, `motion-root-${index}.bin`), packFrames(roots));
}
compile();
buildProduct("places/test.project.json", "dist/test.rbxl");
const [command, ...before] = findLune().command;
const script = [
	"run",
	"tests/headless/engine/run-module.luau",
	"dist/test.rbxl",
	"ReplicatedStorage.bench.motion-sizes",
];
const { status } = spawnSync(command, [...before, ...script], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
process.exit(status ?? 1);
