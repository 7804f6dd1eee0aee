import { Film, FilmClip, isRecording, layoutFilm, Recording, Replay, Take } from "../../src/camera";

export type RecordingKind = "take" | "shot" | "replay" | "film";

/** The kinds in the words of a person: one, and several of them. */
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

/** Seconds from the start of a recording to its end. */
export function durationOf(recording: Recording): number {
	if (isRecording(recording, "shot")) return recording.keys[recording.keys.size() - 1].seconds;
	if (isRecording(recording, "film")) return layoutFilm(recording).duration;
	return lastSecond(recording);
}

/** Frames per second of what has frames: of a film the highest of its items. */
export function rateOf(recording: Recording): number | undefined {
	if (isRecording(recording, "shot")) return undefined;
	if (isRecording(recording, "film")) return layoutFilm(recording).rate;
	return recording.rate;
}

/** The first camera of a replay. */
export function cameraOf(replay: Replay): Take | undefined {
	return replay.subjects.find(({ kind }) => kind === "camera")?.root;
}

/** The seconds at which the camera of a clip jumps. */
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

/** The seconds at which the camera of a recording jumps, rising. */
export function cutsOf(recording: Recording): Array<number> {
	return isRecording(recording, "film") ? filmCuts(recording) : clipCuts(recording);
}
