import Vide, { effect, Show, untrack } from "@rbxts/vide";
import { formatClock } from "../../ui/format";
import { IconButton } from "../../ui/icon-button";
import { REGULAR, SEMIBOLD, SMALL_TEXT_SIZE, TEXT_SIZE } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import type { TakeTool } from "../editor/take-tools";
import type { Library } from "../library/library";
import { LaneRows } from "./lane-rows";
import { OVERVIEW } from "./layout";
import { Overview } from "./overview";
import { Playhead, RulerBar } from "./ruler-bar";
import { LaneSurface, RulerSurface } from "./surface";
import { chooseAspect } from "./aspect-menu";
import { chooseSpeed } from "./speed-menu";
import { Timeline } from "./timeline";

interface SmallTimelineProps {
	library: Library;
	/** Its height in pixels: rows hide from the bottom up. */
	height: () => number;
}

/** The left and right padding in pixels. */
const EDGE = 8;

/** Transport, ruler, keys, curves and view for a narrow dock. Lanes have no names, and show their own values. */
export function SmallTimeline({ library, height }: SmallTimelineProps) {
	const { editor } = library;
	const { playback } = editor;
	const timeline = new Timeline(editor, true);
	const { layout } = timeline;
	const isOpen = () => editor.shown() !== undefined;
	const tipOf = (tip: string) => (isOpen() ? tip : "Open a recording first");
	/** Opens the Sequencer first, which has the Apply button. */
	function openTool(tool?: TakeTool): void {
		library.openInSequencer();
		editor.takeWork.open(tool);
	}
	const top = () => layout().toolbar + layout().ruler;
	const row = (name: string, order: number, children: Vide.Node) => (
		<frame Name={name} LayoutOrder={order} Size={UDim2.fromScale(0, 1)} AutomaticSize="X" BackgroundTransparency={1}>
			<uilistlayout
				FillDirection="Horizontal"
				VerticalAlignment="Center"
				SortOrder="LayoutOrder"
				Padding={new UDim(0, 4)}
			/>
			{children}
		</frame>
	);
	return (
		<frame
			Name="SmallTimeline"
			Size={UDim2.fromScale(1, 1)}
			BackgroundColor3={() => theme().header}
			BorderSizePixel={0}
			ClipsDescendants={true}
			action={(ground) => {
				const follow = () => timeline.width(ground.AbsoluteSize.X - 2 * EDGE);
				ground.GetPropertyChangedSignal("AbsoluteSize").Connect(follow);
				task.defer(follow);
				effect(() => timeline.height(height()));
			}}
		>
			<frame Name="Transport" Size={new UDim2(1, 0, 0, 40)} BackgroundTransparency={1}>
				<uipadding PaddingLeft={new UDim(0, 8)} PaddingRight={new UDim(0, 8)} />
				{row("Buttons", 1, [
					<IconButton
						name="ToStart"
						order={1}
						icon="toStart"
						width={28}
						height={28}
						tip={() => tipOf("To the start (Home)")}
						enabled={isOpen}
						onPress={() => playback.seek(0)}
					/>,
					<IconButton
						name="FrameBack"
						order={2}
						icon="frameBack"
						width={28}
						height={28}
						tip={() => tipOf("One frame back (Left; ten with Shift)")}
						enabled={isOpen}
						onPress={() => playback.step(-1)}
					/>,
					<IconButton
						name="Play"
						order={3}
						isMain={true}
						width={44}
						height={28}
						icon={() => (playback.isPlaying() ? "pause" : "play")}
						tip={() => tipOf(playback.isPlaying() ? "Pauses where it is (Space)" : "Plays (Space)")}
						enabled={isOpen}
						onPress={() => playback.toggle()}
					/>,
					<IconButton
						name="FrameOn"
						order={4}
						icon="frameOn"
						width={28}
						height={28}
						tip={() => tipOf("One frame forward (Right; ten with Shift)")}
						enabled={isOpen}
						onPress={() => playback.step(1)}
					/>,
					<IconButton
						name="ToEnd"
						order={5}
						icon="toEnd"
						width={28}
						height={28}
						tip={() => tipOf("To the end (End)")}
						enabled={isOpen}
						onPress={() => playback.seek(untrack(playback.duration))}
					/>,
				])}
				<textlabel
					Name="Duration"
					AnchorPoint={new Vector2(1, 0)}
					Position={UDim2.fromScale(1, 0)}
					Size={new UDim2(0, 64, 1, 0)}
					Text={() => `of ${formatClock(playback.duration())}`}
					FontFace={REGULAR}
					TextSize={SMALL_TEXT_SIZE}
					TextColor3={() => theme().subText}
					TextXAlignment="Right"
					BackgroundTransparency={1}
				/>
				<textlabel
					Name="Time"
					AnchorPoint={new Vector2(1, 0)}
					Position={new UDim2(1, -68, 0, 0)}
					Size={new UDim2(0, 56, 1, 0)}
					Text={() => formatClock(playback.position())}
					FontFace={SEMIBOLD}
					TextSize={TEXT_SIZE}
					TextColor3={() => theme().text}
					TextXAlignment="Right"
					BackgroundTransparency={1}
				/>
			</frame>
			<frame
				Name="SmallRuler"
				Position={() => UDim2.fromOffset(EDGE, layout().toolbar)}
				Size={() => new UDim2(1, -2 * EDGE, 0, layout().ruler)}
				BackgroundTransparency={1}
				ClipsDescendants={true}
			>
				<RulerSurface library={library} timeline={timeline}>
					<RulerBar timeline={timeline} />
				</RulerSurface>
			</frame>
			<frame
				Name="SmallLanes"
				Position={() => UDim2.fromOffset(EDGE, top())}
				Size={() => new UDim2(1, -2 * EDGE, 0, timeline.room())}
				BackgroundColor3={() => theme().input}
				BorderSizePixel={0}
				ClipsDescendants={true}
			>
				<LaneSurface library={library} timeline={timeline} onFit={() => openTool()} onTool={openTool}>
					<LaneRows timeline={timeline} />
				</LaneSurface>
			</frame>
			<frame
				Name="PlayheadArea"
				Position={() => UDim2.fromOffset(EDGE, layout().toolbar)}
				Size={() => new UDim2(1, -2 * EDGE, 0, layout().ruler + timeline.room())}
				BackgroundTransparency={1}
				ClipsDescendants={true}
				ZIndex={3}
			>
				<Playhead timeline={timeline} />
			</frame>
			<frame
				Name="OverviewArea"
				Position={() => UDim2.fromOffset(EDGE, top() + timeline.room())}
				Size={new UDim2(1, -2 * EDGE, 0, OVERVIEW)}
				BackgroundTransparency={1}
			>
				<Overview timeline={timeline} />
			</frame>
			<Show when={() => layout().status > 0}>
				{() => (
					<frame
						Name="ViewRow"
						AnchorPoint={new Vector2(0, 1)}
						Position={UDim2.fromScale(0, 1)}
						Size={() => new UDim2(1, 0, 0, layout().status)}
						BackgroundTransparency={1}
					>
						<uipadding PaddingLeft={new UDim(0, 8)} PaddingRight={new UDim(0, 8)} />
						{row("ViewButtons", 1, [
							<IconButton
								name="LookThrough"
								order={1}
								icon="camera"
								text="Look through"
								selected={() => playback.looksThrough()}
								enabled={isOpen}
								tip={() => tipOf("Shows the shot in the viewport. Fly or press Esc to leave")}
								onPress={() => playback.lookThrough(!untrack(playback.looksThrough))}
							/>,
							<IconButton
								name="SafeFrame"
								order={2}
								icon="safeFrame"
								width={32}
								selected={() => editor.showsSafeFrame()}
								tip="Shows the safe frame while you look through the shot. Right-click: aspect ratio"
								onPress={() => editor.showsSafeFrame(!untrack(editor.showsSafeFrame))}
								onMenu={() => chooseAspect(library)}
							/>,
							<IconButton
								name="Loop"
								order={3}
								icon="loop"
								width={32}
								selected={() => playback.loop()}
								tip="Plays again from the start"
								onPress={() => playback.loop(!untrack(playback.loop))}
							/>,
						])}
						<frame
							Name="SpeedGround"
							AnchorPoint={new Vector2(1, 0.5)}
							Position={UDim2.fromScale(1, 0.5)}
							Size={UDim2.fromOffset(0, 24)}
							AutomaticSize="X"
							BackgroundTransparency={1}
						>
							<IconButton
								name="Speed"
								opensMenu={true}
								text={() => `${playback.speed()}×`}
								tip="Playback speed"
								onPress={() => chooseSpeed(library)}
							/>
						</frame>
					</frame>
				)}
			</Show>
		</frame>
	);
}
