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
