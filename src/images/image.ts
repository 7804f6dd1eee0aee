/**
 * The pixels of a picture.
 *
 * @example
 * const image: Image = decodeImage(source);
 * const red = buffer.readu8(image.pixels, (3 * image.width + 5) * 4); // of the pixel at x = 5, y = 3
 */
export interface Image {
	/** How many pixels a row has, and how many rows there are. */
	width: number;
	height: number;
	/** Red, green, blue and alpha of each pixel, a byte each, the top row first; colours are not multiplied by alpha. */
	pixels: buffer;
	/** Whether any pixel is less than opaque. */
	hasAlpha: boolean;
	/** What the file is. */
	format: "png" | "jpeg" | "blp";
	/** The size that the file has, before it was reduced to what the caller wanted. */
	fullWidth: number;
	fullHeight: number;
}
