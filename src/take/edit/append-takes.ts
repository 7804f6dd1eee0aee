import { fail } from "../../bytes/fail";
import type { Marker } from "../../motion/marker";
import { FRAME_SIZE, MOST_FRAMES } from "../frame";
import { copyLenses, shortLens } from "../lens";
import { Take, trustTake } from "../take";

/** A take, and how it follows the previous one. */
export interface Piece {
	readonly take: Take;
	readonly isCut: boolean;
	/** Whether its first frame is the last of the previous take. */
	readonly isShared?: boolean;
}

/**
 * Appends checked takes of one rate, each with frames. The first frame of each follows the last of the previous one.
 */
export function appendTakes(pieces: ReadonlyArray<Piece>, name: string, map: string): Take {
	const { take: opening } = pieces[0];
	const { rate, metadata } = opening;
	let count = 0;
	for (const { take, isShared } of pieces) count += isShared ? take.count - 1 : take.count;
	if (count > MOST_FRAMES) fail("joinTakes", `the takes have ${count} frames; expected at most ${MOST_FRAMES}`);
	const frames = buffer.create(count * FRAME_SIZE);
	const lenses = buffer.create(count * 4);
	const cuts = new Array<number>();
	const markers = new Array<Marker>();
	let first = 0;
	for (const { take, isCut, isShared } of pieces) {
		const start = isShared ? first - 1 : first;
		buffer.copy(frames, start * FRAME_SIZE, take.frames);
		copyLenses(take.fieldOfView, 0, take.count, lenses, start);
		if (isCut && start > 0) cuts.push(start);
		for (const cut of take.cuts) cuts.push(start + cut);
		for (const marker of take.markers) {
			// Sums of times are inexact, and a marker after the end never fires.
			markers.push({ ...marker, seconds: math.min(marker.seconds + start / rate, (count - 1) / rate) });
		}
		first = start + take.count;
	}
	const fieldOfView = shortLens(lenses, count);
	const joined = { name, map, rate, count, frames, fieldOfView, markers, cuts, metadata };
	// Only a single piece has one start and one end on the server's clock.
	if (pieces.size() > 1) return trustTake(joined);
	return trustTake({ ...joined, serverStart: opening.serverStart, serverEnd: opening.serverEnd });
}
