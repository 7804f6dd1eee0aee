import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./run.mjs";

const require = createRequire(import.meta.url);
const ts = require("typescript");

/** A function of the compiler that its command line is made of; the version is pinned. */
function part(path, name) {
	return require(join(root, "node_modules", "roblox-ts", "out", `${path}.js`))[name];
}

/**
 * The compiler of the specs, kept in memory: what has not changed is not read and parsed again, which is most of the work of the
 * compiler's own watch. The first call compiles what `out/` lacks, each later one what has changed since; it gives whether all is well.
 */
export function openCompiler() {
	const functions = "Project/functions";
	const createProjectData = part(`${functions}/createProjectData`, "createProjectData");
	const createPathTranslator = part(`${functions}/createPathTranslator`, "createPathTranslator");
	const compileFiles = part(`${functions}/compileFiles`, "compileFiles");
	const getChangedSourceFiles = part(`${functions}/getChangedSourceFiles`, "getChangedSourceFiles");
	const getParsedCommandLine = part(`${functions}/getParsedCommandLine`, "getParsedCommandLine");
	const createProgramFactory = part(`${functions}/createProgramFactory`, "createProgramFactory");
	const data = createProjectData(join(root, "tsconfig.json"), {
		...part("Shared/constants", "DEFAULT_PROJECT_OPTIONS"),
		type: "model",
		rojo: join(root, "places", "test.project.json"),
	});
	const { options } = getParsedCommandLine(data);
	const createProgram = createProgramFactory(data, options);
	const report = ts.createDiagnosticReporter(ts.sys, true);

	const host = ts.createIncrementalCompilerHost(options);
	// As the compiler's own host has it: otherwise each would take what the other has compiled for changed, and start over.
	const settings = [
		`version=${part("Shared/constants", "COMPILER_VERSION")},`,
		`type=${data.projectOptions.type},`,
		`isPackage=${data.isPackage},`,
		`plugins=${JSON.stringify(options.plugins ?? [])},`,
		readFileSync(data.rojoConfigPath, "utf8"),
	].join("");
	const hash = host.createHash;
	host.createHash = (text) => hash(settings + text);
	const load = host.getSourceFile.bind(host);
	const kept = new Map();
	host.getSourceFile = (name, ...rest) => {
		const time = statSync(name, { throwIfNoEntry: false })?.mtimeMs;
		const former = kept.get(name);
		if (former && former.time === time) return former.file;
		const file = load(name, ...rest);
		kept.set(name, { time, file });
		return file;
	};

	let program;
	return () => {
		const { fileNames } = getParsedCommandLine(data);
		program = createProgram(fileNames, options, host, program);
		const files = getChangedSourceFiles(program);
		const { diagnostics } = compileFiles(program.getProgram(), data, createPathTranslator(program, data), files);
		diagnostics.forEach((diagnostic) => report(diagnostic));
		return !diagnostics.some(({ category }) => category === ts.DiagnosticCategory.Error);
	};
}
