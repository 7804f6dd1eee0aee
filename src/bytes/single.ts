//!native
//!optimize 2

const scratch = buffer.create(4);

/** Rounds to single precision. */
export function single(value: number): number {
	buffer.writef32(scratch, 0, value);
	return buffer.readf32(scratch, 0);
}
