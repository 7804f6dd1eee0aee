import { FixedChannel } from "../../src/motion/fixed-channel";
import { keyRateOf, mergedKeyRate } from "../../src/motion/key-rate";
import { KeyedChannel } from "../../src/motion/keyed-channel";
import { UniformChannel } from "../../src/motion/uniform-channel";
import { doubles, floats } from "../buffers";
import { expectNear } from "../expect-near";

function keyed(...times: Array<number>): KeyedChannel {
	const values = buffer.create(times.size() * 4);
	return new KeyedChannel({ kind: "scalar", interpolation: "linear", times: doubles(...times), values });
}

export = () => {
	it("finds the rate of keys that stand on a grid, also where some are missing or rounded to milliseconds", () => {
		expectNear([keyRateOf(doubles(0, 0.1, 0.2, 0.3), 4, 1)!], [10], 1e-9);
		expectNear([keyRateOf(doubles(0, 0.4, 0.5, 1.1), 4, 2)!], [10], 1e-9);
		const times = buffer.create(301 * 8);
		for (const key of $range(0, 300)) buffer.writef64(times, key * 8, math.round((key * 1000) / 30) / 1000);
		expectNear([keyRateOf(times, 301, 10)!], [30], 1e-3);
	});

	it("finds none where keys stand on no grid, and looks at no key after the end", () => {
		expect(keyRateOf(doubles(0, 0.1, 0.25, 0.31), 4, 1)).to.equal(undefined);
		expect(keyRateOf(doubles(0.03, 0.13, 0.23), 3, 1)).to.equal(undefined);
		expectNear([keyRateOf(doubles(0, 0.1, 0.2, 0.27), 4, 0.25)!], [10], 1e-9);
	});

	it("lets a key stand a fiftieth of an interval off its place, and no more", () => {
		const withThird = (seconds: number) => keyRateOf(doubles(0, 0.1, seconds, 0.3, 0.4, 1), 6, 1);
		expectNear([withThird(0.2019)!, withThird(0.1981)!], [10, 10], 1e-9);
		expect(withThird(0.2021)).to.equal(undefined);
		expect(withThird(0.1979)).to.equal(undefined);
		// Of the first key this holds too.
		expect(keyRateOf(doubles(0.07, 0.1, 0.2), 3, 1)).to.equal(undefined);
	});

	it("finds 24 a second in half a second of keys that are rounded to milliseconds", () => {
		const times = buffer.create(13 * 8);
		for (const key of $range(0, 12)) buffer.writef64(times, key * 8, math.round((key * 1000) / 24) / 1000);
		expectNear([keyRateOf(times, 13, 0.5)!], [24], 1e-9);
	});

	it("counts the key that stands at the end, and two keys at one time as one", () => {
		expectNear([keyRateOf(doubles(0, 0.2, 0.25), 3, 0.25)!], [20], 1e-9);
		expectNear([keyRateOf(doubles(0, 0.041, 0.5), 3, 0.5)!], [24], 1e-9);
		expectNear([keyRateOf(doubles(0, 0.1, 0.1, 0.2), 4, 1)!], [10], 1e-9);
	});

	it("takes the finer grid of two where it has all of the coarser one", () => {
		const thirty = new UniformChannel({ kind: "vector", rate: 30, values: buffer.create(31 * 12) });
		expect(thirty.keyRate()).to.equal(30);
		expect(mergedKeyRate(10, thirty, 1)).to.equal(30);
		expect(mergedKeyRate(0, thirty, 1)).to.equal(30);
		expect(mergedKeyRate(30, keyed(0, 0.1, 0.2), 1)).to.equal(30);
		expect(mergedKeyRate(25, thirty, 1)).to.equal(undefined);
		expect(mergedKeyRate(undefined, thirty, 1)).to.equal(undefined);
		// 30 and 3 × 10.01 differ by 0.03 a second; after two seconds that is a fiftieth of the coarser interval.
		expect(mergedKeyRate(10.01, thirty, 1.9)).to.equal(30);
		expect(mergedKeyRate(10.01, thirty, 2.1)).to.equal(undefined);
		expect(mergedKeyRate(30, undefined, 1)).to.equal(30);
	});

	it("says 0 where no key stands after the start, and nothing of a channel that does not tell", () => {
		expect(new FixedChannel(1, 2, 3).keyRate()).to.equal(0);
		expect(keyed(0.3).keyRate(1)).to.equal(0);
		expect(keyed(0, 10).keyRate(4)).to.equal(0);
		for (const last of [-1, 0]) expect(keyed(-2, last).keyRate(4)).to.equal(0);
		expect(new UniformChannel({ kind: "vector", rate: 30, values: floats(1, 2, 3) }).keyRate()).to.equal(0);
		expect(mergedKeyRate(30, { write() {} }, 1)).to.equal(undefined);
	});
};
