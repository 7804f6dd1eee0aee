import { KeyedChannel, KeyedChannelOptions } from "../../src/motion/keyed-channel";
import { doubles, floats, readFloats } from "../buffers";
import { failureOf } from "../expect-failure";
import { expectNear, expectSameRotation } from "../expect-near";
import { Seeded } from "../random";

/** Values come back as f32: one part in 2^24, and no expectation here is above 100. */
const F32 = 100 / 2 ** 24;

const NAN = 0 / 0;

/** (0, sin, 0, cos) of half an angle: a turn about Y, in degrees. */
function aboutY(degrees: number): [number, number, number, number] {
	return [0, math.sin(math.rad(degrees / 2)), 0, math.cos(math.rad(degrees / 2))];
}

function negated(rotation: Array<number>): Array<number> {
	return rotation.map((value) => -value);
}

function vectors(interpolation: KeyedChannelOptions["interpolation"], times: buffer, values: buffer) {
	const channel = new KeyedChannel({ kind: "vector", interpolation, times, values });
	return (seconds: number) => {
		const target = floats(99, 99, 99, 99, 99);
		channel.write(seconds, target, 4);
		assert(buffer.readf32(target, 0) === 99 && buffer.readf32(target, 16) === 99, "wrote outside its place");
		return readFloats(target, 4, 3);
	};
}

function rotations(
	interpolation: KeyedChannelOptions["interpolation"],
	times: buffer,
	...values: Array<Array<number>>
) {
	const packed = floats(...values.reduce((all, value) => [...all, ...value], new Array<number>()));
	const channel = new KeyedChannel({ kind: "rotation", interpolation, times, values: packed });
	return (seconds: number) => {
		const target = floats(0, 0, 0, 0, 99);
		channel.write(seconds, target, 0);
		assert(buffer.readf32(target, 16) === 99, "wrote outside its place");
		return readFloats(target, 0, 4);
	};
}

/** x³ - 2x + 1, 4x² - x³ and 5x: every cubic interpolation must follow them exactly between 1 and 3. */
function curve(x: number): Array<number> {
	return [x ** 3 - 2 * x + 1, 4 * x * x - x ** 3, 5 * x];
}

function slope(x: number): Array<number> {
	return [3 * x * x - 2, 8 * x - 3 * x * x, 5];
}

const CURVE_TIMES = [1, 1.25, 1.5, 2, 2.2, 2.9, 3];

export = () => {
	describe("step", () => {
		it("holds each value until the next key", () => {
			const at = vectors("step", doubles(1, 2, 4), floats(1, 2, 3, 4, 5, 6, 7, 8, 9));
			expectNear(at(0), [1, 2, 3], 0);
			expectNear(at(1), [1, 2, 3], 0);
			expectNear(at(1.999), [1, 2, 3], 0);
			expectNear(at(2), [4, 5, 6], 0);
			expectNear(at(3.999), [4, 5, 6], 0);
			expectNear(at(4), [7, 8, 9], 0);
			expectNear(at(100), [7, 8, 9], 0);
		});
	});

	describe("linear", () => {
		it("goes from value to value in straight lines", () => {
			const at = vectors("linear", doubles(0, 2, 3), floats(0, 10, -4, 8, 10, 4, 8, 0, 0));
			expectNear(at(-1), [0, 10, -4], 0);
			expectNear(at(0.5), [2, 10, -2], F32);
			expectNear(at(1.75), [7, 10, 3], F32);
			expectNear(at(2.25), [8, 7.5, 3], F32);
			expectNear(at(9), [8, 0, 0], 0);
		});

		it("turns at constant speed", () => {
			const at = rotations("linear", doubles(0, 2), aboutY(10), aboutY(110));
			for (const seconds of [0, 0.2, 0.7, 1, 1.9, 2]) {
				expectSameRotation(at(seconds), aboutY(10 + 50 * seconds), F32);
			}
		});

		it("turns the short way, whichever sign the file has", () => {
			const at = rotations("linear", doubles(0, 1), aboutY(0), negated(aboutY(60)));
			expectSameRotation(at(0.25), aboutY(15), F32);
			const across = rotations("linear", doubles(0, 1), aboutY(170), aboutY(-170));
			expectSameRotation(across(0.5), aboutY(180), F32);
		});

		it("stays where it is between a rotation and its antipode", () => {
			const at = rotations("linear", doubles(0, 1), aboutY(50), negated(aboutY(50)));
			for (const seconds of [0, 0.1, 0.5, 0.9, 1]) expectSameRotation(at(seconds), aboutY(50), F32);
		});

		it("turns by half between rotations half a turn apart", () => {
			const at = rotations("linear", doubles(0, 1), [0, 0, 0, 1], [1, 0, 0, 0]);
			expectSameRotation(at(0.5), [math.sqrt(0.5), 0, 0, math.sqrt(0.5)], F32);
		});

		it("keeps the direction between rotations that are nearly equal", () => {
			const at = rotations("linear", doubles(0, 1), [0, 0, 0, 1], [1e-7, 0, 0, 1]);
			expectNear(at(0.5), [5e-8, 0, 0, 1], 1e-14);
			const same = rotations("linear", doubles(0, 1), [0, 0, 0, 1], [0, 0, 0, 1]);
			expectNear(same(0.3), [0, 0, 0, 1], 0);
		});

		it("makes rotations unit length that the file has rounded", () => {
			const at = rotations("linear", doubles(0, 1), [0, 0, 0, 1.01], [0, 0.5, 0, 0.5]);
			expectNear(at(0), [0, 0, 0, 1], 0);
			expectSameRotation(at(1), aboutY(90), F32);
		});

		it("does the same for single numbers", () => {
			const channel = new KeyedChannel({
				kind: "scalar",
				interpolation: "linear",
				times: doubles(0, 4),
				values: floats(10, 20),
			});
			const target = floats(99, 99);
			channel.write(1, target, 0);
			expectNear(readFloats(target, 0, 2), [12.5, 99], 0);
		});
	});

	describe("the cubic interpolations", () => {
		it("follow a polynomial exactly: glTF's spline with slopes a second", () => {
			const at = vectors(
				"cubic",
				doubles(1, 3),
				floats(...[9, 9, 9, ...curve(1), ...slope(1), ...slope(3), ...curve(3), 9, 9, 9]),
			);
			for (const x of CURVE_TIMES) expectNear(at(x), curve(x), F32);
		});

		it("follow a polynomial exactly: hermite with slopes an interval", () => {
			const perInterval = (x: number) => slope(x).map((value) => value * 2);
			const at = vectors(
				"hermite",
				doubles(1, 3),
				floats(...[...curve(1), 9, 9, 9, ...perInterval(1), ...curve(3), ...perInterval(3), 9, 9, 9]),
			);
			for (const x of CURVE_TIMES) expectNear(at(x), curve(x), F32);
		});

		it("follow a polynomial exactly: bezier with control points", () => {
			const third = (2 * 1) / 3;
			const after = curve(1).map((value, index) => value + slope(1)[index] * third);
			const before = curve(3).map((value, index) => value - slope(3)[index] * third);
			const at = vectors(
				"bezier",
				doubles(1, 3),
				floats(...[...curve(1), 9, 9, 9, ...after, ...curve(3), ...before, 9, 9, 9]),
			);
			for (const x of CURVE_TIMES) expectNear(at(x), curve(x), F32);
		});

		it("give what glTF's formula gives at a quarter", () => {
			// s = 0.25, interval 4: (2s³-3s²+1)·1 + 4(s³-2s²+s)·3 + (-2s³+3s²)·5 + 4(s³-s²)·(-2)
			// = 0.84375 + 1.6875 + 0.78125 + 0.375
			const at = vectors("cubic", doubles(0, 4), floats(0, 0, 0, 1, 0, 0, 3, 0, 0, -2, 0, 0, 5, 0, 0, 0, 0, 0));
			expectNear(at(1), [3.6875, 0, 0], F32);
		});

		it("spline rotations by component, then make them unit length", () => {
			// Halfway, with an interval of 2: half of each value plus 2 · (out - in) / 8.
			const at = rotations(
				"cubic",
				doubles(0, 2),
				[9, 9, 9, 9],
				[0, 0, 0, 1],
				[0.4, 0, 0, 0],
				[0, 0, -0.8, 0],
				[0, 1, 0, 0],
				[9, 9, 9, 9],
			);
			const raw = [0.1, 0.5, 0.2, 0.5];
			const length = math.sqrt(0.01 + 0.25 + 0.04 + 0.25);
			expectNear(
				at(1),
				raw.map((value) => value / length),
				F32,
			);
			expectNear(at(0), [0, 0, 0, 1], 0);
			expectNear(at(2), [0, 1, 0, 0], 0);
		});
	});

	describe("squad", () => {
		// About one axis angles add up: squad is a blend of two straight lines with weight 2t(1 - t).
		const angle = (t: number) => {
			const h = 2 * t * (1 - t);
			return (1 - h) * (20 + t * 60) + h * (35 + t * 30);
		};

		it("follows its closed form about one axis", () => {
			const at = rotations(
				"squad",
				doubles(0, 2),
				aboutY(20),
				aboutY(-90),
				aboutY(35),
				aboutY(80),
				aboutY(65),
				aboutY(-90),
			);
			for (const t of [0, 0.1, 0.25, 0.5, 0.8, 1]) expectSameRotation(at(t * 2), aboutY(angle(t)), F32);
		});

		it("does not mind which sign any of its rotations has", () => {
			for (const signs of $range(0, 15)) {
				const flip = (bit: number, rotation: Array<number>) => ((signs & bit) !== 0 ? negated(rotation) : rotation);
				const at = rotations(
					"squad",
					doubles(0, 1),
					flip(1, aboutY(20)),
					aboutY(0),
					flip(2, aboutY(35)),
					flip(4, aboutY(80)),
					flip(8, aboutY(65)),
					aboutY(0),
				);
				for (const t of [0.1, 0.5, 0.9]) expectSameRotation(at(t), aboutY(angle(t)), F32);
			}
		});

		it("stays unit length and without a jump where the controls lie opposite to the keys", () => {
			const at = rotations(
				"squad",
				doubles(0, 1),
				aboutY(0),
				aboutY(0),
				aboutY(180),
				aboutY(10),
				aboutY(-171),
				aboutY(0),
			);
			let last = at(0);
			for (const step of $range(1, 200)) {
				const rotation = at(step / 200);
				const [x, y, z, w] = [rotation[0], rotation[1], rotation[2], rotation[3]];
				expectNear([x * x + y * y + z * z + w * w], [1], 1e-6);
				const dot = math.abs(x * last[0] + y * last[1] + z * last[2] + w * last[3]);
				// 2t(1 - t) moves at most 2/200 a step over at most a half turn of rotation space, the keys 10°/200.
				expect(dot > math.cos(math.rad(4))).to.equal(true);
				last = rotation;
			}
		});

		it("is slerp between nearly equal rotations with themselves as controls", () => {
			const a = aboutY(30);
			const b = aboutY(30.0001);
			const at = rotations("squad", doubles(0, 1), a, a, a, b, b, b);
			expectSameRotation(at(0.5), aboutY(30.00005), F32);
		});
	});

	describe("keys", () => {
		it("hold one value for ever when there is only one", () => {
			for (const interpolation of ["step", "linear"] as const) {
				const at = vectors(interpolation, doubles(3), floats(1, 2, 3));
				for (const seconds of [-5, 3, 8]) expectNear(at(seconds), [1, 2, 3], 0);
			}
			const cubic = vectors("cubic", doubles(3), floats(7, 7, 7, 1, 2, 3, 8, 8, 8));
			for (const seconds of [-5, 3, 8]) expectNear(cubic(seconds), [1, 2, 3], 0);
			const squad = rotations("squad", doubles(3), aboutY(5), aboutY(50), aboutY(60));
			for (const seconds of [-5, 3, 8]) expectSameRotation(squad(seconds), aboutY(5), F32);
		});

		it("jump where two stand at one time", () => {
			const at = vectors("linear", doubles(0, 1, 1, 2), floats(0, 0, 0, 10, 0, 0, 50, 0, 0, 60, 0, 0));
			expectNear(at(0.5), [5, 0, 0], F32);
			expectNear(at(1 - 2 ** -20), [10, 0, 0], 1e-4);
			expectNear(at(1), [50, 0, 0], 0);
			expectNear(at(1.5), [55, 0, 0], F32);
			expectNear(at(0.5), [5, 0, 0], F32);
		});

		it("jump at the first time and at the last too", () => {
			const at = vectors("linear", doubles(1, 1, 2, 2), floats(1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0));
			expectNear(at(0.999), [1, 0, 0], 0);
			expectNear(at(1), [2, 0, 0], 0);
			expectNear(at(1.5), [2.5, 0, 0], F32);
			expectNear(at(2), [4, 0, 0], 0);
		});

		it("are found in any order of times", () => {
			const random = new Seeded(5);
			const times = new Array<number>();
			let time = 0;
			for (const _ of $range(1, 300)) {
				times.push(time);
				// One in four stands at the time of the one before.
				time += random.int(0, 3) * 0.125;
			}
			const channel = new KeyedChannel({
				kind: "scalar",
				interpolation: "step",
				times: doubles(...times),
				values: floats(...times.map((_, index) => index)),
			});
			const target = buffer.create(4);
			const check = (seconds: number) => {
				let expected = 0;
				times.forEach((keyTime, index) => {
					if (keyTime <= seconds) expected = index;
				});
				channel.write(seconds, target, 0);
				expect(buffer.readf32(target, 0)).to.equal(expected);
			};
			for (const _ of $range(1, 100)) check(random.between(-1, time + 1));
			for (const step of $range(-5, 150)) check((step / 145) * time);
			for (const step of $range(100, 0, -1)) check((step / 100) * time);
		});

		it("take the first value at a time that is no number", () => {
			const at = vectors("linear", doubles(0, 1), floats(1, 2, 3, 4, 5, 6));
			expectNear(at(NAN), [1, 2, 3], 0);
		});
	});

	describe("mistakes", () => {
		const mistake = (options: Partial<KeyedChannelOptions>) =>
			failureOf(
				() =>
					new KeyedChannel({
						kind: "vector",
						interpolation: "linear",
						times: doubles(0, 1),
						values: floats(0, 0, 0, 1, 1, 1),
						...options,
					}),
			);

		it("are named: times out of order", () => {
			expect(mistake({ times: doubles(1, 0.5) })).to.equal(
				"[dolly] KeyedChannel: times[1] is 0.5, before times[0], which is 1",
			);
		});

		it("are named: times and values that are no numbers", () => {
			expect(mistake({ times: doubles(0, math.huge) })).to.equal("[dolly] KeyedChannel: times[1] is inf");
			expect(mistake({ values: floats(0, 0, 0, -math.huge, 0, 0) })).to.equal(
				"[dolly] KeyedChannel: values[3] is -inf",
			);
			const [found] = mistake({ times: doubles(NAN, 1) }).find("^%[dolly%] KeyedChannel: times%[0%] is %-?nan");
			expect(found).to.equal(1);
		});

		it("are named: sizes that do not fit", () => {
			expect(mistake({ times: buffer.create(0), values: buffer.create(0) })).to.equal(
				"[dolly] KeyedChannel: times has 0 bytes, not 8 for each of its keys",
			);
			expect(mistake({ times: buffer.create(12) })).to.equal(
				"[dolly] KeyedChannel: times has 12 bytes, not 8 for each of its keys",
			);
			expect(mistake({ interpolation: "cubic" })).to.equal(
				"[dolly] KeyedChannel: values has 24 bytes, but 2 keys take 72",
			);
		});

		it("are named: interpolations that a kind does not have", () => {
			expect(mistake({ interpolation: "squad" })).to.equal(
				"[dolly] KeyedChannel: interpolation squad is not for a vector",
			);
			expect(mistake({ kind: "rotation", interpolation: "hermite" })).to.equal(
				"[dolly] KeyedChannel: interpolation hermite is not for a rotation",
			);
			expect(mistake({ interpolation: "cosine" as "linear" })).to.equal(
				"[dolly] KeyedChannel: interpolation is cosine",
			);
		});

		it("are named: a rotation of length 0", () => {
			expect(mistake({ kind: "rotation", values: floats(0, 0, 0, 1, 0, 0, 0, 0) })).to.equal(
				"[dolly] KeyedChannel: values[4] starts a rotation of length 0",
			);
			// A millionth is enough for a direction, whichever number has it.
			for (const at of $range(0, 3)) {
				const short = (length: number) => {
					const rotation = [0, 0, 0, 0];
					rotation[at] = length;
					return rotation;
				};
				expect(mistake({ kind: "rotation", values: floats(0, 0, 0, 1, ...short(0.9e-6)) })).to.equal(
					"[dolly] KeyedChannel: values[4] starts a rotation of length 0",
				);
				const read = rotations("linear", doubles(0, 1), aboutY(0), short(1.1e-6));
				expectNear(read(1), short(1), F32);
			}
		});
	});
};
