/** `npm run lint`: ESLint, Prettier, StyLua and the words of the prose at the same time. Prints what each says, one after another. */
import { spawn } from "node:child_process";
import { root } from "./run.mjs";

/** Both make much short-lived garbage: room for it takes a sixth off their time. */
const NODE = [process.execPath, "--max-semi-space-size=128"];

const TOOLS = [
	["eslint", ...NODE, "node_modules/eslint/bin/eslint.js", "."],
	["prettier", ...NODE, "node_modules/prettier/bin/prettier.cjs", "--check", "--cache", "--log-level", "warn", "."],
	["stylua", process.execPath, "node_modules/@johnnymorganz/stylua-bin/run.js", "--check", "."],
	["voice", process.execPath, "scripts/lint/voice.mjs"],
];

function runTool([name, file, ...args]) {
	const child = spawn(file, args, { cwd: root });
	let said = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (said += data));
	return new Promise((resolve) => child.on("close", (code) => resolve({ name, code, said })));
}

const results = await Promise.all(TOOLS.map(runTool));
for (const { name, code, said } of results) {
	if (said.trim() !== "") console.log(said.trim());
	console.log(`${name}: ${code === 0 ? "nothing to mend" : `failed with code ${code}`}`);
}
process.exit(results.every(({ code }) => code === 0) ? 0 : 1);
