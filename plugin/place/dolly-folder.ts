import { ReplicatedStorage } from "@rbxts/services";

/** The folder of ReplicatedStorage in which everything that the plugin keeps in a place lives. */
const ROOT = "Dolly";

export type DollySection = "Recordings" | "Imports";

/** A section's folder, or undefined in a place that has none. */
export function findSection(section: DollySection): Instance | undefined {
	return ReplicatedStorage.FindFirstChild(ROOT)?.FindFirstChild(section);
}

function childFolder(parent: Instance, name: string): Instance {
	const found = parent.FindFirstChild(name);
	if (found) return found;
	const folder = new Instance("Folder");
	folder.Name = name;
	folder.Parent = parent;
	return folder;
}

/** A section's folder, made where the place has none. */
export function ensureSection(section: DollySection): Instance {
	return childFolder(childFolder(ReplicatedStorage, ROOT), section);
}

/** `wanted`, or with the first free number behind it where `parent` has a child of that name. */
export function freeName(parent: Instance | undefined, wanted: string): string {
	if (!parent?.FindFirstChild(wanted)) return wanted;
	const [numbered] = wanted.match("^(.*%S) %d+$");
	const base = typeIs(numbered, "string") ? numbered : wanted;
	let number = 2;
	while (parent.FindFirstChild(`${base} ${number}`)) number += 1;
	return `${base} ${number}`;
}
