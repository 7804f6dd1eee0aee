/** Ends what a person asked for with a message for them. */
export function refuse(what: string, problem: string): never {
	error(`[dolly] ${what}: ${problem}`, 0);
}
