/** One argument of a public function, or one field of its options: what is right for it, and what else would be. */
export interface Argument {
	/** What messages call it. */
	name: string;
	good: unknown;
	/** Whether it may be left out. */
	isOptional?: boolean;
	/** Types beside the good value's own that are right too, or that the call cannot tell from it. */
	also?: Array<string>;
	/** Its own fields, where it is a table of options: each is made wrong in turn. */
	fields?: Array<Argument>;
}

/** A public function, with arguments that it takes. */
export interface Call {
	/** What messages begin with. */
	name: string;
	call: (args: Array<unknown>) => unknown;
	args: Array<Argument>;
}

/** Something that must be there. */
export function needed(name: string, good: unknown, also?: Array<string>): Argument {
	return { name, good, also };
}

/** Something that may be left out. */
export function optional(name: string, good: unknown, also?: Array<string>): Argument {
	return { name, good, isOptional: true, also };
}

/** A table of options, with some that are right. */
export function options(fields: Array<Argument>): Argument {
	return { name: "options", good: optionsOf(fields), isOptional: true, fields };
}

function optionsOf(fields: ReadonlyArray<Argument>, wrong?: Argument, value?: unknown): object {
	const result = new Map<string, unknown>();
	for (const field of fields) {
		if (field !== wrong) result.set(field.name, field.good);
		else if (value !== undefined) result.set(field.name, value);
	}
	return result;
}

/** A value of each type that scripts have at hand. */
function wrongValues(): Array<unknown> {
	return [
		true,
		7,
		0 / 0,
		math.huge,
		"seven",
		{},
		buffer.create(4),
		() => {},
		new Instance("Folder"),
		new CFrame(),
		new Vector3(),
		coroutine.running(),
	];
}

/** What is wrong for an argument, and how to say it. */
function wrongFor({ good, isOptional, also = [] }: Argument): Array<[value: unknown, shown: string]> {
	const result = new Array<[unknown, string]>();
	if (isOptional !== true) result.push([undefined, "nil"]);
	for (const value of wrongValues()) {
		const kind = typeOf(value);
		const isBare = kind === "table" || kind === "Instance";
		const isNoNumber = typeIs(value, "number") && value - value !== 0;
		const isSame = kind === typeOf(good) && !isNoNumber && !(isBare && isOptional !== true);
		if (!isSame && !also.includes(kind) && !(isNoNumber && also.includes(tostring(value)))) {
			result.push([value, `${kind} ${tostring(value)}`]);
		}
	}
	return result;
}

function complaintOf(call: Call, args: Array<unknown>, argument: string): string | undefined {
	const [ok, message] = pcall(call.call, args);
	if (ok) return "is taken";
	const text = tostring(message);
	if (text.find(`[dolly] ${call.name}: `, 1, true)[0] !== 1) return `fails with: ${text}`;
	return text.find(argument, 1, true)[0] === undefined ? `is not named: ${text}` : undefined;
}

/**
 * Makes each argument of a call wrong in every way, one at a time, and misspells each option. Gives a line for each that is not refused by
 * `[dolly] <function>: …` with the argument named.
 */
export function complaints(call: Call): Array<string> {
	const result = new Array<string>();
	const attempt = (position: number, value: unknown, argument: string, shown: string) => {
		const args = call.args.map(({ good }) => good as defined);
		(args as Array<unknown>)[position] = value;
		const complaint = complaintOf(call, args, argument);
		if (complaint !== undefined) result.push(`${call.name}(${argument} = ${shown}) ${complaint}`);
	};
	call.args.forEach((argument, position) => {
		for (const [value, shown] of wrongFor(argument)) attempt(position, value, argument.name, shown);
		for (const field of argument.fields ?? []) {
			for (const [value, shown] of wrongFor(field)) {
				attempt(position, optionsOf(argument.fields!, field, value), field.name, shown);
			}
			const misspelt = `${field.name.sub(1, 1).upper()}${field.name.sub(2)}`;
			const hint = `did you mean "${field.name}"?`;
			attempt(position, new Map([[misspelt, field.good]]), hint, "misspelt");
		}
	});
	return result;
}
