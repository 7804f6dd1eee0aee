import { fail } from "../../bytes/fail";

/** Attempts at a request. The waits between them, 1 to 32 seconds, outlast the minute over which a key's throughput counts. */
const ATTEMPTS = 7;

/** The longest wait for budget, after which Roblox's own queue has to do. */
const BUDGET_SECONDS = 90;

/** Up to how much longer than it must be a wait is, so that servers which failed together do not come back together. */
const JITTER = 0.25;

/**
 * Roblox's error codes that no second attempt can mend: a key or value that is not allowed (101 to 107), no API access
 * in Studio (403), writes blocked (509), attributes that are not allowed (511 to 513).
 */
function isPermanent(message: string): boolean {
	const [code] = message.match("^(%d%d%d): ");
	const number = tonumber(code) ?? 0;
	return (number >= 101 && number <= 107) || number === 403 || number === 509 || (number >= 511 && number <= 513);
}

/** What a request does, which tells the budgets that it draws on. */
export type RequestKind = "read" | "write" | "update" | "list" | "remove";

function budgetsOf(kind: RequestKind): Array<Enum.DataStoreRequestType> {
	const { StandardRead, StandardWrite, StandardList, StandardRemove } = Enum.DataStoreRequestType;
	if (kind === "read") return [StandardRead];
	if (kind === "write") return [StandardWrite];
	if (kind === "update") return [StandardRead, StandardWrite];
	return [kind === "list" ? StandardList : StandardRemove];
}

function awaitBudget(kind: RequestKind): void {
	const service = game.GetService("DataStoreService");
	const budgets = budgetsOf(kind);
	let waited = 0;
	while (waited < BUDGET_SECONDS && budgets.some((budget) => service.GetRequestBudgetForRequestType(budget) < 1)) {
		waited += task.wait(1);
	}
}

/**
 * Makes a data store request when the server's budget allows it, and again, ever later, while it fails. A request that
 * failed may have been carried out all the same: `body` must stand being repeated.
 */
export function request<T>(what: string, kind: RequestKind, body: () => T): T {
	let problem = "";
	for (const attempt of $range(1, ATTEMPTS)) {
		awaitBudget(kind);
		const [ok, result] = pcall(body);
		if (ok) return result as T;
		problem = tostring(result);
		if (isPermanent(problem)) break;
		if (attempt < ATTEMPTS) {
			task.wait(2 ** (attempt - 1) * (1 + math.random() * JITTER));
		}
	}
	return fail("TakeStore", `cannot ${what}: ${problem}`);
}
