//!native
//!optimize 2

/** Writes the numbers of `count` vertices in order, from `first` on, as packed u32. */
export function countUp(first: number, count: number, indices: buffer): void {
	for (const index of $range(first, first + count - 1)) {
		buffer.writeu32(indices, index * 4, index);
	}
}

/**
 * Writes `count` triangles of a strip, from `first` on. Every other one is turned over, so that all face the same way.
 */
export function writeStrip(strip: buffer, first: number, count: number, triangles: buffer): void {
	for (const index of $range(first, first + count - 1)) {
		const odd = index % 2;
		buffer.writeu32(triangles, index * 12, buffer.readu32(strip, index * 4));
		buffer.writeu32(triangles, index * 12 + 4, buffer.readu32(strip, (index + 1 + odd) * 4));
		buffer.writeu32(triangles, index * 12 + 8, buffer.readu32(strip, (index + 2 - odd) * 4));
	}
}

/** Writes `count` triangles of a fan, from `first` on. All share its first vertex. */
export function writeFan(fan: buffer, first: number, count: number, triangles: buffer): void {
	const hub = buffer.readu32(fan, 0);
	for (const index of $range(first, first + count - 1)) {
		buffer.writeu32(triangles, index * 12, buffer.readu32(fan, (index + 1) * 4));
		buffer.writeu32(triangles, index * 12 + 4, buffer.readu32(fan, (index + 2) * 4));
		buffer.writeu32(triangles, index * 12 + 8, hub);
	}
}
