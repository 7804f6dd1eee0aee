import { AssetService } from "@rbxts/services";
import { skip } from "./needs";

/** Why something that the engine creates cannot be had here; undefined if it can. What was created is destroyed. */
export function refusalOf(what: string, create: () => EditableMesh | EditableImage | undefined): string | undefined {
	const [ok, made] = pcall(create);
	if (!ok) return `${what} cannot be used here: ${made}`;
	if (made === undefined) return `the memory for ${what} is spent`;
	(made as EditableMesh).Destroy();
	return undefined;
}

/** Skips the spec if this engine or place does not allow editable meshes and images. */
export function skipWithoutEditables(): void {
	const refusal =
		refusalOf("editable meshes", () => AssetService.CreateEditableMesh()) ??
		refusalOf("editable images", () => AssetService.CreateEditableImage({ Size: Vector2.one }));
	if (refusal !== undefined) skip(refusal);
}
