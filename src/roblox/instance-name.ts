import { Budget } from "../bytes/budget";
import { cutName, MAX_NAME } from "../bytes/cut-name";

/** Returns a valid instance name. Cuts one that is too long, and reports it. */
export function instanceName(name: string, budget: Budget): string {
	const cut = cutName(name);
	if (cut !== name) budget.warn(`names are cut to ${MAX_NAME} bytes`, cut);
	return cut;
}
