import { Film, FilmClip, isRecording, layoutFilm, Recording, Replay, Take } from "../../src/camera";

export type RecordingKind = "take" | "shot" | "replay" | "film";

/** The user's words for the kinds, in singular and plural. */
export const KIND_WORDS: { [K in RecordingKind]: { one: string; many: string } } = {
	take: { one: "take", many: "Takes" },
	shot: { one: "shot", many: "Shots" },
	replay: { one: "replay", many: "Replays" },
	film: { one: "film", many: "Films" },
};

export function kindOf(recording: Recording): RecordingKind {
	if (isRecording(recording, "take")) return "take";
	if (isRecording(recording, "shot")) return "shot";
	return isRecording(recording, "replay") ? "replay" : "film";
}

function lastSecond({ count, rate }: Take | Replay): number {
	return math.max(count - 1, 0) / rate;
}

/** Returns the duration of a recording in seconds. */
export function durationOf(recording: Recording): number {
	if (isRecording(recording, "shot")) return recording.keys[recording.keys.size() - 1].seconds;
	if (isRecording(recording, "film")) return layoutFilm(recording).duration;
	return lastSecond(recording);
}

/** Returns the frames per second of a recording that has frames, or the highest rate of a film's items. */
export function rateOf(recording: Recording): number | undefined {
	if (isRecording(recording, "shot")) return undefined;
	if (isRecording(recording, "film")) return layoutFilm(recording).rate;
	return recording.rate;
}

/** Returns the first camera of a replay. */
export function cameraOf(replay: Replay): Take | undefined {
	return replay.subjects.find(({ kind }) => kind === "camera")?.root;
}

/** Returns the times of a clip's cuts, in seconds. */
function clipCuts(clip: FilmClip): Array<number> {
	if (isRecording(clip, "shot")) {
		const cuts = new Array<number>();
		clip.keys.forEach((key, index) => {
			if (key.easing === "hold" && index + 1 < clip.keys.size()) cuts.push(clip.keys[index + 1].seconds);
		});
		return cuts;
	}
	const take = isRecording(clip, "replay") ? cameraOf(clip) : clip;
	return take ? take.cuts.map((cut) => cut / take.rate) : [];
}

function filmCuts(film: Film): Array<number> {
	const { items } = film;
	const { starts, blends } = layoutFilm(film);
	const cuts = new Array<number>();
	items.forEach(({ recording }, index) => {
		if (index > 0 && blends[index] === 0) cuts.push(starts[index]);
		for (const cut of clipCuts(recording)) cuts.push(starts[index] + cut);
	});
	return cuts;
}

/** Returns the times of a recording's cuts in seconds, in ascending order. */
export function cutsOf(recording: Recording): Array<number> {
	return isRecording(recording, "film") ? filmCuts(recording) : clipCuts(recording);
}
