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

	/** One channel that an extension's pointer aims, over the keys (1, 0.5) at 0 and 2 seconds. */
	const zooming = (pointer: unknown, more: object = {}) => ({
		buffers: [{ byteLength: 16 }],
		bufferViews: [
			{ buffer: 0, byteLength: 8 },
			{ buffer: 0, byteOffset: 8, byteLength: 8 },
		],
		accessors: [
			{ bufferView: 0, componentType: 5126, count: 2, type: "SCALAR" },
			{ bufferView: 1, componentType: 5126, count: 2, type: "SCALAR" },
		],
		cameras: [LENS, LENS],
		nodes: [
			{ name: "Shot", camera: 1 },
			{ name: "Still", camera: 0 },
		],
		extensionsUsed: ["KHR_animation_pointer"],
		animations: [
			{
				name: "Zoom",
				samplers: [{ input: 0, output: 1, ...more }],
				channels: [{ sampler: 0, target: { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } } }],
			},
		],
	});
	const ZOOM = "/cameras/1/perspective/yfov";

	it("follows a lens that an animation changes, of that camera alone", () => {
		const { cameras, report } = readParts(zooming(ZOOM), [floats(0, 2, 1, 0.5)]).scene;
		expect(report.size()).to.equal(0);
		expect(cameras.map(({ name, duration }) => `${name} ${duration}`).join(", ")).to.equal("Shot 2, Still 0");
		expectNear(
			[0, 0.5, 1, 2].map((seconds) => sampleOf(cameras[0], seconds)[7]),
			[1, 0.875, 0.75, 0.5].map((angle) => math.deg(angle)),
			1e-5,
		);
		expectNear([sampleOf(cameras[1], 1)[7]], [60], 1e-5);
		const stepped = readParts(zooming(ZOOM, { interpolation: "STEP" }), [floats(0, 2, 1, 0.5)]).scene.cameras[0];
		expectNear([sampleOf(stepped, 1.9)[7]], [math.deg(1)], 1e-5);
		// In-tangent, value, out-tangent for each key: it overshoots both ways, and stays a lens.
		for (const [tangent, degrees] of [
			[40, 179],
			[-40, 0.01],
		]) {
			const splined = {
				...zooming(ZOOM, { interpolation: "CUBICSPLINE" }),
				buffers: [{ byteLength: 32 }],
				bufferViews: KEYS.bufferViews,
				accessors: [KEYS.accessors[0], { ...KEYS.accessors[1], count: 6, type: "SCALAR" }],
			};
			const values = [0, 1, tangent, -tangent, 0.5, 0];
			const wild = readParts(splined, [floats(0, 2, ...values)]).scene.cameras[0];
			expectNear([sampleOf(wild, 1)[7]], [degrees], 1e-5);
		}
	});

	it("moves nodes that a pointer names, and says what else it was to change", () => {
		const other = readParts(zooming("/materials/0/emissiveStrength"), [floats(0, 2, 1, 0.5)]).scene;
		expect(other.report.join()).to.equal(
			"an animation of neither a node nor a field of view is left out: /materials/0/emissiveStrength, " +
				"an animation makes no clip, because it moves nothing of this scene: Zoom",
		);
		const parts = {
			...KEYS,
			cameras: [LENS],
			nodes: [{ name: "Shot", camera: 0 }],
			animations: [
				{
					samplers: [{ input: 0, output: 1 }],
					channels: [
						{
							sampler: 0,
							target: {
								path: "pointer",
								extensions: { KHR_animation_pointer: { pointer: "/nodes/0/translation" } },
							},
						},
					],
				},
			],
		};
		expectNear(sampleOf(readParts(parts, DATA).scene.cameras[0], 1.5), [3, 0, 0, 0, 0, 0, 1, 60], 1e-5);
	});

	it("refuses pointers to nowhere and lenses that see nothing", () => {
		const failure = (pointer: unknown, last = 0.5) => failureOfParts(zooming(pointer), [floats(0, 2, 1, last)]);
		const place = "animations[0].channels[0]";
		expect(failure("/cameras/2/perspective/yfov")).to.equal(
			`it points to 2, but there are only 2 at ${place}.target.extensions.KHR_animation_pointer.pointer`,
		);
		expect(failure(7)).to.equal(
			`expected a string, but it is 7 at ${place}.target.extensions.KHR_animation_pointer.pointer`,
		);
		const nothing = `the field of view of key 1 is not between 0 and half a turn at ${place}`;
		for (const angle of [3.2, 0, -1]) expect(failure(ZOOM, angle)).to.equal(nothing);
		expect(readParts(zooming(ZOOM), [floats(0, 2, 1, 3.14)]).scene.cameras.size()).to.equal(2);
	});

	it("leaves out orthographic cameras with a warning", () => {
		const lens = { type: "orthographic", orthographic: { xmag: 1, ymag: 1, znear: 0, zfar: 10 } };
		const { lenses, scene } = readParts({ cameras: [lens], nodes: [{ camera: 0 }] });
		expect(scene.cameras.size()).to.equal(0);
		expect(lenses[0].fieldOfView).to.equal(undefined);
		expect(scene.report.join()).to.equal("an orthographic camera is left out: nodes[0].camera");
	});

	it("refuses a camera that sees nothing or everything", () => {
		const failure = (yfov: unknown) =>
			failureOfParts({ cameras: [{ type: "perspective", perspective: { yfov, znear: 1 } }] });
		expect(failure(0)).to.equal(
			"the field of view is 0 radians; expected between 0 and π at cameras[0].perspective.yfov",
		);
		expect(failure(4)).to.equal(
			"the field of view is 4 radians; expected between 0 and π at cameras[0].perspective.yfov",
		);
		expect(failure("1")).to.equal('expected a number, but it is "1" at cameras[0].perspective.yfov');
		expect(failureOfParts({ cameras: [{ type: "fisheye" }] })).to.equal(
			"expected perspective or orthographic at cameras[0].type",
		);
	});
};
