import Vide, { indexes, Source, source } from "@rbxts/vide";
import { SEMIBOLD } from "../../ui/text-style";
import type { Eye } from "./eye";
import { Pill } from "./pill";
import { INK, PAPER } from "./screen-colors";

/** Text at a point of the world. */
export interface ScreenLabel {
	readonly point: Vector3;
	readonly text: string;
	/** Pixels from the point to its top left corner. */
	readonly offset?: Vector2;
}

/** The length of a flag's pole in pixels. */
const POLE = 22;

/** Labels of one kind, with their positions. */
class LabelList {
	public readonly labels: Source<ReadonlyArray<ScreenLabel>> = source<ReadonlyArray<ScreenLabel>>([]);
	private readonly frames = new Array<GuiObject>();

	public constructor(private readonly isExclusive: boolean) {}

	public remember(index: number): (frame: GuiObject) => void {
		return (frame) => (this.frames[index - 1] = frame);
	}

	/** Moves the labels to their points on the screen. If labels would overlap, shows the first. */
	public follow(eye: Eye): void {
		const taken = new Array<Rect>();
		this.labels().forEach(({ point, offset = Vector2.zero }, index) => {
			const frame = this.frames[index] as GuiObject | undefined;
			if (!frame) return;
			const [x, y, depth] = eye.pixelOf(point);
			const isSeen = depth > 0 && x > -200 && y > -50 && x < eye.size.X + 200 && y < eye.size.Y + 50;
			frame.Visible = isSeen;
			if (!isSeen) return;
			frame.Position = UDim2.fromOffset(math.round(x + offset.X), math.round(y + offset.Y));
			const pill = this.isExclusive ? (frame.FindFirstChild("Name") as GuiObject | undefined) : undefined;
			if (!pill) return;
			const own = new Rect(x, y, x + pill.AbsoluteSize.X, y + pill.AbsoluteSize.Y);
			pill.Visible = !taken.some(({ Min, Max }) => {
				return own.Min.X < Max.X && own.Max.X > Min.X && own.Min.Y < Max.Y && own.Max.Y > Min.Y;
			});
			if (pill.Visible) taken.push(own);
		});
	}
}

/**
 * The texts at points of the world: numbers of keys, names of markers, and notes on the chosen key and the playhead.
 */
export class ScreenLabels {
	private readonly numbers = new LabelList(false);
	private readonly flags = new LabelList(true);
	private readonly key = new LabelList(false);
	private readonly playhead = new LabelList(false);

	public show(numbers: ReadonlyArray<ScreenLabel>, flags: ReadonlyArray<ScreenLabel>): void {
		this.numbers.labels(numbers);
		this.flags.labels(flags);
	}

	/** Shows the notes on the chosen key and the playhead. */
	public note(key: ScreenLabel | undefined, playhead: ScreenLabel | undefined): void {
		this.key.labels(key ? [key] : []);
		this.playhead.labels(playhead ? [playhead] : []);
	}

	public follow(eye: Eye): void {
		this.numbers.follow(eye);
		this.flags.follow(eye);
		this.key.follow(eye);
		this.playhead.follow(eye);
	}

	public draw() {
		return (
			<>
				{indexes(this.flags.labels, (label, index) => (
					<frame
						Name="Flag"
						action={this.flags.remember(index)}
						BackgroundTransparency={1}
						Size={UDim2.fromOffset(0, 0)}
					>
						<frame
							Name="Pole"
							BackgroundColor3={PAPER}
							BorderSizePixel={0}
							Position={UDim2.fromOffset(-1, 0)}
							Size={UDim2.fromOffset(2, POLE)}
						/>
						<Pill name="Name" icon="flag" text={() => label().text} position={UDim2.fromOffset(-4, POLE)} />
					</frame>
				))}
				{indexes(this.numbers.labels, (label, index) => (
					<textlabel
						Name="Number"
						action={this.numbers.remember(index)}
						Text={() => label().text}
						FontFace={SEMIBOLD}
						TextSize={13}
						TextColor3={INK}
						BackgroundTransparency={1}
						AnchorPoint={new Vector2(0.5, 0.5)}
						Size={UDim2.fromOffset(20, 16)}
						ZIndex={2}
					/>
				))}
				{this.drawNote(this.playhead, "PlayheadNote", false)}
				{this.drawNote(this.key, "KeyNote", true)}
			</>
		);
	}

	private drawNote(list: LabelList, name: string, isKey: boolean) {
		return indexes(list.labels, (label, index) => (
			<frame
				Name={name}
				action={list.remember(index)}
				BackgroundTransparency={1}
				Size={UDim2.fromOffset(0, 0)}
				ZIndex={3}
			>
				<Pill name="Note" icon={isKey ? undefined : "camera"} bold={isKey} text={() => label().text} />
			</frame>
		));
	}
}
