import { decodeRecording, encodeRecording, isRecording, readBytes, Recording, TakeMetadata } from "../../src/camera";
import { cleanName, fitted, onOneLine } from "../place/clean-name";
import { ensureSection, findSection, freeName } from "../place/dolly-folder";
import { createKeptBytes } from "../place/kept-bytes";
import { writePathPicture } from "./path-picture";
import { cutsOf, durationOf, kindOf, rateOf, RecordingKind } from "./recording-facts";
import { comesBefore } from "./recording-order";

/** A recording of the place, described for lists without reading its bytes. */
export interface KeptRecording {
	/** Holds the packed recording. Its attributes hold the rest. */
	holder: StringValue;
	name: string;
	kind: RecordingKind;
	map: string;
	/** Frames per second, if it has frames. */
	rate?: number;
	/** Seconds. */
	duration: number;
	/** The size of the kept recording. */
	bytes: number;
	cuts: number;
	markers: number;
	/** The number of a shot's keys, a replay's subjects, a film's items, or a take's frames. */
	parts: number;
	/** Its keys and values on one line. */
	metadata: string;
	/** The path of its camera from above; see `readPathPicture`. */
	path: string;
}

/**
 * The max bytes of metadata that lists search, because attributes have no documented max length. The recording holds
 * all of it.
 */
const MAX_METADATA = 1000;

/** Returns metadata on one line, sorted by key. */
function describeMetadata(metadata: TakeMetadata = {}): string {
	const lines = new Array<string>();
	for (const [key, value] of pairs(metadata as unknown as Map<string, string | number>)) lines.push(`${key}: ${value}`);
	return fitted(onOneLine(lines.sort().join(", ")), MAX_METADATA);
}

function partsOf(recording: Recording): number {
	if (isRecording(recording, "shot")) return recording.keys.size();
	if (isRecording(recording, "replay")) return recording.subjects.size();
	return isRecording(recording, "film") ? recording.items.size() : recording.count;
}

/** Renames a recording. A film's items keep their names. */
export function renamed<T extends Recording>(recording: T, name: string): T {
	return { ...recording, name };
}

/** Packs a recording into an instance without a parent, with attributes for lists. */
export function createKeptRecording(recording: Recording): StringValue {
	const packed = encodeRecording(recording);
	const holder = createKeptBytes(recording.name, packed);
	holder.SetAttribute("Kind", kindOf(recording));
	holder.SetAttribute("Rate", rateOf(recording));
	holder.SetAttribute("Duration", durationOf(recording));
	holder.SetAttribute("Map", cleanName(recording.map));
	holder.SetAttribute("Bytes", buffer.len(packed));
	holder.SetAttribute("Cuts", cutsOf(recording).size());
	holder.SetAttribute("Markers", recording.markers.size());
	holder.SetAttribute("Items", partsOf(recording));
	holder.SetAttribute("Metadata", describeMetadata(recording.metadata));
	holder.SetAttribute("Path", writePathPicture(recording));
	return holder;
}

/** Returns whether two hold the same bytes. */
export function holdsSame(one: StringValue, other: StringValue): boolean {
	const parts = one.GetChildren();
	return (
		one.Value === other.Value &&
		parts.size() === other.GetChildren().size() &&
		parts.every((part) => {
			const beside = other.FindFirstChild(part.Name);
			return beside?.IsA("StringValue") === true && beside.Value === (part as StringValue).Value;
		})
	);
}

/** Adds a recording to the place, under a unique name. */
export function addRecording(recording: Recording): StringValue {
	const wanted = cleanName(recording.name);
	const name = freeName(findSection("Recordings"), wanted === "" ? "Recording" : wanted);
	const holder = createKeptRecording(renamed(recording, name));
	holder.Parent = ensureSection("Recordings");
	return holder;
}

/** Returns an attribute that is a count, or undefined if it is invalid. */
function countOf(holder: Instance, name: string): number | undefined {
	const value = holder.GetAttribute(name);
	return typeIs(value, "number") && value >= 0 && value < 2 ** 53 && value % 1 === 0 ? value : undefined;
}

/** Returns an attribute that is a finite number above a limit, or undefined if it is not. */
function numberOf(holder: Instance, name: string, above: number): number | undefined {
	const value = holder.GetAttribute(name);
	return typeIs(value, "number") && value > above && value < math.huge ? value : undefined;
}

function textOf(holder: Instance, name: string): string | undefined {
	const value = holder.GetAttribute(name);
	return typeIs(value, "string") ? value : undefined;
}

function isKind(kind: unknown): kind is RecordingKind {
	return kind === "take" || kind === "shot" || kind === "replay" || kind === "film";
}

/** Describes a child of the folder for lists. Returns undefined if it is not a recording. */
function describe(holder: Instance): KeptRecording | undefined {
	if (!holder.IsA("StringValue")) return undefined;
	const kind = holder.GetAttribute("Kind");
	const duration = numberOf(holder, "Duration", -1e-9);
	const bytes = countOf(holder, "Bytes");
	const map = textOf(holder, "Map");
	if (!isKind(kind) || duration === undefined || bytes === undefined || map === undefined) return undefined;
	return {
		holder,
		name: holder.Name,
		kind,
		map,
		rate: numberOf(holder, "Rate", 0),
		duration,
		bytes,
		// Optional, because somebody may have removed them.
		cuts: countOf(holder, "Cuts") ?? 0,
		markers: countOf(holder, "Markers") ?? 0,
		parts: countOf(holder, "Items") ?? 0,
		metadata: textOf(holder, "Metadata") ?? "",
		path: textOf(holder, "Path") ?? "",
	};
}

/** Returns all recordings of the place, sorted by name. */
export function listRecordings(): Array<KeptRecording> {
	const recordings = new Array<KeptRecording>();
	for (const child of findSection("Recordings")?.GetChildren() ?? []) {
		const described = describe(child);
		if (described) recordings.push(described);
	}
	return recordings.sort((a, b) => comesBefore(a.name, b.name));
}

/** Reads a recording of the place. Fails with a message if it is damaged. */
export function loadRecording({ holder, name }: Pick<KeptRecording, "holder" | "name">): Recording {
	return renamed(decodeRecording(readBytes(holder)), cleanName(name));
}
