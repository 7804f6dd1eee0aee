import type { LayoutEntry } from "../headless/session";
import { fly, openDemo } from "../demo/open-demo";
import { findGui } from "./find-gui";
import { headless } from "../headless";
import { ChosenFile, WHOLE_FILES } from "./import-files";
import { openStudio, StudioUser } from "./open-studio";

/** A panel as a person sees it. */
export interface Scene {
	name: string;
	width: number;
	height: number;
	entries: Array<LayoutEntry>;
	/** The colour behind it, where it does not fill its picture. */
	ground?: string;
}

const WIDTHS = [300, 600];
const THEMES = ["Dark", "Light"] as const;

/** High enough that nothing has to be scrolled to. */
const HEIGHT = 3000;

function record(user: StudioUser, seconds: number): void {
	// From where the flight begins, so that it begins without a jump.
	user.camera().CFrame = CFrame.lookAt(new Vector3(30, 12, 0), new Vector3(0, 8, 0));
	user.press("RecordButton");
	user.fly(seconds);
	user.press("RecordButton");
	user.session.advance(0.5);
}

/** Records a shot as people make them: it gathers speed, jumps to another place, and zooms in. */
function film(user: StudioUser): void {
	const camera = user.camera();
	camera.CFrame = CFrame.lookAt(new Vector3(60, 20, 0), new Vector3(0, 8, 0));
	user.press("RecordButton");
	const step = 1 / 60;
	let angle = 0;
	for (const frame of $range(0, 719)) {
		const seconds = frame * step;
		angle += step * (0.2 + 0.9 * math.sin((seconds / 12) * math.pi) ** 2 + 0.15 * math.sin(seconds * 2.2));
		const radius = seconds < 5 ? 60 : 25;
		const at = new Vector3(math.cos(angle) * radius, seconds < 5 ? 20 : 9, math.sin(angle) * radius);
		camera.CFrame = CFrame.lookAt(at, new Vector3(0, 8, 0));
		camera.FieldOfView = seconds < 5 ? 70 : 70 - 32 * math.clamp((seconds - 5.5) / 4, 0, 1) ** 2;
		user.session.step(step);
	}
	user.press("RecordButton");
	user.session.advance(0.5);
	camera.FieldOfView = 70;
}

/** The height that the panel needs: down to the lowest thing that scrolls, and what stands below it. */
function usedHeight(entries: Array<LayoutEntry>): number {
	let bottom = 0;
	let below = 0;
	for (const entry of entries) {
		let above = entry.parent;
		while (above && !above.instance.IsA("ScrollingFrame")) above = above.parent;
		// What scrolls by itself shows no more than its frame.
		const { clip } = entry;
		if (above) bottom = math.max(bottom, math.min(entry.y + entry.height, clip.y + clip.height));
		else if (entry.instance.Name === "StatusBar") below = entry.height;
	}
	return math.ceil(bottom + below) + 12;
}

/** Called while the scene is on the screen: colours are those of its theme. */
type Visit = (scene: Scene) => void;

function views(name: string, user: StudioUser, widget: string, visit: Visit): void {
	for (const themeName of THEMES) {
		user.session.studio.setTheme(themeName);
		for (const width of WIDTHS) {
			user.plugin.resize(widget, width, HEIGHT);
			let entries = user.session.userInput.layout(user.widget());
			const height = usedHeight(entries);
			user.plugin.resize(widget, width, height);
			entries = user.session.userInput.layout(user.widget());
			visit({ name: `${name}-${themeName.lower()}-${width}`, width, height, entries });
		}
	}
}

function mark(user: StudioUser, share: number, name: string): void {
	user.drag("Ruler", [share, share]);
	user.press("AddMarker");
	user.session.advance(0.3);
	user.type("MarkerField", name);
	user.session.advance(0.3);
}

function cameraScenes(visit: Visit): void {
	const user = openStudio();
	user.type("Map", "Harbour");
	film(user);
	for (const seconds of [8, 3]) record(user, seconds);
	user.type("Map", "Lighthouse");
	record(user, 4);
	user.press("Harbour 1");
	user.session.advance(0.3);
	user.type("AddMetadata", "director = Ada");
	user.session.advance(0.3);
	mark(user, 0.1, "Gulls");
	mark(user, 0.42, "Cut to the quay");
	mark(user, 0.75, "Bell");
	user.drag("Ruler", [0.08, 0.08]);
	user.press("TrimStart");
	user.drag("Ruler", [0.92, 0.92]);
	user.press("TrimEnd");
	user.drag("Ruler", [0.2, 0.55]);
	views("camera", user, "DollyCamera", visit);
	user.press("Smooth");
	user.session.advance(0.5);
	views("camera-preview", user, "DollyCamera", visit);
	user.press("CancelTool");
	user.press("RecordButton");
	user.fly(75);
	views("camera-recording", user, "DollyCamera", visit);
}

/** A file such as people have: a figure that walks. */
function figureFile(name: string): ChosenFile {
	return { name, contents: buffer.tostring(headless!.readFile("generated/figure.glb")) };
}

function chooseFiles(user: StudioUser, files: Array<ChosenFile>): void {
	user.session.studio.files = files;
	user.press("Choose");
	user.session.advance(3);
}

function importScenes(visit: Visit): void {
	const user = openStudio({
		panel: "DollyImport",
		clockCost: 0.005,
		prepare: (session) => session.setCreator(4107, "Group"),
	});
	chooseFiles(user, WHOLE_FILES.glb);
	user.press("ImportButton");
	user.session.advance(3);
	user.press("Publish1");
	user.press("Upload");
	user.session.advance(5);
	chooseFiles(user, [figureFile("postman.glb")]);
	user.press("ImportButton");
	user.session.advance(5);
	chooseFiles(user, [figureFile("hiker.glb")]);
	user.press("Publish2");
	views("import", user, "DollyImport", visit);
	user.press("Code1");
	user.session.userInput.press(user.find("Upload", "TextButton"));
	for (const _ of $range(1, 8)) user.session.step(1 / 60);
	views("import-progress", user, "DollyImport", visit);
}

/** A take that the place has refused, and playing code that could not be added. */
function refusedScenes(visit: Visit): void {
	const user = openStudio();
	user.type("Map", "Harbour");
	record(user, 2);
	user.session.studio.refusal = (instance) => (instance.IsA("StringValue") ? "the place is locked" : undefined);
	record(user, 3);
	user.press("Harbour 1");
	user.press("CopyCode");
	user.press("AddCode");
	views("camera-refused", user, "DollyCamera", visit);
}

function diagnoseScenes(visit: Visit): void {
	const user = openStudio({ panel: "DollyDiagnose" });
	user.press("DiagnoseButton");
	user.session.advance(4);
	views("diagnose", user, "DollyDiagnose", visit);
}

/** The demo's HUD, which has a theme and a width of its own. */
export function visitHud(visit: Visit): void {
	const { session, hud } = openDemo();
	session.pressKey("R");
	fly(session, 9);
	session.pressKey("R");
	session.step(1 / 60);
	session.pressKey("R");
	fly(session, 5);
	session.pressKey("R");
	session.step(1 / 60);
	session.userInput.press(findGui(hud, "Save", "TextButton"));
	session.advance(3);
	session.userInput.drag(findGui(hud, "Scrub", "Frame"), [0.1, 0.4]);
	const entries = session.userInput.layout(hud);
	const height = math.ceil(entries[0].y + entries[0].height) + 12;
	visit({ name: "demo-hud", width: 304, height, entries, ground: "8fa9bf" });
}

/** Every panel in both themes and at both widths. */
export function visitPanels(visit: Visit): void {
	cameraScenes(visit);
	importScenes(visit);
	refusedScenes(visit);
	diagnoseScenes(visit);
}
