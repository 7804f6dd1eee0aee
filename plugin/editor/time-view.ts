/** The seconds of a take that a timeline shows. */
export interface TimeView {
	readonly start: number;
	readonly span: number;
}

/** The fewest frames that a view spans: closer, there is nothing more to see. */
const LEAST_FRAMES = 10;

/** What is in view if nothing is there yet: room for the first keys. */
const EMPTY_SPAN = 12;

/** All of a recording that lasts `duration` seconds. */
export function wholeView(duration: number): TimeView {
	return { start: 0, span: duration > 0 ? duration : EMPTY_SPAN };
}

/** The longest view: with room behind the end, where more can be put. */
function longest(duration: number): number {
	return math.max(duration * 1.5, EMPTY_SPAN);
}

/** Where a time stands in a view: 0 at its left edge, 1 at its right. */
export function fractionAt(view: TimeView, seconds: number): number {
	return (seconds - view.start) / view.span;
}

/** A view of the same span that starts at `start`, kept within the take. */
export function moveView(view: TimeView, start: number, duration: number): TimeView {
	return { start: math.clamp(start, 0, math.max(longest(duration) - view.span, 0)), span: view.span };
}

/** A view of `factor` times the span, in which what is at `around` seconds stays where it is. */
export function zoomView(view: TimeView, factor: number, around: number, duration: number, rate: number): TimeView {
	const span = math.clamp(view.span * factor, LEAST_FRAMES / rate, longest(duration));
	return moveView({ start: 0, span }, around - (around - view.start) * (span / view.span), duration);
}

/** The view, or the page of the same span that a time outside of it is on. */
export function followView(view: TimeView, seconds: number, duration: number): TimeView {
	const fraction = fractionAt(view, seconds);
	if (fraction >= 0 && fraction <= 1) return view;
	// Backwards, the time comes in at the right.
	return moveView(view, fraction < 0 ? seconds - view.span * 0.9 : seconds - view.span * 0.1, duration);
}
