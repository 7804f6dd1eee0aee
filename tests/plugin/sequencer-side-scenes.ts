import type { StudioUser } from "./open-studio";
import type { Scene } from "./panel-scenes";
import { harbourTake } from "./sequencer/harbour-take";
import { openSequencer } from "./sequencer/open-sequencer";
import { graph, placeOf, showCurves, smoothFilm } from "./sequencer/side-user";

type Visit = (scene: Scene) => void;

/** Draws the Sequencer as it stands in a dock of a size, in both themes. */
function draw(user: StudioUser, name: string, width: number, height: number, visit: Visit): void {
	for (const theme of ["Dark", "Light"] as const) {
		user.session.studio.setTheme(theme);
		user.plugin.resize("DollySequencer", width, height);
		user.session.advance(0.2);
		const entries = user.session.userInput.layout(user.widget());
		visit({ name: theme === "Dark" ? name : `${name}-light`, width, height, entries, density: 1 });
	}
}

function fit(visit: Visit): void {
	const user = openSequencer([harbourTake()]);
	user.type("Time", "0:06.67");
	user.press("FitKeys");
	user.session.advance(0.5);
	draw(user, "sequencer-fit", 1200, 320, visit);
	draw(user, "sequencer-fit-medium", 800, 260, visit);
}

function curves(visit: Visit): void {
	const user = openSequencer([smoothFilm()], 1200, 420);
	user.type("Time", "0:06.67");
	user.press("Loop");
	showCurves(user);
	graph(user)
		.at(...placeOf(user, "Point-x-key:1:1"))
		.click();
	user.session.advance(0.6);
	draw(user, "sequencer-curves", 1200, 420, visit);
	user.press("Channel-Yaw");
	draw(user, "sequencer-curves-medium", 900, 300, visit);
}

function key(visit: Visit): void {
	const user = openSequencer([smoothFilm()]);
	const lanes = user.find("LaneSurface", "Frame");
	const x = 12 + (7.2 / 12.08) * (lanes.AbsoluteSize.X - 52);
	user.session.userInput.pointer(lanes).at(x, 64).doubleClick();
	user.session.advance(0.6);
	draw(user, "sequencer-key", 1200, 320, visit);
	draw(user, "sequencer-key-medium", 800, 260, visit);
}

function tool(visit: Visit): void {
	const user = openSequencer([harbourTake()]);
	user.session.userInput.pointer(user.find("LaneSurface", "Frame")).at(400, 36).rightClick();
	user.session.menu.choose("Smooth…");
	user.session.advance(0.5);
	draw(user, "sequencer-smooth", 1200, 320, visit);
}

/** The Sequencer with what stands beside its lanes. */
export function visitPanels(visit: Visit): void {
	fit(visit);
	curves(visit);
	key(visit);
	tool(visit);
}
