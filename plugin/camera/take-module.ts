import { decodeArchive, encodeArchive, Take } from "../../src/camera";
import { createByteModule, isByteModule, readBytes, readField } from "../place/byte-module";
import { ensureSection, findSection, freeName } from "../place/dolly-folder";

/** A module of the place that keeps a take, and what a list shows of it without reading the frames. */
export interface TakeModule {
	module: ModuleScript;
	name: string;
	map: string;
	rate: number;
	frames: number;
	/** Seconds from the first frame to the last. */
	duration: number;
	/** Of its archive. */
	bytes: number;
}

/** The longest name that a take keeps: ModuleScripts are listed by it. */
const MAX_NAME = 50;

/** A name without what would break a line of a list or a path in the explorer. */
export function cleanName(name: string): string {
	const [plain] = name.gsub('[%c"\\]', " ");
	const [trimmed] = plain.match("^%s*(.-)%s*$");
	return (trimmed as string).sub(1, MAX_NAME);
}

/** Makes the module of a take, under no parent. Yields. */
export function createTakeModule(take: Take): ModuleScript {
	const archive = encodeArchive([take]);
	// Only what lists show: the archive keeps the map's name as it is.
	const map = cleanName(take.map);
	const fields = { rate: take.rate, frames: take.count, map, bytes: buffer.len(archive) };
	return createByteModule(take.name, fields, "archive", archive);
}

/** Puts a take into the place, under a name that no other take has. Yields. */
export function addTake(take: Take): ModuleScript {
	const wanted = cleanName(take.name);
	const name = freeName(findSection("Takes"), wanted === "" ? "Take" : wanted);
	const module = createTakeModule({ ...take, name });
	module.Parent = ensureSection("Takes");
	return module;
}

function asNumber(value: unknown): number | undefined {
	return typeIs(value, "number") ? value : undefined;
}

/** What a list shows of a module, or undefined where it is no take. */
function describe(module: Instance): TakeModule | undefined {
	if (!isByteModule(module)) return undefined;
	const rate = asNumber(readField(module, "rate"));
	const frames = asNumber(readField(module, "frames"));
	const map = readField(module, "map");
	const bytes = asNumber(readField(module, "bytes"));
	if (rate === undefined || frames === undefined || bytes === undefined || !typeIs(map, "string")) return undefined;
	return { module, name: module.Name, map, rate, frames, duration: math.max(frames - 1, 0) / rate, bytes };
}

/** All takes of the place, by name. */
export function listTakes(): Array<TakeModule> {
	const takes = new Array<TakeModule>();
	for (const child of findSection("Takes")?.GetChildren() ?? []) {
		const described = describe(child);
		if (described) takes.push(described);
	}
	return takes.sort((a, b) => a.name < b.name);
}

/** Reads a take out of its module. Fails with a message where it is damaged. */
export function loadTake({ module, name, rate }: TakeModule): Take {
	const takes = decodeArchive(readBytes(module), rate);
	if (takes.size() !== 1) error(`[dolly] place: ${name} holds ${takes.size()} takes instead of one`, 0);
	return { ...takes[0], name };
}
