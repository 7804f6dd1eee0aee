import {
	createFilm,
	createShot,
	createTake,
	encodeCFrame,
	encodeRecording,
	isRecording,
	decodeRecording,
	KeyEasing,
	readBytes,
	Recording,
	Shot,
	Take,
} from "../../../src";
import { openStudio, StudioUser } from "../open-studio";

/** A key of a shot of the harbour: seconds, place, what it looks at, field of view, easing. */
type HarbourKey = [seconds: number, at: Vector3, looks: Vector3, lens: number, easing: KeyEasing];

function shotOf(name: string, keys: ReadonlyArray<HarbourKey>, markers: Shot["markers"] = []): Shot {
	return createShot(
		keys.map(([seconds, at, looks, fieldOfView, easing]) => ({
			seconds,
			cframe: CFrame.lookAt(at, looks),
			fieldOfView,
			easing,
		})),
		{ name, map: "Harbour", markers },
	);
}

/** A film of two shots with markers, a rig's clip and music: eight keys, one cut, twelve seconds. */
export function harbourFilm(): Recording {
	const bay = new Vector3(0, 8, 0);
	const harbour = shotOf(
		"Harbour 1",
		[
			[0, new Vector3(-78, 44, 66), bay, 70, "smooth"],
			[1.8, new Vector3(-44, 37, 70), bay, 70, "inOutSine"],
			[3.4, new Vector3(0, 28, 62), bay, 64, "linear"],
			[5.05, new Vector3(46, 24, 34), bay, 58, "outSine"],
		],
		[{ name: "Gulls", seconds: 1.2 }],
	);
	const quay = shotOf(
		"Quay 2",
		[
			[0, new Vector3(-56, 11, 30), bay, 56, "smooth"],
			[2.15, new Vector3(-42, 10, 27), bay, 50, "inSine"],
			[4.35, new Vector3(-25, 9, 20), bay, 44, "smooth"],
			[7.03, new Vector3(-15, 7, 14), bay, 38, "outSine"],
		],
		[{ name: "Bell", seconds: 4.05 }],
	);
	return createFilm([harbour, quay], {
		name: "Harbour reveal",
		markers: [{ name: "Cut to the quay", seconds: 5.08 }],
		layers: [
			{
				kind: "rig",
				name: "Walk",
				target: "Postman",
				animationId: "rbxassetid://507777826",
				start: 5.05,
				duration: 7.03,
				loop: true,
			},
			{ kind: "music", name: "Tidal", soundId: "rbxassetid://42", start: 0 },
		],
	});
}

/** Three keys along X: a second apart, ten studs apart. */
export function threeKeys(): Shot {
	return createShot(
		[0, 1, 2].map((seconds) => ({ seconds, cframe: new CFrame(seconds * 10, 5, 0), fieldOfView: 70 - seconds * 10 })),
		{ name: "Three", map: "Bay" },
	);
}

/** A take of so many frames, ten per second, a stud each along X. */
export function straightFlight(count: number): Take {
	const frames = buffer.create(count * 18);
	for (const index of $range(0, count - 1)) encodeCFrame(new CFrame(index, (index % 2) * 0.02, 0), frames, index * 18);
	return createTake({ name: "Flight", map: "Bay", rate: 10, frames, cuts: [] });
}

/** A Studio with recordings in the place and the Sequencer open; the one that came last is open in it. */
export function openSequencer(recordings: ReadonlyArray<Recording>, width = 1200, height = 320): StudioUser {
	const user = openStudio({ panel: "DollySequencer" });
	user.session.assets.setAudio(42, { Title: "Tidal", Artist: "Harbour band", Duration: 48 });
	user.plugin.resize("DollySequencer", width, height);
	for (const recording of recordings) place(user, recording);
	user.session.advance(0.3);
	return user;
}

/** Imports a recording from a file, which opens it. */
function place(user: StudioUser, recording: Recording): void {
	user.session.studio.files = [{ name: "a.take", contents: buffer.tostring(encodeRecording(recording)) }];
	user.plugin.trigger("DollyImportRecordings");
	user.session.advance(0.6);
}

/** A recording of the place, as a game reads it. */
export function keptRecording(user: StudioUser, name: string): Recording {
	const storage = user.session.game.GetService("ReplicatedStorage");
	const holder = storage.WaitForChild("Dolly").WaitForChild("Recordings").FindFirstChild(name);
	return decodeRecording(readBytes(holder as StringValue));
}

/** A shot of the place. */
export function keptShot(user: StudioUser, name: string): Shot {
	const recording = keptRecording(user, name);
	if (!isRecording(recording, "shot")) error(`${name} is no shot`);
	return recording;
}
