import { createEditableMesh } from "../mesh/create-editable";

/**
 * Whether models can be built here, and why not: the Mesh / Image APIs of a published experience are off until its owner turns them on, and
 * a client's memory for editable meshes may be spent. It makes an empty editable mesh and frees it, so it costs next to nothing.
 *
 * @example
 * const [can, reason] = canImport();
 * if (can) importModel(source, { parent: game.Workspace });
 * else warn(reason);
 */
export function canImport(): LuaTuple<[can: boolean, reason?: string]> {
	const [mesh, refusal] = createEditableMesh();
	if (!mesh) return $tuple(false, refusal);
	mesh.Destroy();
	return $tuple(true);
}
