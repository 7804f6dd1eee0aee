import { ReplicatedStorage } from "@rbxts/services";
import { ImportedModel, importModel, readBytes } from "../../src";

/** Imports a model that is stored in the place: a GLB, as Base64 text in a StringValue. Yields. */
export function importFromPlace(name: string, parent: Instance): ImportedModel {
	const holder = ReplicatedStorage.WaitForChild("models").WaitForChild(name);
	return importModel(readBytes(holder), { parent, name, collision: "none" });
}
