/** A buffer that holds these bytes. */
export function bytes(...values: Array<number>): buffer {
	const result = buffer.create(values.size());
	values.forEach((value, index) => buffer.writeu8(result, index, value));
	return result;
}

/** A buffer's bytes as `01 AB …`, for expectations that show where they differ. */
export function hex(source: buffer, offset = 0, size = buffer.len(source) - offset): string {
	const parts = new Array<string>();
	for (const at of $range(offset, offset + size - 1)) {
		parts.push(string.format("%02X", buffer.readu8(source, at)));
	}
	return parts.join(" ");
}

/** A buffer that holds these numbers as f32. */
export function floats(...values: Array<number>): buffer {
	const result = buffer.create(values.size() * 4);
	values.forEach((value, index) => buffer.writef32(result, index * 4, value));
	return result;
}

/** A buffer that holds these numbers as u32. */
export function uints(...values: Array<number>): buffer {
	const result = buffer.create(values.size() * 4);
	values.forEach((value, index) => buffer.writeu32(result, index * 4, value));
	return result;
}

/** A buffer that holds these numbers as f64. */
export function doubles(...values: Array<number>): buffer {
	const result = buffer.create(values.size() * 8);
	values.forEach((value, index) => buffer.writef64(result, index * 8, value));
	return result;
}

/** `count` f32 numbers of a buffer from byte `offset`. */
export function readFloats(source: buffer, offset: number, count: number): Array<number> {
	const values = new Array<number>();
	for (const index of $range(0, count - 1)) values.push(buffer.readf32(source, offset + index * 4));
	return values;
}
