import ts from "typescript";

const HIDDEN = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

/** What the compiler turns into Luau's own tables and values, by how many type arguments matter. */
const ARRAYS = new Set(["Array", "ReadonlyArray"]);
const MAPS = new Set(["Map", "ReadonlyMap", "WeakMap"]);
const SETS = new Set(["Set", "ReadonlySet", "WeakSet"]);

/** TypeScript's operators on types: what they make is written out. */
const OPERATORS = new Set([
	"Partial",
	"Pick",
	"Omit",
	"Required",
	"Readonly",
	"Record",
	"NonNullable",
	"Extract",
	"Exclude",
]);

const KEYWORDS = new Map([
	[ts.SyntaxKind.NumberKeyword, "number"],
	[ts.SyntaxKind.StringKeyword, "string"],
	[ts.SyntaxKind.BooleanKeyword, "boolean"],
	[ts.SyntaxKind.UnknownKeyword, "unknown"],
	[ts.SyntaxKind.AnyKeyword, "any"],
	[ts.SyntaxKind.NeverKeyword, "never"],
	[ts.SyntaxKind.UndefinedKeyword, "nil"],
	[ts.SyntaxKind.VoidKeyword, "nil"],
]);

const LUAU_NAME = /^[A-Za-z_]\w*$/;

/** `T?`, with brackets where the mark would belong to a part of it alone. */
function optional(text) {
	if (text === "nil" || text === "any" || text === "unknown" || /^\S+\?$/.test(text)) return text;
	return /[|&]|->/.test(text) && !/^\{[^]*\}$/.test(text) ? `(${text})?` : `${text}?`;
}

/** Several types, one of which it is. */
function union(texts) {
	const kinds = [...new Set(texts)];
	if (kinds.includes("true") && kinds.includes("false")) {
		kinds.splice(kinds.indexOf("true"), 1, "boolean");
		kinds.splice(kinds.indexOf("false"), 1);
	}
	const kept = kinds.filter((text) => text !== "nil");
	const joined = kept.map((text) =>
		kept.length > 1 && text.includes("->") && !/^[{(]/.test(text) ? `(${text})` : text,
	);
	const text = joined.map((part) => (kept.length > 1 && /^\(.*->/.test(part) ? `(${part})` : part)).join(" | ");
	if (kept.length === 0) return "nil";
	return kept.length === kinds.length ? text : optional(text);
}

/** The lines of a doc comment without its tags: examples are in TypeScript. */
function commentOf(symbol, checker, indent) {
	const sentence = ts
		.displayPartsToString(symbol.getDocumentationComment(checker))
		.trim()
		.replaceAll("undefined", "nil");
	if (sentence === "") return "";
	return sentence
		.split("\n")
		.map((line) => `${indent}--- ${line}`.trimEnd() + "\n")
		.join("");
}

/** Writes TypeScript's types as Luau's, and keeps a list of the types of the toolkit that it met on the way. */
export class TypePrinter {
	/** Symbols that were met and need a declaration, in the order in which they were. */
	met = [];

	/**
	 * @param nameOf gives the name under which a symbol of the toolkit is declared, or undefined for others
	 * @param classes the public class by the interface of the same name that it implements
	 */
	constructor(checker, nameOf, classes) {
		this.checker = checker;
		this.nameOf = nameOf;
		this.classes = classes;
	}

	/** The symbol behind imports and re-exports. */
	target(symbol) {
		const found = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
		return this.classes.get(found) ?? found;
	}

	/** Whether a type parameter stands for any number of values: in Luau `T...`. */
	isPack(parameter) {
		return parameter.constraint !== undefined && /^(Readonly)?Array</.test(parameter.constraint.getText());
	}

	parametersOf(symbol) {
		const declaration = symbol.declarations.find(({ typeParameters }) => typeParameters);
		return declaration ? [...declaration.typeParameters] : [];
	}

	/** `<T, U...>`, or nothing. */
	parameterList(parameters) {
		if (parameters.length === 0) return "";
		return `<${parameters.map((it) => it.name.text + (this.isPack(it) ? "..." : "")).join(", ")}>`;
	}

	/** A type of the toolkit by its name. */
	reference(symbol, args) {
		if (!this.met.includes(symbol)) this.met.push(symbol);
		const parameters = this.parametersOf(symbol);
		if (parameters.length === 0) return this.nameOf(symbol);
		const written = parameters.map((parameter, index) => {
			const arg = args[index] ?? parameter.default;
			return this.isPack(parameter) ? this.pack(arg) : this.print(arg);
		});
		return `${this.nameOf(symbol)}<${written.join(", ")}>`;
	}

	/** What a tuple holds, as a pack of types. */
	pack(arg) {
		if (arg.kind !== undefined && ts.isTupleTypeNode(arg)) {
			return arg.elements.map((element) => this.node(element)).join(", ") || "()";
		}
		const type = arg.kind === undefined ? arg : this.checker.getTypeFromTypeNode(arg);
		if (type.isTypeParameter()) return `${type.symbol.name}...`;
		return (
			this.checker
				.getTypeArguments(type)
				.map((element) => this.type(element))
				.join(", ") || "()"
		);
	}

	/** A node of a type, or a type. */
	print(value) {
		return value.kind === undefined ? this.type(value) : this.node(value);
	}

	/** As it is written in the source, so that names are kept. */
	node(node) {
		const keyword = KEYWORDS.get(node.kind);
		if (keyword) return keyword;
		if (ts.isParenthesizedTypeNode(node)) return this.node(node.type);
		if (ts.isNamedTupleMember(node)) {
			return node.questionToken ? optional(this.node(node.type)) : this.node(node.type);
		}
		if (ts.isOptionalTypeNode(node)) return optional(this.node(node.type));
		if (ts.isUnionTypeNode(node)) return union(node.types.map((part) => this.node(part)));
		if (ts.isTupleTypeNode(node)) return `{ ${union(node.elements.map((part) => this.node(part)))} }`;
		if (ts.isArrayTypeNode(node)) return `{ ${this.node(node.elementType)} }`;
		if (ts.isFunctionTypeNode(node)) return this.signature(node);
		if (ts.isTypeReferenceNode(node)) {
			const symbol = this.target(this.checker.getSymbolAtLocation(node.typeName));
			const written = this.named(symbol, [...(node.typeArguments ?? [])]);
			if (written) return written;
		}
		return this.type(this.checker.getTypeFromTypeNode(node));
	}

	/** What has a name: of the toolkit, of the compiler's library, of the engine. */
	named(symbol, args) {
		if (symbol.flags & ts.SymbolFlags.TypeParameter) return symbol.name;
		if (this.nameOf(symbol)) return this.reference(symbol, args);
		if (ARRAYS.has(symbol.name)) return `{ ${this.print(args[0])} }`;
		if (MAPS.has(symbol.name)) return `{ [${this.print(args[0])}]: ${this.print(args[1])} }`;
		if (SETS.has(symbol.name)) return `{ [${this.print(args[0])}]: true }`;
		if (OPERATORS.has(symbol.name) || !symbol.declarations?.[0].getSourceFile().fileName.includes("@rbxts")) return;
		if (symbol.parent?.name === "Enum") return `Enum.${symbol.name}`;
		// The engine's own types are marked; what @rbxts/types made up, such as tables of options, is written out.
		const properties = this.checker.getPropertiesOfType(this.checker.getDeclaredTypeOfSymbol(symbol));
		return properties.some(({ name }) => name.startsWith("_nominal_")) ? symbol.name : undefined;
	}

	/** As the checker has it, where the source names no type. */
	type(type) {
		if (type.aliasSymbol && this.nameOf(type.aliasSymbol)) {
			return this.reference(type.aliasSymbol, type.aliasTypeArguments ?? []);
		}
		if (type.isUnion()) return union(type.types.map((part) => this.type(part)));
		if (type.isIntersection()) return type.types.map((part) => this.type(part)).join(" & ");
		if (type.isStringLiteral()) return JSON.stringify(type.value);
		if (type.flags & ts.TypeFlags.NumberLike) return "number";
		if (type.flags & ts.TypeFlags.StringLike) return "string";
		if (type.flags & ts.TypeFlags.BooleanLiteral) return type.intrinsicName;
		if (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return "nil";
		if (type.flags & ts.TypeFlags.Never) return "never";
		if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return "unknown";
		if (this.checker.isTupleType(type)) {
			return `{ ${union(this.checker.getTypeArguments(type).map((part) => this.type(part)))} }`;
		}
		const args = type.flags & ts.TypeFlags.Object && type.objectFlags & ts.ObjectFlags.Reference;
		const written = type.symbol && this.named(type.symbol, args ? [...this.checker.getTypeArguments(type)] : []);
		if (written && type.symbol.name !== "__type" && type.symbol.name !== "__object") return written;
		const [call] = type.getCallSignatures();
		if (call) return this.signature(call.declaration);
		return this.table(type);
	}

	/** What a call gives back: any number of values. */
	result(declaration) {
		const node = declaration.type;
		if (node?.kind === ts.SyntaxKind.VoidKeyword) return "()";
		const signature = this.checker.getSignatureFromDeclaration(declaration);
		const type = this.checker.getReturnTypeOfSignature(signature);
		if (type.aliasSymbol?.name === "LuaTuple") {
			const packed = this.pack(type.aliasTypeArguments[0]);
			return packed.includes(",") ? `(${packed})` : packed;
		}
		return node ? this.node(node) : this.type(type);
	}

	/** A function's type; `self` is the type of what a method is called on. */
	signature(declaration, self) {
		const values = declaration.parameters
			.filter(({ name }) => name.getText() !== "this")
			.map((parameter) => {
				const type = this.checker.getTypeAtLocation(parameter);
				if (parameter.dotDotDotToken) {
					if (type.isTypeParameter()) return `${type.symbol.name}...`;
					return `...${this.type(this.checker.getTypeArguments(type)[0])}`;
				}
				const text = parameter.type
					? this.node(parameter.type)
					: this.type(this.checker.getBaseTypeOfLiteralType(type));
				const isOptional = parameter.questionToken || parameter.initializer;
				const name = ts.isIdentifier(parameter.name) ? parameter.name.text : "options";
				return `${name}: ${isOptional ? optional(text) : text}`;
			});
		if (self) values.unshift(`self: ${self}`);
		const given = ts.isConstructorDeclaration(declaration) ? "" : this.result(declaration);
		return `${this.parameterList(declaration.typeParameters ?? [])}(${values.join(", ")}) -> ${given}`;
	}

	/** The type of a property or method of `owner`, whose name is `self`. */
	member(symbol, self) {
		const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
		const isMethod = declaration && (ts.isMethodDeclaration(declaration) || ts.isMethodSignature(declaration));
		const needsNoSelf = isMethod && declaration.parameters[0]?.type?.kind === ts.SyntaxKind.VoidKeyword;
		if (isMethod) return this.signature(declaration, needsNoSelf ? undefined : (self ?? "any"));
		const isMapped = symbol.links?.checkFlags & 262144;
		const isOptional = symbol.flags & ts.SymbolFlags.Optional;
		const text =
			declaration?.type && !isMapped
				? this.node(declaration.type)
				: this.type(this.checker.getBaseTypeOfLiteralType(this.checker.getTypeOfSymbol(symbol)));
		return isOptional ? optional(text) : text;
	}

	/** A table's fields, one a line, each below its comment. */
	table(type, self) {
		const lines = this.checker.getIndexInfosOfType(type).map(({ keyType, type: value, declaration }) => {
			const text = declaration?.type ? this.node(declaration.type) : this.type(value);
			return `\t[${this.type(keyType)}]: ${text},\n`;
		});
		for (const symbol of this.checker.getPropertiesOfType(type)) {
			const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
			const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
			if (declaration && ts.getCombinedModifierFlags(declaration) & hidden) continue;
			if (symbol.getJsDocTags(this.checker).some(({ name }) => name === "internal")) continue;
			if (!LUAU_NAME.test(symbol.name)) continue;
			const text = this.member(symbol, self).replaceAll("\n", "\n\t");
			lines.push(`${commentOf(symbol, this.checker, "\t")}\t${symbol.name}: ${text},\n`);
		}
		return lines.length === 0 ? "{}" : `{\n${lines.join("")}}`;
	}

	/** The declaration of an interface, a class or a name for a type. */
	declare(symbol, isExported) {
		const name = this.nameOf(symbol);
		const parameters = this.parametersOf(symbol);
		const list = this.parameterList(parameters);
		const declaration = symbol.declarations.find((it) => ts.isTypeAliasDeclaration(it));
		const body = declaration
			? this.aliased(declaration.type)
			: this.table(this.checker.getDeclaredTypeOfSymbol(symbol), `${name}${list}`);
		const comment = commentOf(symbol, this.checker, "");
		return `${comment}${isExported ? "export " : ""}type ${name}${list} = ${body}\n`;
	}

	/** The type behind a name: the name itself must not stand in it. */
	aliased(node) {
		if (ts.isTypeLiteralNode(node)) return this.table(this.checker.getTypeFromTypeNode(node));
		return this.node(node);
	}

	/** The type of a public value: a function, a class with its `new`, a constant. */
	value(symbol) {
		const declaration = symbol.valueDeclaration;
		if (ts.isFunctionDeclaration(declaration)) return this.signature(declaration);
		if (!ts.isClassDeclaration(declaration)) {
			return this.type(this.checker.getBaseTypeOfLiteralType(this.checker.getTypeOfSymbol(symbol)));
		}
		const [construct] = this.checker.getTypeOfSymbol(symbol).getConstructSignatures();
		const list = this.parameterList(this.parametersOf(symbol));
		const given = `${this.nameOf(symbol)}${list}`;
		if (!this.met.includes(symbol)) this.met.push(symbol);
		const fields = declaration.members
			.filter((member) => this.isPublicStatic(member))
			.map((member) => `${member.name.text}: ${this.signature(member)}`);
		const isMade = !construct.declaration || !(ts.getCombinedModifierFlags(construct.declaration) & HIDDEN);
		const made = construct.declaration ? this.signature(construct.declaration) : "() -> ";
		if (isMade) fields.unshift(`new: ${list}${made}${given}`);
		return `{ ${fields.join(", ")} }`;
	}

	isPublicStatic(member) {
		const flags = ts.getCombinedModifierFlags(member);
		const isInternal = ts.getJSDocTags(member).some(({ tagName }) => tagName.text === "internal");
		return ts.isMethodDeclaration(member) && flags & ts.ModifierFlags.Static && !(flags & HIDDEN) && !isInternal;
	}

	/** The type of a module that exports these symbols. */
	module(name, exports) {
		const fields = exports.map(([field, symbol]) => {
			const text = this.value(symbol).replaceAll("\n", "\n\t");
			return `${commentOf(symbol, this.checker, "\t")}\t${field}: ${text},\n`;
		});
		return `export type ${name} = {\n${fields.join("")}}\n`;
	}
}
