import { buildKeyframeSequence, buildModel, convertScene, readModel, Scene } from "../../src";
import { failureOf } from "../expect-failure";
import { fromBase64 } from "../oracle-data";
import { importFixtures } from "../roblox/model/import-fixtures";

type Change = [place: string, change: (scene: Scene) => void];

/** What a caller may do to a scene by mistake, and where messages say that it is. */
const CHANGES: Array<Change> = [
	["scene.nodes[0].parent", ({ nodes }) => (nodes[0].parent = 0)],
	["scene.nodes[1].parent", ({ nodes }) => ([nodes[1].parent, nodes[2].parent] = [2, 1])],
	["scene.nodes[0].parent", ({ nodes }) => (nodes[0].parent = 1e9)],
	["scene.nodes[0].parent", ({ nodes }) => (nodes[0].parent = 0 / 0)],
	["scene.nodes[1]", ({ nodes }) => (nodes[1].name = 7 as never)],
	["scene.nodes[1].translation[1]", ({ nodes }) => (nodes[1].translation = [0, 0 / 0, 0])],
	["scene.nodes[1].rotation[0]", ({ nodes }) => (nodes[1].rotation = undefined as never)],
	["scene.nodes[1].scale[2]", ({ nodes }) => (nodes[1].scale = [1, 1] as never)],
	["scene.facing[0]", (scene) => (scene.facing = [math.huge, 0, 0])],
	["scene.name", (scene) => (scene.name = undefined as never)],
	["scene.meshes[0]", ({ meshes }) => (meshes[0] = 5 as never)],
	["scene.meshes[0]", ({ meshes }) => (meshes[0].name = 7 as never)],
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
	['"Left sleeve": place.position[2]', ({ meshes }) => (meshes[0].place.position = [0, 0] as never)],
	['"Left sleeve": place.position[0]', ({ meshes }) => (meshes[0].place.position = [1e39, 0, 0])],
	['"Left sleeve": place.rotation[3]', ({ meshes }) => (meshes[0].place.rotation = [0, 0, 0, 0 / 0])],
	['"Left sleeve": tint[0]', ({ meshes }) => (meshes[0].tint = {} as never)],
	['"Left sleeve": material', ({ meshes }) => (meshes[0].material = 5 as never)],
	['"Left sleeve": joint', ({ meshes }) => (meshes[0].joint = 1000)],
	['"Left sleeve": one of bones', ({ meshes }) => (meshes[0].bones = [0.5])],
	['"Left sleeve": bind', ({ meshes }) => (meshes[0].bind = buffer.create(8))],
	["a mesh's skeleton", ({ meshes }) => (meshes[0].skeleton = 5 as never)],
	["scene.attachments[0]", ({ attachments }) => (attachments[0] = 5 as never)],
	["scene.attachments[0].position[0]", ({ attachments }) => (attachments[0] = { name: "a", joint: -1 } as never)],
	["scene.attachments[0].joint", ({ attachments }) => (attachments[0] = { name: "a", joint: 3, position: [0, 0, 0] })],
	["path", ({ cameras }) => (cameras[0] = 5 as never)],
	["a clip's skeleton", ({ clips }) => (clips[0].skeleton = undefined as never)],
	["scene.skeletons[0].joints[0].parent", ({ skeletons }) => (skeletons[0].joints[0].parent = 0)],
	["scene.skeletons[0].joints[1].parent", ({ skeletons }) => (skeletons[0].joints[1].parent = 0.5)],
	["scene.skeletons[0].joints[1]", ({ skeletons }) => (skeletons[0].joints[1].name = undefined as never)],
	["clip.tracks[0].joint", ({ clips }) => (clips[0].tracks[0].joint = 1000)],
	["clip.tracks[0]", ({ clips }) => (clips[0].tracks[0].rotation = {} as never)],
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
		const expected = `[dolly] buildModel: "${scene.meshes[0].name}": its node is 1000, none of the scene's`;
		expect(failureOf(() => buildModel(scene))).to.equal(expected);
	});

	it("has no skeleton that leads round in circles into keyframes", () => {
		const [clip] = sceneOf().clips;
		clip.skeleton.joints[0].parent = 1;
		expect(failureOf(() => buildKeyframeSequence(clip))).to.equal(
			"[dolly] buildKeyframeSequence: clip.skeleton.joints[0].parent is 1; it must be -1 or the index of a joint before it",
		);
	});
};
