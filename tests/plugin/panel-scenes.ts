import type { LayoutEntry } from "../headless/session";
import { visitImport } from "./import-scenes";
import { DOCKS, drawLibrary, LibraryScenes } from "./library-scenes";
import { openStudio, StudioUser } from "./open-studio";

/** A panel as a person sees it. */
export interface Scene {
	name: string;
	width: number;
	height: number;
	entries: Array<LayoutEntry>;
	/** The colour behind it, where it does not fill its picture. */
	ground?: string;
	/** The world behind it, seen by its camera. */
	behind?: Workspace;
	/** Pixels of the picture for one of the panel; 2 unless given. */
	density?: 1 | 2;
	/** Whether ClipsDescendants cuts curves off, which no page says; they are drawn whole unless given. */
	clipsPaths?: boolean;
}

const WIDTHS = [300, 600];
const THEMES = ["Dark", "Light"] as const;

/** High enough that nothing has to be scrolled to. */
const HEIGHT = 3000;

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
export type Visit = (scene: Scene) => void;

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

function diagnoseScenes(visit: Visit): void {
	const user = openStudio({ panel: "DollyDiagnose" });
	user.press("DiagnoseButton");
	user.session.advance(4);
	views("diagnose", user, "DollyDiagnose", visit);
}

/** Every panel in both themes and at both widths. */
export function visitPanels(visit: Visit): void {
	drawLibrary(new LibraryScenes(DOCKS, (scene) => visit(scene)));
	visitImport(visit);
	diagnoseScenes(visit);
}
