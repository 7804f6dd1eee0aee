import { Budget } from "../../src/bytes/budget";
import { WeightsChannel } from "../../src/motion/weights-channel";
import { doubles, floats, readFloats } from "../buffers";
import { failureOf } from "../expect-failure";
import { expectNear } from "../expect-near";

const budget = new Budget();

export = () => {
	function valuesAt(channel: WeightsChannel, seconds: number): Array<number> {
		const target = buffer.create(16);
		buffer.fill(target, 0, 0xff);
		channel.write(seconds, target, 4);
		expect(buffer.readu32(target, 0)).to.equal(0xffffffff);
		expect(buffer.readu32(target, 12)).to.equal(0xffffffff);
		return readFloats(target, 4, 2);
	}

	const times = doubles(1, 2, 2, 4);
	const values = floats(0, 8, 1, 4, 2, 4, 3, 0);

	it("goes straight from key to key, holds its ends, and finds keys from anywhere", () => {
		const channel = new WeightsChannel({ count: 2, interpolation: "linear", times, values, budget });
		for (const [seconds, a, b] of [
			[0, 0, 8],
			[1, 0, 8],
			[1.25, 0.25, 7],
			[2, 2, 4],
			[3, 2.5, 2],
			[4, 3, 0],
			[9, 3, 0],
			[1.5, 0.5, 6],
			[0 / 0, 0, 8],
		]) {
			expectNear(valuesAt(channel, seconds), [a, b], 1e-6);
		}
		expect(channel.reach()).to.equal(8);
	});

	it("holds each key until the next", () => {
		const channel = new WeightsChannel({ count: 2, interpolation: "step", times, values, budget });
		expectNear(valuesAt(channel, 1.99), [0, 8], 0);
		expectNear(valuesAt(channel, 2), [2, 4], 0);
		expectNear(valuesAt(channel, 3.99), [2, 4], 0);
	});

	it("curves by tangents a second, and never leaves its reach", () => {
		const curved = floats(0, 0, 0, 1, 4, -4, 2, 2, 1, 0, 0, 0);
		const channel = new WeightsChannel({
			count: 2,
			interpolation: "cubic",
			times: doubles(0, 2),
			values: curved,
			budget,
		});
		// Halfway, values count half each, and the tangents an eighth of two seconds.
		expectNear(valuesAt(channel, 1), [0.5 + 0.25 * (4 - 2), 0.5 + 0.25 * (-4 - 2)], 1e-6);
		for (const step of $range(0, 100)) {
			for (const value of valuesAt(channel, step / 50)) expect(math.abs(value) <= channel.reach()).to.equal(true);
		}
	});

	it("refuses weights that are no numbers", () => {
		const wrong = floats(0, 0 / 0);
		const options = { count: 2, interpolation: "step", times: doubles(0), values: wrong, budget } as const;
		expect(failureOf(() => new WeightsChannel(options)).find("values[1] is", 1, true)[0]).to.be.ok();
	});
};
