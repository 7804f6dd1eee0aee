import { checkArray, describeValue, itemOf } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import type { CameraPath } from "../../motion/camera-path";
import { SpeedCurve, SpeedKey } from "../../motion/speed-curve";
import { Take, takeDuration } from "../take";
import { sampleTake, takePath } from "../take-path";
import { editBudget } from "./edit-options";

const MIN_SPEED = 0.01;
const MAX_SPEED = 100;

const MAX_KEYS = 10_000;

/** Refuses keys that do not make a speed curve. */
export function checkSpeeds(speeds: ReadonlyArray<SpeedKey>, caller: string): void {
	checkArray(speeds, caller, "speeds");
	if (speeds.isEmpty()) fail(caller, "speeds is empty; expected one key or more");
	if (speeds.size() > MAX_KEYS) fail(caller, `speeds has ${speeds.size()} keys; expected at most ${MAX_KEYS}`);
	let previous = -1;
	speeds.forEach((key: unknown, index) => {
		const { seconds, speed } = (typeIs(key, "table") ? key : {}) as Partial<SpeedKey>;
		const item = itemOf("speeds", index);
		if (!typeIs(seconds, "number") || !(seconds >= 0 && seconds > previous && seconds < math.huge)) {
			fail(caller, `seconds of ${item} is ${describeValue(seconds)}; expected rising seconds, 0 or more`);
		}
		if (!typeIs(speed, "number") || !(speed >= MIN_SPEED && speed <= MAX_SPEED)) {
			fail(caller, `speed of ${item} is ${describeValue(speed)}; expected ${MIN_SPEED} to ${MAX_SPEED}`);
		}
		previous = seconds;
	});
}

/**
 * Returns a checked take whose speed follows checked keys, at the same rate. All speeds are scaled, by up to half a
 * frame in total, so that it ends on a frame.
 */
export function rampTake(take: Take, speeds: ReadonlyArray<SpeedKey>, caller: string): Take {
	const { rate, name, map, metadata } = take;
	const duration = takeDuration(take);
	if (duration === 0) return { ...take, serverStart: undefined, serverEnd: undefined };
	const wanted = new SpeedCurve(speeds, duration).duration;
	const frames = math.max(math.round(wanted * rate), 1);
	const curve = new SpeedCurve(speeds, duration, (wanted * rate) / frames);
	const source = takePath(take);
	const path: CameraPath = {
		name,
		rate,
		duration: frames / rate,
		cuts: source.cuts!.map((seconds) => curve.timeAt(seconds)),
		markers: take.markers.map((marker) => ({ ...marker, seconds: curve.timeAt(marker.seconds) })),
		sample(seconds, target) {
			source.sample(curve.sourceAt(seconds), target);
		},
	};
	const budget = editBudget(undefined, caller);
	return budget.finish({ ...sampleTake(path, name, map, rate, budget, caller), metadata });
}
