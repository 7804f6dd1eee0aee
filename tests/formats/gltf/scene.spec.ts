import { copyBuffer } from "../../../src/bytes/copy-buffer";
import { Job } from "../../../src/roblox/job";
import { createPose, POSE_STRIDE } from "../../../src/scene/pose";
import { samplePose } from "../../../src/scene/sample-pose";
import { Scene, SceneMesh } from "../../../src/scene/scene";
import { bytes } from "../../buffers";
import { expectNear } from "../../expect-near";
import { headless } from "../../headless";
import { failureOfParts, floats, joined, Parts, readParts, toIndices, toNumbers } from "./documents";
import { rotated } from "../../rotation/rotated";
import { restingVertices } from "../../scene/resting-vertices";
import { FIGURE_DATA, figureNodes, figureParts, jointsOf, moving } from "./figure";

const HALF = math.sqrt(0.5);

const DEEP = 10000;

/**
 * A triangle with normals (0 1 0), tangents (1 0 0 1), texture coordinates, for a skin joints, weights and matrices, and a
 * morph target that moves the second vertex by (1 2 3) and its normal by (1 0 0).
 */
const DATA = [
	joined(
		floats(0, 0, 0, 1, 0, 0, 0, 1, 0),
		floats(0, 1, 0, 0, 1, 0, 0, 1, 0),
		floats(1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1),
		floats(0, 0, 1, 0, 0, 1),
		bytes(0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0),
		floats(1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0),
		floats(0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1),
		floats(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1),
		floats(0, 0, 0, 1, 2, 3, 0, 0, 0),
		floats(0, 0, 0, 1, 0, 0, 0, 0, 0),
	),
];
const view = (byteOffset: number, byteLength: number) => ({ buffer: 0, byteOffset, byteLength });
const accessor = (bufferView: number, kind: string, count = 3, componentType = 5126) => ({
	bufferView,
	componentType,
	count,
	type: kind,
});
const MESH = {
	buffers: [{ byteLength: 404 }],
	bufferViews: [
		view(0, 36),
		view(36, 36),
		view(72, 48),
		view(120, 24),
		view(144, 12),
		view(156, 48),
		view(204, 128),
		view(332, 36),
		view(368, 36),
	],
	accessors: [
		accessor(0, "VEC3"),
		accessor(1, "VEC3"),
		accessor(2, "VEC4"),
		accessor(3, "VEC2"),
		accessor(4, "VEC4", 3, 5121),
		accessor(5, "VEC4"),
		accessor(6, "MAT4", 2),
		accessor(7, "VEC3"),
		accessor(8, "VEC3"),
	],
};

/** The file of one mesh with these attributes, and what else `parts` say. */
function partsWith(attributes: Parts, parts: Parts, primitive: Parts = {}): Parts {
	return {
		...MESH,
		meshes: [{ primitives: [{ attributes: { POSITION: 0, ...attributes }, ...primitive }] }],
		...parts,
	};
}

/** Vectors of a mesh in the space of the scene; normals are not moved, and lean by the inverse of its scale. */
function inScene({ place, scale = [1, 1, 1] }: SceneMesh, vectors: buffer, translation = 1): Array<number> {
	const result = new Array<number>();
	const values = toNumbers(vectors);
	for (const at of $range(0, values.size() - 3, 3)) {
		const scaled = scale.map((factor, axis) => values[at + axis] * (translation === 0 ? 1 / factor : factor));
		const length = translation === 0 ? math.sqrt(scaled[0] ** 2 + scaled[1] ** 2 + scaled[2] ** 2) : 1;
		const turned = rotated(
			place.rotation,
			scaled.map((value) => value / length),
		);
		turned.forEach((value, axis) => result.push(value + place.position[axis] * translation));
	}
	return result;
}

/** The meshes of a scene with what moves them: `Body: bones Hips Head`, `Door: joint Hinge`, `Wall: still`. */
function moversOf(scene: Scene): string {
	return scene.meshes
		.map(({ node, skeleton, joint, joints, bones }) => {
			const name = scene.nodes[node].name;
			const nameOf = (index: number) => skeleton!.joints[index].name;
			if (joint !== undefined) return `${name}: joint ${nameOf(joint)}`;
			if (joints !== undefined) return `${name}: bones ${bones!.map(nameOf).join(" ")}`;
			return `${name}: ${skeleton === undefined ? "still" : "a skeleton without joints"}`;
		})
		.join(", ");
}

export = () => {
	it("says what the file was, how large its unit is and which way it looks", () => {
		const { scene } = readParts({
			nodes: [{ name: "A", translation: [1, 2, 3], scale: [4, 5, 6] }, { children: [0] }],
		});
		expect(scene.format).to.equal("glTF");
		expect(scene.studs).to.be.near(1 / 0.28, 1e-12);
		expect(scene.facing.join(" ")).to.equal("0 0 1");
		const [a, above] = scene.nodes;
		expect(`${a.name} ${a.parent}, ${above.name} ${above.parent}`).to.equal("A 1, node 1 -1");
		expect([...a.translation, ...a.rotation, ...a.scale].join(" ")).to.equal("1 2 3 0 0 0 1 4 5 6");
	});

	it("has a mesh where its node stands: turned and moved by its place, scaled by its factors", () => {
		const { meshes, scene } = readParts(
			partsWith(
				{ NORMAL: 1 },
				{
					nodes: [
						{ translation: [0, 0, 5], children: [1] },
						// A quarter turn about X: Y becomes Z. Scaled by 2 along its own Y.
						{ name: "Part", mesh: 0, rotation: [HALF, 0, 0, HALF], scale: [1, 2, 1] },
					],
					scenes: [{ nodes: [0] }],
				},
			),
			DATA,
		);
		const [placed] = scene.meshes;
		expect(scene.nodes[placed.node].name).to.equal("Part");
		expectNear([...placed.place.position, ...placed.place.rotation], [0, 0, 5, HALF, 0, 0, HALF], 1e-6);
		expectNear(inScene(placed, placed.positions), [0, 0, 5, 1, 0, 5, 0, 0, 7], 1e-6);
		expectNear(inScene(placed, placed.normals!, 0), [0, 0, 1, 0, 0, 1, 0, 0, 1], 1e-6);
		expect(toIndices(placed.indices).join(" ")).to.equal("0 1 2");
		// What the file holds stays as it is.
		expectNear(toNumbers(meshes[0].positions, 24, 3), [0, 1, 0], 0);
	});

	it("shares the data of meshes, however their nodes move, turn and scale them", () => {
		const turned = [0.6, 0, 0, 0.8];
		const { meshes, scene } = readParts(
			partsWith(
				{ NORMAL: 1 },
				{
					nodes: [
						{ mesh: 0 },
						{ mesh: 0, translation: [3, 0, 0], rotation: turned },
						{ mesh: 0, scale: [2, 3, 4] },
						{ mesh: 0, scale: [2, 3, 4], translation: [0, 5, 0], rotation: turned },
						{ mesh: 0, scale: [2, 3, 5] },
						{ scale: [2, 2, 2], children: [6] },
						{ mesh: 0, scale: [1, 1.5, 2], rotation: turned },
					],
				},
			),
			DATA,
		);
		for (const mesh of scene.meshes) {
			expect(mesh.positions).to.equal(meshes[0].positions);
			expect(mesh.normals).to.equal(meshes[0].normals);
			expect(mesh.indices).to.equal(meshes[0].indices);
			expect(mesh.pivot).to.equal(undefined);
		}
		const [plain, moved] = scene.meshes;
		expect(plain.scale).to.equal(undefined);
		expect(moved.scale).to.equal(undefined);
		const scaled = scene.meshes.filter(({ scale }) => scale !== undefined);
		const found = scaled.map(({ scale }) => scale!.map((factor) => string.format("%.5g", factor)).join(" "));
		expect(found.join(", ")).to.equal("2 3 4, 2 3 4, 2 3 5, 2 3 4");
	});

	it("turns triangles over where a node mirrors", () => {
		const [placed] = readParts(partsWith({ NORMAL: 1 }, { nodes: [{ mesh: 0, scale: [-1, 1, 1] }] }), DATA).scene
			.meshes;
		expect(toIndices(placed.indices).join(" ")).to.equal("0 2 1");
		expectNear(inScene(placed, placed.positions), [0, 0, 0, -1, 0, 0, 0, 1, 0], 1e-6);
		expectNear(toNumbers(placed.normals!, 0, 3), [0, 1, 0], 1e-6);
	});

	it("has one mesh for all nodes that mirror it, and the pivot of each where its node is", () => {
		const nodes = [
			{ mesh: 0, scale: [-1, 1, 1] },
			{ mesh: 0, scale: [2, -3, 1], translation: [1, 2, 3] },
			{ mesh: 0, scale: [2, 2, -2], rotation: [0.6, 0, 0, 0.8] },
			{ mesh: 0, scale: [-1, -1, 1], translation: [0, 0, 7] },
		];
		const { scene, meshes } = readParts(partsWith({ NORMAL: 1 }, { nodes }), DATA);
		const [first, second, third, twice] = scene.meshes;
		for (const mesh of [second, third]) expect(mesh.positions).to.equal(first.positions);
		expect(twice.positions).to.equal(meshes[0].positions);
		expectNear(inScene(second, second.positions), [1, 2, 3, 3, 2, 3, 1, -1, 3], 1e-5);
		const [, y, z] = rotated([0.6, 0, 0, 0.8], [0, 2, 0]);
		expectNear(inScene(third, third.positions), [0, 0, 0, 2, 0, 0, 0, y, z], 1e-5);
		expectNear(inScene(twice, twice.positions), [0, 0, 7, -1, 0, 7, 0, -1, 7], 1e-6);
		// The first is turned as its node is; the others are turned besides, because all are mirrored along X.
		expect(first.pivot).to.equal(undefined);
		expectNear([...second.pivot!.position, ...second.pivot!.rotation], [1, 2, 3, 0, 0, 0, 1], 1e-6);
		expectNear([...third.pivot!.rotation], [0.6, 0, 0, 0.8], 1e-6);
		expectNear([...twice.pivot!.position, ...twice.pivot!.rotation], [0, 0, 7, 0, 0, 0, 1], 1e-6);
	});

	it("has morph targets as far on as the node says, or else the mesh, and says that they stay there", () => {
		const parts = partsWith(
			{ NORMAL: 1 },
			{
				nodes: [
					{ mesh: 0, scale: [1, 2, 1] },
					{ mesh: 0, weights: [0] },
					{ mesh: 0, weights: [0.5, 7] },
					{ mesh: 0, weights: [0.5, 7] },
				],
			},
			{ targets: [{ POSITION: 7, NORMAL: 8 }] },
		);
		(parts.meshes as Array<Parts>)[0].weights = [1];
		const { meshes, report } = readParts(parts, DATA).scene;
		// The second vertex goes by (1 2 3), then is twice as tall.
		expectNear(inScene(meshes[0], meshes[0].positions), [0, 0, 0, 2, 4, 3, 0, 2, 0], 1e-6);
		// (1 1 0) is (2 1 0) / √5 on a surface that is twice as tall.
		const length = math.sqrt(5);
		expectNear(inScene(meshes[0], meshes[0].normals!, 0), [0, 1, 0, 2 / length, 1 / length, 0, 0, 1, 0], 1e-6);
		expectNear(toNumbers(meshes[1].positions), [0, 0, 0, 1, 0, 0, 0, 1, 0], 0);
		expectNear(toNumbers(meshes[2].positions), [0, 0, 0, 1.5, 1, 1.5, 0, 1, 0], 1e-6);
		expectNear(toNumbers(meshes[2].normals!, 12, 3), [0.5 / math.sqrt(1.25), 1 / math.sqrt(1.25), 0], 1e-6);
		// Nodes that say the same share their vertices, and so an editable mesh.
		expect(meshes[3].positions).to.equal(meshes[2].positions);
		expect(meshes[3].normals).to.equal(meshes[2].normals);
		expect(report.join()).to.equal("morph targets keep the file's weights and cannot be changed: mesh 0");
	});

	it("leaves out what is hidden, with all below it, and says so", () => {
		const hidden = { KHR_node_visibility: { visible: false } };
		const nodes = [
			{ name: "A", mesh: 0 },
			{ name: "B", mesh: 0, extensions: hidden, children: [2] },
			{ name: "C", mesh: 0 },
			{ name: "D", mesh: 0, extensions: { KHR_node_visibility: {} } },
		];
		const { meshes, report } = readParts(partsWith({}, { nodes }), DATA).scene;
		expect(meshes.map(({ node }) => nodes[node].name).join()).to.equal("A, D");
		expect(report.join()).to.equal("hidden nodes are left out: B");
	});

	it("refuses morph targets that leave the range of numbers", () => {
		const parts = partsWith({}, { nodes: [{ mesh: 0, weights: [3e38] }] }, { targets: [{ POSITION: 7 }] });
		expect(failureOfParts(parts, DATA)).to.equal("the morph targets leave the range of numbers at nodes[0].mesh");
	});

	it("counts what morphing takes", () => {
		const cost = (weights: Array<number>) => {
			const job = new Job();
			const parts = partsWith(
				{ NORMAL: 1 },
				{ nodes: [{ mesh: 0, weights }] },
				{ targets: [{ POSITION: 7, NORMAL: 8 }] },
			);
			readParts(parts, DATA, { job });
			return $tuple(job.budget.bytes, job.budget.steps);
		};
		const [bytes, steps] = cost([0]);
		const [morphedBytes, morphedSteps] = cost([1]);
		// A copy of positions and normals, and what is added to them: read when a weight asks for it.
		expect(morphedBytes - bytes).to.equal(2 * 3 * 24);
		// Each of their numbers is copied, read, looked at (a quarter of a step), added and looked at again; normals are made
		// unit length.
		expect(morphedSteps - steps).to.equal(3 * 6 * 3.5 + 3);
	});

	it("has skinned vertices where they are when the skeleton rests, whatever the node that draws them", () => {
		const { scene } = readParts(
			partsWith(
				{ JOINTS_0: 4, WEIGHTS_0: 5 },
				{
					skins: [{ joints: [1, 2], inverseBindMatrices: 6 }],
					nodes: [
						{ mesh: 0, skin: 0, translation: [100, 0, 0], scale: [3, 3, 3] },
						{ translation: [0, 10, 0] },
						{ translation: [0, 0, 20] },
					],
				},
			),
			DATA,
		);
		const [mesh] = scene.meshes;
		// Joint 0 halves and lifts by 10, joint 1 pushes by 20; the third vertex follows both by half.
		expectNear(restingVertices(mesh), [0, 10, 0, 1, 0, 20, 0, 5.75, 10], 1e-6);
		expect([...mesh.place.position, ...mesh.place.rotation].join(" ")).to.equal("0 0 0 0 0 0 1");
		expect(mesh.joint).to.equal(undefined);
	});

	it("makes one skeleton of skins that share joints, each mesh with the bones of its own skin", () => {
		const nodes = figureNodes(new Map([[7, { mesh: 0, skin: 1 }]]));
		const { scene, meshes } = readParts(
			figureParts({ nodes, skins: [{ joints: [0, 3, 1] }, { joints: [3, 1, 0] }] }),
			FIGURE_DATA,
		);
		expect(meshes.size()).to.equal(2);
		expect(scene.skeletons.size()).to.equal(1);
		expect(scene.skeletons[0].joints.map(({ name }) => name).join(" ")).to.equal("Armature Hips Chest Head");
		expect(moversOf(scene)).to.equal("Lamp: bones Hips Chest Head, Body: bones Head Hips Chest");
		const [lamp, body] = scene.meshes;
		expect(jointsOf(body)).to.equal("3 1 2 3 1 3 3 3 2 3 3 3");
		expect(jointsOf(lamp)).to.equal("1 2 3 1 2 1 1 1 3 1 1 1");
		// Everything but where vertices are and what moves them is shared.
		expect(lamp.indices).to.equal(body.indices);
		expect(lamp.skeleton).to.equal(body.skeleton);
	});

	it("refuses vertices that refer to joints beyond the skin", () => {
		expect(failureOfParts(figureParts({ skins: [{ joints: [0, 3] }] }), FIGURE_DATA)).to.equal(
			"vertex 0 refers to a joint that its skin of 2 does not have at nodes[6].mesh",
		);
	});

	it("does not mind joints beyond the skin that have no weight", () => {
		const data = copyBuffer(FIGURE_DATA[0]);
		buffer.writeu8(data, 39, 200); // the fourth joint of the first vertex, whose weight is 0
		const { scene } = readParts(figureParts(), [data]);
		expect(jointsOf(scene.meshes[0])).to.equal("3 1 2 3 1 3 3 3 2 3 3 3");
	});

	it("says so where a mesh without joints is drawn with a skin, and lets it stand", () => {
		const nodes = figureNodes(new Map([[6, { mesh: 1 }]]));
		const { scene } = readParts(figureParts({ nodes }), FIGURE_DATA);
		expect(scene.report.join()).to.equal(
			"meshes without joints are drawn with a skin: they do not follow it: nodes[6].mesh",
		);
		expect(moversOf(scene)).to.equal("Body: still");
	});

	it("makes one clip of an animation, of bones and of other nodes alike", () => {
		const nodes = figureNodes(new Map([[7, { mesh: 1 }]]));
		const animations = [moving("Walk", 3, 7), moving("Nod", 0)];
		const { clips, skeletons, report } = readParts(figureParts({ nodes, animations }), FIGURE_DATA).scene;
		expect(report.size()).to.equal(0);
		expect(skeletons.size()).to.equal(1);
		expect(clips.map(({ name, duration, loop }) => `${name} ${duration} ${loop}`).join(", ")).to.equal(
			"Walk 2 false, Nod 2 false",
		);
		const nameOf = (joint: number) => skeletons[0].joints[joint].name;
		expect(clips[0].tracks.map(({ joint }) => nameOf(joint)).join(" ")).to.equal("Hips Lamp");
		for (const clip of clips) expect(clip.skeleton).to.equal(skeletons[0]);
		const pose = createPose(skeletons[0].joints.size());
		samplePose(clips[0], 1.5, pose);
		const at = (name: string) =>
			toNumbers(pose, skeletons[0].joints.findIndex((joint) => joint.name === name) * POSE_STRIDE, 3).join(" ");
		// The armature above the hips scales by two.
		expect(at("Hips")).to.equal("6 0 0");
		expect(at("Lamp")).to.equal("3 0 0");
		// Others stay at rest.
		expect(at("Chest")).to.equal("0 4 0");
	});

	it("leaves what no vertex depends on out of clips, and makes none of an animation of cameras alone", () => {
		const lens = { type: "perspective", perspective: { yfov: 1, znear: 0.1 } };
		const nodes = figureNodes(new Map([[7, { camera: 0 }]]));
		const animations = [moving("Flight", 7), moving("Both", 7, 3)];
		const { clips, skeletons, cameras } = readParts(
			figureParts({ nodes, animations, cameras: [lens] }),
			FIGURE_DATA,
		).scene;
		expect(clips.map(({ name, tracks }) => `${name} ${tracks.size()}`).join()).to.equal("Both 1");
		expect(skeletons[0].joints.some(({ name }) => name === "Lamp")).to.equal(false);
		expect(cameras.map(({ name }) => name).join()).to.equal("Lamp Flight, Lamp Both");
		const film = readParts(
			{ ...figureParts({ nodes: [{ camera: 0 }], cameras: [lens], animations: [moving("Flight", 0)] }), skins: [] },
			FIGURE_DATA,
		).scene;
		expect(film.clips.size() + film.skeletons.size()).to.equal(0);
		expect(film.cameras.size()).to.equal(1);
	});

	it("hangs a rigid mesh on the joint that moves it, and lets others stand still", () => {
		const nodes = [
			{ name: "Hinge", children: [1], translation: [0, 2, 0] },
			{ name: "Door", mesh: 1, translation: [1, 0, 0], children: [2] },
			{ name: "Knob", mesh: 1, scale: [0.5, 0.5, 0.5] },
			{ name: "Wall", mesh: 1 },
			{ name: "Frame", children: [0] },
		];
		const parts = figureParts({ nodes, skins: [], animations: [moving("Open", 0), moving("Turn", 2)] });
		const { scene, meshes } = readParts(parts, FIGURE_DATA);
		// Door stands between two joints and does something, so it is one; nothing but Hinge above it moves it.
		expect(moversOf(scene)).to.equal("Wall: still, Door: joint Door, Knob: joint Knob");
		expect(scene.skeletons[0].joints.map(({ name, parent }) => `${name} ${parent}`).join(", ")).to.equal(
			"Hinge -1, Door 0, Knob 1",
		);
		const [wall, door, knob] = scene.meshes;
		expect(wall.skeleton).to.equal(undefined);
		expect(door.positions).to.equal(meshes[1].positions);
		expectNear([...door.place.position], [1, 2, 0], 0);
		expectNear(inScene(knob, knob.positions), [1, 2, 0, 1.5, 2, 0, 1, 2.5, 0], 1e-6);
	});

	it("leaves a mesh still that stands beside what moves, or above it", () => {
		const nodes = [
			{ name: "Table", mesh: 1, translation: [0, 2, 0], children: [1, 2] },
			{ name: "Top", mesh: 1 },
			{ name: "Vase", mesh: 1 },
		];
		const parts = figureParts({ nodes, skins: [], animations: [moving("Fall", 2)] });
		expect(moversOf(readParts(parts, FIGURE_DATA).scene)).to.equal("Table: still, Top: still, Vase: joint Vase");
	});

	it("skins a rigid mesh below a bone to this bone alone, where it stands at rest", () => {
		const hat = { name: "Hat", mesh: 1, translation: [0, 0.5, 0] };
		const nodes = figureNodes(new Map([[0, { children: [8] }]]), hat);
		const { scene } = readParts(figureParts({ nodes }), FIGURE_DATA);
		expect(moversOf(scene)).to.equal("Body: bones Head Hips Chest, Hat: bones Head");
		const [, mesh] = scene.meshes;
		expect(jointsOf(mesh)).to.equal("3 0 0 0 3 0 0 0 3 0 0 0");
		expect(toNumbers(mesh.weights!).join(" ")).to.equal("1 0 0 0 1 0 0 0 1 0 0 0");
		// Armature doubles: Head is at 2 × (3 + 2 + 1), the hat half above it.
		expectNear(toNumbers(mesh.positions), [0, 13, 0, 2, 13, 0, 0, 15, 0], 1e-5);
		expect([...mesh.place.position].join(" ")).to.equal("0 0 0");
	});

	it("turns a mesh below a bone over where it is mirrored, with its morph targets", () => {
		const parts = partsWith(
			{ JOINTS_0: 4, WEIGHTS_0: 5 },
			{
				skins: [{ joints: [1, 2] }],
				nodes: [
					{ mesh: 0, skin: 0 },
					{ translation: [0, 10, 0], children: [3] },
					{},
					{ name: "Hat", mesh: 1, scale: [-1, 2, 1] },
				],
			},
		);
		const hat = { attributes: { POSITION: 0, NORMAL: 1 }, targets: [{ POSITION: 7, NORMAL: 8 }] };
		(parts.meshes as Array<Parts>).push({ primitives: [hat], weights: [1] });
		const mesh = readParts(parts, DATA).scene.meshes.find(({ node }) => node === 3)!;
		expectNear(toNumbers(mesh.positions), [0, 10, 0, -2, 14, 3, 0, 12, 0], 1e-6);
		const length = math.sqrt(5);
		expectNear(toNumbers(mesh.normals!, 0, 6), [0, 1, 0, -2 / length, 1 / length, 0], 1e-6);
		expect(toIndices(mesh.indices).join(" ")).to.equal("0 2 1");
	});

	it("has one list of bones for all meshes of a skin", () => {
		const nodes = figureNodes(new Map([[7, { mesh: 0, skin: 0 }]]));
		const [first, second] = readParts(figureParts({ nodes }), FIGURE_DATA).scene.meshes;
		expect(first.bones!.size()).to.equal(3);
		expect(second.bones).to.equal(first.bones);
	});

	(headless ? it : itSKIP)(
		"takes no longer for a node the deeper it stands, nor for a skin the more nodes draw with it",
		() => {
			const nodes = new Array<Parts>();
			for (const index of $range(1, DEEP)) nodes.push({ mesh: 1, children: index < DEEP ? [index] : undefined });
			const started = headless!.realClock();
			expect(readParts(figureParts({ nodes, skins: [] }), FIGURE_DATA).scene.meshes.size()).to.equal(DEEP);
			const joints = new Array<number>();
			const many = new Array<Parts>();
			for (const index of $range(0, DEEP - 1)) {
				joints.push(index);
				const name = `as long a name as real files have, ${index}`;
				many.push(index < DEEP / 2 ? { name, mesh: 0, skin: 0 } : { name });
			}
			const crowd = readParts(figureParts({ nodes: many, skins: [{ joints }] }), FIGURE_DATA).scene;
			expect(crowd.meshes.size()).to.equal(DEEP / 2);
			// One second here; job that grows with depth times nodes, or with joints times nodes, takes a minute.
			expect(headless!.realClock() - started < 15).to.equal(true);
		},
	);

	it("moves texture coordinates as the texture says", () => {
		const { meshes, scene } = readParts(
			partsWith(
				{ TEXCOORD_0: 3 },
				{
					// The lower left quarter of the image, turned by a quarter.
					materials: [
						{
							pbrMetallicRoughness: {
								baseColorTexture: {
									index: 0,
									extensions: { KHR_texture_transform: { offset: [0, 1], rotation: math.pi / 2, scale: [0.5, 0.5] } },
								},
							},
						},
					],
					textures: [{ source: 0 }],
					images: [{ uri: "wood.png" }],
					nodes: [{ mesh: 0 }, { mesh: 0 }],
				},
				{ material: 0 },
			),
			DATA,
		);
		const [first, second] = scene.meshes;
		expect(first.material).to.equal(scene.materials[0]);
		expectNear(toNumbers(first.uvs[0]), [0, 1, 0, 0.5, 0.5, 1], 1e-6);
		expectNear(toNumbers(meshes[0].uvs[0]), [0, 0, 1, 0, 0, 1], 0);
		expect(second.uvs[0]).to.equal(first.uvs[0]);
	});

	it("refuses what is scaled beyond what numbers hold", () => {
		const data = [joined(DATA[0], floats(1e30, 0, 0, 0, 0, 0, 0, 0, 0))];
		const parts = {
			...partsWith(
				{},
				{ nodes: [{ mesh: 0, scale: [1e10, 1e10, 1e10], weights: [1] }] },
				{ targets: [{ POSITION: 9 }] },
			),
			buffers: [{ byteLength: 440 }],
			bufferViews: [...MESH.bufferViews, view(404, 36)],
			accessors: [...MESH.accessors, accessor(9, "VEC3")],
		};
		expect(failureOfParts(parts, data)).to.equal("the placed vertices leave the range of numbers at nodes[0].mesh");
	});

	it("limits what placing takes: a mesh may be drawn by many nodes", () => {
		const nodes = new Array<object>();
		for (const index of $range(0, 99)) nodes.push({ mesh: 0, scale: [index + 2, 1, 1] });
		const parts = partsWith({}, { nodes });
		const job = new Job();
		expect(readParts(parts, DATA, { job }).scene.meshes.size()).to.equal(100);
		expect(job.budget.elements).to.equal(100);
		// The primitive, its positions and indices; 768, 88 and 256 a node; 1024 for each mesh, whose vertices all share.
		expect(job.budget.bytes).to.equal(512 + 36 + 12 + 100 * (768 + 88 + 256 + 1024));
		expect(failureOfParts(parts, DATA, { job: new Job({ maxBytes: job.budget.bytes - 1 }) })).to.equal(
			`maxBytes (${job.budget.bytes - 1}) reached: ${job.budget.bytes - 1024} bytes used, 1024 more needed at nodes[99].mesh`,
		);
		expect(failureOfParts(parts, DATA, { job: new Job({ maxElements: 99 }) })).to.equal(
			"maxElements (99) reached: 99 elements used, 1 more needed at nodes[99].mesh",
		);
	});
};
