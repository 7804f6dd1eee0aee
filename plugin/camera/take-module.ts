import { encodeRecording, Take, TakeMetadata } from "../../src/camera";
import { decodeOneTake } from "./decode-one-take";
import { createByteModule, isByteModule, readBytes, readField } from "../place/byte-module";
import { ensureSection, findSection, freeName } from "../place/dolly-folder";
import { comesBefore } from "./take-order";

/** A module of the place that keeps a take, and what a list shows of it without reading the frames. */
export interface TakeModule {
	module: ModuleScript;
	name: string;
	map: string;
	rate: number;
	frames: number;
	/** Seconds from the first frame to the last. */
	duration: number;
	/** Of the take as it is kept. */
	bytes: number;
	cuts: number;
	markers: number;
	/** Its keys and values in one line. */
	metadata: string;
}

/**
 * The longest name, in characters and in bytes: ModuleScripts are listed by it, a take holds 255 bytes of it, and a number may
 * come behind it.
 */
const MAX_CHARACTERS = 90;
const MAX_BYTES = 240;

/** As much of a text as fits, whole characters alone. */
function fitted(text: string): string {
	// What is no UTF-8 keeps what of it is ASCII.
	const [length] = utf8.len(text);
	const whole = typeIs(length, "number") ? text : text.gsub("[\x80-\xff]", "?")[0];
	let last = 0;
	let characters = 0;
	for (const [start, code] of utf8.codes(whole)) {
		const finish = start + utf8.char(code).size() - 1;
		characters += 1;
		if (finish > MAX_BYTES || characters > MAX_CHARACTERS) break;
		last = finish;
	}
	return whole.sub(1, last);
}

/** A text on one line, without what would break out of the source of a module. */
function onOneLine(text: string): string {
	const [plain] = text.gsub('[%c"\\]', " ");
	const [trimmed] = plain.match("^%s*(.-)%s*$");
	return trimmed as string;
}

/** A name without what would break a line of a list or a path in the explorer, and no longer than a take can have. */
export function cleanName(name: string): string {
	return onOneLine(fitted(onOneLine(name)));
}

/** Metadata as one line, by key. */
function describeMetadata(metadata: TakeMetadata = {}): string {
	const lines = new Array<string>();
	for (const [key, value] of pairs(metadata as unknown as Map<string, string | number>)) lines.push(`${key}: ${value}`);
	return onOneLine(lines.sort().join(", "));
}

/** Makes the module of a take, under no parent: packed, with what lists show beside it. Yields. */
export function createTakeModule(take: Take): ModuleScript {
	const packed = encodeRecording(take);
	const fields = {
		rate: take.rate,
		frames: take.count,
		map: cleanName(take.map),
		bytes: buffer.len(packed),
		cuts: take.cuts.size(),
		markers: take.markers.size(),
		metadata: describeMetadata(take.metadata),
	};
	return createByteModule(take.name, fields, "take", packed);
}

/** Puts a take into the place, under a name that no other take has. Yields. */
export function addTake(take: Take): ModuleScript {
	const wanted = cleanName(take.name);
	const name = freeName(findSection("Takes"), wanted === "" ? "Take" : wanted);
	const module = createTakeModule({ ...take, name });
	module.Parent = ensureSection("Takes");
	return module;
}

/** A field that counts something; undefined where it is none, whoever wrote it. */
function countOf(module: ModuleScript, field: string): number | undefined {
	const value = readField(module, field);
	return typeIs(value, "number") && value >= 0 && value < 2 ** 53 && value % 1 === 0 ? value : undefined;
}

function textOf(module: ModuleScript, field: string): string | undefined {
	const value = readField(module, field);
	return typeIs(value, "string") ? value : undefined;
}

/** What a list shows of a module, or undefined where it is no take. */
function describe(module: Instance): TakeModule | undefined {
	if (!isByteModule(module)) return undefined;
	const rate = readField(module, "rate");
	const frames = countOf(module, "frames");
	const bytes = countOf(module, "bytes");
	const map = textOf(module, "map");
	if (!typeIs(rate, "number") || !(rate > 0 && rate < math.huge)) return undefined;
	if (frames === undefined || bytes === undefined || map === undefined) return undefined;
	return {
		module,
		name: module.Name,
		map,
		rate,
		frames,
		duration: math.max(frames - 1, 0) / rate,
		bytes,
		// Lists do without these in a module that somebody has edited.
		cuts: countOf(module, "cuts") ?? 0,
		markers: countOf(module, "markers") ?? 0,
		metadata: textOf(module, "metadata") ?? "",
	};
}

/** All takes of the place, in the order of their names. */
export function listTakes(): Array<TakeModule> {
	const takes = new Array<TakeModule>();
	for (const child of findSection("Takes")?.GetChildren() ?? []) {
		const described = describe(child);
		if (described) takes.push(described);
	}
	return takes.sort((a, b) => comesBefore(a.name, b.name));
}

/** Reads a take out of its module. Fails with a message if it is damaged. */
export function loadTake({ module, name }: TakeModule): Take {
	return { ...decodeOneTake(readBytes(module), name), name: cleanName(name) };
}
