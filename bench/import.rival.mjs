import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Document, NodeIO } from "@gltf-transform/core";
import { pack } from "gltfpack";
import { torus } from "./gltf.rival.mjs";

/**
 * The files that `import.bench.ts` makes parts of; no rival makes parts. Each is the rough torus, without textures: as
 * gltfpack packs it, as it is, and bound to a chain of joints.
 */

const JOINTS = 40;

async function packed(glb) {
	const files = { "in.glb": glb };
	await pack(["-i", "in.glb", "-o", "out.glb", "-c", "-kv", "-vp", "16", "-vn", "12"], {
		read: (path) => files[path],
		write: (path, data) => (files[path] = Uint8Array.from(data)),
	});
	return files["out.glb"];
}

function createDocument(isSkinned) {
	const document = new Document();
	const buffer = document.createBuffer();
	const accessor = (type, array) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
	const { positions, normals, uvs, indices } = torus();
	const primitive = document
		.createPrimitive()
		.setIndices(accessor("SCALAR", new Uint32Array(indices)))
		.setAttribute("POSITION", accessor("VEC3", new Float32Array(positions)))
		.setAttribute("NORMAL", accessor("VEC3", new Float32Array(normals)))
		.setAttribute("TEXCOORD_0", accessor("VEC2", new Float32Array(uvs)));
	const mesh = document.createMesh().addPrimitive(primitive);
	const node = document.createNode("Torus").setMesh(mesh);
	const scene = document.createScene().addChild(node);
	if (!isSkinned) {
		node.setTranslation([1, 2, 3]).setScale([2, 2, 2]);
		return document;
	}
	const count = positions.length / 3;
	const joints = new Uint8Array(count * 4);
	const weights = new Float32Array(count * 4);
	for (let vertex = 0; vertex < count; vertex++) {
		const around = Math.atan2(positions[vertex * 3 + 2], positions[vertex * 3]) / (2 * Math.PI) + 0.5;
		const place = Math.min(around, 0.999) * (JOINTS - 1);
		const first = Math.floor(place);
		joints.set([first, first + 1], vertex * 4);
		weights.set([1 - (place - first), place - first], vertex * 4);
	}
	primitive.setAttribute("JOINTS_0", accessor("VEC4", joints)).setAttribute("WEIGHTS_0", accessor("VEC4", weights));
	const skin = document.createSkin();
	const inverses = new Float32Array(JOINTS * 16);
	let parent = scene;
	for (let index = 0; index < JOINTS; index++) {
		const joint = document.createNode(`Joint ${index}`).setTranslation([index === 0 ? 0 : 0.1, 0, 0]);
		parent.addChild(joint);
		parent = joint;
		skin.addJoint(joint);
		inverses.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -0.1 * index, 0, 0, 1], index * 16);
	}
	skin.setInverseBindMatrices(accessor("MAT4", inverses));
	node.setSkin(skin);
	return document;
}

export async function prepare(folder) {
	const io = new NodeIO();
	const rigid = await io.writeBinary(createDocument(false));
	const skinned = await io.writeBinary(createDocument(true));
	writeFileSync(join(folder, "import-packed.glb"), await packed(rigid));
	writeFileSync(join(folder, "import-plain.glb"), rigid);
	writeFileSync(join(folder, "import-skinned.glb"), await packed(skinned));
	writeFileSync(join(folder, "import-skinned-plain.glb"), skinned);
	return [];
}
