import { Budget } from "../../../src/bytes/budget";
import { crc32 } from "../../../src/bytes/crc32";
import { readRecording } from "../../../src/replay/recording";

/** The most checksums that are made right. */
const MOST = 64;

/**
 * Makes the checksums of a damaged packed replay right again, as far as its sizes lead, so that what lies behind them is met. A block's size
 * is a u32, or in a root's a u16 before orders, which as a u32 would be larger than the rest.
 */
export function patchReplaySums(packed: buffer): void {
	const size = buffer.len(packed);
	if (size < 12) return;
	const header = buffer.readu32(packed, 8);
	if (header < 4 || header > size) return;
	buffer.writeu32(packed, header - 4, crc32(packed, 0, header - 4));
	for (const _ of $range(1, MOST)) {
		const [ok, message] = pcall(() => readRecording(packed, new Budget({ maxBytes: 2 ** 24, maxSteps: 2 ** 24 })));
		if (ok) return;
		const [place] = tostring(message).match("the checksum of a block does not match at byte (%d+)$");
		if (place === undefined) return;
		const at = tonumber(place)!;
		const wide = buffer.readu32(packed, at + 4);
		const length = wide <= size - at ? wide : buffer.readu16(packed, at + 4);
		buffer.writeu32(packed, at, crc32(packed, at + 4, at + length));
	}
}
