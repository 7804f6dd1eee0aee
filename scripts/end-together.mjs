const children = new Set();

/** Ends a process with this one, however this one ends. */
export function endTogether(child) {
	children.add(child);
	child.once("close", () => children.delete(child));
}

process.once("exit", () => children.forEach((child) => child.kill("SIGKILL")));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
