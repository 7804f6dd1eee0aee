/** Writes the TypeScript of an example as a Luau developer would write it. */
import ts from "typescript";

const { SyntaxKind: Kind } = ts;

const OPERATORS = new Map([
	[Kind.EqualsEqualsEqualsToken, "=="],
	[Kind.ExclamationEqualsEqualsToken, "~="],
	[Kind.AmpersandAmpersandToken, "and"],
	[Kind.BarBarToken, "or"],
	[Kind.PlusToken, "+"],
	[Kind.MinusToken, "-"],
	[Kind.AsteriskToken, "*"],
	[Kind.SlashToken, "/"],
	[Kind.AsteriskAsteriskToken, "^"],
	[Kind.PercentToken, "%"],
	[Kind.LessThanToken, "<"],
	[Kind.LessThanEqualsToken, "<="],
	[Kind.GreaterThanToken, ">"],
	[Kind.GreaterThanEqualsToken, ">="],
]);

const ASSIGNMENTS = new Map([
	[Kind.EqualsToken, "="],
	[Kind.PlusEqualsToken, "+="],
	[Kind.MinusEqualsToken, "-="],
]);

/** What roblox-ts has methods for, because TypeScript cannot overload operators. */
const ARITHMETIC = new Map([
	["add", "+"],
	["sub", "-"],
	["mul", "*"],
	["div", "/"],
]);

const KEYWORDS = new Set(
	"and break do else elseif end false for function if in local nil not or repeat return then true until while".split(
		" ",
	),
);

const lowerFirst = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** "bodies" is many of "body". */
const singular = (word) =>
	word
		.replace(/ies$/, "y")
		.replace(/(ss|ch|sh|x)es$/, "$1")
		.replace(/([^s])s$/, "$1");

export class Translator {
	/**
	 * @param checker TypeScript's checker of the program that the example is part of
	 * @param entryOf returns the module that a name of the toolkit is in, such as "dolly", or undefined for other names
	 */
	constructor(checker, entryOf) {
		this.checker = checker;
		this.entryOf = entryOf;
	}

	/** The statements of a block as Luau; throws what cannot be said in Luau, with its TypeScript. */
	translate(block) {
		this.source = block.getSourceFile();
		/** The names of the toolkit that the block uses, and the modules that have them. */
		this.used = new Set();
		this.modules = new Set();
		/** What a name that TypeScript took out of an object is in Luau. */
		this.bound = new Map();
		/** Every name that is taken, for names made up here. */
		this.taken = new Set();
		this.declared = new Set();
		this.lines = [];
		const collect = (node) => {
			if (ts.isTypeNode(node)) return;
			if (ts.isIdentifier(node)) this.taken.add(node.text);
			ts.forEachChild(node, collect);
		};
		collect(block);
		this.#statements(block.statements);
		this.#commentsBefore(block.getLastToken());
		for (const name of this.declared) {
			if (this.modules.has(name)) this.#refuse(block, `has a variable called ${name}, as its module is`);
		}
		return this.lines.join("\n");
	}

	#refuse(node, why = "has no Luau") {
		throw new Error(`${node.getText(this.source)} ${why}`);
	}

	#use(name, entry) {
		this.used.add(name);
		this.modules.add(entry);
	}

	#emit(line) {
		this.lines.push(line);
	}

	/** Lines that stand in a block of their own. */
	#nested(work) {
		const outer = this.lines;
		this.lines = [];
		work();
		const inner = this.lines;
		this.lines = outer;
		return inner;
	}

	#comment({ pos, end }) {
		const text = this.source.text.slice(pos, end);
		return text.startsWith("//") ? `--${text.slice(2)}` : `--[[${text.slice(2, -2)}]]`;
	}

	#commentsBefore(node) {
		for (const range of ts.getLeadingCommentRanges(this.source.text, node.pos) ?? []) {
			// A comment on the line of the statement before it belongs to that one.
			const isTrailing = !this.source.text.slice(node.pos, range.pos).includes("\n");
			if (!isTrailing) this.#emit(this.#comment(range));
		}
	}

	#statements(statements) {
		for (const statement of statements) {
			this.#commentsBefore(statement);
			const first = this.lines.length;
			this.#statement(statement);
			const [after] = ts.getTrailingCommentRanges(this.source.text, statement.end) ?? [];
			// A statement without braces around it shares its comment with the one that it is in.
			if (!after || !(ts.isBlock(statement.parent) || ts.isSourceFile(statement.parent))) continue;
			// Behind a statement of several lines a comment would speak of its end.
			if (this.lines.length === first + 1 && !this.lines[first].includes("\n"))
				this.lines[first] += ` ${this.#comment(after)}`;
			else this.lines.splice(first, 0, this.#comment(after));
		}
	}

	/** The statements between braces, or the one that stands without. */
	#block(statement) {
		this.#statements(ts.isBlock(statement) ? statement.statements : [statement]);
	}

	#body(statement) {
		return this.#nested(() => this.#block(statement));
	}

	#statement(node) {
		if (ts.isVariableStatement(node)) return node.declarationList.declarations.forEach((item) => this.#declare(item));
		if (ts.isExpressionStatement(node)) return this.#expressionStatement(node.expression);
		if (ts.isReturnStatement(node)) return this.#return(node.expression);
		if (ts.isIfStatement(node)) return this.#if(node, "if");
		if (ts.isForOfStatement(node))
			return this.#forOf(node.initializer.declarations[0].name, node.expression, () => this.#block(node.statement));
		if (ts.isWhileStatement(node)) {
			this.#emit(`while ${this.#condition(node.expression)} do`);
			this.lines.push(...this.#body(node.statement), "end");
			return undefined;
		}
		if (ts.isBlock(node)) {
			this.lines.push("do", ...this.#body(node), "end");
			return undefined;
		}
		return this.#refuse(node);
	}

	#return(expression) {
		if (!expression) return this.#emit("return");
		if (ts.isCallExpression(expression) && expression.expression.getText(this.source) === "$tuple")
			return this.#emit(`return ${this.#list(expression.arguments)}`);
		return this.#emit(
			expression.getText(this.source) === "undefined" ? "return nil" : `return ${this.#expression(expression)}`,
		);
	}

	#if(node, word) {
		this.#emit(`${word} ${this.#condition(node.expression)} then`);
		this.lines.push(...this.#body(node.thenStatement));
		if (node.elseStatement && ts.isIfStatement(node.elseStatement)) return this.#if(node.elseStatement, "elseif");
		if (node.elseStatement) this.lines.push("else", ...this.#body(node.elseStatement));
		return this.#emit("end");
	}

	/** A loop over an array, whose elements may be taken apart. */
	#forOf(name, list, work) {
		const item = this.#bindElement(name, list);
		this.#emit(`for _, ${item} in ${this.#expression(list)} do`);
		this.lines.push(...this.#nested(work), "end");
	}

	/** What the elements of a list are called: their own name, or one made of the list's if they are taken apart. */
	#bindElement(name, list) {
		if (ts.isIdentifier(name)) return this.#name(name);
		const last = ts.isPropertyAccessExpression(list) ? singular(list.name.text) : undefined;
		const item = this.#invent(last ?? this.#typeName(name) ?? "item", name);
		this.#bind(name, item);
		return item;
	}

	/** Has every name of a pattern stand for a field of `owner`. */
	#bind(pattern, owner) {
		if (!ts.isObjectBindingPattern(pattern)) this.#refuse(pattern);
		for (const element of pattern.elements) {
			if (element.initializer || element.dotDotDotToken || !ts.isIdentifier(element.name)) this.#refuse(element);
			const field = (element.propertyName ?? element.name).text;
			this.bound.set(this.checker.getSymbolAtLocation(element.name), this.#field(owner, field));
		}
	}

	#field(owner, name) {
		return KEYWORDS.has(name) ? `${owner}["${name}"]` : `${owner}.${name}`;
	}

	#typeName(node) {
		const type = this.checker.getTypeAtLocation(node);
		const name = (type.aliasSymbol ?? type.symbol)?.name;
		return name && /^[A-Z]\w*$/.test(name) ? lowerFirst(name) : undefined;
	}

	/** A name that the example does not use. */
	#invent(name, node) {
		const found =
			this.taken.has(name) && !/^(result|item)$/.test(name)
				? `the${name.charAt(0).toUpperCase()}${name.slice(1)}`
				: name;
		if (this.taken.has(found)) this.#refuse(node, `needs a name, and ${found} is taken`);
		this.taken.add(found);
		return found;
	}

	#declare({ name, type, initializer }) {
		if (!initializer) return this.#emit(`local ${this.#name(name)}`);
		if (ts.isIdentifier(name)) this.declared.add(name.text);
		const annotation = type ? this.#annotation(type) : "";
		if (ts.isArrayBindingPattern(name)) return this.#emit(`local ${this.#takeApart(name, initializer, type)}`);
		if (ts.isObjectBindingPattern(name)) return this.#takeFields(name, initializer, annotation);
		if (ts.isArrowFunction(initializer) && !type)
			return this.#emit(this.#function(initializer, [], `local function ${this.#name(name)}`));
		if (this.#declareByLoop(name, annotation, initializer)) return undefined;
		if (this.#declareCopy(this.#name(name), annotation, initializer)) return undefined;
		return this.#emit(`local ${this.#name(name)}${annotation} = ${this.#expression(initializer)}`);
	}

	/** `[a, b] = …` as names, an equals sign and values. */
	#takeApart(pattern, value, type) {
		const names = pattern.elements.map((element) => this.#name(element.name ?? element));
		const known = type && ts.isTupleTypeNode(type) ? type.elements.map((element) => this.#annotation(element)) : [];
		const list = names.map((name, index) => name + (known[index] ?? "")).join(", ");
		const text = this.#expression(value);
		if (this.#isTuple(value)) return `${list} = ${text}`;
		if (names.length === 1) return `${list} = ${this.#owner(value)}[1]`;
		return `${list} = table.unpack(${text})`;
	}

	#isTuple(expression) {
		return this.checker.typeToString(this.checker.getTypeAtLocation(expression)).includes("LuaTuple");
	}

	/** `const { a, b } = …`: one field of a call, or of a name, is asked for at once. */
	#takeFields(pattern, value, annotation) {
		const elements = pattern.elements.map((element) => {
			if (element.initializer || element.dotDotDotToken || !ts.isIdentifier(element.name)) this.#refuse(element);
			return { name: this.#name(element.name), field: (element.propertyName ?? element.name).text };
		});
		const isSimple = ts.isIdentifier(value);
		let owner = this.#owner(value);
		if (annotation !== "" || (!isSimple && elements.length > 1)) {
			owner = this.#invent(this.#typeName(value) ?? "result", pattern);
			this.#emit(`local ${owner}${annotation} = ${this.#expression(value)}`);
		}
		const fields = elements.map(({ field }) => this.#field(owner, field));
		this.#emit(`local ${elements.map(({ name }) => name).join(", ")} = ${fields.join(", ")}`);
	}

	/** The call of a method of an array, as its name, the array and the function; undefined for all else. */
	#arrayCall(node, names) {
		if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
		const { expression: list, name } = node.expression;
		if (!names.includes(name.text) || !this.#isArray(list)) return undefined;
		const [callback] = node.arguments;
		if (!ts.isArrowFunction(callback) || callback.parameters.length !== 1) this.#refuse(node);
		return { method: name.text, list, parameter: callback.parameters[0].name, body: callback.body };
	}

	/** `const few = many.filter(…)` and the like are loops. */
	#declareByLoop(name, annotation, value) {
		const call = this.#arrayCall(value, ["filter", "map", "find"]);
		if (!call) return false;
		const { method, list, parameter, body } = call;
		if (ts.isBlock(body)) this.#refuse(value);
		const target = this.#name(name);
		const item = this.#bindElement(parameter, list);
		this.#emit(`local ${target}${annotation}${method === "find" ? "" : " = {}"}`);
		this.#emit(`for _, ${item} in ${this.#expression(list)} do`);
		if (method === "map") this.#emit(`table.insert(${target}, ${this.#expression(body)})`);
		else {
			this.#emit(`if ${this.#condition(body)} then`);
			this.lines.push(
				...(method === "find" ? [`${target} = ${item}`, "break"] : [`table.insert(${target}, ${item})`]),
				"end",
			);
		}
		this.#emit("end");
		return true;
	}

	/** `{ ...a, b: c }` is a copy of `a` with `b` set. */
	#declareCopy(target, annotation, value) {
		if (!ts.isObjectLiteralExpression(value) || !value.properties.some(ts.isSpreadAssignment)) return false;
		const [spread, ...others] = value.properties;
		if (!ts.isSpreadAssignment(spread) || others.some(ts.isSpreadAssignment)) this.#refuse(value);
		this.#emit(`local ${target}${annotation} = table.clone(${this.#expression(spread.expression)})`);
		for (const property of others)
			this.#emit(`${this.#field(target, property.name.text)} = ${this.#propertyValue(property)}`);
		return true;
	}

	/** `: dolly.Take`, or nothing for a type that Luau has another name for. */
	#annotation(node) {
		const text = this.#type(node);
		return text ? `: ${text}` : "";
	}

	#type(node) {
		if (node.kind === Kind.NumberKeyword) return "number";
		if (node.kind === Kind.StringKeyword) return "string";
		if (node.kind === Kind.BooleanKeyword) return "boolean";
		if (ts.isUnionTypeNode(node)) {
			const types = node.types.filter((type) => type.kind !== Kind.UndefinedKeyword).map((type) => this.#type(type));
			if (types.length !== 1 || !types[0]) return undefined;
			return types.length < node.types.length ? `${types[0]}?` : types[0];
		}
		if (!ts.isTypeReferenceNode(node)) return undefined;
		const name = node.typeName.getText(this.source);
		const given = node.typeArguments ?? [];
		if (name === "Array") {
			const element = this.#type(given[0]);
			return element && `{ ${element} }`;
		}
		const entry = this.entryOf(name);
		if (!entry) return undefined;
		this.#use(name, entry);
		if (given.length === 0) return `${entry}.${name}`;
		const packed = given.flatMap((type) => (ts.isTupleTypeNode(type) ? type.elements : [type]));
		const types = packed.map((type) => this.#type(ts.isNamedTupleMember(type) ? type.type : type));
		return types.every(Boolean) ? `${entry}.${name}<${types.join(", ")}>` : undefined;
	}

	#expressionStatement(node) {
		const each = this.#arrayCall(node, ["forEach"]);
		if (each)
			return this.#forOf(each.parameter, each.list, () =>
				ts.isBlock(each.body) ? this.#statements(each.body.statements) : this.#expressionStatement(each.body),
			);
		if (ts.isBinaryExpression(node) && ASSIGNMENTS.has(node.operatorToken.kind)) {
			const sign = ASSIGNMENTS.get(node.operatorToken.kind);
			if (ts.isArrayLiteralExpression(node.left)) return this.#emit(this.#takeApart(node.left, node.right));
			return this.#emit(`${this.#expression(node.left)} ${sign} ${this.#expression(node.right)}`);
		}
		if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) this.#refuse(node, "is no statement in Luau");
		return this.#emit(this.#expression(node));
	}

	/** What stands between `if` and `then`: TypeScript's zero and empty text are false, Luau's are not. */
	#condition(node) {
		if (ts.isPrefixUnaryExpression(node) && node.operator === Kind.ExclamationToken) {
			const text = this.#condition(node.operand);
			return `not ${this.#isLoose(ts.skipOuterExpressions(node.operand, ts.OuterExpressionKinds.Assertions)) ? `(${text})` : text}`;
		}
		if (ts.isBinaryExpression(node) && /^(and|or)$/.test(OPERATORS.get(node.operatorToken.kind) ?? ""))
			return `${this.#conditionPart(node.left)} ${OPERATORS.get(node.operatorToken.kind)} ${this.#conditionPart(node.right)}`;
		const types = this.checker.getTypeAtLocation(node);
		const parts = types.isUnion() ? types.types : [types];
		if (parts.some(({ flags }) => flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.StringLike)))
			this.#refuse(node, "is a number or a text, and both are true in Luau");
		return this.#expression(node);
	}

	#conditionPart(node) {
		const text = this.#condition(node);
		return ts.isBinaryExpression(node) ? `(${text})` : text;
	}

	#list(nodes) {
		return nodes
			.map((node, index) => {
				if (!ts.isSpreadElement(node)) return this.#expression(node);
				const value = this.#expression(node.expression);
				if (index === nodes.length - 1) return `table.unpack(${value})`;
				// Luau keeps only the first of several values that others follow.
				const type = this.checker.getTypeAtLocation(node.expression);
				if (!this.checker.isTupleType(type)) this.#refuse(node);
				const count = this.checker.getTypeArguments(type).length;
				return Array.from({ length: count }, (_, at) => `${value}[${at + 1}]`).join(", ");
			})
			.join(", ");
	}

	#name(node) {
		if (!ts.isIdentifier(node)) this.#refuse(node);
		if (KEYWORDS.has(node.text)) this.#refuse(node, "is a word of Luau's");
		return node.text;
	}

	#identifier(node) {
		if (node.text === "undefined") return "nil";
		const symbol = ts.isShorthandPropertyAssignment(node.parent)
			? this.checker.getShorthandAssignmentValueSymbol(node.parent)
			: this.checker.getSymbolAtLocation(node);
		const bound = this.bound.get(symbol);
		if (bound) return bound;
		const isImported = symbol?.declarations?.some(ts.isImportSpecifier);
		const entry = isImported ? this.entryOf(node.text) : undefined;
		if (!entry) return this.#name(node);
		this.#use(node.text, entry);
		return `${entry}.${node.text}`;
	}

	#isArray(node) {
		const type = this.checker.getNonNullableType(this.checker.getTypeAtLocation(node));
		return this.checker.isArrayType(type) || this.checker.isTupleType(type);
	}

	/** An operand of an operator. */
	#operand(node) {
		const text = this.#expression(node);
		return this.#isLoose(ts.skipOuterExpressions(node, ts.OuterExpressionKinds.Assertions)) ? `(${text})` : text;
	}

	/** An expression that a dot, a colon or a bracket follows. */
	#owner(node) {
		const text = this.#operand(node);
		return /^["`{#]/.test(text) ? `(${text})` : text;
	}

	/** Whether operators around it could tear it apart. */
	#isLoose(node) {
		if (ts.isCallExpression(node))
			return this.#arithmetic(node) !== undefined || / ~= nil$/.test(this.#expression(node));
		if (ts.isPropertyAccessExpression(node)) return node.questionDotToken !== undefined;
		return (
			ts.isBinaryExpression(node) ||
			ts.isConditionalExpression(node) ||
			ts.isArrowFunction(node) ||
			ts.isPrefixUnaryExpression(node)
		);
	}

	#arithmetic(node) {
		if (!ts.isPropertyAccessExpression(node.expression)) return undefined;
		const sign = ARITHMETIC.get(node.expression.name.text);
		const name = this.checker.getTypeAtLocation(node.expression.expression).symbol?.name;
		return sign && /^(CFrame|Vector[23]|UDim2?)$/.test(name ?? "") ? sign : undefined;
	}

	#expression(node) {
		if (ts.isIdentifier(node)) return this.#identifier(node);
		if (ts.isStringLiteral(node)) return JSON.stringify(node.text);
		if (ts.isNumericLiteral(node)) return node.getText(this.source);
		if (node.kind === Kind.TrueKeyword) return "true";
		if (node.kind === Kind.FalseKeyword) return "false";
		if (ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) return this.#template(node);
		if (ts.isAsExpression(node) || ts.isNonNullExpression(node) || ts.isSatisfiesExpression(node))
			return this.#expression(node.expression);
		if (ts.isParenthesizedExpression(node)) return `(${this.#expression(node.expression)})`;
		if (ts.isPropertyAccessExpression(node)) return this.#property(node);
		if (ts.isElementAccessExpression(node)) return this.#element(node);
		if (ts.isCallExpression(node)) return this.#call(node);
		if (ts.isNewExpression(node)) return this.#new(node);
		if (ts.isBinaryExpression(node)) return this.#binary(node);
		if (ts.isPrefixUnaryExpression(node)) {
			if (node.operator === Kind.ExclamationToken) return this.#condition(node);
			if (node.operator === Kind.MinusToken) return `-${this.#operand(node.operand)}`;
		}
		if (ts.isConditionalExpression(node))
			return `if ${this.#condition(node.condition)} then ${this.#expression(node.whenTrue)} else ${this.#expression(node.whenFalse)}`;
		if (ts.isArrowFunction(node)) return this.#function(node, []);
		if (ts.isArrayLiteralExpression(node))
			return node.elements.length === 0 ? "{}" : `{ ${this.#list(node.elements)} }`;
		if (ts.isObjectLiteralExpression(node)) return this.#object(node);
		return this.#refuse(node);
	}

	#template(node) {
		const plain = (text) => text.replaceAll("\\", "\\\\").replaceAll(/[`{]/g, "\\$&");
		if (ts.isNoSubstitutionTemplateLiteral(node)) return `\`${plain(node.text)}\``;
		const spans = node.templateSpans.map(({ expression, literal }) => {
			const text = this.#expression(expression);
			return `{${text.startsWith("{") ? `(${text})` : text}}${plain(literal.text)}`;
		});
		return `\`${plain(node.head.text)}${spans.join("")}\``;
	}

	#property(node) {
		const { expression, name, questionDotToken } = node;
		if (questionDotToken) {
			const owner = this.#expression(expression);
			return `${owner} and ${this.#field(owner, name.text)}`;
		}
		if (node.getText(this.source) === "game.Workspace") return "workspace";
		return this.#field(this.#owner(expression), name.text);
	}

	#element({ expression, argumentExpression: index }) {
		const owner = this.#owner(expression);
		if (!this.#isArray(expression)) return `${owner}[${this.#expression(index)}]`;
		if (ts.isNumericLiteral(index)) return `${owner}[${Number(index.text) + 1}]`;
		const isLess =
			ts.isBinaryExpression(index) &&
			index.operatorToken.kind === Kind.MinusToken &&
			index.right.getText(this.source) === "1";
		return isLess ? `${owner}[${this.#expression(index.left)}]` : `${owner}[${this.#expression(index)} + 1]`;
	}

	#call(node) {
		const { expression: callee } = node;
		if (node.questionDotToken) this.#refuse(node);
		if (!ts.isPropertyAccessExpression(callee)) return `${this.#expression(callee)}(${this.#list(node.arguments)})`;
		if (callee.questionDotToken) this.#refuse(node);
		const macro = this.#macro(node, callee);
		if (macro) return macro;
		const declared = this.checker.getSymbolAtLocation(callee.name)?.declarations?.[0];
		const isMethod =
			declared &&
			(ts.isMethodSignature(declared) || ts.isMethodDeclaration(declared)) &&
			declared.parameters[0]?.getText() !== "this: void";
		return `${this.#owner(callee.expression)}${isMethod ? ":" : "."}${callee.name.text}(${this.#list(node.arguments)})`;
	}

	/** What roblox-ts has a method for and Luau an operator or a function of `table`. */
	#macro(node, { expression, name }) {
		const { arguments: given } = node;
		const sign = this.#arithmetic(node);
		if (sign) return `${this.#operand(expression)} ${sign} ${this.#operand(given[0])}`;
		const type = this.checker.getNonNullableType(this.checker.getTypeAtLocation(expression));
		const isMap = /^(Readonly)?(Map|Set)$/.test(type.symbol?.name ?? "");
		const isString = (type.flags & ts.TypeFlags.StringLike) !== 0;
		if (!isMap && !isString && !this.#isArray(expression)) return undefined;
		const list = this.#operand(expression);
		if (name.text === "size" && !isMap) return `#${list}`;
		if (name.text === "has" && isMap) return `${list}[${this.#expression(given[0])}] ~= nil`;
		if (name.text === "get" && isMap) return `${list}[${this.#expression(given[0])}]`;
		if (name.text === "push") return `table.insert(${list}, ${this.#list(given)})`;
		if (name.text === "join") return `table.concat(${[list, this.#list(given)].filter(Boolean).join(", ")})`;
		if (isString) return undefined;
		return this.#refuse(node);
	}

	#new(node) {
		const name = node.expression.getText(this.source);
		const given = node.arguments ?? [];
		if (name === "Map") {
			const entries = given[0]?.elements.map(
				({ elements: [key, value] }) => `[${this.#expression(key)}] = ${this.#expression(value)}`,
			);
			return entries ? `{ ${entries.join(", ")} }` : "{}";
		}
		return `${this.#expression(node.expression)}.new(${this.#list(given)})`;
	}

	#binary(node) {
		const { left, right, operatorToken } = node;
		if (operatorToken.kind === Kind.QuestionQuestionToken) return this.#otherwise(left, right);
		const sign = OPERATORS.get(operatorToken.kind);
		if (!sign) this.#refuse(node);
		if (sign === "and" || sign === "or") return this.#condition(node);
		const isText = (side) => this.checker.getTypeAtLocation(side).flags & ts.TypeFlags.StringLike;
		// Both languages give these operators the same precedence, and the source has the brackets that are needed.
		return `${this.#expression(left)} ${sign === "+" && isText(left) ? ".." : sign} ${this.#expression(right)}`;
	}

	/** `a ?? b`: Luau's `or` would take `b` for a false `a` too. */
	#otherwise(left, right) {
		const type = this.checker.getTypeAtLocation(left);
		const parts = type.isUnion() ? type.types : [type];
		if (parts.some(({ flags }) => flags & ts.TypeFlags.BooleanLike))
			this.#refuse(left, "may be false, which is not nil");
		if (ts.isPropertyAccessExpression(left) && left.questionDotToken) {
			const owner = this.#expression(left.expression);
			return `if ${owner} then ${this.#field(owner, left.name.text)} else ${this.#expression(right)}`;
		}
		return `${this.#operand(left)} or ${this.#operand(right)}`;
	}

	#object(node) {
		if (node.properties.some(ts.isSpreadAssignment)) {
			const contextual = this.checker.getContextualType(node);
			const name = (contextual?.aliasSymbol ?? contextual?.symbol)?.name;
			const target = this.#invent(name && /^[A-Z]/.test(name) ? lowerFirst(name) : "options", node);
			this.#declareCopy(target, "", node);
			return target;
		}
		if (node.properties.length === 0) return "{}";
		const isTall = this.source.text
			.slice(node.getStart(this.source), node.properties[0].getStart(this.source))
			.includes("\n");
		const fields = node.properties.map((property) => `${this.#key(property.name)} = ${this.#propertyValue(property)}`);
		return isTall ? `{\n${fields.join(",\n")},\n}` : `{ ${fields.join(", ")} }`;
	}

	#key(name) {
		if (ts.isIdentifier(name) && !KEYWORDS.has(name.text)) return name.text;
		if (ts.isComputedPropertyName(name)) return `[${this.#expression(name.expression)}]`;
		return `[${JSON.stringify(name.text)}]`;
	}

	#propertyValue(property) {
		if (ts.isShorthandPropertyAssignment(property)) return this.#identifier(property.name);
		if (ts.isPropertyAssignment(property)) return this.#expression(property.initializer);
		if (ts.isMethodDeclaration(property)) return this.#function(property, ["_"]);
		return this.#refuse(property);
	}

	/** A function whose first parameters are `before`; `head` is what stands before the bracket. */
	#function(node, before, head = "function") {
		const names = node.parameters.map(({ name, type, initializer, dotDotDotToken }) => {
			if (initializer || dotDotDotToken) this.#refuse(node);
			const annotation = type ? this.#annotation(type) : "";
			if (ts.isIdentifier(name)) return this.#name(name) + annotation;
			const item = this.#invent(this.#typeName(name) ?? "item", name);
			this.#bind(name, item);
			return item + annotation;
		});
		const lines = this.#nested(() => {
			if (ts.isBlock(node.body)) return this.#statements(node.body.statements);
			const type = this.checker.getContextualType(node);
			const [signature] = type ? this.checker.getSignaturesOfType(this.checker.getNonNullableType(type), 0) : [];
			const returned = signature ? this.checker.getReturnTypeOfSignature(signature) : undefined;
			const own = this.checker.getTypeAtLocation(node.body);
			const isVoid = (kind) => kind !== undefined && (kind.flags & ts.TypeFlags.Void) !== 0;
			if (isVoid(returned) || isVoid(own)) return this.#expressionStatement(node.body);
			return this.#return(node.body);
		});
		return `${head}(${[...before, ...names].join(", ")})\n${lines.join("\n")}\nend`;
	}
}
