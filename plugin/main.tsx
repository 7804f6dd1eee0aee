import Vide, { cleanup, effect, mount } from "@rbxts/vide";
import { DiagnosePanel } from "./diagnose/diagnose-panel";
import { DiagnoseSession } from "./diagnose/diagnose-session";
import { ImportSession } from "./import/import-session";
import { ImportPanel } from "./import/import-panel";
import { Library } from "./library/library";
import { LibraryPanel } from "./library/library-panel";
import { addDropped } from "./sequencer/add-clip";
import { COMMANDS } from "./sequencer/commands";
import { cancelDrag } from "./sequencer/pointer";
import { SequencerPanel } from "./sequencer/sequencer-panel";
import { RememberedSettings } from "./settings";
import { followStudioTheme } from "./studio-theme";
import { showInViewport } from "./viewport/viewport-banner";
import { drawInViewport } from "./viewport/viewport-drawing";

/** A panel of the plugin: a toolbar button, and the dock widget that it opens. */
interface PanelInfo {
	id: string;
	title: string;
	tooltip: string;
	icon: string;
	/** Its initial dock and size. */
	dock: Enum.InitialDockState;
	width: number;
	height: number;
}

const LIBRARY: PanelInfo = {
	id: "DollyLibrary",
	title: "Library",
	tooltip: "Record the camera, and find what was recorded",
	icon: "rbxasset://textures/ui/Camera/CameraIcon.png",
	dock: Enum.InitialDockState.Right,
	width: 340,
	height: 640,
};

const SEQUENCER: PanelInfo = {
	id: "DollySequencer",
	title: "Sequencer",
	tooltip: "Edit takes, shots and films on a timeline",
	icon: "rbxasset://textures/ui/TopBar/HotkeysTab.png",
	dock: Enum.InitialDockState.Bottom,
	width: 1200,
	height: 320,
};

const IMPORT: PanelInfo = {
	id: "DollyImport",
	title: "Import",
	tooltip: "Import glTF, MDX, Morpheme and camera archives",
	icon: "rbxasset://textures/ui/InspectMenu/ico_inspect.png",
	dock: Enum.InitialDockState.Right,
	width: 340,
	height: 640,
};

const DIAGNOSE: PanelInfo = {
	id: "DollyDiagnose",
	title: "Diagnose",
	tooltip: "What Studio lets Dolly do in this place",
	icon: "rbxasset://textures/ui/ErrorIcon.png",
	dock: Enum.InitialDockState.Right,
	width: 340,
	height: 640,
};

/** The min width of panels: everything in them can be read at this width. */
const MIN_WIDTH = 300;
const MIN_HEIGHT = 200;

/** Members of a dock widget that the types lack. */
type TitledWidget = DockWidgetPluginGui & { Title: string };

/** Makes a panel's button and its widget. Yields. */
function createPanel(plugin: Plugin, toolbar: PluginToolbar, info: PanelInfo) {
	const button = toolbar.CreateButton(info.id, info.tooltip, info.icon, info.title);
	const size = new DockWidgetPluginGuiInfo(info.dock, false, false, info.width, info.height, MIN_WIDTH, MIN_HEIGHT);
	const widget = plugin.CreateDockWidgetPluginGuiAsync(info.id, size) as TitledWidget;
	widget.Name = info.id;
	widget.Title = `Dolly ${info.title}`;
	return { button, widget };
}

/** Makes the button open and close the widget, and shows the content in it. */
function fillPanel({ button, widget }: ReturnType<typeof createPanel>, content: () => Vide.Node): void {
	const show = () => button.SetActive(widget.Enabled);
	const connections = [
		button.Click.Connect(() => (widget.Enabled = !widget.Enabled)),
		widget.GetPropertyChangedSignal("Enabled").Connect(show),
	];
	show();
	const unmount = mount(content, widget);
	cleanup(() => {
		unmount();
		connections.forEach((connection) => connection.Disconnect());
	});
}

/** Adds an action that can have a keyboard shortcut in Studio's settings. */
function addAction(plugin: Plugin, id: string, text: string, tip: string, body: () => void): void {
	const action = plugin.CreatePluginAction(id, text, tip, "", true);
	const connection = action.Triggered.Connect(body);
	cleanup(() => connection.Disconnect());
}

/** Starts the plugin. Yields until its panels exist. Everything ends when Studio unloads it. */
export function startPlugin(plugin: Plugin): void {
	const toolbar = plugin.CreateToolbar("Dolly");
	const shelf = createPanel(plugin, toolbar, LIBRARY);
	const sequencer = createPanel(plugin, toolbar, SEQUENCER);
	const files = createPanel(plugin, toolbar, IMPORT);
	const health = createPanel(plugin, toolbar, DIAGNOSE);

	const stop = mount(() => {
		followStudioTheme();
		const settings = new RememberedSettings(plugin);
		const library = new Library(plugin, settings);
		const { playback } = library.editor;
		playback.speed(settings.get("speed"));
		playback.loop(settings.get("loop"));
		effect(() => settings.set("speed", playback.speed()));
		effect(() => settings.set("loop", playback.loop()));
		library.showSequencer = () => (sequencer.widget.Enabled = true);
		library.showLibrary = () => (shelf.widget.Enabled = true);
		drawInViewport(plugin, library.editor);
		showInViewport(library.banner);

		const importSession = new ImportSession(plugin, settings);
		fillPanel(shelf, () => <LibraryPanel library={library} />);
		fillPanel(sequencer, () => <SequencerPanel library={library} onExport={() => library.showExportMenu()} />);
		fillPanel(files, () => <ImportPanel session={importSession} settings={settings} />);
		const diagnoseSession = new DiagnoseSession();
		fillPanel(health, () => <DiagnosePanel session={diagnoseSession} />);
		for (const { id, text, tip, run } of COMMANDS) addAction(plugin, id, `Dolly: ${text}`, tip, () => run(library));
		const dropping = sequencer.widget.PluginDragDropped.Connect((data) => addDropped(library, data));
		// A closed panel gets no event when the mouse button is released, and a drag holds Studio's history until then.
		const closing = [shelf, sequencer].map(({ widget }) =>
			widget.GetPropertyChangedSignal("Enabled").Connect(() => {
				if (!widget.Enabled) cancelDrag();
			}),
		);
		cleanup(() => {
			dropping.Disconnect();
			closing.forEach((connection) => connection.Disconnect());
		});
		addAction(plugin, "DollyImportRecordings", "Dolly: Import recordings", "Adds recordings from files", () =>
			library.importFiles(),
		);
		addAction(plugin, "DollyLibraryPanel", "Dolly: Library panel", "Shows or hides the Library panel", () => {
			shelf.widget.Enabled = !shelf.widget.Enabled;
		});
		addAction(
			plugin,
			"DollyPauseRecording",
			"Dolly: Pause recording",
			"Pauses the recording, or resumes it with a cut",
			() => library.recording.togglePause(),
		);
		addAction(plugin, "DollySequencerPanel", "Dolly: Sequencer panel", "Shows or hides the Sequencer", () => {
			sequencer.widget.Enabled = !sequencer.widget.Enabled;
		});
		addAction(plugin, "DollyImportPanel", "Dolly: Import panel", "Shows or hides the Import panel", () => {
			files.widget.Enabled = !files.widget.Enabled;
		});
		addAction(plugin, "DollyDiagnosePanel", "Dolly: Diagnose panel", "Shows or hides the Diagnose panel", () => {
			health.widget.Enabled = !health.widget.Enabled;
		});
		addAction(plugin, "DollyImportNow", "Dolly: Import what is ticked", "Imports the ticked items into the place", () =>
			importSession.start(),
		);
		addAction(plugin, "DollyImportCancel", "Dolly: Cancel importing", "Cancels the work of the Import panel", () =>
			importSession.work.cancel(),
		);
		addAction(plugin, "DollyImportFiles", "Dolly: Import files", "Chooses files to import", () => {
			files.widget.Enabled = true;
			importSession.choose();
		});
	});
	plugin.Unloading.Once(stop);
}
