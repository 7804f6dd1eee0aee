/**
 * Edit and save: trims a recording to the part from `start` to `finish`, removes its tremor, makes it twice as long,
 * adds a title at its start, and saves it under a name. Runs on the server, on a take that a client has sent.
 */
import { retimeRecording, smoothTake, Take, RecordingStore, trimRecording, Job } from "@rbxts/dolly/camera";

/** Returns a description of the edit. */
export function editAndSave(
	store: RecordingStore,
	player: Player,
	take: Take,
	start: number,
	finish: number,
): Array<string> {
	const job = new Job();
	const calm = smoothTake(trimRecording(take, start, finish), 0.15, { job });
	const slow = retimeRecording(calm, { speed: 0.5 });
	const named = { ...slow, name: `${take.name}, slow`, markers: [{ name: "title", seconds: 0 }, ...slow.markers] };
	store.save(store.keyOf(player.UserId, named.name), named, { userIds: [player.UserId] });
	return job.report;
}
