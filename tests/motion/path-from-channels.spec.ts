import { CAMERA_SAMPLE_SIZE } from "../../src/motion/camera-path";
import { FixedChannel } from "../../src/motion/fixed-channel";
import { KeyedChannel } from "../../src/motion/keyed-channel";
import { PathChannels, pathFromChannels } from "../../src/motion/path-from-channels";
import { doubles, floats } from "../buffers";
import { failureOf } from "../expect-failure";
import { expectNear, expectSameRotation } from "../expect-near";

const HALF = math.sqrt(0.5);

function sampleOf(channels: Partial<PathChannels>, seconds = 0): Array<number> {
	const position = new FixedChannel(1, 2, 3);
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	pathFromChannels({ name: "Shot", duration: 4, position, ...channels }).sample(seconds, sample);
	const values = new Array<number>();
	for (const at of $range(0, CAMERA_SAMPLE_SIZE - 8, 8)) values.push(buffer.readf64(sample, at));
	return values;
}

/** The rotation of a camera at (1, 2, 3) that looks at a place. */
function rotationTo(x: number, y: number, z: number, roll?: number): Array<number> {
	const target = new FixedChannel(x, y, z);
	return sampleOf({ target, roll: roll === undefined ? undefined : new FixedChannel(roll) }).filter(
		(_, index) => index > 2 && index < 7,
	);
}

export = () => {
	it("has the rotation, the place and the lens of its channels", () => {
		const rotation = new FixedChannel(0.5, -0.5, 0.5, 0.5);
		expectNear(sampleOf({ rotation, fieldOfView: 50 }), [1, 2, 3, 0.5, -0.5, 0.5, 0.5, 50], 0);
		expectNear(sampleOf({ rotation }), [1, 2, 3, 0.5, -0.5, 0.5, 0.5, 0], 0);
		expect(sampleOf({ rotation, fieldOfView: new FixedChannel(200) })[7]).to.equal(179);
	});

	it("looks from where it is to its target, along every axis", () => {
		// A camera without rotation looks along -Z.
		expectSameRotation(rotationTo(1, 2, -7), [0, 0, 0, 1], 1e-6);
		expectSameRotation(rotationTo(1, 2, 13), [0, 1, 0, 0], 1e-6);
		expectSameRotation(rotationTo(-9, 2, 3), [0, HALF, 0, HALF], 1e-6);
		expectSameRotation(rotationTo(11, 2, 3), [0, -HALF, 0, HALF], 1e-6);
		// Half up, half ahead: 45° about X.
		const half = math.rad(22.5);
		expectSameRotation(rotationTo(1, 12, -7), [math.sin(half), 0, 0, math.cos(half)], 1e-6);
	});

	it("rolls about the way that it looks", () => {
		expectSameRotation(rotationTo(1, 2, -7, 0), [0, 0, 0, 1], 1e-6);
		const rolled = rotationTo(1, 2, -7, math.pi / 2);
		expectNear(rolled.map(math.abs), [0, 0, HALF, HALF], 1e-6);
		expectNear(rotationTo(1, 2, -7, -math.pi / 2), [rolled[0], rolled[1], -rolled[2], rolled[3]], 1e-6);
	});

	it("holds its ends, though its channels go on", () => {
		const times = doubles(-10, 10);
		const position = new KeyedChannel({
			kind: "vector",
			interpolation: "linear",
			times,
			values: floats(-10, 0, 0, 10, 0, 0),
		});
		const rotation = new FixedChannel(0, 0, 0, 1);
		const xs = [-1, 0, 3, 4, 5].map((seconds) => sampleOf({ position, rotation }, seconds)[0]);
		expectNear(xs, [0, 0, 3, 4, 4], 1e-6);
	});

	it("refuses what is no path", () => {
		const rotation = new FixedChannel(0, 0, 0, 1);
		const target = new FixedChannel(0, 0, 0);
		const roll = new FixedChannel(0);
		const failure = (channels: Partial<PathChannels>) => failureOf(() => sampleOf(channels));
		expect(failure({ rotation, duration: -1 })).to.equal("[dolly] pathFromChannels: duration is -1");
		expect(failure({ rotation, duration: math.huge })).to.equal("[dolly] pathFromChannels: duration is inf");
		expect(sampleOf({ rotation, duration: 0 })[0]).to.equal(1);
		const either = "[dolly] pathFromChannels: a path needs a rotation or a target, and not both";
		expect(failure({})).to.equal(either);
		expect(failure({ rotation, target })).to.equal(either);
		expect(failure({ rotation, roll })).to.equal(
			"[dolly] pathFromChannels: roll goes with a target; a rotation has its own",
		);
	});
};
