/** The seconds of a take that a timeline shows. */
export interface TimeView {
	readonly start: number;
	readonly span: number;
}

/** The fewest frames that a view spans: closer, there is nothing more to see. */
const LEAST_FRAMES = 10;

/** All of a take that lasts `duration` seconds. */
export function wholeView(duration: number, rate: number): TimeView {
	return { start: 0, span: math.max(duration, LEAST_FRAMES / rate) };
}

/** Where a time stands in a view: 0 at its left edge, 1 at its right. */
export function fractionAt(view: TimeView, seconds: number): number {
	return (seconds - view.start) / view.span;
}

export function secondsAt(view: TimeView, fraction: number): number {
	return view.start + view.span * fraction;
}

/** The frame next to a time, as a time: what is dragged goes from frame to frame. */
export function onFrame(seconds: number, rate: number, duration: number): number {
	return math.clamp(math.round(seconds * rate), 0, math.round(duration * rate)) / rate;
}

/** A view of the same span that starts at `start`, kept within the take. */
export function moveView(view: TimeView, start: number, duration: number): TimeView {
	return { start: math.clamp(start, 0, math.max(duration - view.span, 0)), span: view.span };
}

/** A view of `factor` times the span, in which what is at `around` seconds stays where it is. */
export function zoomView(view: TimeView, factor: number, around: number, duration: number, rate: number): TimeView {
	const most = wholeView(duration, rate).span;
	const span = math.clamp(view.span * factor, math.min(LEAST_FRAMES / rate, most), most);
	return moveView({ start: 0, span }, around - (around - view.start) * (span / view.span), duration);
}

/** The view, or the page of the same span that a time outside of it is on. */
export function followView(view: TimeView, seconds: number, duration: number): TimeView {
	const fraction = fractionAt(view, seconds);
	if (fraction >= 0 && fraction <= 1) return view;
	// Backwards, the time comes in at the right.
	return moveView(view, fraction < 0 ? seconds - view.span * 0.9 : seconds - view.span * 0.1, duration);
}
