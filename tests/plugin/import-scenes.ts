import { headless } from "../headless";
import { ChosenFile, WHOLE_FILES } from "./import-files";
import { openStudio, StudioUser } from "./open-studio";
import type { Visit } from "./panel-scenes";

/** The size at which Studio docks the panel at first. */
const DOCKED = [340, 640] as const;

/** The panel as it stands, in both themes. */
function show(name: string, user: StudioUser, visit: Visit, [width, height]: readonly [number, number] = DOCKED): void {
	user.plugin.resize("DollyImport", width, height);
	for (const theme of ["Dark", "Light"] as const) {
		user.session.studio.setTheme(theme);
		const entries = user.session.userInput.layout(user.widget());
		visit({ name: `${name}-${theme.lower()}-${width}x${height}`, width, height, entries });
	}
}

/** A file such as people have: a figure that walks. */
function figureFile(name: string): ChosenFile {
	return { name, contents: buffer.tostring(headless!.readFile("generated/figure.glb")) };
}

function choose(user: StudioUser, files: Array<ChosenFile>): void {
	user.session.studio.files = files;
	user.press("Choose");
	user.session.advance(4);
}

function scrollTo(user: StudioUser, y: number): void {
	user.find("Import", "ScrollingFrame").CanvasPosition = new Vector2(0, y);
}

/** The Import panel from the first file to what is published. */
export function visitImport(visit: Visit): void {
	const user = openStudio({
		panel: "DollyImport",
		clockCost: 0.002,
		prepare: (session) => session.setCreator(4107, "Group"),
	});
	user.session.assets.setAnimationUploads("works");
	show("import-empty", user, visit);
	show("import-empty", user, visit, [300, 200]);
	user.plugin.resize("DollyImport", ...DOCKED);
	choose(user, [figureFile("hiker.glb")]);
	show("import", user, visit);
	show("import", user, visit, [600, 800]);
	show("import", user, visit, [300, 200]);
	user.plugin.resize("DollyImport", ...DOCKED);
	user.session.userInput.press(user.find("ImportButton", "TextButton"));
	for (const _ of $range(1, 10)) user.session.step(1 / 60);
	show("import-working", user, visit);
	user.session.advance(5);
	choose(user, WHOLE_FILES.mdx);
	user.press("ImportButton");
	user.session.advance(5);
	scrollTo(user, 0);
	show("import-report", user, visit);
	choose(user, [figureFile("hiker.glb")]);
	user.press("ImportButton");
	user.session.advance(5);
	user.press("PublishDone");
	user.session.userInput.press(user.find("Upload", "TextButton"));
	user.session.advance(0.25);
	show("import-publishing", user, visit);
	user.session.advance(6);
	user.press("CodeDone");
	user.session.advance(0.5);
	show("import-published", user, visit);
}
