import Vide, { show, source } from "@rbxts/vide";
import { isRecording } from "../../src/camera";
import { formatClock } from "../../ui/format";
import { REGULAR } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import type { Editor } from "../editor/editor";
import { clipAt } from "../editor/timeline-items";
import { Pill } from "./pill";
import { showScreen } from "./show-screen";
import { GROUND_TRANSPARENCY, INK, PAPER } from "./screen-colors";

/** The fractions of the picture in which action and titles are safe. */
const ACTION = 0.9;
const TITLE = 0.8;

const EDGE = 12;
/** Names of frames above this height, in pixels, would be under the texts at the top. */
const TOP = 40;

/** Returns the fraction of the viewport, per axis, that a picture of an aspect ratio takes. 0 is the whole viewport. */
export function pictureSize(aspect: number, viewport: Vector2): Vector2 {
	if (aspect <= 0 || viewport.X <= 0 || viewport.Y <= 0) return Vector2.one;
	const own = viewport.X / viewport.Y;
	return aspect >= own ? new Vector2(1, own / aspect) : new Vector2(aspect / own, 1);
}

/** A white line that is visible on white, too. */
function Outline({ name, part, label, top }: { name: string; part: number; label: string; top: () => number }) {
	return (
		<frame
			Name={name}
			AnchorPoint={new Vector2(0.5, 0.5)}
			Position={UDim2.fromScale(0.5, 0.5)}
			Size={UDim2.fromScale(part, part)}
			BackgroundTransparency={1}
		>
			<uistroke Color={INK} Thickness={2} />
			<frame Name="Line" Size={UDim2.fromScale(1, 1)} BackgroundTransparency={1}>
				<uistroke Color={PAPER} Thickness={1} />
			</frame>
			<textlabel
				Name="Label"
				Text={label}
				FontFace={REGULAR}
				TextSize={14}
				TextColor3={PAPER}
				BackgroundColor3={INK}
				BackgroundTransparency={GROUND_TRANSPARENCY}
				BorderSizePixel={0}
				Position={() => UDim2.fromOffset(8, math.max(2, TOP - top()))}
				Size={UDim2.fromOffset(0, 16)}
				AutomaticSize="X"
			>
				<uipadding PaddingLeft={new UDim(0, 6)} PaddingRight={new UDim(0, 6)} />
			</textlabel>
		</frame>
	);
}

function Third({ position, size }: { position: UDim2; size: UDim2 }) {
	return (
		<frame
			Name="Third"
			BackgroundColor3={PAPER}
			BackgroundTransparency={0.65}
			BorderSizePixel={0}
			Position={position}
			Size={size}
		/>
	);
}

/** The safe areas of the picture, its thirds and its centre. */
function SafeFrame({ topOf }: { topOf: (part: number) => number }) {
	return (
		<>
			{[1 / 3, 2 / 3].map((part) => (
				<>
					<Third position={UDim2.fromScale(part, 0)} size={new UDim2(0, 1, 1, 0)} />
					<Third position={UDim2.fromScale(0, part)} size={new UDim2(1, 0, 0, 1)} />
				</>
			))}
			<Outline name="ActionSafe" part={ACTION} label="action 90 %" top={() => topOf(ACTION)} />
			<Outline name="TitleSafe" part={TITLE} label="title 80 %" top={() => topOf(TITLE)} />
			<frame
				Name="MiddleAcross"
				AnchorPoint={new Vector2(0.5, 0.5)}
				BackgroundColor3={PAPER}
				BorderSizePixel={0}
				Position={UDim2.fromScale(0.5, 0.5)}
				Size={UDim2.fromOffset(25, 1)}
			/>
			<frame
				Name="MiddleUp"
				AnchorPoint={new Vector2(0.5, 0.5)}
				BackgroundColor3={PAPER}
				BorderSizePixel={0}
				Position={UDim2.fromScale(0.5, 0.5)}
				Size={UDim2.fromOffset(1, 25)}
			/>
		</>
	);
}

/** Covers the viewport on one side of the picture. */
function Bar({ name, size, position, anchor }: { name: string; size: () => UDim2; position: UDim2; anchor: Vector2 }) {
	return (
		<frame
			Name={name}
			AnchorPoint={anchor}
			BackgroundColor3={INK}
			BackgroundTransparency={0.15}
			BorderSizePixel={0}
			Position={position}
			Size={size}
		/>
	);
}

/** Shows the frame over the view while the user looks through the shot. Ends with the current scope. */
export function showLookThroughFrame(editor: Editor): void {
	const { playback } = editor;
	const viewport = source(Vector2.one);
	const measure = (screen: ScreenGui) => {
		viewport(screen.AbsoluteSize);
		screen.GetPropertyChangedSignal("AbsoluteSize").Connect(() => viewport(screen.AbsoluteSize));
	};
	const picture = () => pictureSize(editor.frameAspect(), viewport());
	const beside = () => (1 - picture().X) / 2;
	const above = () => (1 - picture().Y) / 2;
	const facts = () => {
		const seconds = playback.position();
		const lens = playback.lensAt(seconds);
		const size = viewport();
		const aspect = editor.frameAspect() > 0 ? editor.frameAspect() : size.X / math.max(size.Y, 1);
		return [
			formatClock(seconds),
			`frame ${math.round(seconds * editor.rate())}`,
			...(lens > 0 ? [string.format("%.1f°", lens)] : []),
			string.format("%.2f:1", aspect),
		].join("   ");
	};
	const hint = () => {
		const clips = editor.clips();
		const hasKeys = !clips.isEmpty() && isRecording(clipAt(clips, playback.position()).recording, "shot");
		return hasKeys ? "Fly freely, then press I to set a key here" : "Fly to leave the shot";
	};
	showScreen(() => (
		<screengui
			Name="DollyLookThrough"
			action={measure}
			Archivable={false}
			ResetOnSpawn={false}
			IgnoreGuiInset={true}
			DisplayOrder={10}
			Enabled={playback.looksThrough}
		>
			{show(playback.looksThrough, () => (
				<frame Name="Ground" BackgroundTransparency={1} Size={UDim2.fromScale(1, 1)}>
					<Bar name="Top" anchor={Vector2.zero} position={new UDim2()} size={() => UDim2.fromScale(1, above())} />
					<Bar
						name="Bottom"
						anchor={new Vector2(0, 1)}
						position={UDim2.fromScale(0, 1)}
						size={() => UDim2.fromScale(1, above())}
					/>
					<Bar name="Left" anchor={Vector2.zero} position={new UDim2()} size={() => UDim2.fromScale(beside(), 1)} />
					<Bar
						name="Right"
						anchor={new Vector2(1, 0)}
						position={UDim2.fromScale(1, 0)}
						size={() => UDim2.fromScale(beside(), 1)}
					/>
					<frame
						Name="Picture"
						AnchorPoint={new Vector2(0.5, 0.5)}
						Position={UDim2.fromScale(0.5, 0.5)}
						Size={() => UDim2.fromScale(picture().X, picture().Y)}
						BackgroundTransparency={1}
					>
						<uistroke Color={PAPER} Thickness={1} Enabled={() => editor.frameAspect() > 0} />
						{show(editor.showsSafeFrame, () => (
							<SafeFrame topOf={(part) => ((1 - picture().Y * part) / 2) * viewport().Y} />
						))}
					</frame>
					<frame
						Name="Border"
						Position={UDim2.fromOffset(3, 3)}
						Size={new UDim2(1, -6, 1, -6)}
						BackgroundTransparency={1}
					>
						<uistroke Color={() => theme().accentLine} Thickness={3} />
					</frame>
					<Pill
						name="Shot"
						icon="camera"
						iconColor={() => theme().accentLine}
						bold={true}
						text={() => `Looking through ${editor.opened()?.name ?? "the shot"}`}
						position={UDim2.fromOffset(EDGE, EDGE)}
					/>
					<Pill
						name="Leave"
						text="Esc returns your view"
						position={new UDim2(1, -EDGE, 0, EDGE)}
						anchor={new Vector2(1, 0)}
					/>
					<Pill name="Facts" text={facts} position={new UDim2(0, EDGE, 1, -EDGE)} anchor={new Vector2(0, 1)} />
					<Pill name="Hint" text={hint} position={new UDim2(1, -EDGE, 1, -EDGE)} anchor={new Vector2(1, 1)} />
				</frame>
			))}
		</screengui>
	));
}
