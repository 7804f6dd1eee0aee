//!native
//!optimize 2

/** Bytes written one field after the other, with any of them filled in later. */
export class ByteSheet {
	public size = 0;
	private bytes = buffer.create(256);

	private grow(count: number): number {
		const at = this.size;
		this.size = at + count;
		if (this.size > buffer.len(this.bytes)) {
			const larger = buffer.create(math.max(this.size, buffer.len(this.bytes) * 2));
			buffer.copy(larger, 0, this.bytes, 0, at);
			this.bytes = larger;
		}
		return at;
	}

	public u8(...values: Array<number>): void {
		for (const value of values) {
			const at = this.grow(1);
			buffer.writeu8(this.bytes, at, value);
		}
	}

	public u16(...values: Array<number>): void {
		for (const value of values) {
			const at = this.grow(2);
			buffer.writeu16(this.bytes, at, value);
		}
	}

	public u32(...values: Array<number>): void {
		for (const value of values) {
			const at = this.grow(4);
			buffer.writeu32(this.bytes, at, value);
		}
	}

	public i32(...values: Array<number>): void {
		for (const value of values) {
			const at = this.grow(4);
			buffer.writei32(this.bytes, at, value);
		}
	}

	public f32(...values: Array<number>): void {
		for (const value of values) {
			const at = this.grow(4);
			buffer.writef32(this.bytes, at, value);
		}
	}

	/** A string and the NUL that ends it. */
	public text(value: string): void {
		const at = this.grow(value.size() + 1);
		buffer.writestring(this.bytes, at, value);
		buffer.writeu8(this.bytes, at + value.size(), 0);
	}

	public fill(count: number, value: number): void {
		const at = this.grow(count);
		buffer.fill(this.bytes, at, value, count);
	}

	/** `value` up to the next multiple of `alignment`. */
	public align(alignment: number, value: number): void {
		this.fill((alignment - (this.size % alignment)) % alignment, value);
	}

	public append(source: buffer): void {
		const at = this.grow(buffer.len(source));
		buffer.copy(this.bytes, at, source);
	}

	/** Fills in the low word of a u64 that was written as 0. */
	public point(at: number, distance: number): void {
		buffer.writeu32(this.bytes, at, distance);
	}

	public finish(): buffer {
		const result = buffer.create(this.size);
		buffer.copy(result, 0, this.bytes, 0, this.size);
		return result;
	}
}
