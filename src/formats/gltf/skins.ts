import { Budget } from "../../bytes/budget";
import { WORLD_STRIDE } from "../../scene/pose-to-world";
import { Accessors } from "./accessors";
import { rowsOfMatrices } from "./bind-matrices";
import { ComponentType } from "./convert";
import { GltfNode, GltfSkin } from "./gltf";
import { failAt, indexIn, indicesIn, JsonObject, objectsIn, stringIn } from "./json";

function readInverseBind(json: JsonObject, jointCount: number, accessors: Accessors, path: string): buffer {
	const rows = buffer.create(jointCount * WORLD_STRIDE);
	const index = indexIn(json, "inverseBindMatrices", path, accessors.all.size());
	if (index === undefined) {
		// The specification's default: vertices are already stored relative to their joints.
		for (const joint of $range(0, jointCount - 1)) {
			for (const diagonal of $range(0, 2)) buffer.writef32(rows, joint * WORLD_STRIDE + diagonal * 20, 1);
		}
		return rows;
	}
	const { count } = accessors.expect(index, "inverseBindMatrices", ["MAT4"], [ComponentType.F32]);
	if (count < jointCount) failAt(`${count} matrices are too few for ${jointCount} joints`, `accessors[${index}].count`);
	const wrong = rowsOfMatrices(accessors.floats(index), jointCount, rows);
	if (wrong >= 0) failAt(`inverse bind matrix ${wrong} is not affine`, `accessors[${index}]`);
	return rows;
}

export function readSkins(
	root: JsonObject,
	nodes: ReadonlyArray<GltfNode>,
	accessors: Accessors,
	budget: Budget,
): Array<GltfSkin> {
	return objectsIn(root, "skins").map((json, index) => {
		const path = `skins[${index}]`;
		const joints = indicesIn(json, "joints", path, nodes.size());
		if (joints.isEmpty()) failAt("a skin needs joints", `${path}.joints`);
		indexIn(json, "skeleton", path, nodes.size());
		budget.spendBytes(joints.size() * WORLD_STRIDE, "gltf", path);
		return {
			name: stringIn(json, "name", path) ?? `skin ${index}`,
			joints,
			inverseBind: readInverseBind(json, joints.size(), accessors, path),
		};
	});
}
