import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRojo } from "../../scripts/find-rojo.mjs";
import { PACKAGE } from "../../scripts/luau/stage-package.mjs";
import { root } from "../../scripts/run.mjs";
import { runLune } from "../runner/run-lune.mjs";

/** Drives two laps of the example, the second of which is slower, and a ghost. */
const DRIVE = `
local laps = require(script.Parent.laps)
local part = Instance.new("Part")
part.Parent = workspace
local mine = laps.new()

local function drive(seconds)
	local finish = laps.start(mine, part)
	local ends = os.clock() + seconds
	while os.clock() < ends do
		part.CFrame = CFrame.new(0, 0, -10 * (1 - (ends - os.clock()) / seconds))
		task.wait()
	end
	return finish()
end

local first, second = drive(1), drive(2)
local ghost = Instance.new("Part")
ghost.Parent = workspace
local follower = laps.sendGhost(mine, ghost)
task.wait(0.5)
local way = -ghost.Position.Z
follower.ended:Wait()
task.wait()
return { verdict = \`{first} {second} {way > 3 and way < 7} {ghost.Parent} {buffer.len(mine.bytes) < 30 * 18}\` }
`;

/** Puts the package where Wally does, with the file that Wally writes beside it. */
function install(game) {
	const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	const index = `dolly_dolly@${version}`;
	const packages = join(game, "Packages");
	mkdirSync(join(packages, "_Index", index), { recursive: true });
	cpSync(PACKAGE, join(packages, "_Index", index, "dolly"), { recursive: true });
	writeFileSync(join(packages, "dolly.lua"), `return require(script.Parent._Index["${index}"]["dolly"])\n`);
}

export const checks = {
	"the example in plain Luau builds as it stands, on what was built here": () => {
		const [rojo, ...args] = findRojo();
		const folder = mkdtempSync(join(tmpdir(), "dolly-laps-"));
		const project = join(root, "examples", "luau");
		const built = spawnSync(rojo, [...args, "build", project, "--output", join(folder, "laps.rbxl")], {
			encoding: "utf8",
		});
		rmSync(folder, { recursive: true });
		assert.equal(built.status, 0, built.stderr);
	},
	"the Wally package runs in a plain Luau game that Rojo builds": async () => {
		const game = mkdtempSync(join(tmpdir(), "dolly-wally-"));
		cpSync(join(root, "examples", "luau"), game, { recursive: true });
		install(game);
		writeFileSync(join(game, "src", "drive.luau"), DRIVE);
		const project = JSON.parse(readFileSync(join(game, "default.project.json"), "utf8"));
		project.tree.ReplicatedStorage.drive = { $path: "src/drive.luau" };
		project.tree.ReplicatedStorage.Packages = { $path: "Packages" };
		writeFileSync(join(game, "default.project.json"), JSON.stringify(project));
		const [rojo, ...args] = findRojo();
		const built = spawnSync(rojo, [...args, "build", "--output", "game.rbxl"], { cwd: game, encoding: "utf8" });
		assert.equal(built.status, 0, built.stderr);
		const printed = await runLune("run-module", join(game, "game.rbxl"), "ReplicatedStorage.drive");
		rmSync(game, { recursive: true });
		assert.deepEqual(printed, ["the ghost is gone: finished", "true false true nil true"]);
	},
};
