/** How many pictures stand side by side. */
const COLUMNS = 6;
const GAP = 4;
const GROUND = 255;

/** A picture half as large. */
export function halved(image) {
	const width = image.width >> 1;
	const height = image.height >> 1;
	const pixels = new Uint8Array(width * height * 3);
	for (let at = 0; at < pixels.length; at++) {
		const channel = at % 3;
		const x = ((at - channel) / 3) % width;
		const y = Math.floor(at / 3 / width);
		const from = (y * 2 * image.width + x * 2) * 3 + channel;
		const below = from + image.width * 3;
		const source = image.pixels;
		pixels[at] = (source[from] + source[from + 3] + source[below] + source[below + 3]) >> 2;
	}
	return { width, height, pixels };
}

/** Pictures of one size, side by side. */
export function contactSheet(images) {
	const { width, height } = images[0];
	const columns = Math.min(COLUMNS, images.length);
	const rows = Math.ceil(images.length / columns);
	const sheet = { width: columns * (width + GAP) - GAP, height: rows * (height + GAP) - GAP };
	sheet.pixels = new Uint8Array(sheet.width * sheet.height * 3).fill(GROUND);
	images.forEach(({ pixels }, index) => {
		const left = (index % columns) * (width + GAP);
		const top = Math.floor(index / columns) * (height + GAP);
		for (let y = 0; y < height; y++) {
			const row = pixels.subarray(y * width * 3, (y + 1) * width * 3);
			sheet.pixels.set(row, ((top + y) * sheet.width + left) * 3);
		}
	});
	return sheet;
}
