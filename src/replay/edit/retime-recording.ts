import { checkKeys, checkOptional, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { isRate } from "../../motion/rate";
import { SpeedKey } from "../../motion/speed-curve";
import { checkSpeeds, rampTake } from "../../take/edit/ramp-take";
import { isPaused } from "../../take/server-span";
import { takeDuration, trustTake } from "../../take/take";
import { isReplay } from "../is-replay";
import { checkFramed, FramedRecording } from "../recording";

/**
 * The new length of a recording. Set one of the four.
 *
 * @example
 * const timing: Timing = { duration: 12 };
 * const fitted = retimeRecording(take, timing);
 */
export interface Timing {
	/** The factor: 2 is twice as fast. */
	speed?: number;
	/** Seconds from the first frame to the last. */
	duration?: number;
	/** `server`: the time it took on the server's clock, so that recordings of several machines stay in step. */
	clock?: "server";
	/** Keys of a changing speed, for takes only: slow motion in the middle of a flight. */
	speeds?: ReadonlyArray<SpeedKey>;
}

/** Returns a checked recording at another rate, with its markers moved. */
function atRate(recording: FramedRecording, rate: number, isServerTime: boolean): FramedRecording {
	const factor = rate / recording.rate;
	const last = takeDuration({ count: recording.count, rate });
	const serverStart = isServerTime ? recording.serverStart : undefined;
	const serverEnd = isServerTime ? recording.serverEnd : undefined;
	// Sums and quotients of times are inexact, and a marker after the end never fires.
	const moved = <T extends { seconds: number }>(marker: T) => ({
		...marker,
		seconds: math.min(marker.seconds / factor, last),
	});
	if (!isReplay(recording)) {
		return trustTake({ ...recording, rate, markers: recording.markers.map(moved), serverStart, serverEnd });
	}
	return {
		...recording,
		rate,
		markers: recording.markers.map(moved),
		subjects: recording.subjects.map((subject) => ({ ...subject, root: trustTake({ ...subject.root, rate }) })),
		serverStart,
		serverEnd,
	};
}

/** Returns how long a recording took on the server's clock. */
function serverDuration(recording: FramedRecording): number {
	const { name, serverStart, serverEnd } = recording;
	if (serverStart === undefined || serverEnd === undefined) {
		fail(
			"retimeRecording",
			`"${name}" has no times on the server's clock; expected one that a connected client recorded`,
		);
	}
	if (isPaused(recording, serverStart, serverEnd)) {
		fail("retimeRecording", `"${name}" was paused while it was recorded; expected one without pauses, for clock`);
	}
	return serverEnd - serverStart;
}

/**
 * Returns a take or a replay at another speed. Every frame stays as it is: only the rate and the times of markers
 * change. Only `clock` keeps the times on the server's clock.
 *
 * With `speeds` the rate stays, and `retimeRecording` samples new frames on the curve that players show.
 *
 * @example
 * const slow = retimeRecording(take, { speed: 0.25 });
 * const onTheBeat = retimeRecording(take, { duration: 8 });
 * const bullet = retimeRecording(take, {
 * 	speeds: [
 * 		{ seconds: 2, speed: 1 },
 * 		{ seconds: 2.3, speed: 0.2 },
 * 		{ seconds: 3, speed: 1 },
 * 	],
 * });
 */
export function retimeRecording<T extends FramedRecording>(recording: T, timing: Timing): T {
	checkFramed(recording, "retimeRecording");
	checkKeys(timing, ["clock", "duration", "speed", "speeds"], "retimeRecording", "timing");
	const { speed, duration, clock, speeds } = timing;
	checkOptional(speed, "number", "retimeRecording", "speed");
	checkOptional(duration, "number", "retimeRecording", "duration");
	if (clock !== undefined && clock !== "server") {
		fail("retimeRecording", `clock is ${describeValue(clock)}; expected "server"`);
	}
	if ([speed, duration, clock, speeds].filterUndefined().size() !== 1) {
		fail("retimeRecording", "timing needs a speed, a duration, a clock or speeds, and only one of them");
	}
	if (speeds !== undefined) {
		checkSpeeds(speeds, "retimeRecording");
		if (isReplay(recording)) {
			fail("retimeRecording", "recording is a Replay; expected a Take, for speeds. Change the speed of its player");
		}
		return rampTake(recording, speeds, "retimeRecording") as T;
	}
	if (speed === undefined && recording.count < 2) {
		fail("retimeRecording", `"${recording.name}" lasts 0 seconds and cannot be stretched`);
	}
	const seconds = clock !== undefined ? serverDuration(recording) : duration;
	const rate = recording.rate * (speed ?? takeDuration(recording) / seconds!);
	if (speed !== undefined && !(typeIs(speed, "number") && speed > 0)) {
		fail("retimeRecording", `speed is ${describeValue(speed)}; expected a number above 0`);
	}
	if (!isRate(rate)) {
		const asked = speed !== undefined ? `speed is ${describeValue(speed)}` : `duration is ${describeValue(seconds)}`;
		fail("retimeRecording", `${asked}, which makes ${rate} frames per second`);
	}
	return atRate(recording, rate, clock !== undefined) as T;
}
