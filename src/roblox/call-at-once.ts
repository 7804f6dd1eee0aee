/** How a call ended. */
export const enum Outcome {
	Returned,
	Failed,
	/** It yielded and was cancelled. */
	Yielded,
}

type Body = (a: unknown, b: unknown, c: unknown, d: unknown) => unknown;

/**
 * The value that the thread yields once the body has returned or failed. Any other value means that the body yields.
 */
const DONE = {};

/** The thread that calls bodies, while none of them is running. */
let idle: thread | undefined;
/** The next body of that thread, and its result. Outside of its locals, which would keep the last values alive. */
let nextBody: Body | undefined;
let nextA: unknown;
let nextB: unknown;
let nextC: unknown;
let nextD: unknown;
let hasReturned = false;
let lastResult: unknown;

function callNext(): void {
	const [body, a, b, c, d] = [nextBody!, nextA, nextB, nextC, nextD];
	nextBody = nextA = nextB = nextC = nextD = undefined;
	[hasReturned, lastResult] = pcall(body, a, b, c, d);
}

function callForever(): void {
	while (true) {
		callNext();
		coroutine.yield(DONE);
	}
}

/**
 * Calls a callback of the user that must not yield, and never fails itself. Returns how the call ended, with the result
 * or the error. The thread is reused, so that a call per frame allocates nothing.
 */
export function callAtOnce<A, B, C, D>(
	body: (a: A, b: B, c: C, d: D) => unknown,
	a: A,
	b: B,
	c: C,
	d: D,
): LuaTuple<[outcome: Outcome, result: unknown]> {
	const thread = idle ?? coroutine.create(callForever);
	// The body may call this function again.
	idle = undefined;
	nextBody = body as Body;
	nextA = a;
	nextB = b;
	nextC = c;
	nextD = d;
	const [isAlive, handed] = coroutine.resume(thread);
	// Calls that are nested too deep for the engine.
	if (!isAlive) return $tuple(Outcome.Failed, handed);
	if (handed !== DONE) {
		pcall(task.cancel, thread);
		return $tuple(Outcome.Yielded, undefined);
	}
	idle = thread;
	const result = lastResult;
	lastResult = undefined;
	return $tuple(hasReturned ? Outcome.Returned : Outcome.Failed, result);
}
