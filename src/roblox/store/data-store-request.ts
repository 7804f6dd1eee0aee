import { fail } from "../../bytes/fail";

/**
 * Attempts per request. The waits between them, 1 to 32 seconds, exceed the minute over which a key's throughput
 * counts.
 */
const ATTEMPTS = 7;

/** The max extra part of a wait, so that servers that failed together do not come back together. */
const JITTER = 0.25;

/**
 * The max requests of a kind in Roblox's own queue once the budget is spent. That queue has 30 places for a whole
 * server, and knows better than any budget when the next request may go.
 */
const MAX_QUEUED = 8;

/** Seconds between two checks whether it is a request's turn. */
const LOOK_SECONDS = 0.1;

/** Seconds after which a request without a result no longer counts as queued. */
const QUEUED_SECONDS = 60;

/** How Studio refuses a request without API access: a code may come before it, and the rest varies. */
const NO_ACCESS = "StudioAccessToApisNotAllowed";

/** The remedy. */
const ALLOW_ACCESS =
	'Studio has no access to API services; switch on "Enable Studio Access to API Services" under File > Experience Settings > Security, or pass { withoutDataStores: "memory" } to keep recordings until the server stops';

/** Returns whether a request failed because Studio has no access to API services. */
export function isNoAccess(message: string): boolean {
	return message.find(NO_ACCESS, 1, true)[0] !== undefined || message.find(ALLOW_ACCESS, 1, true)[0] !== undefined;
}

/** Returns why a request failed: the remedy if Studio has no access, otherwise Roblox's message. */
export function wordsOf(problem: string): string {
	return isNoAccess(problem) ? ALLOW_ACCESS : problem;
}

/**
 * Returns whether a second attempt cannot help, by Roblox's error codes: an invalid key or value (101 to 107), no API
 * access in Studio (403), writes blocked (509), invalid attributes (511 to 513).
 */
function isPermanent(message: string): boolean {
	if (isNoAccess(message)) return true;
	const [code] = message.match("^(%d%d%d): ");
	const number = tonumber(code) ?? 0;
	return (number >= 101 && number <= 107) || number === 403 || number === 509 || (number >= 511 && number <= 513);
}

/** The kind of a request, which determines its budgets. */
export type RequestKind = "read" | "write" | "update" | "list" | "remove" | "removeIf";

function budgetsOf(kind: RequestKind): Array<Enum.DataStoreRequestType> {
	const { StandardRead, StandardWrite, StandardList, StandardRemove } = Enum.DataStoreRequestType;
	if (kind === "read") return [StandardRead];
	if (kind === "write") return [StandardWrite];
	if (kind === "update") return [StandardRead, StandardWrite];
	if (kind === "removeIf") return [StandardRead, StandardRemove];
	return [kind === "list" ? StandardList : StandardRemove];
}

function hasBudget(kind: RequestKind): boolean {
	const service = game.GetService("DataStoreService");
	return budgetsOf(kind).every((budget) => service.GetRequestBudgetForRequestType(budget) >= 1);
}

/** The requests of a kind: those that wait for their turn, in order, and those that were made without budget. */
interface Line {
	waiting: Array<thread>;
	queued: Map<thread, number>;
}

const lines = new Map<RequestKind, Line>();

function lineOf(kind: RequestKind): Line {
	let line = lines.get(kind);
	if (!line) {
		line = { waiting: [], queued: new Map() };
		lines.set(kind, line);
	}
	return line;
}

/** Forgets entries that will never end: cancelled threads, and requests that have been under way for too long. */
function tidy({ waiting, queued }: Line): void {
	while (!waiting.isEmpty() && coroutine.status(waiting[0]) === "dead") waiting.shift();
	const now = os.clock();
	for (const [thread, since] of queued) {
		if (coroutine.status(thread) === "dead" || now - since > QUEUED_SECONDS) queued.delete(thread);
	}
}

/** Waits for budget, or for room for a request without budget, behind earlier requests of its kind. */
function awaitTurn(kind: RequestKind, line: Line, thread: thread): void {
	if (line.waiting.isEmpty() && hasBudget(kind)) return;
	line.waiting.push(thread);
	while (true) {
		tidy(line);
		if (line.waiting[0] === thread) {
			if (hasBudget(kind)) break;
			if (line.queued.size() < MAX_QUEUED) {
				line.queued.set(thread, os.clock());
				break;
			}
		}
		task.wait(LOOK_SECONDS);
	}
	line.waiting.shift();
}

/**
 * Makes a data store request when it is its turn, and repeats it with growing delays while it fails. A failed request
 * may have been carried out: `body` must be repeatable.
 */
export function request<T>(what: string, kind: RequestKind, body: () => T): T {
	const line = lineOf(kind);
	const thread = coroutine.running();
	let problem = "";
	for (const attempt of $range(1, ATTEMPTS)) {
		awaitTurn(kind, line, thread);
		const [ok, result] = pcall(body);
		line.queued.delete(thread);
		if (ok) return result as T;
		problem = tostring(result);
		if (isPermanent(problem)) break;
		if (attempt < ATTEMPTS) {
			task.wait(2 ** (attempt - 1) * (1 + math.random() * JITTER));
		}
	}
	return fail("RecordingStore", `cannot ${what}: ${wordsOf(problem)}`);
}
