import Vide, { effect, For, Show } from "@rbxts/vide";
import { IconButton } from "../../ui/icon-button";
import { REGULAR, SEMIBOLD, SMALL_TEXT_SIZE, TEXT_SIZE } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import type { Library, Tab } from "./library";
import { addMenu } from "./library-menus";

const HEADING_SIZE = 20;

type AdviceStep = readonly [what: string, how: string];

interface Advice {
	readonly title: string;
	readonly what: string;
	readonly steps: ReadonlyArray<AdviceStep>;
}

function takesAdvice(seconds: number): Advice {
	const count = seconds === 0 ? "It starts at once." : `It starts after ${seconds} seconds.`;
	return {
		title: "No takes yet",
		what: "A take is a camera move, kept in this place under ReplicatedStorage.",
		steps: [
			["Press Record", count],
			["Fly the viewport", "Hold the right mouse button, use W A S D."],
			["Press Stop", "The take is listed here, ready to play."],
		],
	};
}

const SHOTS: Advice = {
	title: "No shots yet",
	what: "A shot is a camera move made of a few keys. Films are listed here too.",
	steps: [
		["Open the Sequencer", "Aim the view, and press I for a key."],
		["Or fit keys", "A take in the Sequencer becomes a shot there."],
	],
};

const REPLAYS: Advice = {
	title: "No replays yet",
	what: "A replay is the camera together with selected characters and cars.",
	steps: [
		["Select them", "Characters, cars, anything that moves."],
		["Record the selection too", "Switch it on in the menu beside Record."],
		["Press Record", "A playtest is a good place for it."],
	],
};

/** Corners of the drawing: x, y, and the length of the tangent on both sides. */
const PATH: ReadonlyArray<readonly [number, number, number, number]> = [
	[28, 84, 24, -34],
	[107, 28, 38, -4],
	[175, 56, 20, 28],
	[296, 20, -40, 56],
];

/** A flight through four keys, with the camera at one of them: 324 by 120 pixels. */
function Drawing({ order }: { order: number }) {
	const stroke = (frame: Frame, thickness: number, points: Array<Path2DControlPoint>, color: () => Color3) => {
		const line = new Instance("Path2D");
		line.Thickness = thickness;
		line.Parent = frame;
		line.SetControlPoints(points);
		effect(() => (line.Color3 = color()));
	};
	return (
		<frame Name="Drawing" LayoutOrder={order} Size={UDim2.fromOffset(324, 112)} BackgroundTransparency={1}>
			<frame
				Name="Lines"
				Size={UDim2.fromScale(1, 1)}
				BackgroundTransparency={1}
				action={(frame) => {
					const at = (x: number, y: number, right = UDim2.fromOffset(0, 0), left = UDim2.fromOffset(0, 0)) =>
						new Path2DControlPoint(UDim2.fromOffset(x, y), left, right);
					const none = UDim2.fromOffset(0, 0);
					stroke(
						frame,
						2,
						PATH.map(([x, y, dx, dy], index) => {
							const out = UDim2.fromOffset(dx, dy);
							const back = UDim2.fromOffset(-dx, -dy);
							if (index === 0) return at(x, y, out);
							return index === PATH.size() - 1 ? at(x, y, none, out) : at(x, y, out, back);
						}),
						() => theme().accentLine,
					);
					const eye = at(175, 56);
					stroke(frame, 1.5, [eye, at(215, 30), at(227, 70), eye], () => theme().line);
					stroke(frame, 1, [eye, at(221, 50)], () => theme().line);
				}}
			/>
			{PATH.map(([x, y]) => (
				<frame
					Name="Key"
					AnchorPoint={new Vector2(0.5, 0.5)}
					Position={UDim2.fromOffset(x, y)}
					Size={UDim2.fromOffset(7, 7)}
					BackgroundColor3={() => theme().input}
				>
					<uicorner CornerRadius={new UDim(0.5, 0)} />
					<uistroke Thickness={2} Color={() => theme().accentLine} />
				</frame>
			))}
		</frame>
	);
}

interface CardTextProps {
	name: string;
	order: number;
	text: string | (() => string);
	size?: number;
	bold?: boolean;
	isQuiet?: boolean;
}

function CardText({ name, order, text, size = SMALL_TEXT_SIZE, bold = false, isQuiet = false }: CardTextProps) {
	return (
		<textlabel
			Name={name}
			LayoutOrder={order}
			Text={text}
			FontFace={bold ? SEMIBOLD : REGULAR}
			TextSize={size}
			TextColor3={() => (isQuiet ? theme().subText : theme().text)}
			TextWrapped={true}
			BackgroundTransparency={1}
			Size={new UDim2(1, -32, 0, 0)}
			AutomaticSize="Y"
		/>
	);
}

/** A step: its number in a circle, what to do, and how. */
function Step({ number, what, how }: { number: number; what: string; how: string }) {
	return (
		<frame Name={`Step${number}`} LayoutOrder={10 + number} Size={new UDim2(1, -40, 0, 40)} BackgroundTransparency={1}>
			<textlabel
				Name="Number"
				Text={`${number}`}
				FontFace={SEMIBOLD}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={() => theme().text}
				BackgroundColor3={() => theme().button}
				Position={UDim2.fromOffset(0, 6)}
				Size={UDim2.fromOffset(24, 24)}
			>
				<uicorner CornerRadius={new UDim(0.5, 0)} />
			</textlabel>
			<textlabel
				Name="What"
				Text={what}
				FontFace={SEMIBOLD}
				TextSize={TEXT_SIZE}
				TextColor3={() => theme().text}
				TextXAlignment="Left"
				TextTruncate="AtEnd"
				BackgroundTransparency={1}
				Position={UDim2.fromOffset(36, 2)}
				Size={new UDim2(1, -36, 0, 17)}
			/>
			<textlabel
				Name="How"
				Text={how}
				FontFace={REGULAR}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={() => theme().subText}
				TextXAlignment="Left"
				TextTruncate="AtEnd"
				BackgroundTransparency={1}
				Position={UDim2.fromOffset(36, 19)}
				Size={new UDim2(1, -36, 0, 17)}
			/>
		</frame>
	);
}

interface EmptyLibraryProps {
	library: Library;
	order: number;
	hasDrawing: () => boolean;
}

/** The contents of an empty tab: what such a recording is, and how to make one. */
export function EmptyLibrary({ library, order, hasDrawing }: EmptyLibraryProps) {
	const advice = (): Advice => {
		const tab: Tab = library.tab();
		if (tab === "takes") return takesAdvice(library.settings.get("countdown"));
		return tab === "shots" ? SHOTS : REPLAYS;
	};
	const isTakes = () => library.tab() === "takes";
	return (
		<scrollingframe
			Name="Empty"
			LayoutOrder={order}
			BackgroundColor3={() => theme().input}
			BorderSizePixel={0}
			Size={UDim2.fromScale(1, 0)}
			CanvasSize={UDim2.fromOffset(0, 0)}
			AutomaticCanvasSize="Y"
			ScrollingDirection="Y"
			ScrollBarThickness={6}
			ScrollBarImageColor3={() => theme().scrollBar}
		>
			<uiflexitem FlexMode="Fill" />
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uilistlayout
				SortOrder="LayoutOrder"
				HorizontalAlignment="Center"
				VerticalAlignment={() => (hasDrawing() ? "Center" : "Top")}
				Padding={() => new UDim(0, hasDrawing() ? 12 : 8)}
			/>
			<uipadding PaddingTop={new UDim(0, 16)} PaddingBottom={new UDim(0, 16)} />
			<Show when={hasDrawing}>{() => <Drawing order={1} />}</Show>
			<CardText name="EmptyTitle" order={2} text={() => advice().title} size={HEADING_SIZE} bold={true} />
			<CardText name="EmptyWhat" order={3} text={() => advice().what} isQuiet={true} />
			<For each={() => advice().steps}>
				{([what, how]: AdviceStep, index: () => number) => <Step number={index()} what={what} how={how} />}
			</For>
			<frame Name="EmptyButtons" LayoutOrder={20} Size={new UDim2(1, -32, 0, 28)} BackgroundTransparency={1}>
				<uilistlayout
					FillDirection="Horizontal"
					HorizontalAlignment="Center"
					SortOrder="LayoutOrder"
					Padding={new UDim(0, 8)}
				/>
				<IconButton
					name="EmptyRecord"
					order={1}
					isRecord={true}
					icon="record"
					text="Record"
					width={112}
					height={28}
					visible={isTakes}
					tip="Record the camera of the viewport (R)"
					onPress={() => library.toggleRecording()}
				/>
				<IconButton
					name="EmptySequencer"
					order={1}
					isMain={true}
					text="Open Sequencer"
					height={28}
					visible={() => library.tab() === "shots"}
					tip="Show the Sequencer"
					onPress={() => library.showSequencer?.()}
				/>
				<IconButton
					name="EmptyAdd"
					order={2}
					icon="folder"
					text="Add…"
					width={112}
					height={28}
					tip="Add recordings from files, or from text"
					onPress={() => library.menus.show(addMenu(library))}
				/>
			</frame>
			<CardText
				name="EmptyPlaytest"
				order={21}
				isQuiet={true}
				text="Takes filmed in a playtest are added when it ends."
			/>
		</scrollingframe>
	);
}
