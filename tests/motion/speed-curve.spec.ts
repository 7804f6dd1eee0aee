import { SpeedCurve, SpeedKey } from "../../src/motion/speed-curve";
import { expectNear } from "../expect-near";

const KEYS: Array<SpeedKey> = [
	{ seconds: 1, speed: 1 },
	{ seconds: 1.5, speed: 0.2 },
	{ seconds: 3, speed: 0.2 },
	{ seconds: 3.0001, speed: 0.2000001 },
	{ seconds: 4, speed: 8 },
];

/** The speed at a moment, straight from the keys. */
function speedAt(seconds: number): number {
	if (seconds <= KEYS[0].seconds) return KEYS[0].speed;
	for (const index of $range(1, KEYS.size() - 1)) {
		const [a, b] = [KEYS[index - 1], KEYS[index]];
		if (seconds <= b.seconds) return a.speed + ((b.speed - a.speed) * (seconds - a.seconds)) / (b.seconds - a.seconds);
	}
	return KEYS[KEYS.size() - 1].speed;
}

/** The time that a stretch without a key inside takes, by Gauss's rule of three points in 400 pieces. */
function integrate(from: number, to: number): number {
	const step = (to - from) / 400;
	const away = (step / 2) * math.sqrt(0.6);
	let sum = 0;
	for (const piece of $range(0, 399)) {
		const middle = from + (piece + 0.5) * step;
		sum += (5 / speedAt(middle - away) + 8 / speedAt(middle) + 5 / speedAt(middle + away)) / 18;
	}
	return sum * step;
}

export = () => {
	it("takes as long as the speeds say, by numeric integration, to 1e-9", () => {
		const curve = new SpeedCurve(KEYS, 5);
		const moments = [0, 0.5, 1, 1.25, 1.5, 2.2, 3, 3.0001, 3.4, 4, 5];
		let time = 0;
		for (const index of $range(1, moments.size() - 1)) {
			time += integrate(moments[index - 1], moments[index]);
			expectNear([curve.timeAt(moments[index])], [time], 1e-9);
		}
		expectNear([curve.duration], [time], 1e-9);
	});

	it("finds the moment of every time, to 1e-9", () => {
		const curve = new SpeedCurve(KEYS, 5);
		for (const part of $range(0, 1000)) {
			const seconds = part / 200;
			expectNear([curve.sourceAt(curve.timeAt(seconds))], [seconds], 1e-9);
		}
		expect(curve.sourceAt(-1)).to.equal(0);
		expect(curve.sourceAt(curve.duration + 1)).to.equal(5);
	});

	it("plays at one speed with one key, wherever it is, and ignores keys after the end", () => {
		for (const seconds of [0, 2, 50]) {
			const curve = new SpeedCurve([{ seconds, speed: 0.5 }], 4);
			expectNear([curve.duration, curve.timeAt(1), curve.sourceAt(6)], [8, 2, 3], 1e-12);
		}
		const late = new SpeedCurve(
			[
				{ seconds: 0, speed: 1 },
				{ seconds: 10, speed: 2 },
				{ seconds: 20, speed: 50 },
			],
			5,
		);
		expectNear([late.duration], [10 * math.log(1.5)], 1e-12);
	});
};
