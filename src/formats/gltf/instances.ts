import { Budget } from "../../bytes/budget";
import { normalise } from "../../rotation/quaternion";
import { createPose, POSE_STRIDE, ROTATION_OFFSET, SCALE_OFFSET } from "../../scene/pose";
import { Accessors } from "./accessors";
import { ComponentType } from "./convert";
import { extensionIn, failAt, indexIn, JsonObject, objectIn, objectsIn } from "./json";

const EXTENSION = "EXT_mesh_gpu_instancing";

/** Bytes of an instance until its mesh is placed: its pose. */
const INSTANCE_BYTES = POSE_STRIDE;

/** Shorter rotations turn nothing: the square of the length that `normalise` takes for zero. */
const SHORTEST_SQUARE = 1e-24;

const FLOAT = [ComponentType.F32];
const ROTATIONS = [ComponentType.F32, ComponentType.I8, ComponentType.I16];

/** The attributes that place an instance: their width, types and offset in a pose. */
const PLACING = [
	{ name: "TRANSLATION", shape: "VEC3", kinds: FLOAT, width: 3, offset: 0 },
	{ name: "ROTATION", shape: "VEC4", kinds: ROTATIONS, width: 4, offset: ROTATION_OFFSET },
	{ name: "SCALE", shape: "VEC3", kinds: FLOAT, width: 3, offset: SCALE_OFFSET },
];

function readPoses(json: JsonObject, accessors: Accessors, budget: Budget, path: string): buffer {
	const attributes = objectIn(json, "attributes", path) ?? failAt("attributes is missing", path);
	const place = `${path}.attributes`;
	let count = -1;
	for (const { name, shape, kinds } of PLACING) {
		const index = indexIn(attributes, name, place, accessors.all.size());
		if (index === undefined) continue;
		const accessor = accessors.expect(index, name, [shape], kinds);
		if (count >= 0 && accessor.count !== count) {
			failAt(`${name} has ${accessor.count} instances, but others have ${count}`, `${place}.${name}`);
		}
		count = accessor.count;
	}
	if (count < 0) failAt("the instances have no TRANSLATION, ROTATION or SCALE", place);
	budget.spendElements(count, "gltf", path);
	budget.spendBytes(count * INSTANCE_BYTES, "gltf", path);
	const poses = createPose(count);
	for (const { name, width, offset } of PLACING) {
		const index = indexIn(attributes, name, place, accessors.all.size());
		if (index === undefined) continue;
		const values = accessors.floats(index);
		for (const instance of $range(0, count - 1)) {
			buffer.copy(poses, instance * POSE_STRIDE + offset, values, instance * width * 4, width * 4);
		}
	}
	let still = 0;
	for (const at of $range(ROTATION_OFFSET, count * POSE_STRIDE - 1, POSE_STRIDE)) {
		const fx = buffer.readf32(poses, at);
		const fy = buffer.readf32(poses, at + 4);
		const fz = buffer.readf32(poses, at + 8);
		const fw = buffer.readf32(poses, at + 12);
		const [x, y, z, w] = normalise(fx, fy, fz, fw);
		if (fx * fx + fy * fy + fz * fz + fw * fw <= SHORTEST_SQUARE) still += 1;
		buffer.writef32(poses, at, x);
		buffer.writef32(poses, at + 4, y);
		buffer.writef32(poses, at + 8, z);
		buffer.writef32(poses, at + 12, w);
	}
	if (still > 0) budget.warn("rotations of instances have length 0 and are ignored", path, still);
	return poses;
}

/** Reads the instances of nodes: for each node that has them a pose with a transform for each instance. */
export function readInstances(root: JsonObject, accessors: Accessors, budget: Budget): Map<number, buffer> {
	const instances = new Map<number, buffer>();
	objectsIn(root, "nodes").forEach((json, index) => {
		const path = `nodes[${index}]`;
		const extension = extensionIn(json, EXTENSION, path);
		if (extension === undefined) return;
		instances.set(index, readPoses(extension, accessors, budget, `${path}.extensions.${EXTENSION}`));
	});
	return instances;
}
