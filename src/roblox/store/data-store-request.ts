import { fail } from "../../bytes/fail";

/** Attempts at a request. The waits between them, 1 to 32 seconds, outlast the minute over which a key's throughput counts. */
const ATTEMPTS = 7;

/** Up to how much longer than it must be a wait is, so that servers which failed together do not come back together. */
const JITTER = 0.25;

/**
 * How many requests of a kind go to Roblox's own queue where the budget is spent. That queue has 30 places for all that
 * runs on a server; it knows better than any budget when the next request may go.
 */
const MAX_QUEUED = 8;

/** Seconds between two looks at whether it is a request's turn. */
const LOOK_SECONDS = 0.1;

/** Seconds after which a request that has not come back no longer counts as queued. */
const QUEUED_SECONDS = 60;

/** How Studio refuses a request without API access: a code may stand before it, and what follows differs. */
const NO_ACCESS = "StudioAccessToApisNotAllowed";

/** What to do then. */
const ALLOW_ACCESS =
	'Studio has no access to API services; switch on "Enable Studio Access to API Services" under File > Experience Settings > Security, or pass { withoutDataStores: "memory" } to keep recordings until the server stops';

/** Whether a request failed because Studio has no access to API services. */
export function isNoAccess(message: string): boolean {
	return message.find(NO_ACCESS, 1, true)[0] !== undefined || message.find(ALLOW_ACCESS, 1, true)[0] !== undefined;
}

/** Why a request failed: what to do if Studio has no access, otherwise what Roblox says. */
export function wordsOf(problem: string): string {
	return isNoAccess(problem) ? ALLOW_ACCESS : problem;
}

/**
 * Roblox's error codes that no second attempt can mend: a key or value that is not allowed (101 to 107), no API access
 * in Studio (403), writes blocked (509), attributes that are not allowed (511 to 513).
 */
function isPermanent(message: string): boolean {
	if (isNoAccess(message)) return true;
	const [code] = message.match("^(%d%d%d): ");
	const number = tonumber(code) ?? 0;
	return (number >= 101 && number <= 107) || number === 403 || number === 509 || (number >= 511 && number <= 513);
}

/** What a request does, which tells the budgets that it draws on. */
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

/** Forgets what will never come back: threads that were cancelled, and requests that have been under way for too long. */
function tidy({ waiting, queued }: Line): void {
	while (!waiting.isEmpty() && coroutine.status(waiting[0]) === "dead") waiting.shift();
	const now = os.clock();
	for (const [thread, since] of queued) {
		if (coroutine.status(thread) === "dead" || now - since > QUEUED_SECONDS) queued.delete(thread);
	}
}

/** Waits until there is budget, or room for a request without, behind those of its kind that came before. */
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
 * Makes a data store request when it is its turn, and again, ever later, while it fails. A request that failed may have been
 * carried out all the same: `body` must stand being repeated.
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
