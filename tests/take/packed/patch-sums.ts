//!native
//!optimize 2
import { crc32 } from "../../../src/bytes/crc32";

/** Makes the checksums of a damaged packed take right again, as far as its sizes lead, so that what lies behind them is met. */
export function patchSums(packed: buffer): void {
	const size = buffer.len(packed);
	if (size < 12) return;
	const header = buffer.readu32(packed, 8);
	if (header < 4 || header > size) return;
	buffer.writeu32(packed, header - 4, crc32(packed, 0, header - 4));
	let at = header;
	while (at + 8 <= size) {
		const block = buffer.readu16(packed, at + 4);
		if (block < 8 || block > size - at) return;
		buffer.writeu32(packed, at, crc32(packed, at + 4, at + block));
		at += block;
	}
}
