import { readBytes } from "../../src/camera";
import { encodeBase64 } from "../../src/codecs";

/**
 * Bytes per StringValue: 180,000 of the 200,000 characters that it can hold, as Base64. A multiple of three, so that
 * each part can be decoded by itself.
 */
const PART_BYTES = 135_000;

/** Called between parts of the work. Yields if the frame's time is used up. Throws if the work is cancelled. */
export type Pause = (share: number) => void;

/**
 * Makes a StringValue that holds `bytes` for `readBytes`, without a parent. It is not a script, because Studio would
 * ask the user for permission.
 */
export function createKeptBytes(name: string, bytes: buffer, pause?: Pause): StringValue {
	const size = buffer.len(bytes);
	const parts = math.max(math.ceil(size / PART_BYTES), 1);
	const holder = new Instance("StringValue");
	for (const index of $range(1, parts)) {
		const from = (index - 1) * PART_BYTES;
		const piece = buffer.create(math.min(PART_BYTES, size - from));
		buffer.copy(piece, 0, bytes, from, buffer.len(piece));
		const part = index === 1 ? holder : new Instance("StringValue");
		part.Name = index === 1 ? name : `Part${index}`;
		part.Value = encodeBase64(piece);
		if (part !== holder) part.Parent = holder;
		pause?.(index / parts);
	}
	holder.SetAttribute("Parts", parts);
	return holder;
}

/** Keeps text in the same way, because attributes have no documented max length. */
export function createKeptText(name: string, text: string): StringValue {
	return createKeptBytes(name, buffer.fromstring(text));
}

/** Returns the text of a child of `holder`, or undefined if there is none. Fails if it is damaged. */
export function readKeptText(holder: Instance, name: string): string | undefined {
	const child = holder.FindFirstChild(name);
	return child ? buffer.tostring(readBytes(child)) : undefined;
}
