/** What steps of history begin with, and what is said of them when they are done. */
const PAST: { readonly [verb: string]: string } = {
	Add: "Added",
	Bend: "Bent",
	Blend: "Blended",
	Change: "Changed",
	Cut: "Cut",
	Fit: "Fitted",
	Move: "Moved",
	Paste: "Pasted",
	Rename: "Renamed",
	Reverse: "Reversed",
	Set: "Set",
	Smooth: "Smoothed",
	Trim: "Trimmed",
	Turn: "Turned",
};

/** A step of history as something done: "Add marker" as "Added marker". */
export function inPastTense(step: string): string {
	const [verb] = step.match("^%a+");
	const past = verb === undefined ? undefined : PAST[verb as string];
	return past === undefined ? step : past + step.sub((verb as string).size() + 1);
}
