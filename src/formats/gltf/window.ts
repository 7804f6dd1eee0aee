/** A range of bytes in a buffer. */
export interface Window {
	source: buffer;
	/** The first byte, from the start of the buffer. */
	start: number;
	size: number;
}
