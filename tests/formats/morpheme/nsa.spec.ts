import { Job } from "../../../src/roblox/job";
import { readNsa } from "../../../src/formats/morpheme/nsa";
import { createPose } from "../../../src/scene/pose";
import { samplePose } from "../../../src/scene/sample-pose";
import { buildNsa, NsaContents } from "../../builders/nsa";
import { failureOf } from "../../expect-failure";

/** Bone 0 moves, bone 1 turns, bone 2 stands still; all factors are powers of two, so that results are exact. */
const EXAMPLE: NsaContents = {
	duration: 0.1,
	rate: 10,
	boneCount: 3,
	statics: {
		translationFactors: { min: [-1, -2, -3], extent: [0.5, 0.25, 0.125] },
		rotationFactors: { min: [-0.5, -0.5, -0.5], extent: [2 ** -16, 2 ** -16, 2 ** -16] },
		// Stored as 4, 16, 64.
		translations: [{ bone: 2, value: [1, 2, 5] }],
		// Stored as 32768, 32768, 49152.
		rotations: [{ bone: 2, value: [0, 0, 0.25] }],
	},
	dynamics: {
		samples: 2,
		initial: { min: [-10, 0, 10], extent: [0.5, 0.5, 0.5] },
		translationFactors: [
			{ min: [1, 100, 100], extent: [0.5, 100, 100] },
			{ min: [100, -1, 100], extent: [100, 0.25, 100] },
			{ min: [100, 100, 0], extent: [100, 100, 2] },
		],
		rotationFactors: [{ min: [-0.5, -0.5, -0.5], extent: [2 ** -16, 2 ** -16, 2 ** -16] }],
		translations: [
			{
				bone: 0,
				init: [2, 4, 6],
				factor: [0, 1, 2],
				// Stored as 145, 1301, 632, which is 0x12345678, and then as 0, 0, 0.
				value: (sample, axis) => (sample === 0 ? [73.5, 324.25, 1264] : [1, -1, 0])[axis],
			},
		],
		rotations: [
			{
				bone: 1,
				init: [128, 128, 128],
				factor: [0, 0, 0],
				// Stored as 49152, 32768, 32768, and then as 32768 three times.
				value: (sample, axis) => (sample === 0 && axis === 0 ? 0.25 : 0),
			},
		],
	},
};

/** What an animation that came without a skeleton is told. */
const BARE = "bones have no names and no parents: a network (.mrn) with the skeleton has them";

/** Where the example's parts stand. */
const STATIC_AT = 0x140;
const DYNAMIC_AT = 0x1b0;

function example(changes: Partial<NsaContents> = {}): buffer {
	return buildNsa({ ...EXAMPLE, ...changes });
}

/** The example with a u32 overwritten. */
function patched(at: number, value: number): buffer {
	const file = example();
	buffer.writeu32(file, at, value);
	return file;
}

/** The seven numbers of a joint's translation and rotation at `seconds`. */
function jointAt(file: buffer, joint: number, seconds: number): Array<number> {
	const { clip } = readNsa(file);
	const pose = createPose(clip.skeleton.joints.size());
	samplePose(clip, seconds, pose);
	return [0, 4, 8, 12, 16, 20, 24].map((at) => buffer.readf32(pose, joint * 40 + at));
}

/** The difference of two lists' numbers at its largest. */
function deviation(actual: Array<number>, expected: Array<number>): number {
	let worst = actual.size() === expected.size() ? 0 : math.huge;
	actual.forEach((value, index) => (worst = math.max(worst, math.abs(value - expected[index]))));
	return worst;
}

/** Rounding of one f32 near 1. */
const SINGLE = 2 ** -24;

export = () => {
	describe("dequantisation", () => {
		it("unpacks x from the top 11 bits, y from the next 11 and z from the last 10, each with its own factors", () => {
			const file = example();
			expect(buffer.readu32(file, DYNAMIC_AT + 0x40)).to.equal(0x12345678);
			// 145 × 0.5 + 1 and the initial 2 × 0.5 - 10, and so on.
			expect(deviation(jointAt(file, 0, 0), [64.5, 326.25, 1277, 0, 0, 0, 1])).to.equal(0);
			expect(deviation(jointAt(file, 0, 0.1), [-8, 1, 13, 0, 0, 0, 1])).to.equal(0);
		});

		it("reads rotation vectors as tan(angle / 4), with the minimum added", () => {
			const file = example();
			expect(buffer.readu16(file, DYNAMIC_AT + 0x60)).to.equal(49152);
			expect(deviation(jointAt(file, 1, 0), [0, 0, 0, 8 / 17, 0, 0, 15 / 17])).to.be.near(0, SINGLE);
		});

		it("would turn another way if the minimum were subtracted, as the public notes print it", () => {
			// 49152 × 2^-16 + 0.5 is 1.25 rather than 0.25: about 205° about X instead of 56°, and 90° about the others.
			const printed = 49152 * 2 ** -16 - -0.5;
			expect(printed).to.equal(1.25);
			const others = 32768 * 2 ** -16 - -0.5;
			expect(others).to.equal(1);
			const square = printed * printed + 2 * others * others;
			const wrong = [2 * printed, 2 * others, 2 * others, 1 - square].map((value) => value / (1 + square));
			const read = jointAt(example(), 1, 0);
			const rotation = [read[3], read[4], read[5], read[6]];
			expect(deviation(rotation, wrong) > 0.4).to.equal(true);
			expect(deviation(rotation, [8 / 17, 0, 0, 15 / 17])).to.be.near(0, SINGLE);
		});

		it("multiplies the initial rotation by the sample, in that order", () => {
			// A half turn about -X, and about Y the vector 1/4: -i (15 + 8 j) / 17 = (-15 i - 8 k) / 17.
			const file = example({
				dynamics: {
					...EXAMPLE.dynamics!,
					rotations: [{ bone: 1, init: [0, 128, 128], factor: [0, 0, 0], value: (_, axis) => (axis === 1 ? 0.25 : 0) }],
				},
			});
			expect(deviation(jointAt(file, 1, 0), [0, 0, 0, -15 / 17, 0, -8 / 17, 0])).to.be.near(0, SINGLE);
		});

		it("takes an initial byte of 255 for a little less than 1", () => {
			// 255 / 128 - 1 = 0.9921875 = 127/128: 2 × 127 × 128 / (128² + 127²) and (128² - 127²) / (128² + 127²).
			const file = example({
				dynamics: {
					...EXAMPLE.dynamics!,
					rotations: [{ bone: 1, init: [128, 128, 255], factor: [0, 0, 0], value: () => 0 }],
				},
			});
			expect(deviation(jointAt(file, 1, 0), [0, 0, 0, 0, 0, 32512 / 32513, 255 / 32513])).to.be.near(0, SINGLE);
		});

		it("gives static bones their value without an initial term, at every time", () => {
			const expected = [1, 2, 5, 0, 0, 8 / 17, 15 / 17];
			for (const seconds of [0, 0.05, 0.1, 7]) {
				expect(deviation(jointAt(example(), 2, seconds), expected)).to.be.near(0, SINGLE);
			}
		});
	});

	describe("sampling", () => {
		it("goes from one translation to the next in a straight line", () => {
			// A quarter of the way from (64.5, 326.25, 1277) to (-8, 1, 13).
			expect(deviation(jointAt(example(), 0, 0.025), [46.375, 244.9375, 961, 0, 0, 0, 1])).to.be.near(0, 1e-4);
		});

		it("goes from one rotation to the next at constant speed", () => {
			// Half of 4 atan(1/4) about X: the vector's length is then tan(atan(1/4) / 2) = sqrt(17) - 4.
			const half = math.sqrt(17) - 4;
			const [x, w] = [(2 * half) / (1 + half * half), (1 - half * half) / (1 + half * half)];
			expect(deviation(jointAt(example(), 1, 0.05), [0, 0, 0, x, 0, 0, w])).to.be.near(0, 2 * SINGLE);
		});

		it("goes the short way round where neighbours have opposite signs", () => {
			// Vectors 0.9 and 1.2 about Z: the quaternion of the second has a negative w.
			const file = example({
				dynamics: {
					...EXAMPLE.dynamics!,
					rotationFactors: [{ min: [0, 0, 0], extent: [0.1, 0.1, 0.1] }],
					rotations: [
						{
							bone: 1,
							init: [128, 128, 128],
							factor: [0, 0, 0],
							value: (sample, axis) => (axis === 2 ? (sample === 0 ? 0.9 : 1.2) : 0),
						},
					],
				},
			});
			const angle = (4 * math.atan(0.9) + 4 * math.atan(1.2)) / 2;
			const read = jointAt(file, 1, 0.05);
			expect(read[5]).to.be.near(math.sin(angle / 2), 1e-6);
			expect(read[6]).to.be.near(math.cos(angle / 2), 1e-6);
		});

		it("holds the first and the last sample outside the animation", () => {
			const { clip } = readNsa(example());
			const channel = clip.tracks[0].translation!;
			const pose = buffer.create(12);
			for (const seconds of [-1, 0, 0 / 0, -math.huge]) {
				channel.write(seconds, pose, 0);
				expect(buffer.readf32(pose, 0)).to.equal(64.5);
			}
			for (const seconds of [0.1, 0.2, 1e30, math.huge]) {
				channel.write(seconds, pose, 0);
				expect(buffer.readf32(pose, 0)).to.equal(-8);
			}
		});

		it("reads the rows where they stand, without a copy", () => {
			const file = example();
			const { clip } = readNsa(file);
			buffer.writeu32(file, DYNAMIC_AT + 0x40, 0);
			const pose = createPose(3);
			samplePose(clip, 0, pose);
			expect(buffer.readf32(pose, 0)).to.equal(-8);
		});
	});

	describe("the result", () => {
		it("keeps what the header says", () => {
			const nsa = readNsa(example(), { name: "walk" });
			expect(nsa.clip.name).to.equal("walk");
			expect(nsa.clip.duration).to.be.near(0.1, 1e-8);
			expect(nsa.clip.loop).to.equal(false);
			expect(nsa.version).to.equal(1);
			expect(nsa.sampleRate).to.equal(10);
			expect(nsa.sampleCount).to.equal(2);
			expect(nsa.boneCount).to.equal(3);
			expect(nsa.root).to.equal(undefined);
			expect(nsa.scene.report.join("; ")).to.equal(BARE);
		});

		it("has one track a bone, in the order of the bones", () => {
			const { clip } = readNsa(example());
			expect(clip.tracks.map(({ joint }) => joint).join(" ")).to.equal("0 1 2");
			expect(clip.tracks[0].rotation).to.equal(undefined);
			expect(clip.tracks[1].translation).to.equal(undefined);
		});

		it("puts bones on the last joints of a larger skeleton", () => {
			const joints = ["World", "Root", "A", "B", "C"].map((name, index) => ({ name, parent: index - 1 }));
			const skeleton = { name: "rig", joints, rest: createPose(5) };
			const { clip } = readNsa(example(), { skeleton });
			expect(clip.tracks.map(({ joint }) => joint).join(" ")).to.equal("2 3 4");
			expect(clip.skeleton).to.equal(skeleton);
		});

		it("refuses a smaller skeleton", () => {
			const skeleton = { name: "rig", joints: [{ name: "A", parent: -1 }], rest: createPose(1) };
			expect(failureOf(() => readNsa(example(), { skeleton }))).to.equal(
				"[dolly] readNsa: skeleton has 1 joints, but the animation has 3 bones",
			);
		});
	});

	describe("the scene", () => {
		it("has the skeleton that was handed over and the one clip that moves it", () => {
			const joints = ["A", "B", "C"].map((name, index) => ({ name, parent: index - 1 }));
			const skeleton = { name: "rig", joints, rest: createPose(3) };
			const { scene, clip } = readNsa(example(), { name: "walk", skeleton });
			expect(scene.name).to.equal("walk");
			expect(scene.format).to.equal("Morpheme animation");
			expect(scene.skeletons[0]).to.equal(skeleton);
			expect(scene.clips[0].skeleton).to.equal(skeleton);
			expect(scene.clips[0].tracks).to.equal(clip.tracks);
			expect(scene.report.size()).to.equal(0);
		});

		it("has bones side by side, and says so, where no skeleton was", () => {
			const { skeletons, clips, report } = readNsa(example()).scene;
			expect(skeletons[0].joints.map(({ name, parent }) => `${name} ${parent}`).join(", ")).to.equal(
				"Bone 1 -1, Bone 2 -1, Bone 3 -1",
			);
			expect(clips[0].skeleton).to.equal(skeletons[0]);
			expect(report.join()).to.equal(BARE);
		});

		it("adds to the one report of its Job", () => {
			const job = new Job();
			job.budget.warn("older");
			expect(readNsa(example(), { job }).scene.report).to.equal(job.report);
			expect(job.report.join("; ")).to.equal(`older; ${BARE}`);
			expect(failureOf(() => readNsa(example(), { job: 1 as never }))).to.equal(
				"[dolly] readNsa: job is 1; expected a Job",
			);
		});
	});

	describe("the root", () => {
		const moving = {
			rate: 10,
			samples: 2,
			translation: {
				factors: { min: [-1, 0, 0], extent: [1, 1, 1] } as const,
				value: (sample: number, axis: number) => (sample === 0 ? 0 : axis + 1),
			},
		};

		function rootOf(root: NsaContents["root"]) {
			return readNsa(example({ root })).root!;
		}

		it("moves in a track of its own, which leaves the clip alone", () => {
			const file = example({ root: moving as NsaContents["root"] });
			const { root } = readNsa(file);
			const target = buffer.create(16);
			root!.translation!.write(0.05, target, 0);
			expect([0, 4, 8].map((at) => buffer.readf32(target, at)).join(" ")).to.equal("0.5 1 1.5");
			expect(deviation(jointAt(file, 0, 0), [64.5, 326.25, 1277, 0, 0, 0, 1])).to.equal(0);
		});

		it("keeps a constant rotation where the pointer to its rotations is null", () => {
			const root = rootOf({ rate: 10, samples: 2, constant: [0, 2, 0, 0] });
			const target = buffer.create(16);
			root.rotation!.write(0.05, target, 0);
			expect([0, 4, 8, 12].map((at) => buffer.readf32(target, at)).join(" ")).to.equal("0 1 0 0");
			// A root that is not said to move stands at the origin.
			buffer.fill(target, 0, 0xff);
			root.translation!.write(0.05, target, 0);
			expect([0, 4, 8].map((at) => buffer.readf32(target, at)).join(" ")).to.equal("0 0 0");
		});

		it("turns about X alone although bytes 72 to 79 of its section are 0", () => {
			const root = rootOf({
				rate: 10,
				samples: 2,
				rotation: {
					factors: { min: [0, 0, 0], extent: [0.25, 0, 0] },
					value: (sample, axis) => (axis === 0 ? sample * 0.25 : 0),
				},
			});
			const target = buffer.create(16);
			root.rotation!.write(0.1, target, 0);
			expect(buffer.readf32(target, 0)).to.be.near(8 / 17, SINGLE);
			root.rotation!.write(0, target, 0);
			expect(buffer.readf32(target, 0)).to.equal(0);
		});

		it("warns of a constant rotation without length and leaves it out", () => {
			const nsa = readNsa(example({ root: { rate: 10, samples: 1, constant: [0, 0, 0, 0] } }));
			expect(nsa.root!.rotation).to.equal(undefined);
			expect(nsa.scene.report[0].sub(1, 64)).to.equal(
				"a root's constant rotation has no length and was left out: byte ",
			);
			expect(nsa.scene.report.size()).to.equal(2);
		});

		it("drives joint 0 as well when it is to be baked in: its own motion, turned and moved by the root's", () => {
			const file = example({
				root: { ...(moving as NonNullable<NsaContents["root"]>), constant: [0, 0, 1, 0] },
			});
			const { clip } = readNsa(file, { bakeRoot: true });
			const pose = createPose(3);
			samplePose(clip, 0, pose);
			// (64.5, 326.25, 1277) after a half turn about Z; the root has not moved yet.
			expect([0, 4, 8].map((at) => buffer.readf32(pose, at)).join(" ")).to.equal("-64.5 -326.25 1277");
			expect([12, 16, 20, 24].map((at) => buffer.readf32(pose, at)).join(" ")).to.equal("0 0 1 0");
			samplePose(clip, 0.1, pose);
			expect([0, 4, 8].map((at) => buffer.readf32(pose, at)).join(" ")).to.equal("9 1 16");
		});

		it("takes the place of a joint 0 that the clip leaves alone, and is multiplied onto one that turns", () => {
			const { clip } = readNsa(
				buildNsa({
					duration: 0,
					rate: 10,
					boneCount: 2,
					statics: {
						translationFactors: { min: [0, 0, 0], extent: [1, 1, 1] },
						rotationFactors: { min: [0, 0, 0], extent: [0.25, 0.25, 0.25] },
						translations: [],
						rotations: [{ bone: 0, value: [0, 0.25, 0] }],
					},
					root: {
						rate: 10,
						samples: 1,
						constant: [-1, 0, 0, 0],
						translation: { factors: { min: [3, 4, 5], extent: [0, 0, 0] }, value: () => 0 },
					},
				}),
				{ bakeRoot: true },
			);
			const pose = createPose(2);
			samplePose(clip, 0, pose);
			expect([0, 4, 8].map((at) => buffer.readf32(pose, at)).join(" ")).to.equal("3 4 5");
			const rotation = [12, 16, 20, 24].map((at) => buffer.readf32(pose, at));
			expect(deviation(rotation, [-15 / 17, 0, -8 / 17, 0])).to.be.near(0, SINGLE);
		});
	});

	describe("the checksum", () => {
		it("is not looked at unless asked", () => {
			expect(readNsa(example()).scene.report.join("; ")).to.equal(BARE);
		});

		it("passes where it is right, and is a warning where it is not", () => {
			expect(readNsa(example({ crc: true }), { checkCrc: true }).scene.report.join("; ")).to.equal(BARE);
			const file = example({ crc: true });
			buffer.writeu32(file, 4, 2);
			const { scene, crc } = readNsa(file, { checkCrc: true });
			const { report } = scene;
			expect(report.size()).to.equal(2);
			const [found] = string.find(report[0], string.format("checksum is %08X, but CRC-32 gives", crc), 1, true);
			expect(found).to.equal(1);
		});
	});

	describe("what is refused", () => {
		it("is a header that is cut off", () => {
			expect(failureOf(() => readNsa(buffer.create(0)))).to.equal(
				"[dolly] nsa: header needs 192 bytes but 0 are left at byte 0",
			);
			expect(failureOf(() => readNsa(buffer.create(191)))).to.equal(
				"[dolly] nsa: header needs 192 bytes but 191 are left at byte 0",
			);
		});

		it("is scale, static or dynamic, because no reference settles it", () => {
			expect(failureOf(() => readNsa(patched(STATIC_AT + 8, 1)))).to.equal(
				`[dolly] nsa: static scale has 1 bones, but no known reference settles how scale is stored at byte ${STATIC_AT + 8}`,
			);
			expect(failureOf(() => readNsa(patched(DYNAMIC_AT + 12, 2)))).to.equal(
				`[dolly] nsa: dynamic scale has 2 bones, but no known reference settles how scale is stored at byte ${DYNAMIC_AT + 12}`,
			);
		});

		it("is a list of bones to scale", () => {
			const file = buffer.create(200);
			buffer.copy(file, 0, buildNsa({ duration: 0, rate: 10, boneCount: 3 }));
			buffer.writeu32(file, 0x38, 0xc0);
			buffer.writeu16(file, 0xc0, 2);
			expect(failureOf(() => readNsa(file))).to.equal(
				"[dolly] nsa: list of static scale bones has 2 bones, but no known reference settles how scale is stored at byte 56",
			);
		});

		it("is a pointer above 2^53, or one that leads outside the data", () => {
			expect(failureOf(() => readNsa(patched(0xa4, 0xffffffff)))).to.equal(
				"[dolly] nsa: pointer to static section is above 2^53 at byte 160",
			);
			expect(failureOf(() => readNsa(patched(0xa4, 0x00200000)))).to.equal(
				"[dolly] nsa: pointer to static section is above 2^53 at byte 160",
			);
			const outside = failureOf(() => readNsa(patched(0xa4, 0x001fffff)));
			expect(outside).to.equal(
				"[dolly] nsa: pointer to static section leads to byte 9007194959774016, but its data ends at 568 at byte 160",
			);
			expect(failureOf(() => readNsa(patched(0xa8, 0x10000)))).to.equal(
				`[dolly] nsa: pointer to dynamic section leads to byte 65536, but its data ends at ${buffer.len(example())} at byte 168`,
			);
		});

		it("is a pointer that leads back to what holds it, so that following it would loop", () => {
			expect(failureOf(() => readNsa(patched(0xa0, 0x10)))).to.equal(
				"[dolly] nsa: static section overlaps header, which fills bytes 0 to 191 at byte 16",
			);
			expect(failureOf(() => readNsa(patched(STATIC_AT + 72, 8)))).to.equal(
				`[dolly] nsa: static translation data overlaps static section, which fills bytes 320 to 415 at byte 328`,
			);
		});

		it("is a section or an array that shares bytes with another", () => {
			expect(failureOf(() => readNsa(patched(0xa8, STATIC_AT)))).to.equal(
				`[dolly] nsa: dynamic section overlaps static section, which fills bytes 320 to 415 at byte 320`,
			);
			// The rotations' data where the translations' stands.
			expect(failureOf(() => readNsa(patched(DYNAMIC_AT + 32, 0x40)))).to.equal(
				`[dolly] nsa: dynamic rotation data overlaps dynamic translation data, which fills bytes 496 to 503 at byte 496`,
			);
			expect(failureOf(() => readNsa(patched(0x30, 0xc0)))).to.equal(
				"[dolly] nsa: static rotation bones overlaps static translation bones, which fills bytes 192 to 195 at byte 192",
			);
		});

		it("is a count that the data has no room for, before anything is made for it", () => {
			expect(failureOf(() => readNsa(patched(DYNAMIC_AT, 0xffffffff)))).to.equal(
				`[dolly] nsa: dynamic translation data needs 17179869180 bytes but ${buffer.len(example()) - 496} are left at byte 496`,
			);
			expect(failureOf(() => readNsa(patched(0x78, 0xffffffff)))).to.equal(
				`[dolly] nsa: translation factors needs 103079215080 bytes but ${buffer.len(example()) - 208} are left at byte 208`,
			);
			expect(failureOf(() => readNsa(patched(0x20, 0xffffffff)))).to.equal(
				`[dolly] nsa: bone count is 4294967295 in ${buffer.len(example())} bytes of data at byte 32`,
			);
		});

		it("is a section whose count is not that of its list", () => {
			expect(failureOf(() => readNsa(patched(STATIC_AT, 2)))).to.equal(
				"[dolly] nsa: static translation has 2 bones but its list has 1 at byte 320",
			);
			expect(failureOf(() => readNsa(patched(DYNAMIC_AT + 8, 0)))).to.equal(
				`[dolly] nsa: dynamic rotation has 0 bones but its list has 1 at byte ${DYNAMIC_AT + 8}`,
			);
		});

		it("is a list of bones without a section, and a section without its data", () => {
			expect(failureOf(() => readNsa(patched(0xa0, 0)))).to.equal(
				"[dolly] nsa: static section is null, but 2 bones are listed for it at byte 160",
			);
			expect(failureOf(() => readNsa(patched(STATIC_AT + 80, 0)))).to.equal(
				"[dolly] nsa: pointer to static rotation data is null at byte 400",
			);
		});

		it("is a bone outside the animation, or one with two channels of a kind", () => {
			const outside = example();
			buffer.writeu16(outside, 0xc2, 3);
			expect(failureOf(() => readNsa(outside))).to.equal(
				"[dolly] nsa: static translation bones: bone 3 of 3 at byte 194",
			);
			const twice = example();
			buffer.writeu16(twice, 0xc2, 0);
			expect(failureOf(() => readNsa(twice))).to.equal(
				`[dolly] nsa: bone 0 has two translation channels at byte ${DYNAMIC_AT}`,
			);
		});

		it("is an info that names factors the file does not have", () => {
			const file = example();
			buffer.writeu8(file, DYNAMIC_AT + 0x48 + 4, 3);
			expect(failureOf(() => readNsa(file))).to.equal(
				`[dolly] nsa: translation of bone 0 names factors 3 of 3 at byte ${DYNAMIC_AT + 0x48 + 4}`,
			);
		});

		it("is a number that is none, and a sum that a pose cannot hold", () => {
			expect(failureOf(() => readNsa(patched(0x18, 0x7fc00000)))).to.equal("[dolly] nsa: duration is nan at byte 24");
			expect(failureOf(() => readNsa(patched(0x1c, 0)))).to.equal(
				`[dolly] nsa: dynamic section has a sample rate of 0 at byte ${DYNAMIC_AT}`,
			);
			// An extent of 1.7e38, finite by itself.
			expect(failureOf(() => readNsa(patched(0xd0 + 12, 0x7f000000)))).to.equal(
				`[dolly] nsa: translation of bone 0 reaches beyond 32-bit floats at byte ${DYNAMIC_AT + 0x48}`,
			);
		});

		it("is a dynamic section without samples", () => {
			expect(failureOf(() => readNsa(patched(DYNAMIC_AT, 0)))).to.equal(
				`[dolly] nsa: dynamic section has no samples at byte ${DYNAMIC_AT}`,
			);
		});
	});
};
