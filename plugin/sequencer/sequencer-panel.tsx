import Vide, { Derivable, effect, read, Show, untrack } from "@rbxts/vide";
import { IconButton } from "../../ui/icon-button";
import { Slider } from "../../ui/slider";
import { REGULAR, SEMIBOLD, SMALL_TEXT_SIZE } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import { Overlay } from "../../ui/tooltip";
import { setKeyFromView } from "../editor/edits";
import type { Library } from "../library/library";
import { recordWords } from "../library/record-words";
import { runKey } from "./commands";
import { ChannelList } from "./curves/channel-list";
import { CurveGraph } from "./curves/curve-graph";
import { CurveView } from "./curves/curve-view";
import { Headers } from "./headers";
import { LaneRows } from "./lane-rows";
import { OVERVIEW } from "./layout";
import { Overview } from "./overview";
import { Playhead, RulerBar } from "./ruler-bar";
import { SidePanel } from "./side/side-panel";
import { LaneSurface, RulerSurface } from "./surface";
import { chooseLane } from "./add-clip";
import { SmallTimeline } from "./small-timeline";
import { Timeline } from "./timeline";
import { MessageLine, Toolbar } from "./toolbar";

interface SequencerPanelProps {
	library: Library;
	onExport: () => void;
}

/** Shown on the lanes while nothing is open: three ways to begin. */
function StartCard({ library, timeline }: { library: Library; timeline: Timeline }) {
	const way = (order: number, title: string, words: string, button: Vide.Node) => (
		<frame Name={title} LayoutOrder={order} Size={UDim2.fromOffset(180, 66)} BackgroundTransparency={1}>
			<textlabel
				Name="WayTitle"
				Text={title}
				Size={new UDim2(1, 0, 0, 16)}
				FontFace={SEMIBOLD}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={() => theme().text}
				TextXAlignment="Left"
				BackgroundTransparency={1}
			/>
			<textlabel
				Name="WayWords"
				Text={words}
				Position={UDim2.fromOffset(0, 18)}
				Size={new UDim2(1, 0, 0, 16)}
				FontFace={REGULAR}
				TextSize={14}
				TextColor3={() => theme().subText}
				TextXAlignment="Left"
				TextTruncate="AtEnd"
				BackgroundTransparency={1}
			/>
			<frame
				Name="WayButton"
				Position={UDim2.fromOffset(0, 42)}
				Size={new UDim2(1, 0, 0, 24)}
				BackgroundTransparency={1}
			>
				{button}
			</frame>
		</frame>
	);
	const chooseTake = () => {
		const takes = untrack(library.list.recordings).filter(({ kind }) => kind === "take");
		if (takes.isEmpty()) library.messages.say("There is no take yet. Press Record.");
		else library.menus.show(takes.map((take) => ({ text: take.name, run: () => library.editor.open(take) })));
	};
	const isWide = () => timeline.lanesWidth() >= 620;
	return (
		<frame
			Name="StartCard"
			AnchorPoint={new Vector2(0.5, 0)}
			Position={() => new UDim2(0.5, 0, 0, math.clamp((timeline.room() - 152) / 2, 4, 24))}
			Size={() => UDim2.fromOffset(isWide() ? 600 : math.min(timeline.lanesWidth() - 16, 260), isWide() ? 152 : 132)}
			BackgroundColor3={() => theme().header}
			BorderSizePixel={0}
			ZIndex={6}
			ClipsDescendants={true}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uistroke Color={() => theme().button} />
			<textlabel
				Name="StartTitle"
				Text="Start a shot"
				Position={UDim2.fromOffset(24, 18)}
				Size={new UDim2(1, -48, 0, 20)}
				FontFace={SEMIBOLD}
				TextSize={18}
				TextColor3={() => theme().text}
				TextXAlignment="Left"
				BackgroundTransparency={1}
			/>
			<textlabel
				Name="StartWords"
				Text="A shot is a camera move on this timeline. Three ways to begin:"
				Position={UDim2.fromOffset(24, 44)}
				Size={new UDim2(1, -48, 0, 16)}
				FontFace={REGULAR}
				TextSize={14}
				TextColor3={() => theme().subText}
				TextXAlignment="Left"
				TextTruncate="AtEnd"
				BackgroundTransparency={1}
			/>
			<frame Name="Ways" Position={UDim2.fromOffset(24, 70)} Size={new UDim2(1, -32, 0, 66)} BackgroundTransparency={1}>
				<uilistlayout FillDirection="Horizontal" SortOrder="LayoutOrder" Padding={new UDim(0, 8)} />
				{way(
					2,
					"Set keys",
					"Aim the view, press I, move on.",
					<IconButton
						name="AddFirstKey"
						icon="addKey"
						text="Add first key"
						width={128}
						tip="Adds a key from your view (I)"
						onPress={() => setKeyFromView(library.editor)}
					/>,
				)}
				<Show when={isWide}>
					{() => [
						way(
							1,
							"Film it",
							"Fly the viewport camera.",
							<IconButton
								name="StartRecord"
								isRecord={true}
								icon={() => recordWords(library).icon}
								text={() => recordWords(library).text}
								width={128}
								tip={() => recordWords(library).tip}
								onPress={() => library.toggleRecording()}
							/>,
						),
						way(
							3,
							"Use a take",
							"Fit keys to a recorded take.",
							<IconButton
								name="ChooseTake"
								text="Choose a take"
								width={128}
								opensMenu={true}
								tip="Opens a take, to fit keys to it"
								onPress={chooseTake}
							/>,
						),
					]}
				</Show>
			</frame>
		</frame>
	);
}

/** The message, a hint about drags, and the zoom. */
function StatusLine({ library, timeline }: { library: Library; timeline: Timeline }) {
	const { editor } = library;
	const { layout } = timeline;
	const hints = () => {
		if (layout().headers + timeline.lanesWidth() < 900 || editor.isPreview()) return "";
		if (editor.mode() === "curves") return "Wheel: zoom time   Ctrl+wheel: zoom value";
		return editor.keys().isEmpty() ? "" : "Drag: move   Alt+drag: copy   Shift: no snapping   Right click: easing";
	};
	return (
		<frame
			Name="Status"
			Visible={() => timeline.layout().status > 0}
			AnchorPoint={new Vector2(0, 1)}
			Position={UDim2.fromScale(0, 1)}
			Size={() => UDim2.fromOffset(layout().headers + timeline.lanesWidth(), layout().status)}
			BackgroundColor3={() => theme().header}
			BorderSizePixel={0}
			ClipsDescendants={true}
		>
			<frame Name="Said" Size={() => new UDim2(1, hints() === "" ? -250 : -600, 1, 0)} BackgroundTransparency={1}>
				<MessageLine library={library} />
			</frame>
			<frame
				Name="Zoom"
				AnchorPoint={new Vector2(1, 0)}
				Position={UDim2.fromScale(1, 0)}
				Size={UDim2.fromScale(0, 1)}
				AutomaticSize="X"
				BackgroundTransparency={1}
			>
				<uilistlayout
					FillDirection="Horizontal"
					HorizontalAlignment="Right"
					VerticalAlignment="Center"
					SortOrder="LayoutOrder"
					Padding={new UDim(0, 8)}
				/>
				<uipadding PaddingRight={new UDim(0, 8)} />
				<textlabel
					Name="Hints"
					LayoutOrder={1}
					Text={hints}
					FontFace={REGULAR}
					TextSize={14}
					TextColor3={() => theme().subText}
					BackgroundTransparency={1}
					Size={UDim2.fromScale(0, 1)}
					AutomaticSize="X"
				/>
				<IconButton
					name="ZoomOut"
					order={2}
					icon="minus"
					width={24}
					height={20}
					tip="Zooms out (wheel)"
					onPress={() => timeline.zoom(1.5)}
				/>
				<frame Name="ZoomGround" LayoutOrder={3} Size={UDim2.fromOffset(88, 20)} BackgroundTransparency={1}>
					<uipadding PaddingLeft={new UDim(0, 8)} PaddingRight={new UDim(0, 8)} />
					<Slider
						name="ZoomSlider"
						value={() => timeline.zoomShare()}
						onChange={(share) => timeline.zoomToShare(share)}
					/>
				</frame>
				<IconButton
					name="ZoomIn"
					order={4}
					icon="plus"
					width={24}
					height={20}
					tip="Zooms in (wheel)"
					onPress={() => timeline.zoom(1 / 1.5)}
				/>
				<IconButton
					name="Fit"
					order={5}
					icon="fit"
					text="Fit"
					height={20}
					tip="Shows everything"
					onPress={() => editor.fit()}
				/>
			</frame>
		</frame>
	);
}

/** A part of the panel whose position follows the layout. */
function Area(props: {
	name: string;
	x: Derivable<number>;
	y: Derivable<number>;
	width: Derivable<number>;
	height: Derivable<number>;
	isHeader?: boolean;
	children?: Vide.Node;
}) {
	const { name, x, y, width, height, isHeader = false, children } = props;
	return (
		<frame
			Name={name}
			Position={() => UDim2.fromOffset(read(x), read(y))}
			Size={() => UDim2.fromOffset(read(width), math.max(read(height), 0))}
			BackgroundColor3={() => (isHeader ? theme().header : theme().input)}
			BorderSizePixel={0}
			ClipsDescendants={true}
		>
			{children}
		</frame>
	);
}

/** The timeline of the open recording. Only lanes scroll: transport, ruler and status are always visible. */
function WideSequencer({ library, timeline, onExport }: SequencerPanelProps & { timeline: Timeline }) {
	const { editor } = library;
	const { layout } = timeline;
	const top = () => layout().toolbar + layout().ruler;
	const graph = new CurveGraph(timeline);
	const showsCurves = () => editor.mode() === "curves" && editor.opened() !== undefined;
	const openFit = () => editor.takeWork.open();
	// The page turns with the playhead.
	effect(() => {
		const position = editor.playback.position();
		untrack(() => timeline.follow(position));
	});

	return (
		<>
			<Toolbar library={library} timeline={timeline} onExport={onExport} />
			<Area
				name="HeaderHead"
				x={0}
				y={() => layout().toolbar}
				width={() => layout().headers}
				height={() => layout().ruler}
				isHeader={true}
			>
				<textlabel
					Name="LanesWord"
					Text={() => (editor.mode() === "curves" ? "Curves" : "Lanes")}
					Position={UDim2.fromOffset(8, 0)}
					Size={UDim2.fromScale(0.5, 1)}
					FontFace={REGULAR}
					TextSize={14}
					TextColor3={() => theme().subText}
					TextXAlignment="Left"
					BackgroundTransparency={1}
				/>
				<frame
					Name="AddLaneGround"
					AnchorPoint={new Vector2(1, 0.5)}
					Position={new UDim2(1, -8, 0.5, 0)}
					Size={UDim2.fromOffset(0, 20)}
					AutomaticSize="X"
					BackgroundTransparency={1}
				>
					<IconButton
						name="AddLane"
						icon="plus"
						text={() => (layout().headers >= 200 ? "Add lane" : "")}
						height={20}
						tip="Adds a take, a shot or a replay after the others, or music, a rig's clip or a replay beside them"
						onPress={() => chooseLane(library)}
					/>
				</frame>
			</Area>
			<Area
				name="HeaderArea"
				x={0}
				y={top}
				width={() => layout().headers}
				height={() => timeline.room() + OVERVIEW}
				isHeader={true}
			>
				<Show when={showsCurves} fallback={() => <Headers timeline={timeline} onFit={openFit} />}>
					{() => <ChannelList graph={graph} />}
				</Show>
			</Area>
			<Area
				name="RulerArea"
				x={() => layout().headers}
				y={() => layout().toolbar}
				width={() => timeline.lanesWidth()}
				height={() => layout().ruler}
				isHeader={true}
			>
				<RulerSurface library={library} timeline={timeline}>
					<RulerBar timeline={timeline} />
				</RulerSurface>
			</Area>
			<Area
				name="LaneArea"
				x={() => layout().headers}
				y={top}
				width={() => timeline.lanesWidth()}
				height={() => timeline.room()}
			>
				<Show
					when={showsCurves}
					fallback={() => (
						<LaneSurface
							library={library}
							timeline={timeline}
							onFit={openFit}
							onTool={(tool) => editor.takeWork.open(tool)}
						>
							<LaneRows timeline={timeline} />
						</LaneSurface>
					)}
				>
					{() => <CurveView library={library} graph={graph} />}
				</Show>
				<Show when={() => editor.opened() === undefined}>
					{() => <StartCard library={library} timeline={timeline} />}
				</Show>
			</Area>
			<frame
				Name="PlayheadArea"
				Position={() => UDim2.fromOffset(layout().headers, layout().toolbar)}
				Size={() => UDim2.fromOffset(timeline.lanesWidth(), layout().ruler + timeline.room())}
				BackgroundTransparency={1}
				ClipsDescendants={true}
				ZIndex={3}
			>
				<Playhead timeline={timeline} />
			</frame>
			<Area
				name="OverviewArea"
				x={() => layout().headers}
				y={() => top() + timeline.room()}
				width={() => timeline.lanesWidth()}
				height={OVERVIEW}
				isHeader={true}
			>
				<Overview timeline={timeline} />
			</Area>
			<StatusLine library={library} timeline={timeline} />
		</>
	);
}

/** Below this width, lanes have no names, and the toolbar is the Library's. */
const NARROW = 760;

/** The Sequencer for any size of its dock. Dropping a recording on it adds the recording. */
export function SequencerPanel({ library, onExport }: SequencerPanelProps) {
	const timeline = new Timeline(library.editor);
	const isNarrow = () => timeline.width() < NARROW;
	return (
		<frame
			Name="Sequencer"
			Size={UDim2.fromScale(1, 1)}
			BackgroundColor3={() => theme().background}
			BorderSizePixel={0}
			action={(ground) => {
				const follow = () => {
					timeline.width(ground.AbsoluteSize.X);
					timeline.height(ground.AbsoluteSize.Y);
				};
				ground.GetPropertyChangedSignal("AbsoluteSize").Connect(follow);
				task.defer(follow);
			}}
		>
			<Show
				when={isNarrow}
				fallback={() => <WideSequencer library={library} timeline={timeline} onExport={onExport} />}
			>
				{() => (
					<>
						<frame Name="Narrow" Size={new UDim2(1, 0, 1, -24)} BackgroundTransparency={1}>
							<SmallTimeline library={library} height={() => math.max(timeline.height() - 24, 0)} />
						</frame>
						<frame
							Name="NarrowStatus"
							AnchorPoint={new Vector2(0, 1)}
							Position={UDim2.fromScale(0, 1)}
							Size={new UDim2(1, 0, 0, 24)}
							BackgroundColor3={() => theme().header}
							BorderSizePixel={0}
						>
							<MessageLine library={library} />
						</frame>
					</>
				)}
			</Show>
			<SidePanel library={library} timeline={timeline} />
			<Overlay onInput={(input) => runKey(library, input)} />
		</frame>
	);
}
