import { Budget } from "../bytes/budget";
import { cutName, MAX_NAME } from "../bytes/cut-name";

/** A name as an instance takes it; one that is too long is cut, and reported. */
export function instanceName(name: string, budget: Budget): string {
	const cut = cutName(name);
	if (cut !== name) budget.warn(`names are cut to ${MAX_NAME} bytes`, cut);
	return cut;
}
