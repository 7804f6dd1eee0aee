import { UniformChannel } from "../../src/motion/uniform-channel";
import { floats, readFloats } from "../buffers";
import { failureOf } from "../expect-failure";
import { expectNear } from "../expect-near";

const HALF = math.sqrt(0.5);

export = () => {
	it("goes from sample to sample in straight lines and holds both ends", () => {
		const channel = new UniformChannel({ kind: "vector", rate: 4, values: floats(0, 0, 0, 1, 2, 3, 5, 2, 3) });
		const target = buffer.create(16);
		const at = (seconds: number) => {
			channel.write(seconds, target, 4);
			return readFloats(target, 4, 3);
		};
		expect(channel.sampleCount).to.equal(3);
		expectNear(at(-1), [0, 0, 0], 0);
		expectNear(at(0.125), [0.5, 1, 1.5], 1e-6);
		expectNear(at(0.25), [1, 2, 3], 0);
		expectNear(at(0.4375), [4, 2, 3], 1e-6);
		expectNear(at(0.5), [5, 2, 3], 0);
		expectNear(at(60), [5, 2, 3], 0);
		expectNear(at(0 / 0), [0, 0, 0], 0);
	});

	it("turns at constant speed from sample to sample", () => {
		const channel = new UniformChannel({ kind: "rotation", rate: 1, values: floats(0, 0, 0, 1, -2, 0, 0, 0) });
		const target = buffer.create(16);
		channel.write(0.5, target, 0);
		expectNear(readFloats(target, 0, 4).map(math.abs), [HALF, 0, 0, HALF], 1e-6);
		channel.write(7, target, 0);
		expectNear(readFloats(target, 0, 4).map(math.abs), [1, 0, 0, 0], 0);
	});

	it("holds its only sample", () => {
		const channel = new UniformChannel({ kind: "vector", rate: 30, values: floats(1, 2, 3) });
		const target = buffer.create(12);
		for (const seconds of [-1, 0, 0.01, 5]) {
			channel.write(seconds, target, 0);
			expectNear(readFloats(target, 0, 3), [1, 2, 3], 0);
		}
	});

	it("names mistakes", () => {
		const values = floats(1, 2, 3);
		expect(failureOf(() => new UniformChannel({ kind: "vector", rate: 0, values }))).to.equal(
			"[dolly] UniformChannel: rate is 0",
		);
		expect(failureOf(() => new UniformChannel({ kind: "rotation", rate: 1, values }))).to.equal(
			"[dolly] UniformChannel: values has 12 bytes, not 16 for each of its samples",
		);
		expect(failureOf(() => new UniformChannel({ kind: "vector", rate: 1, values: floats(1, 2, math.huge) }))).to.equal(
			"[dolly] UniformChannel: values[2] is inf",
		);
	});
};
