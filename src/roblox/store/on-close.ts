/** What is to be done before this server closes. */
const closers = new Set<() => void>();
let isBound = false;

/** Does all of it at once, and ends when the last has ended. */
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

/** Calls `close`, which may yield, before this server closes. Returns a function that takes it back. */
export function onClose(close: () => void): () => void {
	closers.add(close);
	// A binding cannot be taken back, so there is one for all.
	if (!isBound) game.BindToClose(closeAll);
	isBound = true;
	return () => closers.delete(close);
}
