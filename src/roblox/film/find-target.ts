const Workspace = game.GetService("Workspace");

/**
 * Returns the instance at a path of names under Workspace, with dots between them. For a single name, returns any
 * instance there that has it.
 */
export function findTarget(target: string): Instance | undefined {
	const names = target.split(".");
	// As returned by GetFullName.
	if (names[0] === "Workspace") names.shift();
	let found: Instance | undefined = Workspace;
	for (const name of names) found = found?.FindFirstChild(name);
	return found ?? (names.size() === 1 ? Workspace.FindFirstChild(target, true) : undefined);
}
