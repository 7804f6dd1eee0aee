import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/run.mjs";
import { findSourceLine, withSource } from "../../scripts/source-lines.mjs";

const read = (path) => readFileSync(join(root, path), "utf8").split("\n");

export const checks = {
	"a failure is shown where its TypeScript is": () => {
		const luau = read("out/tests/bytes/base64.spec.luau");
		const typescript = read("tests/bytes/base64.spec.ts");
		const number = luau.findIndex((line) => line.includes("buffer.tostring(decodeBase64(encoded))")) + 1;
		const line = typescript.findIndex((text) => text.includes("buffer.tostring(decodeBase64(encoded))")) + 1;
		assert.equal(
			withSource(`ReplicatedStorage.tests.bytes.base64.spec:${number}: no`),
			`tests/bytes/base64.spec.ts:${line}: no`,
		);
		assert.equal(withSource("Workspace.Figure:3: no"), "Workspace.Figure:3: no");
	},
	"a line that says nothing is not guessed": () => {
		assert.equal(findSourceLine(["const a = 1;", "f(a);"], ["local a = 1", "end"], 2), undefined);
	},
	"lines that begin alike are told apart by their order": () => {
		const typescript = ["expect(f(1));", "// between", "expect(f(1));"];
		assert.equal(findSourceLine(typescript, ["expect(f(1))", "expect(f(1))"], 2), 3);
	},
};
