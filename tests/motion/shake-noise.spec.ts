import { SHAKE_SIZE, ShakeNoise } from "../../src/motion/shake-noise";

const HERTZ = [0.4, 1.3, 3.5];
const DEGREES = [1.44247, 0.41196, 0.17771];

/** The rms within a band, by a discrete Fourier transform of `values` at `rate`. */
function rmsWithin(values: Array<number>, rate: number, low: number, high: number): number {
	const count = values.size();
	let power = 0;
	for (const bin of $range(math.ceil((low * count) / rate), math.ceil((high * count) / rate) - 1)) {
		const angle = (2 * math.pi * bin) / count;
		const [turnX, turnY] = [math.cos(angle), math.sin(angle)];
		let [x, y, real, imaginary] = [1, 0, 0, 0];
		for (const value of values) {
			real += value * x;
			imaginary += value * y;
			[x, y] = [x * turnX - y * turnY, x * turnY + y * turnX];
		}
		power += (2 * (real * real + imaginary * imaginary)) / count / count;
	}
	return math.sqrt(power);
}

export = () => {
	it("has the rms of a hand in each band", () => {
		const noise = new ShakeNoise(
			7,
			HERTZ.map((hertz, layer) => ({ hertz, radians: DEGREES[layer], studs: 0 })),
		);
		const target = buffer.create(SHAKE_SIZE);
		const rate = 16;
		const bands = [
			[0.2, 0.6, 1.3],
			[0.6, 2, 0.43],
			[2, 6, 0.16],
		];
		const sums = [0, 0, 0];
		for (const axis of $range(0, 2)) {
			const values = new Array<number>();
			for (const index of $range(0, 200 * rate - 1)) {
				noise.write(index / rate, target);
				values.push(buffer.readf64(target, axis * 8));
			}
			bands.forEach(([low, high], band) => (sums[band] += rmsWithin(values, rate, low, high) ** 2 / 3));
		}
		bands.forEach(([, , rms], band) => expect(math.sqrt(sums[band]) / rms).to.be.near(1, 0.15));
	});

	it("is the same at the same time, whatever was asked before, and differs between seeds and axes", () => {
		const layers = [{ hertz: 1.3, radians: 1, studs: 1 }];
		const [a, b, other] = [new ShakeNoise(1, layers), new ShakeNoise(1, layers), new ShakeNoise(2, layers)];
		const [x, y] = [buffer.create(SHAKE_SIZE), buffer.create(SHAKE_SIZE)];
		for (const index of $range(0, 500)) {
			const seconds = (index * 0.317) % 41;
			a.write(seconds, x);
			b.write(99 - index, y);
			b.write(seconds, y);
			expect(buffer.tostring(x)).to.equal(buffer.tostring(y));
			other.write(seconds, y);
			expect(buffer.tostring(x) !== buffer.tostring(y)).to.equal(true);
			expect(buffer.readf64(x, 0) !== buffer.readf64(x, 8)).to.equal(true);
		}
	});

	it("does not repeat after 256 cells", () => {
		const noise = new ShakeNoise(1, [{ hertz: 1 / 1.5, radians: 1, studs: 1 }]);
		const [x, y] = [buffer.create(SHAKE_SIZE), buffer.create(SHAKE_SIZE)];
		for (const second of $range(0, 300)) {
			noise.write(second + 0.25, x);
			noise.write(second + 256.25, y);
			expect(buffer.tostring(x) !== buffer.tostring(y)).to.equal(true);
		}
	});
};
