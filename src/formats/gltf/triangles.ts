//!native
//!optimize 2

/** Vertices 0 to `count` - 1 in their order, as packed u32. */
export function countUp(count: number): buffer {
	const indices = buffer.create(count * 4);
	for (const index of $range(0, count - 1)) {
		buffer.writeu32(indices, index * 4, index);
	}
	return indices;
}

/** The triangles of a strip of `count` vertices; every other one is turned over, so that all face the same way. */
export function trianglesOfStrip(strip: buffer, count: number): buffer {
	const triangles = buffer.create((count - 2) * 12);
	for (const index of $range(0, count - 3)) {
		const odd = index % 2;
		buffer.writeu32(triangles, index * 12, buffer.readu32(strip, index * 4));
		buffer.writeu32(triangles, index * 12 + 4, buffer.readu32(strip, (index + 1 + odd) * 4));
		buffer.writeu32(triangles, index * 12 + 8, buffer.readu32(strip, (index + 2 - odd) * 4));
	}
	return triangles;
}

/** The triangles of a fan of `count` vertices, of which the first is in all of them. */
export function trianglesOfFan(fan: buffer, count: number): buffer {
	const triangles = buffer.create((count - 2) * 12);
	const hub = buffer.readu32(fan, 0);
	for (const index of $range(0, count - 3)) {
		buffer.writeu32(triangles, index * 12, buffer.readu32(fan, (index + 1) * 4));
		buffer.writeu32(triangles, index * 12 + 4, buffer.readu32(fan, (index + 2) * 4));
		buffer.writeu32(triangles, index * 12 + 8, hub);
	}
	return triangles;
}
