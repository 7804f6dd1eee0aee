//!native
//!optimize 2
import { asText } from "./as-text";
import { fail } from "./fail";

/** Integers above this are not exact in a Luau number, so no offset or size may exceed it. */
const MAX_EXACT = 2 ** 53;

/** The offset of the high 32 bits of a 64-bit value: all formats here are little-endian. */
const HIGH_WORD = 4;

/**
 * Reads a window of a buffer from front to back. It checks every read against the window. Every message has the offset
 * from the start of the whole buffer, so that you can find a fault in a nested structure in a hex editor.
 *
 * @example
 * const reader = new Reader(source, "mdx");
 * const tag = reader.fixedString(4, "chunk tag");
 * const chunk = reader.window(reader.u32("chunk size"), tag);
 */
export class Reader {
	/** The offset of the next read, from the start of the buffer. */
	public position: number;

	/** The start of the window, from the start of the buffer. */
	public readonly start: number;
	/** The end of the window (exclusive), from the start of the buffer. */
	public readonly finish: number;

	/**
	 * @param source the buffer to read
	 * @param format the word after `[dolly]` in messages
	 * @param start the window's first byte
	 * @param finish the byte after the window's last
	 */
	constructor(
		public readonly source: buffer,
		public readonly format: string,
		start = 0,
		finish = buffer.len(source),
	) {
		this.position = start;
		this.start = start;
		this.finish = finish;
	}

	/** Returns how many bytes of the window are unread. */
	public remaining(): number {
		return this.finish - this.position;
	}

	/** Refuses the input: `problem` is at `offset`, or at the next byte to read. */
	public fail(problem: string, offset = this.position): never {
		fail(this.format, problem, offset);
	}

	/** Refuses the input unless `size` bytes are left for `what`. */
	public need(size: number, what: string): void {
		// Written so that NaN fails too.
		if (!(size <= this.finish - this.position)) {
			this.fail(`${what} needs ${size} bytes but ${this.finish - this.position} are left`);
		}
	}

	/** Refuses the input unless the window is read to its end. */
	public expectEnd(what: string): void {
		if (this.position !== this.finish) {
			this.fail(`${what} has ${this.finish - this.position} bytes left over`);
		}
	}

	public u8(what = "u8"): number {
		this.need(1, what);
		const at = this.position;
		this.position = at + 1;
		return buffer.readu8(this.source, at);
	}

	public i8(what = "i8"): number {
		this.need(1, what);
		const at = this.position;
		this.position = at + 1;
		return buffer.readi8(this.source, at);
	}

	public u16(what = "u16"): number {
		this.need(2, what);
		const at = this.position;
		this.position = at + 2;
		return buffer.readu16(this.source, at);
	}

	public i16(what = "i16"): number {
		this.need(2, what);
		const at = this.position;
		this.position = at + 2;
		return buffer.readi16(this.source, at);
	}

	public u32(what = "u32"): number {
		this.need(4, what);
		const at = this.position;
		this.position = at + 4;
		return buffer.readu32(this.source, at);
	}

	public i32(what = "i32"): number {
		this.need(4, what);
		const at = this.position;
		this.position = at + 4;
		return buffer.readi32(this.source, at);
	}

	/** Reads a u32 with its most significant byte first. */
	public u32be(what = "big-endian u32"): number {
		return bit32.byteswap(this.u32(what));
	}

	/** Reads a u64 that is exact in a Luau number. Refuses anything above 2^53. */
	public u64(what = "u64"): number {
		this.need(8, what);
		const at = this.position;
		const value = buffer.readu32(this.source, at + HIGH_WORD) * 2 ** 32 + buffer.readu32(this.source, at);
		if (value > MAX_EXACT) {
			this.fail(`${what} is above 2^53`);
		}
		this.position = at + 8;
		return value;
	}

	/** Reads an f32, including NaN and infinities. */
	public f32(what = "f32"): number {
		this.need(4, what);
		const at = this.position;
		this.position = at + 4;
		return buffer.readf32(this.source, at);
	}

	/** Reads an f64, including NaN and infinities. */
	public f64(what = "f64"): number {
		this.need(8, what);
		const at = this.position;
		this.position = at + 8;
		return buffer.readf64(this.source, at);
	}

	/** Reads a finite f32. Refuses NaN and infinities. */
	public finite(what = "f32"): number {
		const value = this.f32(what);
		// value - value is NaN for NaN and for both infinities.
		if (value - value !== 0) {
			this.fail(`${what} is ${value}`, this.position - 4);
		}
		return value;
	}

	/** Reads `size` bytes as a string. */
	public text(size: number, what = "text"): string {
		this.need(size, what);
		const at = this.position;
		this.position = at + size;
		return buffer.readstring(this.source, at, size);
	}

	/**
	 * Reads a field of `size` bytes as a string up to its first NUL, or up to its end if it has none. Bytes that are
	 * not UTF-8 count as Latin-1.
	 */
	public fixedString(size: number, what = "string"): string {
		const field = this.text(size, what);
		const [nul] = string.find(field, "\0", 1, true);
		return asText(nul === undefined ? field : string.sub(field, 1, nul - 1));
	}

	/** Reads a string and the NUL that ends it, as `fixedString`. Refuses a window that ends first. */
	public terminatedString(what = "string"): string {
		const { source, position, finish } = this;
		for (const at of $range(position, finish - 1)) {
			if (buffer.readu8(source, at) === 0) {
				this.position = at + 1;
				return asText(buffer.readstring(source, position, at - position));
			}
		}
		return this.fail(`${what} has no terminating NUL before byte ${finish}`);
	}

	/** Copies the next `size` bytes. */
	public bytes(size: number, what = "bytes"): buffer {
		this.need(size, what);
		const copy = buffer.create(size);
		buffer.copy(copy, 0, this.source, this.position, size);
		this.position += size;
		return copy;
	}

	/** Skips `size` bytes. */
	public skip(size: number, what = "padding"): void {
		this.need(size, what);
		this.position += size;
	}

	/** Moves to `offset`, counted from the start of the buffer. It must be in the window or at its end. */
	public seek(offset: number, what = "offset"): void {
		if (!(offset >= this.start && offset <= this.finish)) {
			this.fail(`${what} ${offset} is outside bytes ${this.start} to ${this.finish}`);
		}
		this.position = offset;
	}

	/** Returns a reader of the next `size` bytes, and skips them. */
	public window(size: number, what = "window"): Reader {
		this.need(size, what);
		const at = this.position;
		this.position = at + size;
		return new Reader(this.source, this.format, at, at + size);
	}

	/**
	 * Returns a reader of `size` bytes at `offset` (from the start of the buffer), inside this window. This reader
	 * stays in place.
	 */
	public windowAt(offset: number, size: number, what = "window"): Reader {
		if (!(offset >= this.start && size >= 0 && size <= this.finish - offset)) {
			this.fail(`${what} of ${size} bytes at ${offset} is outside bytes ${this.start} to ${this.finish}`);
		}
		return new Reader(this.source, this.format, offset, offset + size);
	}
}
