/** Verbs that begin steps of history, with their past tense. */
const PAST: { readonly [verb: string]: string } = {
	add: "Added",
	bend: "Bent",
	blend: "Blended",
	change: "Changed",
	cut: "Cut",
	fit: "Fitted",
	move: "Moved",
	paste: "Pasted",
	rename: "Renamed",
	reverse: "Reversed",
	set: "Set",
	smooth: "Smoothed",
	trim: "Trimmed",
	turn: "Turned",
};

/** Puts a step of history into the past tense: "Add marker" becomes "Added marker". */
export function inPastTense(step: string): string {
	const [verb] = step.match("^%a+");
	const past = verb === undefined ? undefined : PAST[(verb as string).lower()];
	return past === undefined ? step : past + step.sub((verb as string).size() + 1);
}
