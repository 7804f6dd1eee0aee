import {
	createShot,
	decodeRecording,
	encodeRecording,
	KeyOptions,
	readBytes,
	Recording,
	Shot,
	ShotOptions,
} from "../../../src";
import { encodeBase64 } from "../../../src/codecs";
import type { Session } from "../../headless/session";
import { durationOf, kindOf } from "../../../plugin/recordings/recording-facts";
import { openStudio, StudioUser } from "../open-studio";

/** Puts a recording into a place before the plugin starts. */
export function keepIn(session: Session, recording: Recording): void {
	const folderOf = (parent: Instance, name: string) => {
		const found = parent.FindFirstChild(name);
		if (found) return found;
		const folder = session.create("Folder");
		folder.Name = name;
		folder.Parent = parent;
		return folder;
	};
	const storage = session.game.GetService("ReplicatedStorage");
	const holder = session.create("StringValue") as StringValue;
	const bytes = encodeRecording(recording);
	holder.Name = recording.name;
	holder.Value = encodeBase64(bytes);
	holder.SetAttribute("Parts", 1);
	holder.SetAttribute("Kind", kindOf(recording));
	holder.SetAttribute("Duration", durationOf(recording));
	holder.SetAttribute("Bytes", buffer.len(bytes));
	holder.SetAttribute("Map", recording.map);
	holder.Parent = folderOf(folderOf(storage, "Dolly"), "Recordings");
}

/** A shot named "Harbour" whose keys look down the Z axis, a stud high. */
export function harbour(
	keys: Array<Partial<KeyOptions> & { seconds: number; at: Vector3 }>,
	more: ShotOptions = {},
): Shot {
	const complete = keys.map(({ seconds, at, velocity, easing }) => {
		return { seconds, cframe: new CFrame(at), fieldOfView: 60, velocity, easing };
	});
	return createShot(complete, { name: "Harbour", ...more });
}

/** A person with a recording open, who looks at it from the front: a pixel is a tenth of a stud at Z = 0. */
export class ViewportUser {
	public readonly session: Session;

	constructor(public readonly user: StudioUser) {
		this.session = user.session;
	}

	public ground(): Instance {
		return this.session.game.GetService("CoreGui");
	}
	public find<T extends keyof Instances>(name: string, className: T): Instances[T] | undefined {
		const found = this.ground().FindFirstChild(name, true);
		return found?.IsA(className) ? (found as Instances[T]) : undefined;
	}
	public ball(name: string): SphereHandleAdornment {
		return this.find(name, "SphereHandleAdornment")!;
	}
	/** Which balls show, and where. */
	public shownBalls(kind: string): Array<SphereHandleAdornment> {
		const all = this.ground().GetDescendants() as Array<SphereHandleAdornment>;
		return all.filter((ball) => ball.Name.match(`^${kind}%d+$`)[0] !== undefined && ball.Visible);
	}
	public pixelOf(point: Vector3): Vector2 {
		const [at] = this.user.camera().WorldToViewportPoint(point);
		return new Vector2(at.X, at.Y);
	}
	/** Presses a ball where it is. */
	public down(name: string): Vector2 {
		const ball = this.ball(name);
		const at = this.pixelOf(ball.CFrame.Position);
		this.session.viewport.move(at.X, at.Y);
		assert(this.session.press(ball), `${name} does not hear the mouse`);
		this.session.step(1 / 60);
		return at;
	}
	public move(x: number, y: number): void {
		this.session.viewport.move(x, y);
		this.session.step(1 / 60);
	}
	public up(): void {
		this.session.viewport.up();
		this.session.step(1 / 60);
	}
	public click(name: string): void {
		this.down(name);
		this.up();
	}
	/** Drags a ball by pixels, in steps. */
	public drag(name: string, x: number, y: number): void {
		const at = this.down(name);
		for (const part of [0.3, 0.7, 1]) this.move(at.X + x * part, at.Y + y * part);
		this.up();
	}
	public undo(): void {
		this.session.runAsPlugin(() => this.session.game.GetService("ChangeHistoryService").Undo());
		this.session.advance(0.1);
	}
	public undoable(): string | undefined {
		const history = this.session.game.GetService("ChangeHistoryService") as unknown as {
			GetCanUndo(): LuaTuple<[boolean, string]>;
		};
		const [can, name] = history.GetCanUndo();
		return can ? name : undefined;
	}
	/** The open shot as a game reads it. */
	public shot(name = "Harbour"): Shot {
		const holder = this.session.game.GetService("ReplicatedStorage").FindFirstChild(name, true);
		return decodeRecording(readBytes(holder!)) as Shot;
	}
	public positions(): string {
		const { keys } = this.shot();
		return keys.map(({ position }) => position.map((value) => math.round(value * 100) / 100).join(",")).join(" ");
	}
	/** The numbers of the balls that are drawn as chosen: larger, and with a white edge. */
	public chosen(): string {
		const balls = this.shownBalls("Key").filter(({ Color3 }) => Color3.R > 0.9);
		return balls
			.map(({ Name }) => Name.sub(4))
			.sort()
			.join(" ");
	}
	/** The texts over the world that show. */
	public texts(): Array<string> {
		const texts = new Array<string>();
		for (const gui of this.ground().GetChildren()) {
			if (!gui.IsA("ScreenGui") || !gui.Enabled) continue;
			for (const label of gui.GetDescendants()) {
				if (label.IsA("TextLabel") && isShown(label)) texts.push(label.Text);
			}
		}
		return texts;
	}
	public message(): string {
		const labels = this.user.widget().GetDescendants() as Array<TextLabel>;
		return labels.find((label) => label.Name === "Message")?.Text ?? "";
	}
}

function isShown(label: Instance): boolean {
	let current: Instance | undefined = label;
	while (current && !current.IsA("ScreenGui")) {
		if (current.IsA("GuiObject") && !current.Visible) return false;
		current = current.Parent;
	}
	return true;
}

/** Opens a recording in the Sequencer, and looks at it from 72 studs before Z = 0, where a pixel is a tenth of a stud. */
export function openInViewport(recording: Recording, options: Parameters<typeof openStudio>[0] = {}): ViewportUser {
	const user = openStudio({
		panel: "DollySequencer",
		...options,
		prepare: (session) => {
			keepIn(session, recording);
			options.prepare?.(session);
		},
	});
	const camera = user.camera();
	camera.FieldOfView = 2 * math.deg(math.atan(0.5));
	camera.CFrame = new CFrame(0, 0, 72);
	user.press("Opened");
	const item = user.session.menu.items()!.find(({ text }) => text.find(recording.name, 1, true)[0] !== undefined)!;
	user.session.menu.choose(item.text);
	// The pointer is over the viewport from now on.
	user.session.userInput.leave();
	user.session.advance(0.1);
	const person = new ViewportUser(user);
	const problems = user.errors();
	assert(problems === "", problems);
	return person;
}
