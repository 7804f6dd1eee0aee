import { engineWords } from "../engine-words";

const AssetService = game.GetService("AssetService");

/** Editable meshes and images fail in a published experience until this is done. Both have the same switch. */
const MESH_APIS_SWITCH =
	"in a published experience its owner, verified by age and ID, must turn on Enable Mesh / Image APIs " +
	"in the Creator Dashboard (create.roblox.com/dashboard/creations)";

/** Describes that the engine refuses editable meshes or images, and which switch may be off. */
export function refusalOf(what: string, problem: unknown): string {
	return `the engine refuses ${what} (${engineWords(problem)}): ${MESH_APIS_SWITCH}`;
}

/** Calls `make`. The engine's types hide that it returns nil when a client's memory for editable objects is spent. */
function create<T>(what: string, make: () => T | undefined): LuaTuple<[made: T | undefined, refusal: string]> {
	const [ok, made] = pcall(make);
	if (!ok) return $tuple(undefined, refusalOf(what, made));
	return $tuple(made as T | undefined, `the memory for ${what} is spent`);
}

/** Makes an editable mesh. Returns it, or undefined and the reason. */
export function createEditableMesh(): LuaTuple<[mesh: EditableMesh | undefined, refusal: string]> {
	return create("editable meshes", () => AssetService.CreateEditableMesh());
}

/** Makes an editable image. Returns it, or undefined and the reason. */
export function createEditableImage(size: Vector2): LuaTuple<[image: EditableImage | undefined, refusal: string]> {
	return create("editable images", () => AssetService.CreateEditableImage({ Size: size }));
}

/**
 * Replaces a mesh without bones by a copy of fixed size, which takes less memory, and frees the mesh. Returns the mesh
 * itself if there is no memory for both. Yields.
 */
export function fixSize(mesh: EditableMesh): EditableMesh {
	const [ok, copy] = pcall(
		() =>
			AssetService.CreateEditableMeshAsync(Content.fromObject(mesh), { FixedSize: true }) as EditableMesh | undefined,
	);
	if (!ok || !copy) return mesh;
	mesh.Destroy();
	return copy as EditableMesh;
}
