/** Seconds that a spec may go on before it yields. */
const BREATH = 0.1;

let since = os.clock();

/**
 * Yields where a tenth of a second has gone by since it last did. Specs with long loops call it in them: the engine ends a thread
 * that runs for long without a yield, and what takes a second natively takes five where it is interpreted.
 */
export function breathe() {
	if (os.clock() - since < BREATH) return;
	task.wait();
	since = os.clock();
}
