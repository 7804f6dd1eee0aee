import { createShot, isRecording, KeyEasing, Recording, Shot } from "../../../src";
import type { StudioUser } from "../open-studio";
import { harbourFilm } from "./open-sequencer";

/** The film of the harbour whose camera goes along curves between all keys. */
export function smoothFilm(): Recording {
	const film = harbourFilm();
	if (!isRecording(film, "film")) error("no film");
	const items = film.items.map((item) => {
		const { recording } = item;
		if (!isRecording(recording, "shot")) return item;
		return {
			...item,
			recording: { ...recording, keys: recording.keys.map((key) => ({ ...key, easing: "smooth" as const })) },
		};
	});
	return { ...film, items };
}

/** Three keys of a camera that stays level: 10 studs and 30° of yaw from one to the next, a second apart. */
export function curvedKeys(easing: KeyEasing = "smooth"): Shot {
	return createShot(
		[0, 1, 2].map((seconds) => ({
			seconds,
			cframe: new CFrame(seconds * 10, 5, seconds * seconds * 4).mul(
				CFrame.fromOrientation(-0.2, math.rad(seconds * 30), 0),
			),
			fieldOfView: 70 - seconds * 10,
			easing,
		})),
		{ name: "Three", map: "Bay" },
	);
}

export function undo(user: StudioUser): void {
	user.session.game.GetService("ChangeHistoryService").Undo();
	user.session.advance(0.2);
}

/** Presses G over the lanes. */
export function showCurves(user: StudioUser): void {
	user.press("Curves");
	user.session.advance(0.2);
}

export function graph(user: StudioUser) {
	return user.session.userInput.pointer(user.find("CurveSurface", "Frame"));
}

/** Where the key of a curve is on the graph, in pixels. */
export function placeOf(user: StudioUser, name: string): LuaTuple<[x: number, y: number]> {
	const [point, ground] = [user.find(name, "Frame"), user.find("CurveSurface", "Frame")];
	const at = point.AbsolutePosition.add(point.AbsoluteSize.div(2)).sub(ground.AbsolutePosition);
	return $tuple(at.X, at.Y);
}
