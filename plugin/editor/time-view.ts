/** The range of seconds that a timeline shows. */
export interface TimeView {
	readonly start: number;
	readonly span: number;
}

/** The min frames that a view spans: there is nothing more to see if it is closer. */
const LEAST_FRAMES = 10;

/** The seconds in view of an empty recording: room for the first keys. */
const EMPTY_SPAN = 12;

/** Returns the view of a whole recording of `duration` seconds. */
export function wholeView(duration: number): TimeView {
	return { start: 0, span: duration > 0 ? duration : EMPTY_SPAN };
}

/** Returns the max span, which has room past the end to add more. */
function longest(duration: number): number {
	return math.max(duration * 1.5, EMPTY_SPAN);
}

/** Returns a time's position in a view: 0 is the left edge, 1 the right. */
export function fractionAt(view: TimeView, seconds: number): number {
	return (seconds - view.start) / view.span;
}

/** Moves a view to `start`, within the take. */
export function moveView(view: TimeView, start: number, duration: number): TimeView {
	return { start: math.clamp(start, 0, math.max(longest(duration) - view.span, 0)), span: view.span };
}

/** Scales a view's span by `factor`. The time `around` keeps its position. */
export function zoomView(view: TimeView, factor: number, around: number, duration: number, rate: number): TimeView {
	const span = math.clamp(view.span * factor, LEAST_FRAMES / rate, longest(duration));
	return moveView({ start: 0, span }, around - (around - view.start) * (span / view.span), duration);
}

/** Returns the view if the time is in it, otherwise the page of the same span that has it. */
export function followView(view: TimeView, seconds: number, duration: number): TimeView {
	const fraction = fractionAt(view, seconds);
	if (fraction >= 0 && fraction <= 1) return view;
	// Backwards, the time enters at the right.
	return moveView(view, fraction < 0 ? seconds - view.span * 0.9 : seconds - view.span * 0.1, duration);
}
