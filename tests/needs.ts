import { RunService } from "@rbxts/services";
import { headless } from "./headless";

/** What specs need that not every engine, and not every side of one, has. A spec that names nothing runs everywhere. */
const HAS = {
	"the headless engine": () => headless !== undefined,
	"a client": () => RunService.IsClient(),
	"a server": () => RunService.IsServer(),
	Studio: () => RunService.IsStudio(),
};

export type Need = keyof typeof HAS;

type It = (sentence: string, body: () => void) => void;

const reasons = new Map<Callback, string>();

/**
 * `it` where there is all that its specs need, and otherwise `itSKIP`, with the reason for the runner's report:
 * `const test = needs("a client", it, itSKIP);`.
 */
export function needs(need: Need | Array<Need>, it: It, itSKIP: It): It {
	const all = typeIs(need, "string") ? [need] : need;
	const missing = all.filter((name) => !HAS[name]());
	if (missing.isEmpty()) return it;
	return (sentence, body) => {
		reasons.set(body, `needs ${missing.join(" and ")}`);
		itSKIP(sentence, body);
	};
}

/** Why the spec with this body is skipped: for the runner. */
export function reasonOf(body: Callback) {
	return reasons.get(body);
}

/** Ends a spec that finds out while it runs that it cannot: it counts as skipped. `reason` follows "skipped:" in the report. */
export function skip(reason: string): never {
	error(`[skipped] ${reason}`, 0);
}
