//!native
//!optimize 2
import type { Budget } from "./budget";
import { crc32InPieces } from "./crc32";

/**
 * Writes into a buffer that grows by doubling, so that n bytes cost O(n) in any pieces.
 *
 * Integers wrap to their width and lose their fraction, like in `buffer.write*`: round before you write.
 *
 * @example
 * const writer = new Writer();
 * writer.u8(7);
 * writer.text("Harbour");
 * const bytes = writer.finish();
 */
export class Writer {
	/** The number of bytes written. */
	public position = 0;
	private target: buffer;

	constructor(capacity = 64) {
		this.target = buffer.create(capacity);
	}

	private reserve(size: number): number {
		const at = this.position;
		const needed = at + size;
		let capacity = buffer.len(this.target);
		if (needed > capacity) {
			capacity = math.max(capacity * 2, needed, 64);
			const grown = buffer.create(capacity);
			buffer.copy(grown, 0, this.target, 0, at);
			this.target = grown;
		}
		this.position = needed;
		return at;
	}

	public u8(value: number): void {
		const at = this.reserve(1);
		buffer.writeu8(this.target, at, value);
	}

	public i8(value: number): void {
		const at = this.reserve(1);
		buffer.writei8(this.target, at, value);
	}

	public u16(value: number): void {
		const at = this.reserve(2);
		buffer.writeu16(this.target, at, value);
	}

	public i16(value: number): void {
		const at = this.reserve(2);
		buffer.writei16(this.target, at, value);
	}

	public u32(value: number): void {
		const at = this.reserve(4);
		buffer.writeu32(this.target, at, value);
	}

	public i32(value: number): void {
		const at = this.reserve(4);
		buffer.writei32(this.target, at, value);
	}

	public f32(value: number): void {
		const at = this.reserve(4);
		buffer.writef32(this.target, at, value);
	}

	public f64(value: number): void {
		const at = this.reserve(8);
		buffer.writef64(this.target, at, value);
	}

	/** Writes the bytes of a string, with nothing before or after them. */
	public text(value: string): void {
		const at = this.reserve(value.size());
		buffer.writestring(this.target, at, value);
	}

	/** Writes `size` bytes of `source` from `offset`. Defaults to all of it. */
	public bytes(source: buffer, offset = 0, size = buffer.len(source) - offset): void {
		const at = this.reserve(size);
		buffer.copy(this.target, at, source, offset, size);
	}

	/** Writes `size` zero bytes. */
	public zeros(size: number): void {
		this.reserve(size);
	}

	/** Writes zero bytes up to the next multiple of `alignment`. */
	public align(alignment: number): void {
		this.zeros((alignment - (this.position % alignment)) % alignment);
	}

	/** Overwrites an earlier u32, such as a length that was unknown. */
	public patchU32(offset: number, value: number): void {
		assert(offset >= 0 && offset + 4 <= this.position, "[dolly] Writer: patchU32 outside what was written");
		buffer.writeu32(this.target, offset, value);
	}

	/** Returns the CRC-32 of the bytes from `offset` on, with the pauses of `budget`. */
	public sum(offset: number, budget: Budget, format: string): number {
		return crc32InPieces(this.target, offset, this.position, budget, format);
	}

	/** Returns a buffer of exactly the bytes written. The writer can continue. */
	public finish(): buffer {
		const result = buffer.create(this.position);
		buffer.copy(result, 0, this.target, 0, this.position);
		return result;
	}
}
