import { serverSpan } from "../../take/server-span";
import { sliceTake } from "../../take/edit/slice-take";
import { isReplay } from "../is-replay";
import type { FramedRecording } from "../recording";
import { JOINT_STRIDE, Replay, ReplaySpan, ReplaySubject, ReplayValue } from "../replay";

/** Returns the spans of the frames from `first` to `last`, counted from `first`. */
function sliceSpans(spans: ReadonlyArray<ReplaySpan>, first: number, last: number): Array<ReplaySpan> {
	const kept = new Array<ReplaySpan>();
	for (const span of spans) {
		const from = math.max(span.first, first);
		const to = math.min(span.last, last);
		if (from <= to) kept.push({ first: from - first, last: to - first });
	}
	return kept;
}

/**
 * Returns a stepped value from `first` to `last`. The value that held before starts at the first frame. Returns
 * undefined if none holds there.
 */
function sliceValue({ name, frames, values }: ReplayValue, first: number, last: number): ReplayValue | undefined {
	const at = new Array<number>();
	const held = new Array<string | number | boolean>();
	frames.forEach((frame, index) => {
		const following = frames[index + 1];
		if (frame > last || (following !== undefined && following <= first)) return;
		at.push(math.max(frame - first, 0));
		held.push(values[index]);
	});
	return at.isEmpty() ? undefined : { name, frames: at, values: held };
}

function sliceRows(rows: buffer, stride: number, first: number, count: number): buffer {
	const target = buffer.create(count * stride);
	if (stride > 0) buffer.copy(target, 0, rows, first * stride, count * stride);
	return target;
}

function sliceSubject(subject: ReplaySubject, first: number, count: number): ReplaySubject {
	const last = first + count - 1;
	const stride = subject.joints.size() * JOINT_STRIDE;
	return {
		...subject,
		spans: sliceSpans(subject.spans, first, last),
		root: sliceTake(subject.root, first, count, () => true),
		rotations: sliceRows(subject.rotations, stride, first, count),
		translations: sliceRows(subject.translations, stride, first, count),
		values: subject.values.mapFiltered((value) => sliceValue(value, first, last)),
	};
}

function sliceReplay(replay: Replay, first: number, count: number, keeps: (seconds: number) => boolean): Replay {
	const { rate } = replay;
	const duration = (count - 1) / rate;
	const [serverStart, serverEnd] = serverSpan(replay, first, first + count - 1);
	return {
		...replay,
		count,
		// A subject that is never present shows nothing.
		subjects: replay.subjects
			.map((subject) => sliceSubject(subject, first, count))
			.filter(({ spans }) => !spans.isEmpty()),
		markers: replay.markers
			.filter(({ seconds }) => keeps(seconds))
			.map((marker) => ({ ...marker, seconds: math.clamp(marker.seconds - first / rate, 0, duration) })),
		serverStart,
		serverEnd,
	};
}

/**
 * Returns `count` frames of a checked recording from `first` on, at least one, as a recording that starts at 0. It
 * keeps the markers whose times `keeps` accepts.
 */
export function sliceRecording<T extends FramedRecording>(
	recording: T,
	first: number,
	count: number,
	keeps: (seconds: number) => boolean,
): T {
	const source: FramedRecording = recording;
	return (isReplay(source) ? sliceReplay(source, first, count, keeps) : sliceTake(source, first, count, keeps)) as T;
}
