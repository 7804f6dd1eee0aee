import { ReplicatedStorage } from "@rbxts/services";

/** The folder in ReplicatedStorage that holds everything that the plugin keeps in a place. */
const ROOT = "Dolly";

export type DollySection = "Recordings" | "Imports";

/** Returns a section's folder, or undefined if the place has none. */
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

/** Returns a section's folder. Makes it if the place has none. */
export function ensureSection(section: DollySection): Instance {
	return childFolder(childFolder(ReplicatedStorage, ROOT), section);
}

/** Returns `wanted`. If `parent` has a child of that name, appends the first free number. */
export function freeName(parent: Instance | undefined, wanted: string): string {
	if (!parent?.FindFirstChild(wanted)) return wanted;
	const [numbered] = wanted.match("^(.*%S) %d+$");
	const base = typeIs(numbered, "string") ? numbered : wanted;
	let number = 2;
	while (parent.FindFirstChild(`${base} ${number}`)) number += 1;
	return `${base} ${number}`;
}
