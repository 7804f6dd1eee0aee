//!native
//!optimize 2
import { Seeded } from "./random";

/** Byte values that sit at the edges of what readers check. */
const EDGES = [0, 1, 0x7f, 0x80, 0xfe, 0xff];

function copyOf(source: buffer, size = buffer.len(source)): buffer {
	const copy = buffer.create(size);
	buffer.copy(copy, 0, source, 0, math.min(size, buffer.len(source)));
	return copy;
}

function flip(source: buffer, random: Seeded): buffer {
	const copy = copyOf(source);
	const size = buffer.len(copy);
	if (size === 0) return copy;
	for (const _ of $range(1, random.int(1, 4))) {
		const at = random.int(0, size - 1);
		const kind = random.int(0, 2);
		if (kind === 0) buffer.writeu8(copy, at, buffer.readu8(copy, at) ^ (1 << random.int(0, 7)));
		else if (kind === 1) buffer.writeu8(copy, at, EDGES[random.int(0, EDGES.size() - 1)]);
		else buffer.writeu8(copy, at, random.int(0, 255));
	}
	return copy;
}

/** Overwrites a whole aligned word, as a damaged count, size or pointer would be. */
function overwriteWord(source: buffer, random: Seeded): buffer {
	const copy = copyOf(source);
	const words = buffer.len(copy).idiv(4);
	if (words === 0) return copy;
	const at = random.int(0, words - 1) * 4;
	const choices = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fc00000, 0x7f800000, random.u32(), random.int(0, 300)];
	buffer.writeu32(copy, at, choices[random.int(0, choices.size() - 1)]);
	return copy;
}

function cut(source: buffer, random: Seeded): buffer {
	const size = buffer.len(source);
	return copyOf(source, size === 0 ? 0 : random.int(0, size - 1));
}

/** Takes bytes out of the middle, or puts bytes of `other` in. */
function splice(source: buffer, other: buffer, random: Seeded): buffer {
	const size = buffer.len(source);
	const at = random.int(0, size);
	const removed = random.int(0, math.min(size - at, 64));
	const from = random.int(0, buffer.len(other));
	const inserted = random.int(0, math.min(buffer.len(other) - from, 64));
	const result = buffer.create(size - removed + inserted);
	buffer.copy(result, 0, source, 0, at);
	buffer.copy(result, at, other, from, inserted);
	buffer.copy(result, at + inserted, source, at + removed, size - at - removed);
	return result;
}

/** A damaged copy of `source`: bytes flipped, a word overwritten, the end cut off, or a piece of `other` spliced in. */
export function mutate(source: buffer, other: buffer, random: Seeded): buffer {
	const kind = random.int(0, 9);
	if (kind < 5) return flip(source, random);
	if (kind < 7) return overwriteWord(source, random);
	if (kind < 8) return cut(source, random);
	return splice(source, other, random);
}
