import { join } from "node:path";
import ts from "typescript";
import { root } from "../run.mjs";
import { TypePrinter } from "./type-printer.mjs";

/** The modules that people require: the type of each, and the file under `src/` that it comes from. */
const ENTRIES = [
	["Dolly", "index.ts"],
	["DollyCamera", "camera.ts"],
];

/** `export type { … }` gives a class as a type and no value. */
const isTypeOnly = (declaration) => ts.isExportSpecifier(declaration) && ts.isTypeOnlyExportDeclaration(declaration);

function loadProgram() {
	const { config } = ts.readConfigFile(join(root, "tsconfig.package.json"), ts.sys.readFile);
	const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
	return ts.createProgram([join(root, "src", "index.ts")], options);
}

/**
 * Gives what the public surface is in Luau's types: `source`, the text of a module that declares all of them, and for each entry the
 * names of the types and the values that it exports.
 */
export function writeLuauTypes() {
	const program = loadProgram();
	const checker = program.getTypeChecker();
	const names = new Map();
	const isOurs = (symbol) =>
		symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class | ts.SymbolFlags.TypeAlias) &&
		symbol.declarations?.[0].getSourceFile().fileName.startsWith(join(root, "src"));

	function nameOf(symbol) {
		if (!isOurs(symbol)) return undefined;
		if (!names.has(symbol)) {
			if ([...names.values()].includes(symbol.name)) throw new Error(`two types are called ${symbol.name}`);
			names.set(symbol, symbol.name);
		}
		return names.get(symbol);
	}

	const printer = new TypePrinter(checker, nameOf);
	const entries = ENTRIES.map(([name, file]) => {
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
