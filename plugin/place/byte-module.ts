import { HttpService } from "@rbxts/services";
import { decodeBase64, encodeBase64 } from "../../src/codecs";
import { refuse } from "../refuse";

/** Bytes in one part: 180,000 characters of Base64, so that a part's whole source stays under 190,000. */
const PART_BYTES = 135_000;

/** What tells our modules from others in the same folder. */
const MARK = "-- Kept by Dolly.";

/** What a module holds besides its bytes: what `require` gives, next to the buffer. */
export type ByteModuleFields = Record<string, string | number | boolean>;

/** Called between parts of the work: yields where a frame's time is spent, and throws where the work is cancelled. */
export type Pause = (share: number) => void;

function luauLiteral(value: string | number | boolean): string {
	return typeIs(value, "string") ? string.format("%q", value) : tostring(value);
}

/**
 * The source of a module whose children `Part1`, `Part2`, … return Base64. Requiring it gives the fields, and under
 * `bytesName` the bytes as a buffer, for a game as well as for the plugin.
 */
function moduleSource(fields: ByteModuleFields, bytesName: string, parts: number): string {
	const names = new Array<string>();
	for (const [name] of pairs(fields)) names.push(name as string);
	names.sort();
	const lines = names.map((name) => `\t${name} = ${luauLiteral(fields[name])},`);
	return [
		MARK,
		`local text = table.create(${parts})`,
		`for index = 1, ${parts} do`,
		'\ttext[index] = require(script["Part" .. index])',
		"end",
		'local encoding = game:GetService("EncodingService")',
		"return {",
		...lines,
		`\t${bytesName} = encoding:Base64Decode(buffer.fromstring(table.concat(text))),`,
		"}",
		"",
	].join("\n");
}

/** Sets a script's source through the editor: an open tab follows, and no limit of the property is met. */
function writeSource(module: ModuleScript, source: string): void {
	game.GetService("ScriptEditorService").UpdateSourceAsync(module, () => source);
}

/**
 * Makes a ModuleScript, under no parent, that holds `bytes` and `fields`. Yields.
 */
export function createByteModule(
	name: string,
	fields: ByteModuleFields,
	bytesName: string,
	bytes: buffer,
	pause?: Pause,
): ModuleScript {
	const module = new Instance("ModuleScript");
	module.Name = name;
	const size = buffer.len(bytes);
	const parts = math.max(math.ceil(size / PART_BYTES), 1);
	for (const index of $range(1, parts)) {
		const from = (index - 1) * PART_BYTES;
		const piece = buffer.create(math.min(PART_BYTES, size - from));
		buffer.copy(piece, 0, bytes, from, buffer.len(piece));
		const part = new Instance("ModuleScript");
		part.Name = `Part${index}`;
		writeSource(part, `return "${encodeBase64(piece)}"\n`);
		part.Parent = module;
		pause?.(index / parts);
	}
	writeSource(module, moduleSource(fields, bytesName, parts));
	return module;
}

/** Whether a child of a section is one of our modules. */
export function isByteModule(instance: Instance): instance is ModuleScript {
	return instance.IsA("ModuleScript") && instance.Source.sub(1, MARK.size()) === MARK;
}

/**
 * A field of a module, read from its source: a plugin does not `require` what lies in a place, which would run it and
 * remember its first result.
 */
export function readField(module: ModuleScript, name: string): string | number | boolean | undefined {
	const [literal] = module.Source.match(`\n\t${name} = ([^\n]*),\n`);
	if (!typeIs(literal, "string")) return undefined;
	if (literal === "true" || literal === "false") return literal === "true";
	if (literal.sub(1, 1) !== '"') return tonumber(literal);
	// %q writes quotes and backslashes as JSON does; names hold no control characters. JSONDecode promises objects and
	// arrays alone, so the string stands in one.
	const [ok, text] = pcall(() => (HttpService.JSONDecode(`[${literal}]`) as [string])[0]);
	return ok ? text : undefined;
}

/** The bytes that a module's parts hold. Fails where a part is missing or is no Base64. */
export function readBytes(module: ModuleScript, pause?: Pause): buffer {
	const [count] = module.Source.match("for index = 1, (%d+) do");
	const parts = tonumber(count);
	if (parts === undefined) refuse("place", `${module.Name} does not say how many parts it has`);
	const pieces = new Array<buffer>();
	let size = 0;
	for (const index of $range(1, parts)) {
		const part = module.FindFirstChild(`Part${index}`);
		if (!part?.IsA("ModuleScript")) refuse("place", `${module.Name} lacks Part${index} of ${parts}`);
		const [text] = part.Source.match('^return "([^"]*)"%s*$');
		if (!typeIs(text, "string")) refuse("place", `Part${index} of ${module.Name} holds no Base64`);
		const piece = decodeBase64(text);
		pieces.push(piece);
		size += buffer.len(piece);
		pause?.(index / parts);
	}
	const bytes = buffer.create(size);
	let at = 0;
	for (const piece of pieces) {
		buffer.copy(bytes, at, piece);
		at += buffer.len(piece);
	}
	return bytes;
}
