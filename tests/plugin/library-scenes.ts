import { createFilm, createShot, Recording } from "../../src";
import { beginRecording, choose, importTake, record, rowMenu, setMap } from "./library/in-library";
import { openStudio, StudioUser } from "./open-studio";
import type { Scene, Visit } from "./panel-scenes";

/** The docks in which the library is drawn. */
export interface Dock {
	width: number;
	height: number;
	theme: "Dark" | "Light";
}

/** As it opens, in both themes. */
export const DOCKS: ReadonlyArray<Dock> = [
	{ width: 340, height: 640, theme: "Dark" },
	{ width: 340, height: 640, theme: "Light" },
];

/** As small as it can be, and large. */
export const ALL_DOCKS: ReadonlyArray<Dock> = [
	...DOCKS,
	{ width: 300, height: 200, theme: "Dark" },
	{ width: 300, height: 400, theme: "Light" },
	{ width: 600, height: 800, theme: "Dark" },
];

/** Called with each state of the panel, drawn in each dock. */
export class LibraryScenes {
	constructor(
		private readonly docks: ReadonlyArray<Dock>,
		private readonly visit: (scene: Scene, user: StudioUser) => void,
	) {}

	public draw(name: string, user: StudioUser): void {
		for (const { width, height, theme } of this.docks) {
			user.session.studio.setTheme(theme);
			user.plugin.resize("DollyLibrary", width, height);
			user.session.advance(0.05);
			const entries = user.session.userInput.layout(user.widget());
			this.visit({ name: `${name}-${theme.lower()}-${width}x${height}`, width, height, entries, density: 1 }, user);
		}
	}
}

/** Flies as people do, for so many seconds: it gathers speed, jumps, and zooms in. */
function flySome(user: StudioUser, seconds: number, turn: number, jumpsAt = math.huge): void {
	const camera = user.camera();
	const step = 1 / 60;
	let angle = turn;
	for (const frame of $range(1, math.round(seconds / step))) {
		const now = frame * step;
		angle += step * (0.2 + 0.5 * math.sin((now / seconds) * math.pi) ** 2 + 0.2 * math.sin(now * 1.7 + turn));
		const radius = now < jumpsAt ? 60 - 12 * math.sin(now + turn) : 25;
		const at = new Vector3(
			math.cos(angle) * radius,
			now < jumpsAt ? 20 : 9,
			math.sin(angle) * radius * (0.4 + turn / 4),
		);
		camera.CFrame = CFrame.lookAt(at, new Vector3(0, 8, 0));
		camera.FieldOfView = now < jumpsAt ? 70 : 70 - 20 * math.clamp((now - jumpsAt) / 5, 0, 1);
		user.session.step(step);
	}
}

function recordFlight(user: StudioUser, seconds: number, turn: number, jumpsAt?: number): void {
	beginRecording(user);
	flySome(user, seconds, turn, jumpsAt);
	user.session.userInput.press(user.find("RecordButton", "TextButton"));
	user.session.advance(0.5);
	user.camera().FieldOfView = 70;
}

/** Moves the playhead, in steps of ten frames. */
function seek(user: StudioUser, seconds: number): void {
	user.plugin.trigger("DollyStart");
	for (const _ of $range(1, math.round(seconds * 6))) user.plugin.trigger("DollyTenOn");
	user.session.advance(0.1);
}

function quay(): Recording {
	const keys = [0, 1.2, 2.1, 3.5, 4.4, 5.6, 6.3, 7.05].map((seconds, index) => ({
		seconds,
		cframe: CFrame.lookAt(new Vector3(index * 9 - 40, 10, (index % 3) * 4), new Vector3(0, 8, 90)),
		fieldOfView: 70 - index * 3,
	}));
	return createShot(keys, { name: "Quay 2", map: "Harbour" });
}

/** A shot of the harbour with a cut and markers: seven keys in twelve seconds. */
function reveal(): Recording {
	const keys = [0, 1.8, 3.4, 5.05, 5.1, 7.2, 9.4, 12.1].map((seconds, index) => {
		const isQuay = index > 3;
		const at = isQuay
			? new Vector3(-66 + index * 6, 11, 46 - index * 4)
			: new Vector3(index * 40 - 78, 44 - index * 6, 66);
		const cframe = CFrame.lookAt(at, new Vector3(0, 8, 0));
		const easing = index === 3 ? ("hold" as const) : ("smooth" as const);
		return { seconds, cframe, fieldOfView: 70 - index * 4.5, easing };
	});
	const markers = [
		{ name: "Gulls", seconds: 1.2 },
		{ name: "Cut to the quay", seconds: 5.1 },
		{ name: "Bell", seconds: 9.1 },
	];
	return createShot(keys, { name: "Harbour reveal", map: "Harbour", markers });
}

/** A shot of four keys that goes around a place. */
function around(name: string, map: string, duration: number, turn: number): Recording {
	const keys = [0, 1, 2, 3].map((index) => {
		const angle = turn + index * (0.6 + turn / 5);
		const at = new Vector3(math.cos(angle) * 50, 14 + index * 2, math.sin(angle) * 50);
		return { seconds: (duration * index) / 3, cframe: CFrame.lookAt(at, new Vector3(0, 8, 0)), fieldOfView: 70 };
	});
	return createShot(keys, { name, map });
}

/** A place with takes of two maps, shots and a film; the first take is open. */
export function openFilled(): StudioUser {
	const user = openStudio();
	importTake(user, reveal());
	importTake(user, around("Pier", "Harbour", 8.1, 1));
	importTake(user, around("Lighthouse", "Lighthouse", 4.1, 3));
	importTake(user, quay());
	importTake(user, createFilm([quay() as never, quay() as never], { name: "Reveal" }));
	user.press("TakesTab");
	setMap(user, "Harbour");
	recordFlight(user, 12.1, 0, 5);
	recordFlight(user, 8.1, 1);
	recordFlight(user, 3.1, 2);
	setMap(user, "Lighthouse");
	recordFlight(user, 4.1, 3);
	setMap(user, "Harbour");
	user.press("Harbour 1");
	for (const [seconds, name] of [
		[1.2, "Gulls"],
		[5.1, "Cut to the quay"],
		[9.1, "Bell"],
	] as const) {
		seek(user, seconds);
		user.plugin.trigger("DollyMarker");
		user.session.advance(0.2);
		assert(name !== undefined);
	}
	for (const _ of $range(1, 14)) user.plugin.trigger("DollyTenBack");
	choose(user, "Countdown", "Record in 3 seconds");
	return user;
}

/** Every state of the library. */
export function drawLibrary(scenes: LibraryScenes): void {
	const empty = openStudio();
	scenes.draw("library-empty", empty);
	empty.press("ReplaysTab");
	scenes.draw("library-empty-replays", empty);
	empty.press("TakesTab");
	empty.session.userInput.press(empty.find("RecordButton", "TextButton"));
	empty.session.advance(0.5);
	scenes.draw("library-countdown", empty);

	const user = openFilled();
	scenes.draw("library-takes", user);
	user.press("ShotsTab");
	user.press("Harbour reveal");
	seek(user, 6.7);
	scenes.draw("library", user);
	user.press("TakesTab");
	user.press("Harbour 1");
	rowMenu(user, "Harbour 1", "Map and notes…");
	user.type("AddMetadata", "director = Ada");
	user.session.advance(0.3);
	scenes.draw("library-details", user);
	user.press("SheetClose");
	choose(user, "RecordMore", "Map, rate and speed…");
	scenes.draw("library-settings", user);
	user.press("SheetClose");
	rowMenu(user, "Harbour 1", "Playing code in Luau…");
	scenes.draw("library-code", user);
	user.press("AddCode");
	scenes.draw("library-code-refused", user);
	user.press("SheetClose");
	rowMenu(user, "Harbour 1", "Camera as glTF text…");
	user.session.advance(0.5);
	scenes.draw("library-text", user);
	user.press("SheetClose");
	choose(user, "Add", "Paste text…");
	scenes.draw("library-paste", user);
	user.press("SheetClose");
	beginRecording(user);
	user.session.userInput.hover(user.find("Harbour 1", "TextButton"), false);
	flySome(user, 4.3, 1);
	scenes.draw("library-recording", user);
	user.press("Discard");
	user.session.studio.refusal = (instance) => (instance.IsA("StringValue") ? "the place is locked" : undefined);
	record(user, 3);
	scenes.draw("library-refused", user);
}

/** The library in both themes, for pictures. */
export function visitPanels(visit: Visit): void {
	drawLibrary(new LibraryScenes(ALL_DOCKS, (scene) => visit(scene)));
}
