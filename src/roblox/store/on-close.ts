/** The callbacks to run before this server closes. */
const closers = new Set<() => void>();
let isBound = false;

/** Runs all callbacks at once, and returns when the last has ended. */
function closeAll(): void {
	let open = 0;
	for (const close of closers) {
		open += 1;
		task.spawn(() => {
			const [ok, problem] = pcall(close);
			if (!ok) warn(tostring(problem));
			open -= 1;
		});
	}
	while (open > 0) task.wait();
}

/** Calls `close`, which may yield, before this server closes. Returns a function that removes it. */
export function onClose(close: () => void): () => void {
	closers.add(close);
	// A binding cannot be removed, so there is one for all.
	if (!isBound) game.BindToClose(closeAll);
	isBound = true;
	return () => closers.delete(close);
}
