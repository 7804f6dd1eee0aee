import { GltfMesh } from "../../../src/formats/gltf/gltf";
import { samplePose } from "../../../src/scene/sample-pose";
import { createPose, POSE_STRIDE } from "../../../src/scene/pose";
import { bytes } from "../../buffers";
import { failureOfParts, floats, joined, Parts, readParts, toNumbers } from "./documents";

const U8 = 5121;
const F32 = 5126;

/** Nodes: 0 Head below 1 Chest below 2 (nothing) below 3 Hips below 4 Armature below 5 Root; 6 Body; 7 Lamp. */
function partsOf(changes: Parts = {}): Parts {
	return {
		buffers: [{ byteLength: 164 }],
		bufferViews: [
			{ buffer: 0, byteLength: 36 },
			{ buffer: 0, byteOffset: 36, byteLength: 12 },
			{ buffer: 0, byteOffset: 48, byteLength: 48 },
			{ buffer: 0, byteOffset: 96, byteLength: 12 },
			{ buffer: 0, byteOffset: 108, byteLength: 36 },
		],
		accessors: [
			{ bufferView: 0, componentType: F32, count: 3, type: "VEC3" },
			{ bufferView: 1, componentType: U8, count: 3, type: "VEC4" },
			{ bufferView: 2, componentType: F32, count: 3, type: "VEC4" },
			{ bufferView: 3, componentType: F32, count: 3, type: "SCALAR" },
			{ bufferView: 4, componentType: F32, count: 3, type: "VEC3" },
		],
		nodes: [
			{ name: "Head", translation: [0, 1, 0] },
			{ name: "Chest", translation: [0, 2, 0], children: [0] },
			{ children: [1] },
			{ name: "Hips", translation: [0, 3, 0], children: [2] },
			{ name: "Armature", scale: [2, 2, 2], children: [3] },
			{ name: "Root", children: [4, 6] },
			{ name: "Body", mesh: 0, skin: 0 },
			{ name: "Lamp" },
		],
		skins: [{ name: "Rig", joints: [0, 3, 1] }],
		meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 } }] }],
		...changes,
	};
}

const DATA = [
	joined(
		floats(0, 0, 0, 1, 0, 0, 0, 1, 0),
		bytes(0, 1, 2, 0, 1, 0, 0, 0, 2, 0, 0, 0),
		floats(0.5, 0.25, 0.25, 0, 1, 0, 0, 0, 1, 0, 0, 0),
		floats(0, 1, 2),
		floats(0, 0, 0, 2, 0, 0, 4, 0, 0),
		buffer.create(20),
	),
];

/** An animation that moves each of `nodes` along X: 0, 2 and 4 at 0, 1 and 2 seconds. */
function moving(name: string, ...nodes: Array<number>) {
	return {
		name,
		samplers: [{ input: 3, output: 4 }],
		channels: nodes.map((node) => ({ sampler: 0, target: { node, path: "translation" } })),
	};
}

function jointsOf(mesh: GltfMesh): string {
	const joints = new Array<number>();
	for (const at of $range(0, buffer.len(mesh.joints!) - 2, 2)) joints.push(buffer.readu16(mesh.joints!, at));
	return joints.join(" ");
}

export = () => {
	it("makes a skeleton of each skin, parents first, with the nodes above that do something", () => {
		const { skeletons, skins } = readParts(partsOf(), DATA);
		expect(skeletons.size()).to.equal(1);
		const { name, joints } = skeletons[0];
		expect(name).to.equal("Rig");
		// The nameless node and Root do nothing; Armature scales.
		expect(joints.map((joint) => `${joint.name} ${joint.parent}`).join(", ")).to.equal(
			"Armature -1, Hips 0, Chest 1, Head 2",
		);
		expect(skins[0].mapping.join(" ")).to.equal("3 1 2");
	});

	it("keeps a node above the joints that an animation moves", () => {
		const { skeletons } = readParts(partsOf({ animations: [moving("Walk", 5, 2)] }), DATA);
		expect(skeletons[0].joints.map((joint) => joint.name).join(", ")).to.equal(
			"Root, Armature, Hips, node 2, Chest, Head",
		);
	});

	it("has vertices refer to the skeleton's joints", () => {
		const { meshes, nodes } = readParts(partsOf(), DATA);
		expect(meshes[0].skeleton).to.equal(0);
		expect(jointsOf(meshes[0])).to.equal("3 1 2 3 1 3 3 3 2 3 3 3");
		expect(nodes[6].meshes.join()).to.equal("0");
	});

	it("lists a mesh again for another skin, with everything but its joints shared", () => {
		const parts = partsOf({ skins: [{ joints: [0, 3, 1] }, { joints: [3, 1, 0] }] });
		(parts.nodes as Array<Parts>)[7] = { mesh: 0, skin: 1 };
		const { meshes, nodes } = readParts(parts, DATA);
		expect(meshes.size()).to.equal(2);
		expect(jointsOf(meshes[0])).to.equal("3 1 2 3 1 3 3 3 2 3 3 3");
		expect(jointsOf(meshes[1])).to.equal("1 2 3 1 2 1 1 1 3 1 1 1");
		expect(meshes[1].positions).to.equal(meshes[0].positions);
		expect(nodes[7].meshes.join()).to.equal("1");
		expect(meshes[1].skeleton).to.equal(1);
	});

	it("refuses vertices that refer to joints beyond the skin", () => {
		expect(failureOfParts(partsOf({ skins: [{ joints: [0, 3] }] }), DATA)).to.equal(
			"vertex 0 refers to a joint that skins[0] of 2 does not have at nodes[6]",
		);
		expect(failureOfParts(partsOf({ skins: [{ joints: [] }] }), DATA)).to.equal(
			"a skin needs joints at skins[0].joints",
		);
	});

	it("takes the identity for binding where the file has no matrices, and the rest for nodes that are no joints", () => {
		const { inverseBind } = readParts(partsOf(), DATA).skeletons[0];
		expect(toNumbers(inverseBind!, 48, 12).join(" ")).to.equal("1 0 0 0 0 1 0 0 0 0 1 0");
		// Armature scales by 2, so its inverse by a half.
		expect(
			toNumbers(inverseBind!, 0, 12)
				.map((value) => value + 0)
				.join(" "),
		).to.equal("0.5 0 0 0 0 0.5 0 0 0 0 0.5 0");
	});

	it("makes a clip for each skeleton that an animation moves", () => {
		const { clips, skeletons } = readParts(partsOf({ animations: [moving("Walk", 3), moving("Nod", 0)] }), DATA);
		expect(skeletons.size()).to.equal(1);
		expect(clips.map(({ name, skeleton, duration }) => `${name} ${skeleton} ${duration}`).join(", ")).to.equal(
			"Walk 0 2, Nod 0 2",
		);
		const pose = createPose(4);
		samplePose(clips[0], 1.5, pose);
		expect(toNumbers(pose, 1 * POSE_STRIDE, 3).join(" ")).to.equal("3 0 0");
		// Others stay at rest.
		expect(toNumbers(pose, 2 * POSE_STRIDE, 3).join(" ")).to.equal("0 2 0");
	});

	it("adds a skeleton of all nodes where an animation moves one that no skin has", () => {
		const { clips, skeletons, warnings } = readParts(partsOf({ animations: [moving("Swing", 7, 3)] }), DATA);
		expect(warnings.size()).to.equal(0);
		expect(skeletons.map(({ joints }) => joints.size()).join(" ")).to.equal("4 8");
		expect(clips.map(({ skeleton, tracks }) => `${skeleton} ${tracks.size()}`).join(", ")).to.equal("0 1, 1 2");
		const names = clips[1].tracks.map(({ joint }) => skeletons[1].joints[joint].name);
		expect(names.join(" ")).to.equal("Lamp Hips");
	});

	it("refuses transforms that multiply beyond what numbers hold", () => {
		const huge = { scale: [1e30, 1e30, 1e30] };
		const parts = { nodes: [{ ...huge, children: [1] }, huge], skins: [{ joints: [1] }] };
		expect(failureOfParts(parts)).to.equal("the transforms down to node 1 leave the range of numbers at skins[0]");
	});

	it("refuses a rest pose whose inverse is beyond what numbers hold", () => {
		const far = { name: "Far", scale: [1e-9, 1e-9, 1e-9], translation: [1e30, 0, 0], children: [1] };
		const parts = { nodes: [far, { name: "Near" }], skins: [{ joints: [1] }] };
		expect(failureOfParts(parts)).to.equal('the inverse of where "Far" rests leaves the range of numbers at skins[0]');
	});
};
