import { headless } from "../headless";
import type { ContextName, PluginControl, Session, SharedStudio } from "../headless/session";
import { findGui, isGuiShown, textOf } from "./find-gui";

export const EDIT = { client: true, server: true, studio: true, edit: true };
export const PLAY = { client: true, server: false, studio: true, edit: false };

/** A Studio with the built plugin in it, and the panel that a spec looks at. */
export class StudioUser {
	constructor(
		public readonly session: Session,
		public readonly plugin: PluginControl,
		private readonly widgetId: string,
	) {}

	public widget(): DockWidgetPluginGui {
		return this.plugin.state.widgets.get(this.widgetId)!;
	}
	public find<T extends keyof Instances>(name: string, className: T): Instances[T] {
		return findGui(this.widget(), name, className);
	}
	public isShown(name: string): boolean {
		return isGuiShown(this.widget(), name);
	}
	public text(name: string): string {
		return textOf(this.widget(), name);
	}
	/** What the panel says, which is nothing where it shows nothing. */
	public message(): string {
		return (this.widget().FindFirstChild("Message", true) as TextLabel).Text;
	}
	public press(name: string): void {
		this.session.userInput.press(this.find(name, "GuiButton"));
		this.session.advance(0.1);
	}
	public type(name: string, text: string): void {
		this.session.userInput.type(this.find(name, "TextBox"), text);
		this.session.advance(0.1);
	}
	/** Rests the pointer on something until its tooltip shows; gives what that says. */
	public tipOf(name: string): string {
		const object = this.find(name, "GuiObject");
		this.session.userInput.hover(object);
		this.session.advance(0.6);
		const tip = this.text("Tooltip");
		this.session.userInput.hover(object, false);
		return tip;
	}
	public drag(name: string, fractions: Array<number>): void {
		this.session.userInput.drag(this.find(name, "GuiObject"), fractions);
		this.session.advance(0.1);
	}
	/** The names of a section's modules in the place, in order. */
	public kept(section: "Recordings" | "Imports"): string {
		const folder = this.session.game.GetService("ReplicatedStorage").FindFirstChild("Dolly")?.FindFirstChild(section);
		const names = (folder?.GetChildren() ?? []).map((child) => child.Name);
		return names.sort((a, b) => a < b).join(", ");
	}
	public camera(): Camera {
		return this.session.game.GetService("Workspace").CurrentCamera!;
	}
	/** Flies the camera along a circle of 30 studs, a radian a second, for `seconds`. */
	public fly(seconds: number): void {
		const started = this.session.now();
		while (this.session.now() < started + seconds - 1e-6) {
			const angle = this.session.now() - started;
			const at = new Vector3(math.cos(angle) * 30, 12, math.sin(angle) * 30);
			this.camera().CFrame = CFrame.lookAt(at, new Vector3(0, 8, 0));
			this.session.step(1 / 60);
		}
	}
	/** Where on that circle the camera is, in radians. */
	public angle(): number {
		const { X, Z } = this.camera().CFrame.Position;
		return math.atan2(Z, X);
	}
	public errors(): string {
		return this.session.takeErrors().join("\n");
	}
}

interface OpenOptions {
	place?: buffer;
	shared?: SharedStudio;
	context?: typeof EDIT | ContextName;
	/** The session in edit mode that started this playtest. */
	startedBy?: Session;
	/** The panel to open and look at. */
	panel?: "DollyLibrary" | "DollySequencer" | "DollyImport" | "DollyDiagnose";
	clockCost?: number;
	/** Whether the place is still loading when the plugin starts. */
	loading?: boolean;
	/** Called before the plugin starts. */
	prepare?: (session: Session) => void;
}

/** Opens a place in Studio, with the plugin as it is built, and the panel open. */
export function openStudio(options: OpenOptions = {}): StudioUser {
	const { place, shared, context = EDIT, panel = "DollyLibrary", clockCost, startedBy, loading, prepare } = options;
	const session = headless!.open({ place, shared, context, clockCost, startedBy, loading });
	prepare?.(session);
	const plugin = session.install("dist/dolly-plugin.rbxm");
	session.advance(0.2);
	const problems = session.takeErrors();
	assert(problems.isEmpty(), problems.join("\n"));
	if (!plugin.state.widgets.get(panel)!.Enabled) plugin.click(panel);
	return new StudioUser(session, plugin, panel);
}
