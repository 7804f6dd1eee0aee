import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { artefactsOf } from "../../scripts/artefacts.mjs";
import { findRojo } from "../../scripts/find-rojo.mjs";
import { root } from "../../scripts/run.mjs";
import { runLune } from "../runner/run-lune.mjs";
import { unzip } from "./unzip.mjs";

/** Requires all entries of the toolkit, and packs a take and unpacks it. */
const TRY = `
local dolly = require(script.Parent.dolly)
local codecs = require(script.Parent.dolly.codecs)
local files = require(script.Parent.dolly.files)
local take = dolly.createTake({ name = "Opening", rate = 30, frames = buffer.create(36) })
local back = dolly.decodeRecording(dolly.encodeRecording(take))
local bytes = buffer.len(codecs.decodeBase64("ZG9sbHk="))
local notices = script.Parent.dolly:FindFirstChild("NOTICES")
return { verdict = \`{back.name} {back.count} {bytes} {typeof(files.readGltf)} {notices.Value:match("roblox%-ts") ~= nil}\` }
`;

/** Builds a game whose project has one line for the toolkit, runs it, and returns what it printed. */
async function runGame(name, path) {
	const game = join(root, "dist", "one-line", name);
	mkdirSync(game, { recursive: true });
	writeFileSync(join(game, "try.luau"), TRY);
	const storage = { dolly: { $path: path }, try: { $path: "try.luau" } };
	const project = { name, tree: { $className: "DataModel", ReplicatedStorage: storage } };
	writeFileSync(join(game, "default.project.json"), JSON.stringify(project));
	const [rojo, ...args] = findRojo();
	const built = spawnSync(rojo, [...args, "build", "--output", "game.rbxl"], { cwd: game, encoding: "utf8" });
	assert.equal(built.status, 0, built.stderr);
	const printed = await runLune("run-module", join(game, "game.rbxl"), "ReplicatedStorage.try");
	rmSync(game, { recursive: true });
	return printed;
}

export const checks = {
	"one line of a Rojo project brings the toolkit from a copy of this repository that was built": async () => {
		assert.deepEqual(await runGame("repository", `../../../../${basename(root)}`), ["Opening 2 5 function true"]);
	},
	"one line of a Rojo project brings the toolkit from a release's archive, without Node": async () => {
		const archive = artefactsOf("1.2.3").get("dolly-1.2.3.zip")();
		const folder = join(root, "dist", "one-line", "release");
		rmSync(folder, { recursive: true, force: true });
		for (const [name, bytes] of unzip(archive)) {
			mkdirSync(dirname(join(folder, name)), { recursive: true });
			writeFileSync(join(folder, name), bytes);
		}
		for (const name of ["LICENSE", "NOTICES.txt", "wally.toml", "src/init.luau"])
			assert.ok(existsSync(join(folder, "dolly", name)), name);
		// What pesde is told to pack is there, and the file that it forbids is not packed.
		const manifest = readFileSync(join(folder, "dolly", "pesde.toml"), "utf8");
		const includes = JSON.parse(/^includes = (.*)$/m.exec(manifest)[1]);
		for (const name of includes) assert.ok(existsSync(join(folder, "dolly", name.replace("/**", ""))), name);
		assert.ok(!includes.includes("default.project.json"));
		assert.ok(existsSync(join(folder, "dolly", /^lib = "(.*)"$/m.exec(manifest)[1])));
		assert.deepEqual(await runGame("release", "dolly"), ["Opening 2 5 function true"]);
	},
};
