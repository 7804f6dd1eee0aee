import Vide, { cleanup, effect, mount } from "@rbxts/vide";
import { CameraSession } from "./camera/camera-session";
import { CameraPanel } from "./camera/camera-panel";
import { COMMANDS } from "./camera/commands";
import { DiagnosePanel } from "./diagnose/diagnose-panel";
import { DiagnoseSession } from "./diagnose/diagnose-session";
import { ImportSession } from "./import/import-session";
import { ImportPanel } from "./import/import-panel";
import { RememberedSettings } from "./settings";
import { followStudioTheme } from "./studio-theme";

/** A panel of the plugin: a toolbar button that opens it, and the dock widget that it is in. */
interface PanelInfo {
	id: string;
	title: string;
	tooltip: string;
	icon: string;
}

const CAMERA: PanelInfo = {
	id: "DollyCamera",
	title: "Camera",
	tooltip: "Record, replay and edit camera takes",
	icon: "rbxasset://textures/ui/Camera/CameraIcon.png",
};

const IMPORT: PanelInfo = {
	id: "DollyImport",
	title: "Import",
	tooltip: "Import glTF, MDX, Morpheme and camera archives",
	icon: "rbxasset://textures/ui/InspectMenu/ico_inspect.png",
};

const DIAGNOSE: PanelInfo = {
	id: "DollyDiagnose",
	title: "Diagnose",
	tooltip: "What Studio lets Dolly do in this place",
	icon: "rbxasset://textures/ui/ErrorIcon.png",
};

/** Panels are never narrower: at this width everything in them can be read. */
const MIN_WIDTH = 300;
const MIN_HEIGHT = 240;

/** What the types leave out of a dock widget. */
type TitledWidget = DockWidgetPluginGui & { Title: string };

/** Makes a panel's button and its widget. Yields. */
function createPanel(plugin: Plugin, toolbar: PluginToolbar, info: PanelInfo) {
	const button = toolbar.CreateButton(info.id, info.tooltip, info.icon, info.title);
	const size = new DockWidgetPluginGuiInfo(Enum.InitialDockState.Right, false, false, 340, 640, MIN_WIDTH, MIN_HEIGHT);
	const widget = plugin.CreateDockWidgetPluginGuiAsync(info.id, size) as TitledWidget;
	widget.Name = info.id;
	widget.Title = `Dolly ${info.title}`;
	return { button, widget };
}

/** Has the button open and close the widget, and shows the content in it. */
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

/** Adds something that can be given a keyboard shortcut in Studio's settings. */
function addAction(plugin: Plugin, id: string, text: string, tip: string, body: () => void): void {
	const action = plugin.CreatePluginAction(id, text, tip, "", true);
	const connection = action.Triggered.Connect(body);
	cleanup(() => connection.Disconnect());
}

/** Starts the plugin. Yields until its panels are there; everything ends when Studio unloads it. */
export function startPlugin(plugin: Plugin): void {
	const toolbar = plugin.CreateToolbar("Dolly");
	const camera = createPanel(plugin, toolbar, CAMERA);
	const files = createPanel(plugin, toolbar, IMPORT);
	const health = createPanel(plugin, toolbar, DIAGNOSE);

	const stop = mount(() => {
		followStudioTheme();
		const settings = new RememberedSettings(plugin);
		const session = new CameraSession(plugin, settings);
		effect(() => settings.set("speed", session.playback.speed()));
		effect(() => settings.set("loop", session.playback.loop()));

		const importSession = new ImportSession(settings);
		fillPanel(camera, () => <CameraPanel session={session} settings={settings} />);
		fillPanel(files, () => <ImportPanel session={importSession} settings={settings} />);
		const diagnoseSession = new DiagnoseSession();
		fillPanel(health, () => <DiagnosePanel session={diagnoseSession} />);
		for (const { id, text, tip, run } of COMMANDS) addAction(plugin, id, `Dolly: ${text}`, tip, () => run(session));
		addAction(plugin, "DollyCameraPanel", "Dolly: Camera panel", "Shows or hides the Camera panel", () => {
			camera.widget.Enabled = !camera.widget.Enabled;
		});
		addAction(plugin, "DollyImportPanel", "Dolly: Import panel", "Shows or hides the Import panel", () => {
			files.widget.Enabled = !files.widget.Enabled;
		});
		addAction(plugin, "DollyDiagnosePanel", "Dolly: Diagnose panel", "Shows or hides the Diagnose panel", () => {
			health.widget.Enabled = !health.widget.Enabled;
		});
		addAction(plugin, "DollyImportNow", "Dolly: Import what is ticked", "Brings what is ticked into the place", () =>
			importSession.start(),
		);
		addAction(plugin, "DollyImportCancel", "Dolly: Cancel importing", "Stops what the Import panel is at", () =>
			importSession.work.cancel(),
		);
		addAction(plugin, "DollyImportFiles", "Dolly: Import files", "Chooses files to import", () => {
			files.widget.Enabled = true;
			importSession.choose();
		});
	});
	plugin.Unloading.Once(stop);
}
