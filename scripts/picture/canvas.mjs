/** What a byte of sRGB is in linear light, 0 to 1, and back. */
const toLinear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toDisplay = (value) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** A colour as the engine has it (red, green, blue of sRGB, 0 to 1) in linear light. */
export const linear = (color) => color.map(toLinear);

/** Linear light in steps of 1/4095, as bytes of sRGB. */
const BYTES = Uint8Array.from({ length: 4096 }, (_, step) => Math.round(toDisplay(step / 4095) * 255));
export const toByte = (value) => BYTES[Math.max(0, Math.min(4095, Math.round(value * 4095)))];

/** A picture being drawn: linear colours and depths, `samples` × `samples` of them for each pixel of the result. */
export class Canvas {
	constructor(width, height, samples = 2) {
		this.samples = samples;
		this.width = width * samples;
		this.height = height * samples;
		this.colors = new Float32Array(this.width * this.height * 3);
		/** One over the distance along the view: nothing is 0, nearer is more. */
		this.depths = new Float32Array(this.width * this.height);
		/** What is seen at each sample: 0 until a fill says otherwise. */
		this.tags = new Uint8Array(this.width * this.height);
	}

	/** Fills everything with a linear colour. */
	clear([red, green, blue]) {
		for (let at = 0; at < this.colors.length; at += 3) {
			this.colors[at] = red;
			this.colors[at + 1] = green;
			this.colors[at + 2] = blue;
		}
		this.depths.fill(0);
		this.tags.fill(0);
	}

	/** How many samples show `tag`. */
	count(tag) {
		return this.tags.reduce((sum, other) => sum + (other === tag), 0);
	}

	/** The picture as bytes of red, green and blue. */
	toPixels() {
		const { samples, colors } = this;
		const width = this.width / samples;
		const height = this.height / samples;
		const pixels = new Uint8Array(width * height * 3);
		const share = 1 / (samples * samples);
		for (let y = 0; y < height; y++) {
			for (let x = 0; x < width; x++) {
				let red = 0;
				let green = 0;
				let blue = 0;
				for (let row = 0; row < samples; row++) {
					let at = ((y * samples + row) * this.width + x * samples) * 3;
					for (let column = 0; column < samples; column++) {
						red += colors[at];
						green += colors[at + 1];
						blue += colors[at + 2];
						at += 3;
					}
				}
				const to = (y * width + x) * 3;
				pixels[to] = toByte(red * share);
				pixels[to + 1] = toByte(green * share);
				pixels[to + 2] = toByte(blue * share);
			}
		}
		return { width, height, pixels };
	}
}
