/** Numbers of many lists, one after another, each list found again by its offset. */
export class BytePool {
	private readonly pieces = new Array<buffer>();
	private length = 0;

	/** Adds bytes and gives their offset. */
	public add(bytes: buffer): number {
		const offset = this.length;
		this.pieces.push(bytes);
		this.length += buffer.len(bytes);
		return offset;
	}

	/** Adds numbers as f32 and gives the offset of the first. */
	public addFloats(values: ReadonlyArray<number>): number {
		const bytes = buffer.create(values.size() * 4);
		values.forEach((value, index) => buffer.writef32(bytes, index * 4, value));
		return this.add(bytes);
	}

	/** Adds numbers as u32 and gives the offset of the first. */
	public addIntegers(values: ReadonlyArray<number>): number {
		const bytes = buffer.create(values.size() * 4);
		values.forEach((value, index) => buffer.writeu32(bytes, index * 4, value));
		return this.add(bytes);
	}

	/** Everything that was added, after `head`. */
	public join(head: buffer): buffer {
		const result = buffer.create(buffer.len(head) + this.length);
		buffer.copy(result, 0, head);
		let at = buffer.len(head);
		for (const piece of this.pieces) {
			buffer.copy(result, at, piece);
			at += buffer.len(piece);
		}
		return result;
	}
}
