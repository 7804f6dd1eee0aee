import { readBytes } from "../../src/camera";
import { encodeBase64 } from "../../src/codecs";

/**
 * Bytes in one StringValue: 180,000 characters of Base64, of the 200,000 that it may hold. Whole groups of three, so that each
 * part decodes by itself.
 */
const PART_BYTES = 135_000;

/** Called between parts of the work: yields where a frame's time is spent, and throws where the work is cancelled. */
export type Pause = (share: number) => void;

/** A StringValue that holds `bytes` as `readBytes` reads them, under no parent. No script: Studio asks nobody for leave. */
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

/** A text kept in the same way, because attributes have no documented length. */
export function createKeptText(name: string, text: string): StringValue {
	return createKeptBytes(name, buffer.fromstring(text));
}

/** The text of a child of `holder`; undefined where there is none. Fails where it is damaged. */
export function readKeptText(holder: Instance, name: string): string | undefined {
	const child = holder.FindFirstChild(name);
	return child ? buffer.tostring(readBytes(child)) : undefined;
}
