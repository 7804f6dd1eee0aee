import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Document, NodeIO } from "@gltf-transform/core";

/** As many as a rig of Mixamo's. */
const JOINTS = 68;
const RATE = 30;

/** A number from -1 to 1 that drifts, unlike those of other seeds. */
const drift = (seed, seconds) => Math.sin(seconds * (0.7 + 0.13 * (seed % 7)) + seed * 2.4);

/**
 * A character with what exporters leave in files: metres by a scale of 0.01 on the root, a scale track of 1 on every joint, translation
 * tracks that never leave rest on all joints but the hips, a third of the rotation tracks constant, and one joint that spins.
 */
async function character() {
	const document = new Document();
	const made = document.createBuffer();
	const accessor = (type, values) =>
		document.createAccessor().setType(type).setArray(new Float32Array(values)).setBuffer(made);
	const armature = document.createNode("Armature").setScale([0.01, 0.01, 0.01]);
	const joints = [];
	for (let index = 0; index < JOINTS; index++) {
		const joint = document.createNode(`Joint${index}`).setTranslation(index === 0 ? [0, 90, 0] : [0, 8, 0]);
		if (index === 0) armature.addChild(joint);
		else joints[Math.floor((index - 1) / 2)].addChild(joint);
		joints.push(joint);
	}
	const skin = document.createSkin("Rig");
	joints.forEach((joint) => skin.addJoint(joint));
	const triangle = document
		.createPrimitive()
		.setAttribute("POSITION", accessor("VEC3", [0, 0, 0, 10, 0, 0, 0, 10, 0]))
		.setAttribute("JOINTS_0", document.createAccessor().setType("VEC4").setArray(new Uint16Array(12)).setBuffer(made))
		.setAttribute("WEIGHTS_0", accessor("VEC4", [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]));
	const body = document.createNode("Body").setMesh(document.createMesh("Body").addPrimitive(triangle)).setSkin(skin);
	document.createScene("Scene").addChild(armature).addChild(body);
	for (const [name, seconds] of [
		["Walk", 1],
		["Run", 2],
		["Dance", 30],
	]) {
		const animation = document.createAnimation(name);
		const count = seconds * RATE + 1;
		const times = Array.from({ length: count }, (_, key) => key / RATE);
		const input = accessor("SCALAR", times);
		const track = (joint, path, type, valueOf) => {
			const sampler = document
				.createAnimationSampler()
				.setInput(input)
				.setOutput(accessor(type, times.flatMap(valueOf)));
			const channel = document.createAnimationChannel().setTargetNode(joint).setTargetPath(path).setSampler(sampler);
			animation.addSampler(sampler).addChannel(channel);
		};
		joints.forEach((joint, index) => {
			track(joint, "scale", "VEC3", () => [1, 1, 1]);
			const [x, y, z] = joint.getTranslation();
			track(joint, "translation", "VEC3", (time) =>
				index === 0 ? [drift(1, time * 3), y + 3 * drift(2, time * 6), z] : [x, y, z],
			);
			const spins = index === 20;
			track(joint, "rotation", "VEC4", (time) => {
				const half = spins ? time * 9 : index % 3 === 0 ? 0.2 : 0.35 * drift(index, time * 4);
				return [Math.sin(half), 0, 0, Math.cos(half)];
			});
		});
	}
	return new NodeIO().writeBinary(document);
}

/** Writes the models whose clips are played: one made here, and those of the folder of `npm run bench -- --models`. */
export async function prepare(folder) {
	const models = join(folder, "models");
	mkdirSync(models, { recursive: true });
	const names = ["character.glb"];
	writeFileSync(join(models, names[0]), await character());
	const from = process.env.DOLLY_BENCH_MODELS;
	for (const name of from ? readdirSync(from).sort() : []) {
		if (!/\.(?:glb|gltf)$/.test(name)) continue;
		copyFileSync(join(from, name), join(models, name));
		names.push(name);
	}
	writeFileSync(join(models, "names.txt"), names.join("\n"));
	return [];
}
