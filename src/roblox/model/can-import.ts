import { createEditableMesh } from "../mesh/create-editable";

/**
 * Returns whether models can be built here, and the reason if not. The Mesh / Image APIs of a published experience are
 * off until its owner turns them on, and a client's memory for editable meshes may be spent. It makes an empty editable
 * mesh and frees it, which costs almost nothing.
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
