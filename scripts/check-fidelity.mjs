import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findInLuau } from "./fidelity/find-in-luau.mjs";
import { findInTypeScript } from "./fidelity/find-in-typescript.mjs";
import { compareUses } from "./fidelity/compare-uses.mjs";
import { readFidelity } from "./fidelity/read-fidelity.mjs";
import { root } from "./run.mjs";

const FOLDERS = ["src", "plugin", "places", "ui"];
const PAGE = "docs/contributing/fidelity.md";
const STAND_INS = "tests/headless/engine/services";
const SPEC_ENDINGS = [".spec.ts", ".spec.tsx", ".check.mjs"];

const read = (path) => readFileSync(join(root, path), "utf8");

const { members, specs, steps } = readFidelity(read(PAGE));
const problems = compareUses(members, [findInTypeScript(root, FOLDERS), findInLuau(root, FOLDERS)]);
for (const spec of specs) {
	const exists = SPEC_ENDINGS.some((ending) => existsSync(join(root, "tests", spec + ending)));
	if (!exists) problems.push(`${PAGE} names the spec ${spec}, which is not there`);
}
const guide = read("docs/contributing/studio-check.md");
for (const step of steps) {
	if (!new RegExp(`^${step}\\. `, "m").test(guide))
		problems.push(`${PAGE} names step ${step}, which docs/contributing/studio-check.md does not have`);
}
for (const name of readdirSync(join(root, STAND_INS))) {
	const [head] = read(join(STAND_INS, name)).split("]]");
	if (!/\w\.yaml|no page/i.test(head))
		problems.push(`${STAND_INS}/${name} names no page of the engine's reference that it follows`);
}
for (const problem of problems) console.error(problem);
console.log(`${members.size} names of the engine in ${PAGE}, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
