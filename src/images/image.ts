/**
 * The pixels of a picture.
 *
 * @example
 * const image: Image = decodeImage(source);
 * const red = buffer.readu8(image.pixels, (3 * image.width + 5) * 4); // of the pixel at x = 5, y = 3
 */
export interface Image {
	/** The pixels of a row, and the number of rows. */
	width: number;
	height: number;
	/**
	 * Red, green, blue and alpha of each pixel, one byte each, from the top row down. Colours are not premultiplied by
	 * alpha.
	 */
	pixels: buffer;
	/** Whether any pixel is not opaque. */
	hasAlpha: boolean;
	/** The format of the file. */
	format: "png" | "jpeg" | "blp";
	/** The size of the picture in the file, before `maxSize` reduced it. */
	fullWidth: number;
	fullHeight: number;
}
