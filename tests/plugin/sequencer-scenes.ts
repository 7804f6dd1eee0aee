import { isRecording, Recording } from "../../src";
import { replayOf, subjectOf } from "../replay/make-replay";
import type { Scene } from "./panel-scenes";
import type { StudioUser } from "./open-studio";
import { harbourFilm, openSequencer } from "./sequencer/open-sequencer";

/** The docks that the Sequencer is drawn in: as it opens, narrower, and low and wide. */
const DOCKS: ReadonlyArray<{ name: string; width: number; height: number; theme: "Dark" | "Light" }> = [
	{ name: "sequencer", width: 1200, height: 320, theme: "Dark" },
	{ name: "sequencer-light", width: 1200, height: 320, theme: "Light" },
	{ name: "sequencer-medium", width: 800, height: 320, theme: "Dark" },
	{ name: "sequencer-low", width: 1600, height: 260, theme: "Light" },
	{ name: "sequencer-narrow", width: 340, height: 300, theme: "Dark" },
	{ name: "sequencer-least", width: 300, height: 200, theme: "Light" },
];

/** The film of the harbour with a flock of gulls beside it. */
function filmWithReplay(): Recording {
	const film = harbourFilm();
	if (!isRecording(film, "film")) error("The harbour is a film.");
	const gulls = [1, 2, 3, 4, 5, 6].map((number) => subjectOf(`Gull ${number}`, 135));
	const flock = replayOf(135, gulls, { name: "Gulls" });
	return { ...film, layers: [...(film.layers ?? []), { kind: "replay", recording: flock, start: 0.4 }] };
}

function draw(user: StudioUser, dock: (typeof DOCKS)[number], name: string, visit: (scene: Scene) => void): void {
	const { width, height, theme } = dock;
	user.session.studio.setTheme(theme);
	user.plugin.resize("DollySequencer", width, height);
	user.session.advance(0.2);
	const entries = user.session.userInput.layout(user.widget());
	visit({ name, width, height, entries, density: 1 });
}

/** The Sequencer with a film in it, and with nothing. */
export function visitPanels(visit: (scene: Scene) => void): void {
	const user = openSequencer([filmWithReplay()]);
	user.type("Time", "0:06.67");
	const lanes = user.find("LaneSurface", "Frame");
	// A key of the second shot, at 7.2 seconds.
	user.session.userInput
		.pointer(lanes)
		.at(12 + (7.2 / 12.08) * (lanes.AbsoluteSize.X - 52), 64)
		.click();
	user.session.advance(0.5);
	user.press("Loop");
	for (const dock of DOCKS) draw(user, dock, dock.name, visit);
	const empty = openSequencer([]);
	draw(empty, DOCKS[0], "sequencer-empty", visit);
	draw(empty, DOCKS[1], "sequencer-empty-light", visit);
}
