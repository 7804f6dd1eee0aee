import { join } from "node:path";
import ts from "typescript";
import { root } from "../run.mjs";
import { TypePrinter } from "./type-printer.mjs";

/** The modules that people require: the type of each, and the file under `src/` that it comes from. */
const ENTRIES = [
	["Dolly", "index.ts"],
	["DollyCamera", "camera.ts"],
	["DollyCodecs", "codecs.ts"],
	["DollyFiles", "files.ts"],
];

/** The compiler writes paths with slashes on every system. */
const SOURCE = `${join(root, "src").replaceAll("\\", "/")}/`;

/** `export type { … }` gives a class as a type and no value. */
const isTypeOnly = (declaration) => ts.isExportSpecifier(declaration) && ts.isTypeOnlyExportDeclaration(declaration);

/** The public class by the interface of the same name that it implements: to users they are one type. */
function publicClasses(program, checker) {
	const classes = new Map();
	for (const [, file] of ENTRIES) {
		const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, "src", file)));
		for (const exported of checker.getExportsOfModule(module)) {
			const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
			for (const clause of symbol.valueDeclaration?.heritageClauses ?? []) {
				for (const { expression } of clause.types) {
					const type = checker.getTypeAtLocation(expression).symbol ?? checker.getSymbolAtLocation(expression);
					const target = type?.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(type) : type;
					if (target?.name === symbol.name) classes.set(target, symbol);
				}
			}
		}
	}
	return classes;
}

function loadProgram() {
	const { config } = ts.readConfigFile(join(root, "tsconfig.package.json"), ts.sys.readFile);
	const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
	return ts.createProgram(
		ENTRIES.map(([, file]) => join(root, "src", file)),
		options,
	);
}

/**
 * Gives what the public surface is in Luau's types: `source`, the text of a module that declares all of them, and for each entry the
 * names of the types and the values that it exports; `cameraSource` declares those of the camera entry only.
 */
export function writeLuauTypes() {
	const program = loadProgram();
	const { source, entries } = printEntries(program, ENTRIES);
	const camera = printEntries(
		program,
		ENTRIES.filter(([name]) => name === "DollyCamera"),
	);
	return { source, entries, cameraSource: camera.source };
}

function printEntries(program, wanted) {
	const checker = program.getTypeChecker();
	const names = new Map();
	const isOurs = (symbol) =>
		symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class | ts.SymbolFlags.TypeAlias) &&
		symbol.declarations?.[0].getSourceFile().fileName.startsWith(SOURCE);

	function nameOf(symbol) {
		if (!isOurs(symbol)) return undefined;
		if (!names.has(symbol)) {
			if ([...names.values()].includes(symbol.name)) throw new Error(`two types are called ${symbol.name}`);
			names.set(symbol, symbol.name);
		}
		return names.get(symbol);
	}

	const printer = new TypePrinter(checker, nameOf, publicClasses(program, checker));
	const entries = wanted.map(([name, file]) => {
		const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, "src", file)));
		const exports = checker
			.getExportsOfModule(module)
			.map((symbol) => [symbol.name, printer.target(symbol), symbol.declarations.some(isTypeOnly)])
			.sort(([a], [b]) => (a < b ? -1 : 1));
		return {
			name,
			types: exports.filter(([, symbol]) => isOurs(symbol)),
			values: exports.filter(([, symbol, isType]) => symbol.flags & ts.SymbolFlags.Value && !isType),
		};
	});

	for (const { types } of entries) for (const [, symbol] of types) nameOf(symbol);
	const modules = entries.map(({ name, values }) => printer.module(name, values));
	const exported = new Set(entries.flatMap(({ types }) => types.map(([, symbol]) => symbol)));
	for (const symbol of exported) if (!printer.met.includes(symbol)) printer.met.push(symbol);
	// Declaring one type can meet others, which come after it.
	const declarations = [];
	for (let index = 0; index < printer.met.length; index++) {
		const symbol = printer.met[index];
		declarations.push(printer.declare(symbol, exported.has(symbol)));
	}
	const header = "-- The types of the toolkit, written by `npm run build` from those of the TypeScript source.\n";
	const listed = (symbols) =>
		symbols.map(([name, symbol]) => ({ name, list: printer.parameterList(printer.parametersOf(symbol)) }));
	return {
		source: `${header}\n${[...declarations, ...modules].join("\n")}\nreturn {}\n`,
		entries: entries.map(({ name, types, values }) => ({
			name,
			types: listed(types),
			values: values.map(([field]) => field),
		})),
	};
}
