//!native
//!optimize 2

/** The bytes that `ShakeNoise.write` writes: pitch, yaw and roll in radians, then x, y, z; six f64. */
export const SHAKE_SIZE = 48;
const AXES = 6;

/** Cells of the noise per second of a layer of one hertz: two thirds of its power are below that frequency. */
const CELLS_A_HERTZ = 1.5;

/** The root mean square of gradient noise whose gradients are uniform within ±1 and whose fade is of the fifth degree. */
const RMS = math.sqrt(0.019795019);

const WORDS = 4294967296;

/** Returns the low 32 bits of a product of two words; a double cannot hold the whole product. */
function timesWord(a: number, b: number): number {
	return ((((a >>> 16) * b) % 65536) * 65536 + (a & 65535) * b) % WORDS;
}

/** Mixes a word so that each of its bits changes half of the others: the finaliser of MurmurHash3. */
function mixWord(word: number): number {
	let mixed = timesWord(word ^ (word >>> 16), 0x85ebca6b);
	mixed = timesWord(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return mixed ^ (mixed >>> 16);
}

export interface ShakeLayer {
	readonly hertz: number;
	/** Root mean squares of each axis. */
	readonly radians: number;
	readonly studs: number;
}

/**
 * Layers of gradient noise on six axes, which depend only on the time. The gradients come from an integer hash, so the
 * noise repeats after 2³² cells; `math.noise` repeats after 256.
 */
export class ShakeNoise {
	private readonly speeds = new Array<number>();
	private readonly phases = new Array<number>();
	private readonly amplitudes = new Array<number>();
	private readonly salts = new Array<number>();
	/** The last cell of each channel, and the gradients at its ends, scaled by the channel's amplitude. */
	private readonly cells = new Array<number>();
	private readonly lefts = new Array<number>();
	private readonly rights = new Array<number>();

	constructor(seed: number, layers: ReadonlyArray<ShakeLayer>) {
		for (const axis of $range(0, AXES - 1)) {
			layers.forEach(({ hertz, radians, studs }, layer) => {
				const salt = mixWord((mixWord(seed % WORDS) + axis * 64 + layer + 1) % WORDS);
				this.salts.push(salt);
				this.speeds.push(hertz * CELLS_A_HERTZ);
				// The noise is 0 at the ends of cells: no two channels have theirs at the same times.
				this.phases.push(mixWord(salt) / WORDS);
				this.amplitudes.push((axis < 3 ? radians : studs) / RMS);
				this.cells.push(0 / 0);
				this.lefts.push(0);
				this.rights.push(0);
			});
		}
	}

	public write(seconds: number, target: buffer): void {
		const { speeds, phases, cells, lefts, rights } = this;
		const layers = speeds.size().idiv(AXES);
		let channel = 0;
		for (const axis of $range(0, AXES - 1)) {
			let sum = 0;
			for (const _ of $range(1, layers)) {
				const at = seconds * speeds[channel] + phases[channel];
				const cell = math.floor(at);
				if (cell !== cells[channel]) this.enter(channel, cell);
				const t = at - cell;
				const left = lefts[channel] * t;
				sum += left + (rights[channel] * (t - 1) - left) * t * t * t * (t * (6 * t - 15) + 10);
				channel += 1;
			}
			buffer.writef64(target, axis * 8, sum);
		}
	}

	private enter(channel: number, cell: number): void {
		this.cells[channel] = cell;
		this.lefts[channel] = this.gradient(channel, cell);
		this.rights[channel] = this.gradient(channel, cell + 1);
	}

	/** Returns the gradient at the start of a cell, within ± its amplitude. */
	private gradient(channel: number, cell: number): number {
		const word = mixWord((this.salts[channel] ^ mixWord(cell % WORDS)) >>> 0);
		return this.amplitudes[channel] * (word / (WORDS / 2) - 1);
	}
}
