const Workspace = game.GetService("Workspace");

/** What stands at a path of names under Workspace, with dots between them; for a single name anything there that has it. */
export function findTarget(target: string): Instance | undefined {
	const names = target.split(".");
	// As GetFullName has it.
	if (names[0] === "Workspace") names.shift();
	let found: Instance | undefined = Workspace;
	for (const name of names) found = found?.FindFirstChild(name);
	return found ?? (names.size() === 1 ? Workspace.FindFirstChild(target, true) : undefined);
}
