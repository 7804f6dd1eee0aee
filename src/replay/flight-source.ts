import { describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { CameraPath, checkPath } from "../motion/camera-path";
import { checkShot, Shot } from "../take/shot";
import { ShotPath } from "../take/shot-path";
import { checkTake, Take } from "../take/take";
import { takePath } from "../take/take-path";
import { checkFilm, Film } from "./film";
import { FilmPath } from "./film-path";

/**
 * What camera players play: a `Take`, a `Shot`, a `Film`, a `LiveReceiver` or a path of your own.
 *
 * @example
 * const flight: FlightSource = recorder.stop();
 * new CameraPlayer(flight).play();
 */
export type FlightSource = Take | Shot | Film | CameraPath;

function pathOfTake(take: Take, caller: string): CameraPath {
	checkTake(take, caller);
	if (take.count === 0) fail(caller, `take "${take.name}" has no frames`);
	return takePath(take);
}

/** Returns the path of a source that has an end. */
export function pathOf(source: FlightSource, caller: string, argument = "source"): CameraPath {
	const path = playablePathOf(source, caller, argument);
	if (path.state !== undefined) {
		fail(caller, `${argument} is live; expected one with an end. CameraPlayer and Follower play live sources`);
	}
	return path;
}

/** Returns the path of any playable source, live ones included. */
export function playablePathOf(source: FlightSource, caller: string, argument = "source"): CameraPath {
	const { sample, frames, items, keys, subjects } = (typeIs(source, "table") ? source : {}) as {
		sample?: unknown;
		frames?: unknown;
		items?: unknown;
		keys?: unknown;
		subjects?: unknown;
	};
	if (sample !== undefined) {
		checkPath(source as CameraPath, caller);
		return source as CameraPath;
	}
	if (keys !== undefined) {
		checkShot(source as Shot, caller);
		return new ShotPath(source as Shot);
	}
	if (items !== undefined) {
		checkFilm(source as Film, caller, argument);
		return new FilmPath(source as Film, caller);
	}
	if (subjects !== undefined) {
		fail(
			caller,
			`${argument} is a Replay; expected a Take, a Shot, a Film or a CameraPath. ReplayPlayer plays replays`,
		);
	}
	if (frames === undefined) {
		fail(caller, `${argument} is ${describeValue(source)}; expected a Take, a Shot, a Film or a CameraPath`);
	}
	return pathOfTake(source as Take, caller);
}
