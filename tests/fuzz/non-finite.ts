//!native
//!optimize 2

/** Where a plain value holds a number that is NaN or infinite; buffers are opaque to it. */
export function nonFiniteIn(value: unknown, path: string, seen = new Set<unknown>()): string | undefined {
	if (typeIs(value, "number")) {
		return value - value === 0 ? undefined : `${path} is ${value}`;
	}
	if (!typeIs(value, "table") || seen.has(value)) {
		return undefined;
	}
	seen.add(value);
	for (const [key, inner] of pairs(value as Map<unknown, unknown>)) {
		const found = nonFiniteIn(inner, `${path}.${tostring(key)}`, seen);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Where a buffer of f32 holds one that is NaN or infinite. */
export function nonFiniteFloats(values: buffer | undefined, name: string): string | undefined {
	if (values === undefined) return undefined;
	for (const at of $range(0, buffer.len(values) - 4, 4)) {
		const value = buffer.readf32(values, at);
		if (value - value !== 0) return `${name} is ${value} at byte ${at}`;
	}
	return undefined;
}
