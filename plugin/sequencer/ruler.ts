import { formatTime } from "../../ui/format";
import { fractionAt, TimeView } from "../editor/time-view";

/** The width of a label with its margins, in pixels, with and without hundredths. */
const LONG_LABEL = 60;
const SHORT_LABEL = 38;
/** The min pixels between two ticks. */
const TICK_GAP = 7;

/** The possible distances of ticks: frames below a second, otherwise seconds. */
const FRAMES = [1, 2, 5, 10, 15, 30, 60, 120];
const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 18_000, 36_000];

export interface Tick {
	/** Its position in the view, 0 to 1. */
	fraction: number;
	/** The time beside it, and the number of its frame. Small ticks have neither. */
	time?: string;
	frame?: string;
}

function stepsFor(rate: number): Array<number> {
	const steps = FRAMES.filter((frames) => frames / rate < 1).map((frames) => frames / rate);
	return [...steps, ...SECONDS];
}

/** Returns the width of labels that are `step` seconds apart, in pixels. */
function labelWidth(step: number): number {
	return step < 1 ? LONG_LABEL : SHORT_LABEL;
}

/** Returns the width of a label's text in pixels. */
export function timeWidth(time: string): number {
	return labelWidth(time.size() > 5 ? 0 : 1) - 6;
}

function isWhole(value: number): boolean {
	return math.abs(value - math.round(value)) < 1e-6;
}

/** Returns the seconds between labels and between ticks that leave room for labels and keep ticks apart. */
export function chooseSteps(secondsPerPixel: number, rate: number) {
	const steps = stepsFor(rate);
	const large = steps.find((step) => step >= labelWidth(step) * secondsPerPixel) ?? steps[steps.size() - 1];
	const small = steps.find((step) => {
		// Ticks between whole seconds also fall on the whole seconds.
		const isEven = isWhole(large / step) && (large < 1 || step >= 1 || isWhole(1 / step));
		return step >= TICK_GAP * secondsPerPixel && isEven;
	});
	return { large, small: math.min(small ?? large, large) };
}

/** Returns the text of a time on the ruler, with hundredths if labels are less than a second apart. */
function timeLabel(seconds: number, step: number): string {
	if (step >= 1) return formatTime(seconds).sub(1, -3);
	const hundredths = math.round(seconds * 100);
	return string.format("%d:%02d.%02d", hundredths.idiv(6000), hundredths.idiv(100) % 60, hundredths % 100);
}

/** Returns the ticks of a ruler of `width` pixels. */
export function rulerTicks(view: TimeView, width: number, rate: number): Array<Tick> {
	const { large, small } = chooseSteps(view.span / math.max(width, 1), rate);
	const perLabel = math.round(large / small);
	const ticks = new Array<Tick>();
	const first = math.ceil(view.start / small - 1e-6);
	const last = math.floor((view.start + view.span) / small + 1e-6);
	// Limits the ticks to those of the widest screen, for any input.
	for (const index of $range(first, math.min(last, first + 2000))) {
		const seconds = index * small;
		const fraction = fractionAt(view, seconds);
		const hasRoom = fraction * width + labelWidth(large) <= width;
		if (index % perLabel !== 0 || !hasRoom) ticks.push({ fraction });
		else ticks.push({ fraction, time: timeLabel(seconds, large), frame: tostring(math.round(seconds * rate)) });
	}
	return ticks;
}
