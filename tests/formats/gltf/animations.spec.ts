import { expectNear } from "../../expect-near";
import { createPose } from "../../../src/scene/pose";
import { samplePose } from "../../../src/scene/sample-pose";
import { failureOfParts, floats, joined, Parts, readParts, toNumbers } from "./documents";

const I16 = 5122;
const F32 = 5126;

interface Keys {
	times: Array<number>;
	values: buffer;
	accessor: Parts;
	path?: string;
	interpolation?: string;
}

/** A document with one node that draws a triangle, and one animation of it. */
function partsOf({ times, values, accessor, path, interpolation }: Keys): [Parts, Array<buffer>] {
	const data = joined(floats(...times), values);
	const parts = {
		buffers: [{ byteLength: buffer.len(data) }],
		bufferViews: [
			{ buffer: 0, byteLength: times.size() * 4 },
			{ buffer: 0, byteOffset: times.size() * 4, byteLength: buffer.len(values) },
		],
		accessors: [
			{ bufferView: 0, componentType: F32, count: times.size(), type: "SCALAR" },
			{ bufferView: 1, componentType: F32, ...accessor },
			{ componentType: F32, count: 3, type: "VEC3" },
		],
		meshes: [{ primitives: [{ attributes: { POSITION: 2 } }] }],
		nodes: [{ name: "Node", mesh: 0 }],
		animations: [
			{
				name: "Move",
				samplers: [{ input: 0, output: 1, interpolation }],
				channels: [{ sampler: 0, target: { node: 0, path: path ?? "translation" } }],
			},
		],
	};
	return [parts, [data]];
}

/** The ten numbers of the node's pose at `seconds`. */
function poseAt(keys: Keys, seconds: number): Array<number> {
	const [parts, data] = partsOf(keys);
	const pose = createPose(1);
	samplePose(readParts(parts, data).scene.clips[0], seconds, pose);
	return toNumbers(pose);
}

function failureOfKeys(keys: Keys): string {
	const [parts, data] = partsOf(keys);
	return failureOfParts(parts, data);
}

const VEC3 = { count: 2, type: "VEC3" };

export = () => {
	it("samples straight lines between keys, and holds the ends", () => {
		const keys = { times: [1, 3], values: floats(0, 0, 0, 4, 8, -4), accessor: VEC3 };
		expect(
			poseAt(keys, 1.5)
				.filter((_, index) => index < 3)
				.join(" "),
		).to.equal("1 2 -1");
		expect(poseAt(keys, 0)[0]).to.equal(0);
		expect(poseAt(keys, 3)[0]).to.equal(4);
	});

	it("holds each key where the interpolation is STEP", () => {
		const keys = {
			times: [0, 1],
			values: floats(1, 1, 1, 2, 3, 4),
			accessor: VEC3,
			path: "scale",
			interpolation: "STEP",
		};
		expect(poseAt(keys, 0.99)[8]).to.equal(1);
		expect(poseAt(keys, 1)[8]).to.equal(3);
	});

	it("follows glTF's cubic spline", () => {
		// Keys 0 and 1 at 0 and 2 seconds; leaving at 3 a second, arriving at -1 a second.
		const values = floats(0, 0, 0, 0, 0, 0, 3, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0);
		const keys = { times: [0, 2], values, accessor: { count: 6, type: "VEC3" }, interpolation: "CUBICSPLINE" };
		// Halfway: p0/2 + m0 (2 s) /8 - m1 (2 s) /8 + p1/2.
		expect(poseAt(keys, 1)[0]).to.be.near(0 + (3 * 2) / 8 - (-1 * 2) / 8 + 1 / 2, 1e-6);
	});

	it("takes rotations as normalised integers, the short way round", () => {
		const values = buffer.create(16);
		for (const [at, value] of [
			[6, 32767],
			[10, 32767],
		]) {
			buffer.writei16(values, at, value);
		}
		const accessor = { componentType: I16, normalized: true, count: 2, type: "VEC4" };
		const pose = poseAt({ times: [0, 1], values, accessor, path: "rotation" }, 0.5);
		expect(pose[3]).to.be.near(0, 1e-7);
		expect(pose[4]).to.be.near(math.sin(math.pi / 4), 1e-7);
		expect(pose[6]).to.be.near(math.cos(math.pi / 4), 1e-7);
	});

	it("keeps the animation of morph weights as the file has it", () => {
		const keys = {
			times: [0, 1],
			values: floats(0, 1, 0.5, 0.25),
			accessor: { count: 4, type: "SCALAR" },
			path: "weights",
		};
		const [parts, data] = partsOf(keys);
		const { animations, scene } = readParts(parts, data);
		expect(scene.clips.size()).to.equal(0);
		expect(scene.report.join()).to.equal("animated morph weights are not played: Move of Node");
		expect(animations[0].duration).to.equal(1);
		expect(animations[0].channels[0].path).to.equal("weights");
		expect(toNumbers(animations[0].channels[0].values).join(" ")).to.equal("0 1 0.5 0.25");
	});

	it("refuses times that fall, or lie before 0", () => {
		const values = floats(0, 0, 0, 4, 8, -4);
		expect(failureOfKeys({ times: [1, 0.5], values, accessor: VEC3 })).to.equal(
			"key 1 is earlier than the previous one, or than 0 at accessors[0]",
		);
		expect(failureOfKeys({ times: [-1, 0], values, accessor: VEC3 })).to.equal(
			"key 0 is earlier than the previous one, or than 0 at accessors[0]",
		);
		expect(failureOfKeys({ times: [0, 1e10], values, accessor: VEC3 })).to.equal(
			"keys lie beyond 1000000000 seconds at accessors[0]",
		);
		expect(poseAt({ times: [0, 1e9], values, accessor: VEC3 }, 5e8)[0]).to.equal(2);
	});

	it("refuses values that do not fit the keys or their target", () => {
		const values = floats(0, 0, 0, 4, 8, -4);
		expect(failureOfKeys({ times: [0, 1, 2], values, accessor: VEC3 })).to.equal(
			"2 values do not fit 3 keys of LINEAR at accessors[1].count",
		);
		expect(failureOfKeys({ times: [0, 1], values, accessor: VEC3, interpolation: "CUBICSPLINE" })).to.equal(
			"2 values do not fit 2 keys of CUBICSPLINE at accessors[1].count",
		);
		expect(failureOfKeys({ times: [0, 1], values, accessor: VEC3, path: "rotation" })).to.equal(
			"a sampler's output for rotation is of type VEC3, not VEC4 at accessors[1].type",
		);
		expect(failureOfKeys({ times: [0, 1], values, accessor: VEC3, path: "color" })).to.equal(
			"expected translation, rotation, scale or weights at animations[0].channels[0].target.path",
		);
		const zeros = { times: [0], values: floats(0, 0, 0, 0), accessor: { count: 1, type: "VEC4" }, path: "rotation" };
		expect(failureOfKeys(zeros)).to.equal("rotation 0 has length 0 at accessors[1]");
		// A rotation of a thousandth of the length is still one, whichever of its numbers says so.
		for (const at of $range(0, 3)) {
			const short = (length: number) => {
				const rotation = [0, 0, 0, 0];
				rotation[at] = length;
				return {
					...zeros,
					times: [0, 1],
					values: floats(0, 0, 0, 1, ...rotation),
					accessor: { count: 2, type: "VEC4" },
				};
			};
			expect(failureOfKeys(short(0.0009))).to.equal("rotation 1 has length 0 at accessors[1]");
			expect(poseAt(short(0.0011), 1)[3 + at]).to.equal(1);
		}
		expect(failureOfKeys({ times: [0, 1], values: floats(0, 0, 0, 0, 1e30, 0), accessor: VEC3 })).to.equal(
			"element 1 is beyond 1000000000000000000 at accessors[1]",
		);
		expect(poseAt({ times: [0, 1], values: floats(0, 0, 0, 0, -9e17, 0), accessor: VEC3 }, 1)[1] < -8.9e17).to.equal(
			true,
		);
		expect(failureOfKeys({ times: [0, 1], values: floats(-1.1e18, 0, 0, 0, 0, 0), accessor: VEC3 })).to.equal(
			"element 0 is beyond 1000000000000000000 at accessors[1]",
		);
	});

	it("reads an unknown interpolation as LINEAR, and says so", () => {
		for (const [interpolation, shown] of [
			["BEZIER", "BEZIER"],
			[0, "0"],
		] as Array<[string, string]>) {
			const keys = { times: [0, 2], values: floats(0, 0, 0, 4, 8, -4), accessor: VEC3, interpolation };
			expectNear(poseAt(keys, 1), [2, 4, -2, 0, 0, 0, 1, 1, 1, 1], 1e-6);
			const [parts, data] = partsOf(keys);
			expect(readParts(parts, data).scene.report.join()).to.equal(
				`an unknown interpolation (${shown}) is read as LINEAR: animations[0].samplers[0]`,
			);
		}
	});

	it("plays what moves first if one target is animated twice, and passes over targets of extensions", () => {
		const [parts, data] = partsOf({ times: [0, 1], values: floats(0, 0, 0, 4, 8, -4), accessor: VEC3 });
		const [animation] = parts.animations as Array<{ channels: Array<Parts> }>;
		animation.channels.push({ sampler: 0, target: { path: "pointer" } });
		expect(readParts(parts, data).animations[0].channels.size()).to.equal(1);
		animation.channels.push(animation.channels[0]);
		const { animations, scene } = readParts(parts, data);
		expect(animations[0].channels.size()).to.equal(1);
		expect(scene.report.join()).to.equal(
			"an animation of an extension's property is left out: animations[0].channels[1].target, " +
				"what an animation moves a second time is left out: translation of node 0 in Move",
		);
	});
};
