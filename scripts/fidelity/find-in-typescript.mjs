import { join, relative } from "node:path";
import ts from "typescript";

const ENGINE_FILE = /\/@rbxts\/types\/(plugin|include\/(roblox|generated\/\w+))\.d\.ts$/;

/** What is Luau's own, whoever declares it. */
const LANGUAGE = new Set(["bit32", "buffer", "coroutine", "debug", "math", "os", "string", "table", "utf8", "vector"]);

/** Declared beside the engine's, for the compiler alone. */
const COMPILER_ONLY = new Set(["typeIs", "typeOf", "classIs", "identity", "require"]);

/** Methods whose first argument names a class. */
const TAKE_CLASS_NAMES = new Set([
	"GetService",
	"IsA",
	"FindFirstChildOfClass",
	"FindFirstChildWhichIsA",
	"FindFirstAncestorOfClass",
	"FindFirstAncestorWhichIsA",
]);

/** The engine's members begin with a capital; ours do not. */
const LIKE_ENGINES = /^[A-Z]\w*[a-z]/;

function isEngines(declaration) {
	return ENGINE_FILE.test(declaration.getSourceFile().fileName);
}

/** How the engine's reference calls what a declaration of @rbxts/types stands for; nothing where it is no member. */
function nameOf(declaration, name) {
	const trail = [];
	for (let above = declaration.parent; above && !ts.isSourceFile(above); above = above.parent) {
		if (ts.isInterfaceDeclaration(above) || ts.isModuleDeclaration(above)) trail.unshift(above.name.text);
	}
	if (trail[0] === "Enum") {
		if (trail.length === 3) return `EnumItem.${name}`;
		return trail.length === 2 && ts.isVariableDeclaration(declaration) ? `Enum.${trail[1]}.${name}` : undefined;
	}
	if (trail.length === 0) {
		return ts.isFunctionDeclaration(declaration) && !COMPILER_ONLY.has(name) ? name : undefined;
	}
	const owner = trail
		.at(-1)
		.replace(/Constructor$/, "")
		.replace("RBXObject", "Object");
	return LANGUAGE.has(owner) ? undefined : `${owner}.${name}`;
}

/**
 * What TypeScript below `folders` uses of the engine: a map from its name in the engine's reference (`Class.Member`, `Class`,
 * `Enum.Kind.Item`, a global function) to the places of its use. Counted is what `@rbxts/types` declares, wherever it is read, written,
 * called, taken apart, set by JSX or given in an object. Where our own types describe the engine's and name no class, it is `*.Member`.
 */
export function findInTypeScript(root, folders) {
	const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
	const { options, fileNames } = ts.parseJsonConfigFileContent({ ...config, include: folders }, ts.sys, root);
	const program = ts.createProgram(fileNames, { ...options, incremental: false, tsBuildInfoFile: undefined });
	const checker = program.getTypeChecker();
	const instances = checker.resolveName("Instances", undefined, ts.SymbolFlags.Interface, false);
	const classes = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(instances));
	const uses = new Map();

	function add(name, node) {
		const file = node.getSourceFile();
		const { line } = file.getLineAndCharacterOfPosition(node.getStart());
		if (!uses.has(name)) uses.set(name, []);
		uses.get(name).push(`${relative(root, file.fileName)}:${line + 1}`);
	}

	function addClass(name, node) {
		if (classes.some((known) => known.name === name)) add(name, node);
	}

	/** The engine's declaration behind one: itself, or that of the engine's type which ours extends. */
	function enginesOf(declaration, name) {
		if (isEngines(declaration)) return declaration;
		if (!ts.isInterfaceDeclaration(declaration.parent)) return undefined;
		return checker
			.getBaseTypes(checker.getTypeAtLocation(declaration.parent))
			.flatMap((base) => checker.getPropertyOfType(base, name)?.declarations ?? [])
			.find(isEngines);
	}

	function addSymbol(symbol, node) {
		// A member of a union has a declaration in each of its classes.
		const names = (symbol?.declarations ?? []).map((declaration) => {
			const engines = enginesOf(declaration, symbol.name);
			return engines && nameOf(engines, symbol.name);
		});
		for (const name of new Set(names)) if (name) add(name, node);
		if (names.some((name) => name)) return;
		const isShape = symbol?.declarations?.some(({ parent }) => ts.isInterfaceDeclaration(parent) && !isEngines(parent));
		if (isShape && LIKE_ENGINES.test(symbol.name)) add(`*.${symbol.name}`, node);
	}

	/** Gives whether there is such a property. */
	function addProperty(type, name, node) {
		const parts = type?.isUnion() ? type.types : type ? [type] : [];
		const found = parts.map((part) => checker.getPropertyOfType(checker.getNonNullableType(part), name));
		for (const property of found) addSymbol(property, node);
		return found.some((property) => property !== undefined);
	}

	function addLiterals(type, node) {
		for (const part of type.isUnion() ? type.types : [type]) if (part.isStringLiteral()) addClass(part.value, node);
	}

	/** Elements are named like the engine's classes, in small letters. */
	function classOfTag({ tagName }) {
		return classes.find(({ name }) => name.toLowerCase() === tagName.getText());
	}

	const visitors = {
		[ts.SyntaxKind.PropertyAccessExpression](node) {
			const symbol = checker.getSymbolAtLocation(node.name);
			if (symbol?.declarations) addSymbol(symbol, node);
			else addProperty(checker.getTypeAtLocation(node.expression), node.name.text, node);
		},
		[ts.SyntaxKind.ElementAccessExpression]({ expression, argumentExpression }) {
			if (ts.isStringLiteralLike(argumentExpression)) {
				addProperty(checker.getTypeAtLocation(expression), argumentExpression.text, expression);
			} else if (/^Enum\.\w+$/.test(expression.getText())) add(expression.getText(), expression);
		},
		[ts.SyntaxKind.BindingElement](node) {
			const { text } = node.propertyName ?? node.name;
			if (text && ts.isObjectBindingPattern(node.parent))
				addProperty(checker.getTypeAtLocation(node.parent), text, node);
		},
		[ts.SyntaxKind.ObjectLiteralExpression](node) {
			const type = checker.getContextualType(node);
			for (const { name } of node.properties) {
				const isKnown = !name?.text || addProperty(type, name.text, name);
				if (!isKnown && LIKE_ENGINES.test(name.text)) add(`*.${name.text}`, name);
			}
		},
		[ts.SyntaxKind.JsxAttribute](node) {
			const found = classOfTag(node.parent.parent);
			if (found) addProperty(checker.getTypeOfSymbol(found), node.name.text, node);
		},
		[ts.SyntaxKind.JsxSelfClosingElement](node) {
			const found = classOfTag(node);
			if (found) add(found.name, node);
		},
		[ts.SyntaxKind.NewExpression](node) {
			const symbol = checker.getSymbolAtLocation(node.expression);
			if (!symbol?.declarations?.some(isEngines)) return;
			add(`${symbol.name}.new`, node);
			if (symbol.name === "Instance") addLiterals(checker.getTypeAtLocation(node.arguments[0]), node);
		},
		[ts.SyntaxKind.ImportSpecifier](node) {
			const { moduleSpecifier } = node.parent.parent.parent;
			if (moduleSpecifier.text === "@rbxts/services") addClass((node.propertyName ?? node.name).text, node);
		},
		[ts.SyntaxKind.CallExpression](node) {
			const { expression } = node;
			if (ts.isIdentifier(expression)) addSymbol(checker.getSymbolAtLocation(expression), node);
			const [first] = node.arguments;
			if (!first || !ts.isPropertyAccessExpression(expression)) return;
			if (TAKE_CLASS_NAMES.has(expression.name.text)) addLiterals(checker.getTypeAtLocation(first), node);
			if (expression.name.text === "GetPropertyChangedSignal") {
				addProperty(checker.getTypeAtLocation(expression.expression), first.text, node);
			}
		},
	};
	visitors[ts.SyntaxKind.JsxOpeningElement] = visitors[ts.SyntaxKind.JsxSelfClosingElement];

	function visit(node) {
		visitors[node.kind]?.(node);
		ts.forEachChild(node, visit);
	}
	for (const file of program.getSourceFiles()) {
		const path = relative(root, file.fileName).replaceAll("\\", "/");
		if (folders.some((folder) => path.startsWith(`${folder}/`))) visit(file);
	}
	return uses;
}
