import { Budget } from "./budget";
import { GltfMesh, GltfNode, GltfSkin } from "./gltf";
import { failAt } from "./json";
import { remapJoints } from "./vertices";

/** About what a copy of a mesh takes that shares its data. */
const COPY_BYTES = 512;

function mappingBuffer(mapping: ReadonlyArray<number>): buffer {
	const result = buffer.create(mapping.size() * 2);
	mapping.forEach((joint, index) => buffer.writeu16(result, index * 2, joint));
	return result;
}

/**
 * Lists all meshes and tells every node which of them it draws. A mesh that a node draws with a skin refers to the joints
 * of that skin's skeleton; drawn with another skin as well, it is listed again at the end, sharing all other data.
 */
export function attachMeshes(
	primitives: ReadonlyArray<ReadonlyArray<GltfMesh>>,
	nodes: ReadonlyArray<GltfNode>,
	skins: ReadonlyArray<GltfSkin>,
	budget: Budget,
): Array<GltfMesh> {
	const meshes = new Array<GltfMesh>();
	const firstOf = primitives.map((list) => {
		const first = meshes.size();
		for (const mesh of list) meshes.push(mesh);
		return first;
	});
	const fileJoints = meshes.map(({ joints }) => joints);
	const mappings = new Map<number, buffer>();
	/** For each listed mesh, which entry stands for it with each skin. */
	const withSkin = meshes.map(() => new Map<number, number>());

	const skinned = (index: number, skinIndex: number, path: string): number => {
		const before = withSkin[index].get(skinIndex);
		if (before !== undefined) return before;
		const joints = fileJoints[index];
		if (joints === undefined) return index;
		const skin = skins[skinIndex];
		const mapping = mappings.get(skinIndex) ?? mappingBuffer(skin.mapping);
		mappings.set(skinIndex, mapping);
		const { vertexCount } = meshes[index];
		budget.spend(vertexCount * 8 + COPY_BYTES, path);
		const [mapped, wrong] = remapJoints(joints, vertexCount, mapping, skin.joints.size());
		if (wrong >= 0) {
			failAt(`vertex ${wrong} refers to a joint that skins[${skinIndex}] of ${skin.joints.size()} does not have`, path);
		}
		let entry = index;
		if (meshes[index].skeleton !== undefined) {
			entry = meshes.size();
			meshes.push({ ...meshes[index] });
		}
		meshes[entry].joints = mapped;
		meshes[entry].skeleton = skin.skeleton;
		withSkin[index].set(skinIndex, entry);
		return entry;
	};

	nodes.forEach((node, index) => {
		if (node.mesh === undefined) return;
		const first = firstOf[node.mesh];
		for (const at of $range(first, first + primitives[node.mesh].size() - 1)) {
			node.meshes.push(node.skin === undefined ? at : skinned(at, node.skin, `nodes[${index}]`));
		}
	});
	return meshes;
}
