import { buildKeyframeSequence, buildModel, convertScene, readModel, Scene } from "../../src";
import { failureOf } from "../expect-failure";
import { fromBase64 } from "../oracle-data";
import { importFixtures } from "../roblox/model/import-fixtures";

type Change = [place: string, change: (scene: Scene) => void];

/** What a caller may do to a scene by mistake, and where messages say that it is. */
const CHANGES: Array<Change> = [
	["parent of item 1 of scene.nodes", ({ nodes }) => (nodes[0].parent = 0)],
	["parent of item 2 of scene.nodes", ({ nodes }) => ([nodes[1].parent, nodes[2].parent] = [2, 1])],
	["parent of item 1 of scene.nodes", ({ nodes }) => (nodes[0].parent = 1e9)],
	["parent of item 1 of scene.nodes", ({ nodes }) => (nodes[0].parent = 0 / 0)],
	["item 2 of scene.nodes", ({ nodes }) => (nodes[1].name = 7 as never)],
	["number 2 of translation of item 2 of scene.nodes", ({ nodes }) => (nodes[1].translation = [0, 0 / 0, 0])],
	["number 1 of rotation of item 2 of scene.nodes", ({ nodes }) => (nodes[1].rotation = undefined as never)],
	["number 3 of scale of item 2 of scene.nodes", ({ nodes }) => (nodes[1].scale = [1, 1] as never)],
	["number 1 of scene.facing", (scene) => (scene.facing = [math.huge, 0, 0])],
	["scene.name", (scene) => (scene.name = undefined as never)],
	["item 1 of scene.meshes", ({ meshes }) => (meshes[0] = 5 as never)],
	["item 1 of scene.meshes", ({ meshes }) => (meshes[0].name = 7 as never)],
	['"Left sleeve": vertexCount', ({ meshes }) => (meshes[0].vertexCount = 0.5)],
	['"Left sleeve": triangleCount', ({ meshes }) => (meshes[0].triangleCount = -1)],
	['"Left sleeve": positions', ({ meshes }) => (meshes[0].positions = undefined as never)],
	['"Left sleeve": positions', ({ meshes }) => (meshes[0].vertexCount += 1)],
	['"Left sleeve": normals', ({ meshes }) => (meshes[0].normals = {} as never)],
	['"Left sleeve": weights', ({ meshes }) => (meshes[0].weights = buffer.create(4))],
	['"Left sleeve": indices', ({ meshes }) => (meshes[0].indices = buffer.create(4))],
	['"Left sleeve": uvs', ({ meshes }) => (meshes[0].uvs = 5 as never)],
	['"Left sleeve": uvs', ({ meshes }) => (meshes[0].uvs = [buffer.create(4)])],
	['"Left sleeve": place', ({ meshes }) => (meshes[0].place = undefined as never)],
	['number 3 of "Left sleeve": place.position', ({ meshes }) => (meshes[0].place.position = [0, 0] as never)],
	['number 1 of "Left sleeve": place.position', ({ meshes }) => (meshes[0].place.position = [1e39, 0, 0])],
	['number 4 of "Left sleeve": place.rotation', ({ meshes }) => (meshes[0].place.rotation = [0, 0, 0, 0 / 0])],
	[
		'number 3 of "Left sleeve": pivot.position',
		({ meshes }) => (meshes[0].pivot = { position: [0, 0], rotation: [0, 0, 0, 1] } as never),
	],
	['"Left sleeve": pivot', ({ meshes }) => (meshes[0].pivot = 5 as never)],
	['number 2 of "Left sleeve": scale', ({ meshes }) => (meshes[0].scale = [1, 0 / 0, 1])],
	['"Left sleeve": scale', ({ meshes }) => (meshes[0].scale = [1, 0, 1])],
	['"Left sleeve" is skinned', ({ meshes }) => (meshes[0].scale = [1, 2, 1])],
	['number 1 of "Left sleeve": tint', ({ meshes }) => (meshes[0].tint = {} as never)],
	['"Left sleeve": material', ({ meshes }) => (meshes[0].material = 5 as never)],
	['"Left sleeve": joint', ({ meshes }) => (meshes[0].joint = 1000)],
	['"Left sleeve": one of bones', ({ meshes }) => (meshes[0].bones = [0.5])],
	['"Left sleeve": bind', ({ meshes }) => (meshes[0].bind = buffer.create(8))],
	["a mesh's skeleton", ({ meshes }) => (meshes[0].skeleton = 5 as never)],
	["item 1 of scene.attachments", ({ attachments }) => (attachments[0] = 5 as never)],
	[
		"number 1 of position of item 1 of scene.attachments",
		({ attachments }) => (attachments[0] = { name: "a", joint: -1 } as never),
	],
	[
		"joint of item 1 of scene.attachments",
		({ attachments }) => (attachments[0] = { name: "a", joint: 3, position: [0, 0, 0] }),
	],
	["path", ({ cameras }) => (cameras[0] = 5 as never)],
	["a clip's skeleton", ({ clips }) => (clips[0].skeleton = undefined as never)],
	['parent of "Left armature" in item 1 of scene.skeletons', ({ skeletons }) => (skeletons[0].joints[0].parent = 0)],
	['parent of "Left shoulder" in item 1 of scene.skeletons', ({ skeletons }) => (skeletons[0].joints[1].parent = 0.5)],
	[
		"item 2 of joints of item 1 of scene.skeletons",
		({ skeletons }) => (skeletons[0].joints[1].name = undefined as never),
	],
	["joint of item 1 of clip.tracks", ({ clips }) => (clips[0].tracks[0].joint = 1000)],
	["item 1 of clip.tracks", ({ clips }) => (clips[0].tracks[0].rotation = {} as never)],
	["clip.name", ({ clips }) => (clips[0].name = 7 as never)],
];

function sceneOf(): Scene {
	return readModel(fromBase64(importFixtures().find(({ name }) => name === "two skins")!.glb));
}

export = () => {
	it("is refused where it is wrong, by whatever takes it", () => {
		for (const [place, change] of CHANGES) {
			for (const [name, call] of [
				["convertScene", (scene: Scene) => convertScene(scene, { scale: 2 })],
				["buildModel", (scene: Scene) => buildModel(scene)],
			] as const) {
				const scene = sceneOf();
				change(scene);
				const expected = `[dolly] ${name}: ${place} `;
				expect(failureOf(() => call(scene)).sub(1, expected.size())).to.equal(expected);
			}
		}
	});

	it("is not built with a mesh of no node, and nothing is left of it", () => {
		const scene = sceneOf();
		scene.meshes[0].node = 1000;
		const expected = `[dolly] buildModel: "${scene.meshes[0].name}": node is 1000; expected the index of a node`;
		expect(failureOf(() => buildModel(scene))).to.equal(expected);
	});

	it("has no skeleton that leads round in circles into keyframes", () => {
		const [clip] = sceneOf().clips;
		clip.skeleton.joints[0].parent = 1;
		expect(failureOf(() => buildKeyframeSequence(clip))).to.equal(
			'[dolly] buildKeyframeSequence: parent of "Left armature" in clip.skeleton is 1; expected -1 or the index of a joint before it',
		);
	});
};
