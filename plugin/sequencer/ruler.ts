import { formatTime } from "../../ui/format";
import { fractionAt, TimeView } from "../editor/time-view";

/** Pixels that a label takes with the space before and after it, with hundredths and without. */
const LONG_LABEL = 60;
const SHORT_LABEL = 38;
/** The fewest pixels between two ticks. */
const TICK_GAP = 7;

/** What ticks may be apart: frames below a second, then seconds. */
const FRAMES = [1, 2, 5, 10, 15, 30, 60, 120];
const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 18_000, 36_000];

export interface Tick {
	/** Where in the view it stands, 0 to 1. */
	fraction: number;
	/** What is written beside it: a time, and the number of the frame there. Small ticks have neither. */
	time?: string;
	frame?: string;
}

function stepsFor(rate: number): Array<number> {
	const steps = FRAMES.filter((frames) => frames / rate < 1).map((frames) => frames / rate);
	return [...steps, ...SECONDS];
}

/** Pixels that labels take which are `step` seconds apart. */
function labelWidth(step: number): number {
	return step < 1 ? LONG_LABEL : SHORT_LABEL;
}

/** Pixels that the text of a label takes. */
export function timeWidth(time: string): number {
	return labelWidth(time.size() > 5 ? 0 : 1) - 6;
}

function isWhole(value: number): boolean {
	return math.abs(value - math.round(value)) < 1e-6;
}

/** Seconds between labels and between ticks, so that labels have room and ticks can be told apart. */
export function chooseSteps(secondsPerPixel: number, rate: number) {
	const steps = stepsFor(rate);
	const large = steps.find((step) => step >= labelWidth(step) * secondsPerPixel) ?? steps[steps.size() - 1];
	const small = steps.find((step) => {
		// Ticks between whole seconds fall on these too.
		const isEven = isWhole(large / step) && (large < 1 || step >= 1 || isWhole(1 / step));
		return step >= TICK_GAP * secondsPerPixel && isEven;
	});
	return { large, small: math.min(small ?? large, large) };
}

/** A time as it stands on the ruler: with hundredths where labels are less than a second apart. */
function timeLabel(seconds: number, step: number): string {
	if (step >= 1) return formatTime(seconds).sub(1, -3);
	const hundredths = math.round(seconds * 100);
	return string.format("%d:%02d.%02d", hundredths.idiv(6000), hundredths.idiv(100) % 60, hundredths % 100);
}

/** The ticks of a ruler `width` pixels wide. */
export function rulerTicks(view: TimeView, width: number, rate: number): Array<Tick> {
	const { large, small } = chooseSteps(view.span / math.max(width, 1), rate);
	const perLabel = math.round(large / small);
	const ticks = new Array<Tick>();
	const first = math.ceil(view.start / small - 1e-6);
	const last = math.floor((view.start + view.span) / small + 1e-6);
	// A view is never wider than a screen: no more ticks than that, whatever the numbers.
	for (const index of $range(first, math.min(last, first + 2000))) {
		const seconds = index * small;
		const fraction = fractionAt(view, seconds);
		const hasRoom = fraction * width + labelWidth(large) <= width;
		if (index % perLabel !== 0 || !hasRoom) ticks.push({ fraction });
		else ticks.push({ fraction, time: timeLabel(seconds, large), frame: tostring(math.round(seconds * rate)) });
	}
	return ticks;
}
