import { Job } from "../../src/roblox/job";
import { changeOf } from "../../src/scene/axes";
import { convertMesh, convertScene, convertSkeleton } from "../../src/scene/convert-scene";
import { CAMERA_SAMPLE_SIZE } from "../../src/motion/camera-path";
import { createSkeleton } from "../../src/scene/create-skeleton";
import { pathFromChannels } from "../../src/motion/path-from-channels";
import { FixedChannel } from "../../src/motion/fixed-channel";
import { POSE_STRIDE } from "../../src/scene/pose";
import { emptyScene, Scene, SceneMesh } from "../../src/scene/scene";
import { doubles, floats, readFloats } from "../buffers";
import { failureOf } from "../expect-failure";
import { expectNear } from "../expect-near";
import { gridMesh } from "./grid-mesh";
import { manyJoints } from "./many-joints";

const HALF = math.sqrt(0.5);

function meshAt(x: number, changes: Partial<SceneMesh> = {}): SceneMesh {
	return { ...gridMesh(2, 2), node: 0, place: { position: [x, 2, 3], rotation: [0, HALF, 0, HALF] }, ...changes };
}

/** A mesh of positions alone. */
function bareMesh(changes: Partial<SceneMesh> = {}): SceneMesh {
	const { name, node, place, vertexCount, triangleCount, positions, indices } = meshAt(1);
	return { name, node, place, vertexCount, triangleCount, positions, indices, uvs: [], ...changes };
}

/** A scene with one of everything. */
function wholeScene(): Scene {
	const { clip, skeleton } = manyJoints(3, 1);
	return {
		...emptyScene("whole", "glTF"),
		nodes: [{ name: "A", parent: -1, translation: [1, 2, 3], rotation: [HALF, 0, 0, HALF], scale: [4, 5, 6] }],
		meshes: [meshAt(1, { skeleton }), meshAt(7, { skeleton, joint: 1 })],
		skeletons: [skeleton],
		clips: [
			{ ...clip, skeleton },
			{ ...clip, name: "again", skeleton },
		],
		cameras: [
			pathFromChannels({
				name: "camera",
				duration: 1,
				position: new FixedChannel(1, 2, 3),
				target: new FixedChannel(1, 2, 9),
			}),
		],
		facing: [0, 1, 0],
		studs: 6,
		report: ["one"],
	};
}

export = () => {
	it("converts nodes, places, vertices, skeletons, clips, cameras and what the model looks along, all alike", () => {
		const scene = wholeScene();
		const converted = convertScene(scene, { axes: "zUp", scale: 2 });
		const [node] = converted.nodes;
		expectNear(node.translation, [2, 6, -4], 0);
		expectNear(node.rotation, [HALF, 0, 0, HALF], 0);
		expectNear(node.scale, [4, 6, 5], 0);
		const [mesh] = converted.meshes;
		expectNear(mesh.place.position, [2, 6, -4], 0);
		expectNear(mesh.place.rotation, [0, 0, -HALF, HALF], 1e-12);
		const [x, y, z] = readFloats(scene.meshes[0].positions, 36, 3);
		expectNear(readFloats(mesh.positions, 36, 3), [x * 2, z * 2, -y * 2], 1e-6);
		const sample = buffer.create(CAMERA_SAMPLE_SIZE);
		converted.cameras[0].sample(0, sample);
		expectNear(
			[0, 8, 16].map((at) => buffer.readf64(sample, at)),
			[2, 6, -4],
			1e-12,
		);
		expectNear(converted.facing, [0, 0, -1], 0);
		expect(converted.studs).to.equal(3);
		expect(`${converted.name} ${converted.format} ${converted.report.join()}`).to.equal("whole glTF one");
		// What was converted stays as it was.
		expectNear(scene.nodes[0].translation, [1, 2, 3], 0);
		expectNear(readFloats(scene.meshes[0].positions, 36, 3), [x, y, z], 0);
	});

	it("has 25 studs in 7 metres, and is in studs then", () => {
		const { skeleton } = createSkeleton("one", [{ name: "a", parent: -1 }], {
			rest: floats(7, 0, 0, 0, 0, 0, 1, 1, 1, 1),
		});
		const metres: Scene = { ...emptyScene("m", "glTF"), skeletons: [skeleton], studs: 1 / 0.28 };
		const converted = convertScene(metres, { scale: metres.studs });
		expectNear(readFloats(converted.skeletons[0].rest, 0, 3), [25, 0, 0], 1e-5);
		expect(converted.studs).to.be.near(1, 1e-12);
	});

	it("keeps one skeleton one: meshes and clips go on with that of the scene", () => {
		const { skeletons, meshes, clips } = convertScene(wholeScene(), { scale: 2 });
		for (const mesh of meshes) expect(mesh.skeleton).to.equal(skeletons[0]);
		for (const clip of clips) expect(clip.skeleton).to.equal(skeletons[0]);
		expect(meshes[1].joint).to.equal(1);
	});

	it("converts the rest of a clip that has its own", () => {
		const scene = wholeScene();
		const [skeleton] = scene.skeletons;
		const rest = floats(1, 2, 3, 0, 0, 0, 1, 1, 1, 1, ...readFloats(skeleton.rest, 40, 20));
		scene.clips[0].skeleton = { ...skeleton, rest };
		const { clips } = convertScene(scene, { scale: 2 });
		expectNear(readFloats(clips[0].skeleton.rest, 0, 3), [2, 4, 6], 0);
		expect(buffer.len(clips[0].skeleton.rest)).to.equal(3 * POSE_STRIDE);
	});

	it("converts where bones stood at binding, once for all meshes of a skin", () => {
		const scene = wholeScene();
		const bind = doubles(1, 2, 3, 0.5, 0.5, -0.5, 0.5, 0, 0, 0, 0, 0, 0.6, 0.8);
		for (const mesh of scene.meshes) {
			mesh.bones = [0, 1];
			mesh.bind = bind;
		}
		const { meshes } = convertScene(scene, { axes: "zUp", scale: 2 });
		const values = new Array<number>();
		for (const at of $range(0, 104, 8)) values.push(buffer.readf64(meshes[0].bind!, at));
		expectNear(values, [2, 6, -4, 0.5, -0.5, -0.5, 0.5, 0, 0, 0, 0, 0.6, 0, 0.8], 1e-12);
		expect(meshes[1].bind).to.equal(meshes[0].bind);
		expect(buffer.readf64(bind, 0)).to.equal(1);
	});

	it("converts a second time with one wrapper more on nothing: clips, cameras and places fold", () => {
		const scene = wholeScene();
		const once = convertScene(scene, { axes: "zUp", scale: 6 });
		const twice = convertScene(convertScene(scene, { axes: "zUp", scale: 2 }), { scale: 3 });
		const inside = (converted: unknown) => converted as { channel?: unknown; path?: unknown };
		expect(inside(twice.clips[0].tracks[2].translation).channel).to.equal(scene.clips[0].tracks[2].translation);
		expect(inside(twice.clips[0].tracks[2].rotation).channel).to.equal(scene.clips[0].tracks[2].rotation);
		expect(inside(twice.cameras[0]).path).to.equal(scene.cameras[0]);
		expectNear(twice.meshes[0].place.position, once.meshes[0].place.position, 1e-12);
		expectNear(readFloats(twice.meshes[0].positions, 0, 12), readFloats(once.meshes[0].positions, 0, 12), 1e-5);
		expect(twice.studs).to.equal(once.studs);
	});

	it("gives back the same scene where nothing changes", () => {
		const scene = wholeScene();
		expect(convertScene(scene, {})).to.equal(scene);
		expect(convertScene(scene, { scale: 1, axes: "yUp" })).to.equal(scene);
	});

	it("converts vertices that meshes share once, and goes on sharing them", () => {
		const first = meshAt(1);
		const second = meshAt(2, { positions: first.positions, normals: first.normals });
		const job = new Job();
		const scene = { ...emptyScene("s", "glTF"), meshes: [first, second] };
		const { meshes } = convertScene(scene, { axes: "zUp", scale: 2, job });
		expect(meshes[1].positions).to.equal(meshes[0].positions);
		expect(meshes[1].normals).to.equal(meshes[0].normals);
		expect(meshes[1].place.position[0]).to.equal(4);
		// Positions and normals: twelve bytes for each of four vertices.
		// 1024 a mesh, and the vertices once.
		expect(job.budget.bytes).to.equal(2 * 1024 + 2 * 48);
		// A scale alone leaves directions as they are, and takes nothing for them.
		const scaling = new Job();
		const scaled = convertScene(scene, { scale: 2, job: scaling });
		expect(scaled.meshes[0].normals).to.equal(first.normals);
		expect(scaling.budget.bytes).to.equal(2 * 1024 + 48);
	});

	it("keeps the normals of meshes apart that share their positions alone", () => {
		const first = bareMesh();
		const normals = floats(1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0);
		const second = meshAt(2, { positions: first.positions, normals });
		const third = bareMesh({ positions: first.positions, normals: meshAt(3).normals });
		const scene = { ...emptyScene("s", "glTF"), meshes: [first, second, third] };
		const { meshes } = convertScene(scene, { axes: "zUp" });
		expect(meshes[0].normals).to.equal(undefined);
		expectNear(readFloats(meshes[1].normals!, 0, 3), [1, 3, -2], 0);
		const [x, y, z] = readFloats(third.normals!, 0, 3);
		expectNear(readFloats(meshes[2].normals!, 0, 3), [x, z, -y], 0);
	});

	it("asks before it copies vertices", () => {
		const scene = { ...emptyScene("s", "glTF"), meshes: [bareMesh()] };
		expect(failureOf(() => convertScene(scene, { scale: 2, job: new Job({ maxBytes: 1071 }) }))).to.equal(
			"[dolly] convertScene: maxBytes (1071) reached: 1024 bytes used, 48 more needed at grid",
		);
		let pauses = 0;
		const large = { ...scene, meshes: [{ ...meshAt(1), ...gridMesh(80, 80) }] };
		convertScene(large, { scale: 2, job: new Job({ pause: () => (pauses += 1) }) });
		expect(pauses >= 1).to.equal(true);
	});

	it("refuses a scale that takes vertices out of the range of numbers", () => {
		const far = meshAt(1, { positions: floats(1e30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) });
		const scene = { ...emptyScene("s", "glTF"), meshes: [far] };
		expect(failureOf(() => convertScene(scene, { scale: 1e10 }))).to.equal(
			'[dolly] convertScene: scale 10000000000 takes vertices of "grid" out of the range of numbers',
		);
	});

	it("keeps a billboard locked to the axis that its axis became", () => {
		for (const [lock, axes, expected] of [
			["lockX", "zUp", "lockX"],
			["lockY", "zUp", "lockZ"],
			["lockZ", "zUp", "lockY"],
			["full", "zUp", "full"],
			["lockY", "yUp", "lockY"],
		] as const) {
			const { skeleton } = createSkeleton("one", [{ name: "a", parent: -1, billboard: lock }]);
			expect(convertSkeleton(skeleton, changeOf({ axes }, "spec")).joints[0].billboard).to.equal(expected);
		}
	});

	it("turns a mesh's positions and directions, and scales lengths alone", () => {
		const mesh = gridMesh(2, 2);
		mesh.positions = floats(1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0);
		mesh.normals = floats(1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0);
		const converted = convertMesh(mesh, changeOf({ axes: "zUp", scale: 10 }, "spec"), new Job().budget);
		expectNear(readFloats(converted.positions, 0, 3), [10, 30, -20], 0);
		expectNear(readFloats(converted.normals!, 0, 3), [1, 3, -2], 0);
		expectNear(readFloats(mesh.positions, 0, 3), [1, 2, 3], 0);
		expect(converted.indices).to.equal(mesh.indices);
	});

	it("names mistakes", () => {
		expect(failureOf(() => convertScene(5 as never, {}))).to.equal(
			"[dolly] convertScene: scene is 5; expected a Scene, such as readModel returns",
		);
		expect(failureOf(() => convertScene(wholeScene(), { scale: -1 }))).to.equal(
			"[dolly] convertScene: scale is -1; expected a number above 0",
		);
		expect(failureOf(() => convertScene(wholeScene(), { job: {} as never }))).to.equal(
			"[dolly] convertScene: job is a table; expected a Job",
		);
	});
};
