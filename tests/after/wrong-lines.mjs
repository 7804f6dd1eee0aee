import assert from "node:assert/strict";
import { join } from "node:path";
import ts from "typescript";
import { root } from "../../scripts/run.mjs";

/** The spec that shows what the same mistakes say at run time. */
export const spec = "take/archive";

const HEADER = `import { CameraPlayer, decodeArchive, encodeArchive, Take } from "../src/camera";
declare const archive: buffer, take: Take;
`;

/** Lines that must compile, and lines that must not, with the error that TypeScript gives. */
const LINES = [
	["decodeArchive(archive, 30);", undefined],
	["decodeArchive(archive);", "Expected 2-3 arguments, but got 1."],
	["encodeArchive([take]);", undefined],
	["encodeArchive(take);", "Argument of type 'Take' is not assignable to parameter of type 'readonly Take[]'."],
	["new CameraPlayer(take);", undefined],
	["new CameraPlayer(decodeArchive(archive, 30));", "Argument of type 'Take[]' is not assignable"],
	["new CameraPlayer(archive);", "Argument of type 'buffer' is not assignable"],
];

export const checks = {
	"a line that forgets the rate, or takes one thing for another, does not compile": () => {
		const { config } = ts.readConfigFile(join(root, "tsconfig.package.json"), ts.sys.readFile);
		const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
		const relaxed = { ...options, noEmit: true, rootDir: undefined, rootDirs: undefined };
		const file = join(root, "tests", "wrong-lines.ts");
		const host = ts.createCompilerHost(relaxed);
		const { fileExists, readFile } = host;
		const source = `${HEADER}${LINES.map(([line]) => line).join("\n")}\n`;
		host.fileExists = (name) => name === file || fileExists(name);
		host.readFile = (name) => (name === file ? source : readFile(name));
		const program = ts.createProgram([file], relaxed, host);
		const found = new Map();
		const sourceFile = program.getSourceFile(file);
		for (const { start, messageText } of program.getSemanticDiagnostics(sourceFile)) {
			const line = sourceFile.getLineAndCharacterOfPosition(start).line - HEADER.split("\n").length + 1;
			found.set(line, ts.flattenDiagnosticMessageText(messageText, "\n"));
		}
		LINES.forEach(([line, expected], index) => {
			const message = found.get(index);
			if (expected === undefined) assert.equal(message, undefined, line);
			else assert.ok(message?.startsWith(expected), `${line} gives ${message}`);
		});
	},
};
