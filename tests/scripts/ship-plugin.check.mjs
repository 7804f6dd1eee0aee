import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { requiredPaths } from "../../scripts/follow-requires.mjs";
import { root } from "../../scripts/run.mjs";
import { stripLuau } from "../../scripts/strip-luau.mjs";

const SOURCE = `--!native
--!strict
-- Why this is here.
local a = "-- no comment" -- but this is
local b = [==[ --[[ none
	here ]] ]==]
--[=[ a block
	over lines ]=]
local c = \`{a}: {f({ x = "}" --[[ } ]] })} -- text\`
	if a--[[between]]then
		return 'it''s' - -1
	end
`;

const STRIPPED = `--!native
--!strict

local a = "-- no comment"
local b = [==[ --[[ none
	here ]] ]==]


local c = \`{a}: {f({ x = "}" --[[ } ]] })} -- text\`
if a then
return 'it''s' - -1
end`;

export const checks = {
	"takes comments and indentation away, and leaves strings, lines and what speaks to the compiler": () => {
		assert.equal(stripLuau(SOURCE), STRIPPED);
		assert.equal(stripLuau(STRIPPED), STRIPPED);
	},
	"finds what is required, however it is written": () => {
		const paths = requiredPaths(`
			local TS = require(script.Parent.include.RuntimeLib)
			local x = TS.import(script, script.Parent.Parent, "ui", "label").Label -- require(script.Not)
			local y = require "./graph"
			local z = require("../up/over")()
			local s = "require(script.Neither)"
			local d = require(module)
			local own = require("@self/below")`);
		assert.deepEqual(paths, [
			["script", "Parent", "include", "RuntimeLib"],
			["script", "Parent", "Parent", "ui", "label"],
			["script", "Parent", "graph"],
			["script", "Parent", "Parent", "up", "over"],
			["script", "below"],
		]);
	},
	"ships the plugin with nothing that it does not require": () => {
		const files = readdirSync(join(root, "dist/plugin"), { recursive: true }).filter((path) => path.endsWith(".luau"));
		assert.ok(files.length > 200);
		// The plugin imports from the toolkit's entry and keeps no takes in data stores.
		assert.ok(files.includes("tree/dolly/init.luau"));
		assert.ok(!files.some((path) => path.includes("take-store")));
		for (const file of files) {
			const source = readFileSync(join(root, "dist/plugin", file), "utf8");
			assert.doesNotMatch(source, /^--(?!!)/m, file);
		}
	},
};
