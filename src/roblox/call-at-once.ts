/** What became of a call. */
export const enum Outcome {
	Returned,
	Failed,
	/** It was cancelled where it yielded. */
	Yielded,
}

type Body = (a: unknown, b: unknown, c: unknown, d: unknown) => unknown;

/** What the thread hands over once the body has returned or failed. If it hands over anything else, the body yields. */
const DONE = {};

/** The thread that calls bodies, while none of them holds it. */
let idle: thread | undefined;
/** What that thread calls next, and what came of it. Not among its locals, which would keep the last values alive. */
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
 * Calls a function of the user's that must not yield, and never fails itself: says what became of the call, with the result or the
 * failure. The thread is used again, so that a call per frame leaves no garbage.
 */
export function callAtOnce<A, B, C, D>(
	body: (a: A, b: B, c: C, d: D) => unknown,
	a: A,
	b: B,
	c: C,
	d: D,
): LuaTuple<[outcome: Outcome, result: unknown]> {
	const thread = idle ?? coroutine.create(callForever);
	// The body may come back here.
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
