import { CAMERA_SAMPLE_SIZE, CameraPath } from "../../../src/motion/camera-path";
import { expectNear } from "../../expect-near";
import { failureOfParts, floats, readParts } from "./documents";

const LENS = { type: "perspective", perspective: { yfov: math.pi / 3, znear: 0.1 } };
const HALF = math.sqrt(0.5);

function sampleOf(path: CameraPath, seconds: number): Array<number> {
	const target = buffer.create(CAMERA_SAMPLE_SIZE);
	path.sample(seconds, target);
	const values = new Array<number>();
	for (const at of $range(0, CAMERA_SAMPLE_SIZE - 8, 8)) values.push(buffer.readf64(target, at));
	return values;
}

/** Two keys, at 0 and 2 seconds: (0, 0, 0) and (4, 0, 0). */
const DATA = [floats(0, 2, 0, 0, 0, 4, 0, 0)];
const KEYS = {
	buffers: [{ byteLength: 32 }],
	bufferViews: [
		{ buffer: 0, byteLength: 8 },
		{ buffer: 0, byteOffset: 8, byteLength: 24 },
	],
	accessors: [
		{ bufferView: 0, componentType: 5126, count: 2, type: "SCALAR" },
		{ bufferView: 1, componentType: 5126, count: 2, type: "VEC3" },
	],
};

function moving(name: string, node: number) {
	return {
		name,
		samplers: [{ input: 0, output: 1 }],
		channels: [{ sampler: 0, target: { node, path: "translation" } }],
	};
}

export = () => {
	it("gives a still camera a path of no duration, through the nodes that it hangs on", () => {
		const { cameras } = readParts({
			cameras: [LENS],
			// A crane turned a quarter to the left, twice as large; the camera is 1 up and 2 back on it.
			nodes: [
				{ translation: [10, 0, 0], rotation: [0, HALF, 0, HALF], scale: [2, 2, 2], children: [1] },
				{ name: "Shot", camera: 0, translation: [0, 1, 2] },
			],
		}).scene;
		expect(cameras.size()).to.equal(1);
		expect(cameras[0].name).to.equal("Shot");
		expect(cameras[0].duration).to.equal(0);
		expectNear(sampleOf(cameras[0], 0), [14, 2, 0, 0, HALF, 0, HALF, 60], 1e-6);
	});

	it("makes a path for each animation that moves the camera or what it hangs on", () => {
		const { scene } = readParts(
			{
				...KEYS,
				cameras: [LENS],
				nodes: [{ children: [1], translation: [0, 7, 0] }, { name: "Shot", camera: 0, translation: [0, 1, 2] }, {}],
				animations: [moving("Slide", 0), moving("Zoom", 1), moving("Other", 2)],
			},
			DATA,
		);
		expect(scene.cameras.map(({ name, duration }) => `${name} ${duration}`).join(", ")).to.equal(
			"Shot Slide 2, Shot Zoom 2",
		);
		expectNear(sampleOf(scene.cameras[0], 1.5), [3, 1, 2, 0, 0, 0, 1, 60], 1e-6);
		expectNear(sampleOf(scene.cameras[1], 1.5), [3, 7, 0, 0, 0, 0, 1, 60], 1e-6);
		// Held at both ends.
		expectNear(sampleOf(scene.cameras[1], 9), [4, 7, 0, 0, 0, 0, 1, 60], 1e-6);
	});

	it("leaves out orthographic cameras with a warning", () => {
		const lens = { type: "orthographic", orthographic: { xmag: 1, ymag: 1, znear: 0, zfar: 10 } };
		const { lenses, scene } = readParts({ cameras: [lens], nodes: [{ camera: 0 }] });
		expect(scene.cameras.size()).to.equal(0);
		expect(lenses[0].fieldOfView).to.equal(undefined);
		expect(scene.warnings.join()).to.equal("an orthographic camera is left out: nodes[0].camera");
	});

	it("refuses a camera that sees nothing or everything", () => {
		const failure = (yfov: unknown) =>
			failureOfParts({ cameras: [{ type: "perspective", perspective: { yfov, znear: 1 } }] });
		expect(failure(0)).to.equal("the field of view is 0 radians at cameras[0].perspective.yfov");
		expect(failure(4)).to.equal("the field of view is 4 radians at cameras[0].perspective.yfov");
		expect(failure("1")).to.equal('a number is needed, but it is "1" at cameras[0].perspective.yfov');
		expect(failureOfParts({ cameras: [{ type: "fisheye" }] })).to.equal(
			"a camera is perspective or orthographic at cameras[0].type",
		);
	});
};
