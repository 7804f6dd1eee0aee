import { encodeRecording, readBytes, Take, TakeMetadata } from "../../src/camera";
import { decodeOneTake } from "./decode-one-take";
import { cleanName, fitted, onOneLine } from "../place/clean-name";
import { ensureSection, findSection, freeName } from "../place/dolly-folder";
import { createKeptBytes } from "../place/kept-bytes";
import { comesBefore } from "./take-order";

/** A take of the place, and what a list shows of it without reading the frames. */
export interface KeptTake {
	/** Holds the packed take; its attributes say the rest. */
	holder: StringValue;
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

/** Bytes of metadata that lists search: attributes have no documented length. The take itself has all of it. */
const MAX_METADATA = 1000;

/** Metadata as one line, by key. */
function describeMetadata(metadata: TakeMetadata = {}): string {
	const lines = new Array<string>();
	for (const [key, value] of pairs(metadata as unknown as Map<string, string | number>)) lines.push(`${key}: ${value}`);
	return fitted(onOneLine(lines.sort().join(", ")), MAX_METADATA);
}

/** Makes what keeps a take, under no parent: packed, with what lists show in attributes. */
export function createKeptTake(take: Take): StringValue {
	const packed = encodeRecording(take);
	const holder = createKeptBytes(take.name, packed);
	holder.SetAttribute("Rate", take.rate);
	holder.SetAttribute("Frames", take.count);
	holder.SetAttribute("Map", cleanName(take.map));
	holder.SetAttribute("Bytes", buffer.len(packed));
	holder.SetAttribute("Cuts", take.cuts.size());
	holder.SetAttribute("Markers", take.markers.size());
	holder.SetAttribute("Metadata", describeMetadata(take.metadata));
	return holder;
}

/** Puts a take into the place, under a name that no other take has. */
export function addTake(take: Take): StringValue {
	const wanted = cleanName(take.name);
	const name = freeName(findSection("Takes"), wanted === "" ? "Take" : wanted);
	const holder = createKeptTake({ ...take, name });
	holder.Parent = ensureSection("Takes");
	return holder;
}

/** An attribute that counts something; undefined where it is none, whoever wrote it. */
function countOf(holder: Instance, name: string): number | undefined {
	const value = holder.GetAttribute(name);
	return typeIs(value, "number") && value >= 0 && value < 2 ** 53 && value % 1 === 0 ? value : undefined;
}

function textOf(holder: Instance, name: string): string | undefined {
	const value = holder.GetAttribute(name);
	return typeIs(value, "string") ? value : undefined;
}

/** What a list shows of a child of the folder, or undefined where it is no take. */
function describe(holder: Instance): KeptTake | undefined {
	if (!holder.IsA("StringValue")) return undefined;
	const rate = holder.GetAttribute("Rate");
	const frames = countOf(holder, "Frames");
	const bytes = countOf(holder, "Bytes");
	const map = textOf(holder, "Map");
	if (!typeIs(rate, "number") || !(rate > 0 && rate < math.huge)) return undefined;
	if (frames === undefined || bytes === undefined || map === undefined) return undefined;
	return {
		holder,
		name: holder.Name,
		map,
		rate,
		frames,
		duration: math.max(frames - 1, 0) / rate,
		bytes,
		// Lists do without these where somebody has removed them.
		cuts: countOf(holder, "Cuts") ?? 0,
		markers: countOf(holder, "Markers") ?? 0,
		metadata: textOf(holder, "Metadata") ?? "",
	};
}

/** All takes of the place, in the order of their names. */
export function listTakes(): Array<KeptTake> {
	const takes = new Array<KeptTake>();
	for (const child of findSection("Takes")?.GetChildren() ?? []) {
		const described = describe(child);
		if (described) takes.push(described);
	}
	return takes.sort((a, b) => comesBefore(a.name, b.name));
}

/** Reads a take out of the place. Fails with a message if it is damaged. */
export function loadTake({ holder, name }: KeptTake): Take {
	return { ...decodeOneTake(readBytes(holder)), name: cleanName(name) };
}
