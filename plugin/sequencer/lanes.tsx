import Vide, { Derivable, derive, Index, Show } from "@rbxts/vide";
import { isRecording, KeyEasing } from "../../src/camera";
import { CurveLine } from "../../ui/curve-line";
import { formatClock } from "../../ui/format";
import { Icon, IconName } from "../../ui/icon";
import { REGULAR, SEMIBOLD } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import { segmentEasing } from "../editor/key-edits";
import { TimelineClip, TimelineCut, TimelineKey, TimelineMarker } from "../editor/timeline-items";
import type { Lane } from "./layout";
import { lensCurves, speedCurves, ValueCurves } from "./lane-shapes";
import { laneValue } from "./lane-value";
import type { Timeline } from "./timeline";

const LANE_TEXT = 14;

/** Pixels per second below which close keys merge and easings are hidden. */
const FAR = 24;
/** The min width of a segment that shows its easing. */
const GLYPH_ROOM = 56;
/** The max distance of keys that are merged. */
const MERGE = 8;

interface LaneProps {
	timeline: Timeline;
	lane: () => Lane;
}

interface LaneTextProps {
	name: string;
	text: Derivable<string>;
	position: Derivable<UDim2>;
	size: Derivable<UDim2>;
	bold?: boolean;
	color?: Derivable<Color3>;
	align?: "Left" | "Right";
}

/** Text on a lane, cut off if it has no room. */
function LaneText({ name, text, position, size, bold = false, color, align = "Left" }: LaneTextProps) {
	return (
		<textlabel
			Name={name}
			Text={text}
			Position={position}
			Size={size}
			FontFace={bold ? SEMIBOLD : REGULAR}
			TextSize={LANE_TEXT}
			TextColor3={color ?? (() => theme().text)}
			TextXAlignment={align}
			TextTruncate="AtEnd"
			BackgroundTransparency={1}
		/>
	);
}

/** Returns the icon of an easing. */
export function easingIcon(whole: KeyEasing): IconName {
	const easing = typeIs(whole, "string") ? whole : whole.style;
	if (easing === "linear") return "linear";
	if (easing === "hold") return "hold";
	if (easing === "smooth" || easing === "stop") return "easeInOut";
	if (easing.sub(1, 5) === "inOut") return "easeInOut";
	return easing.sub(1, 2) === "in" ? "easeIn" : "easeOut";
}

/** Markers: a line and a tag with the name. */
export function MarkerTags({ timeline, height }: { timeline: Timeline; height: () => number }) {
	const { editor } = timeline;
	/** The markers whose tags reach into view, with the room up to the next marker. A name without room is hidden. */
	const inView = derive(() => {
		const width = timeline.lanesWidth();
		const markers = editor.markers();
		const found = new Array<{ marker: TimelineMarker; room: number }>();
		markers.forEach((marker, index) => {
			const x = timeline.xOf(marker.seconds);
			const following = markers[index + 1];
			const room = following ? timeline.xOf(following.seconds) - x - 10 : 200;
			if (x <= width && x + math.max(room, 2) >= 0) found.push({ marker, room });
		});
		return found;
	});
	return (
		<Index each={inView}>
			{(shown: () => { marker: TimelineMarker; room: number }, index: number) => {
				const marker = () => shown().marker;
				const room = () => shown().room;
				const isChosen = () => editor.selection.has(marker().id);
				const x = () => timeline.xOf(marker().seconds);
				return (
					<frame
						Name={`Marker${index}`}
						Position={() => UDim2.fromOffset(x(), 0)}
						Size={() => UDim2.fromOffset(2, height())}
						BackgroundColor3={() => (isChosen() ? theme().accentLine : theme().subText)}
						BorderSizePixel={0}
					>
						<textlabel
							Name="MarkerName"
							Visible={() => room() >= 24}
							Position={() => UDim2.fromOffset(5, math.max((height() - 18) / 2, 0))}
							Size={UDim2.fromOffset(0, 18)}
							AutomaticSize="X"
							Text={() => marker().name}
							FontFace={() => (isChosen() ? SEMIBOLD : REGULAR)}
							TextSize={LANE_TEXT}
							TextColor3={() => (isChosen() ? theme().selectedText : theme().text)}
							BackgroundColor3={() => (isChosen() ? theme().selected : theme().button)}
						>
							<uicorner CornerRadius={new UDim(0, 2)} />
							<uipadding PaddingLeft={new UDim(0, 4)} PaddingRight={new UDim(0, 4)} />
							<uisizeconstraint MaxSize={() => new Vector2(math.max(room(), 24), 18)} />
						</textlabel>
					</frame>
				);
			}}
		</Index>
	);
}

/** Markers as ticks above the lanes, if there is no room for names. */
export function MarkerTicks({ timeline }: { timeline: Timeline }) {
	const { editor } = timeline;
	return (
		<Index each={() => editor.markers()}>
			{(marker: () => TimelineMarker, index: number) => (
				<frame
					Name={`MarkerTick${index}`}
					Position={() => UDim2.fromOffset(timeline.xOf(marker().seconds) - 1, 0)}
					Size={UDim2.fromOffset(2, 6)}
					BackgroundColor3={() => theme().accentLine}
					BorderSizePixel={0}
					ZIndex={2}
				/>
			)}
		</Index>
	);
}

/** The takes, shots and replays in sequence. */
export function ClipLane({ timeline, lane }: LaneProps) {
	const { editor } = timeline;
	return (
		<Index each={() => editor.clips()}>
			{(clip: () => TimelineClip, index: number) => {
				const isChosen = () => editor.selection.has(`clip:${index - 1}`);
				return (
					<frame
						Name={`Clip${index}`}
						Position={() => UDim2.fromOffset(timeline.xOf(clip().start), 4)}
						Size={() => {
							const width = timeline.xOf(clip().finish) - timeline.xOf(clip().start);
							return UDim2.fromOffset(math.max(width - 1, 4), lane().height - 8);
						}}
						BackgroundColor3={() => (isChosen() ? theme().selected : theme().clip)}
						BorderSizePixel={0}
						ClipsDescendants={true}
					>
						<uicorner CornerRadius={new UDim(0, 3)} />
						<uistroke Color={() => (isChosen() ? theme().accentLine : theme().subText)} Transparency={0.4} />
						<frame Name="Words" Size={UDim2.fromScale(1, 1)} BackgroundTransparency={1}>
							<uilistlayout
								FillDirection="Horizontal"
								VerticalAlignment="Center"
								SortOrder="LayoutOrder"
								Padding={new UDim(0, 8)}
							/>
							<uipadding PaddingLeft={new UDim(0, 8)} />
							<textlabel
								Name="ClipName"
								LayoutOrder={1}
								Text={() => clip().recording.name}
								FontFace={SEMIBOLD}
								TextSize={LANE_TEXT}
								TextColor3={() => (isChosen() ? theme().selectedText : theme().text)}
								BackgroundTransparency={1}
								Size={UDim2.fromScale(0, 1)}
								AutomaticSize="X"
							/>
							<textlabel
								Name="ClipLength"
								LayoutOrder={2}
								Text={() => formatClock(clip().finish - clip().start)}
								FontFace={REGULAR}
								TextSize={LANE_TEXT}
								TextColor3={() => (isChosen() ? theme().selectedText : theme().text)}
								BackgroundTransparency={1}
								Size={UDim2.fromScale(0, 1)}
								AutomaticSize="X"
							/>
						</frame>
					</frame>
				);
			}}
		</Index>
	);
}

/** A key as a diamond. Chosen ones are larger, filled and outlined. */
export function Diamond(props: {
	name: Derivable<string>;
	x: () => number;
	y: () => number;
	size: () => number;
	isChosen: () => boolean;
	/** Drawn as an outline, because it belongs to a preview. */
	isHollow?: () => boolean;
	visible?: () => boolean;
}) {
	const { name, x, y, size, isChosen, isHollow = () => false, visible } = props;
	return (
		<frame
			Name={name}
			AnchorPoint={new Vector2(0.5, 0.5)}
			Position={() => UDim2.fromOffset(x(), y())}
			Size={() => UDim2.fromOffset(isChosen() ? size() + 2 : size(), isChosen() ? size() + 2 : size())}
			Rotation={45}
			Visible={visible ?? true}
			BackgroundColor3={() => (isHollow() ? theme().input : isChosen() ? theme().accentLine : theme().line)}
			BorderSizePixel={0}
			ZIndex={3}
		>
			<uistroke
				Color={() => (isHollow() ? theme().accentLine : isChosen() ? theme().text : theme().background)}
				Thickness={() => (isChosen() || isHollow() ? 1.5 : 1)}
			/>
		</frame>
	);
}

/** The easing between two keys, in seconds of the timeline. Without an easing, several segments drawn as one line. */
interface Segment {
	readonly clip: number;
	readonly from: number;
	readonly to: number;
	readonly easing?: KeyEasing;
}

function isFar(timeline: Timeline): boolean {
	return timeline.scale() < FAR;
}

/**
 * Returns the max pixels between keys that are drawn as one. Zoomed in, this merges only keys at one position, such as
 * the two of a cut.
 */
export function mergedWithin(timeline: Timeline): number {
	return isFar(timeline) ? MERGE : 0;
}

/**
 * Returns the visible items with at least `pixels` between them. Of those closer together it keeps one, preferably a
 * chosen one. A zoomed-out timeline then has no more items than fit side by side.
 */
export function apart<T extends defined>(
	timeline: Timeline,
	items: ReadonlyArray<T>,
	keyOf: (item: T) => TimelineKey,
	pixels: number,
): Array<T> {
	const { selection } = timeline.editor;
	const width = timeline.lanesWidth();
	const found = new Array<T>();
	let x0 = -math.huge;
	let wasChosen = false;
	for (const item of items) {
		const { id, seconds } = keyOf(item);
		const x = timeline.xOf(seconds);
		if (x < -MERGE || x > width + MERGE) continue;
		const isChosen = selection.has(id);
		// If clips blend, the second has keys before the last one of the first.
		if (math.abs(x - x0) >= pixels) {
			found.push(item);
			x0 = x;
			wasChosen = isChosen;
		} else if (isChosen && !wasChosen) {
			found[found.size() - 1] = item;
			wasChosen = true;
		}
	}
	return found;
}

const itself = (key: TimelineKey) => key;

/** The keys of the camera, and the easings between them. */
export function CameraLane({ timeline, lane }: LaneProps) {
	const { editor } = timeline;
	const middle = () => lane().height / 2;
	const shown = derive(() => apart(timeline, editor.keys(), itself, mergedWithin(timeline)));
	/**
	 * The visible segments between keys. Those without room for their easing form one line; short holds are not drawn.
	 */
	const segments = derive(() => {
		const found = new Array<Segment>();
		const scale = timeline.scale();
		const { first, last } = timeline.inView();
		// Read here, so that segments follow the view.
		editor.view();
		for (const { index: clip, recording, start } of editor.clips()) {
			if (!isRecording(recording, "shot")) continue;
			const { keys } = recording;
			const final = keys.size() - 1;
			if (isFar(timeline)) {
				if (final > 0) found.push({ clip, from: start + keys[0].seconds, to: start + keys[final].seconds });
				continue;
			}
			let run = false;
			for (const index of $range(0, final - 1)) {
				const from = start + keys[index].seconds;
				const to = start + keys[index + 1].seconds;
				if (to < first || from > last) continue;
				const easing = segmentEasing(recording, index);
				const isShort = (to - from) * scale < GLYPH_ROOM;
				if (!isShort) found.push({ clip, from, to, easing });
				else if (easing !== "hold" && run) found[found.size() - 1] = { clip, from: found[found.size() - 1].from, to };
				else if (easing !== "hold") found.push({ clip, from, to });
				run = isShort && easing !== "hold";
			}
		}
		return found;
	});
	const lineAt = (name: string, x: () => number, width: () => number) => (
		<frame
			Name={name}
			Position={() => UDim2.fromOffset(x(), middle() - 0.5)}
			Size={() => UDim2.fromOffset(math.max(width(), 0), 1)}
			BackgroundColor3={() => theme().line}
			BackgroundTransparency={0.35}
			BorderSizePixel={0}
		/>
	);
	return (
		<>
			<Index each={segments}>
				{(segment: () => Segment) => {
					const x0 = () => timeline.xOf(segment().from);
					const x1 = () => timeline.xOf(segment().to);
					const isFitted = () => editor.takeWork.isPreviewOf(segment().clip);
					const hasGlyph = () => x1() - x0() >= GLYPH_ROOM && segment().easing !== undefined && !isFitted();
					const half = () => (x1() - x0()) / 2 - (hasGlyph() ? 14 : 0);
					return (
						<frame Name="Segment" Size={UDim2.fromScale(1, 1)} BackgroundTransparency={1}>
							{lineAt("Before", x0, half)}
							{lineAt("After", () => x1() - half(), half)}
							<Show when={hasGlyph}>
								{() => (
									<Icon
										icon={() => easingIcon(segment().easing ?? "smooth")}
										color={() => theme().line}
										size={20}
										anchor={new Vector2(0.5, 0.5)}
										position={() => UDim2.fromOffset((x0() + x1()) / 2, middle())}
									/>
								)}
							</Show>
						</frame>
					);
				}}
			</Index>
			<Index each={() => editor.clips().filter(({ recording }) => !isRecording(recording, "shot"))}>
				{(clip: () => TimelineClip) => (
					<>
						{lineAt(
							"Flight",
							() => timeline.xOf(clip().start),
							() => timeline.xOf(clip().finish) - timeline.xOf(clip().start),
						)}
						<LaneText
							name="FlightWords"
							text={() => {
								const { recording } = clip();
								return isRecording(recording, "take") ? `${recording.count} frames` : "a replay's camera";
							}}
							// Without a lane of markers, markers are drawn above the line.
							position={() => UDim2.fromOffset(timeline.xOf(clip().start) + 8, timeline.isSmall ? middle() + 1 : 0)}
							size={() =>
								new UDim2(0, math.max(timeline.xOf(clip().finish) - timeline.xOf(clip().start) - 16, 0), 0, 14)
							}
							color={() => theme().subText}
						/>
					</>
				)}
			</Index>
			<Index each={shown}>
				{(key: () => TimelineKey, index: number) => (
					<Diamond
						name={`Key${index}`}
						x={() => timeline.xOf(key().seconds)}
						y={middle}
						size={() => 9}
						isChosen={() => editor.selection.has(key().id)}
						isHollow={() => editor.takeWork.isPreviewOf(key().clip)}
					/>
				)}
			</Index>
		</>
	);
}

function LimitText({ name, text, y }: { name: string; text: () => string; y: () => number }) {
	return (
		<LaneText
			name={name}
			text={text}
			position={() => new UDim2(1, -30, 0, y())}
			size={UDim2.fromOffset(30, 14)}
			color={() => theme().subText}
		/>
	);
}

/** The field of view over time, with a small diamond at each key that sets it. */
export function LensLane({ timeline, lane }: LaneProps) {
	const { editor } = timeline;
	const values = derive((): ValueCurves => {
		const flight = editor.flight();
		const isSet = flight?.fieldOfView !== undefined;
		return flight && isSet ? lensCurves(timeline, flight, lane().height) : { curves: [], min: 0, max: 0 };
	});
	const keys = derive(() => {
		const set = editor.keys().filter(({ key }) => key.fieldOfView !== undefined);
		return apart(timeline, set, itself, MERGE);
	});
	const degrees = (value: number) => `${math.round(value)}°`;
	const hasMin = () => values().max - values().min > 0.5 && lane().height >= 28 && !timeline.isSmall;
	const yOf = (lens: number) => {
		const { min, max } = values();
		const alpha = max - min > 1e-6 ? math.clamp((lens - min) / (max - min), 0, 1) : 0.5;
		return lane().height - 5 - alpha * (lane().height - 10);
	};
	return (
		<>
			<CurveLine name="LensCurve" curves={() => values().curves} color={() => theme().accentLine} />
			<Index each={keys}>
				{(key: () => TimelineKey, index: number) => (
					<Diamond
						name={`LensKey${index}`}
						x={() => timeline.xOf(key().seconds)}
						y={() => yOf(key().key.fieldOfView!)}
						size={() => 6}
						isChosen={() => editor.selection.has(key().id)}
					/>
				)}
			</Index>
			<LimitText
				name="LensMax"
				text={() => (values().max > 0 && !timeline.isSmall ? degrees(values().max) : "")}
				y={() => 0}
			/>
			<LimitText name="LensMin" text={() => (hasMin() ? degrees(values().min) : "")} y={() => lane().height - 14} />
		</>
	);
}

/** The speed of the camera. It is computed from the keys and cannot be changed here. */
export function SpeedLane({ timeline, lane }: LaneProps) {
	const curves = derive(() => {
		const flight = timeline.editor.flight();
		return flight ? speedCurves(timeline, flight, lane().height).curves : [];
	});
	return <CurveLine name="SpeedCurve" curves={curves} color={() => theme().subText} thickness={1.5} />;
}

/** The time in which a subject of a replay is present. */
export function SubjectLane({ timeline, lane }: LaneProps) {
	const spans = () => timeline.subjects().find(({ name }) => name === lane().name)?.spans ?? [];
	return (
		<Index each={spans}>
			{(span: () => { start: number; finish: number }) => (
				<frame
					Name="Span"
					Position={() => UDim2.fromOffset(timeline.xOf(span().start), 4)}
					Size={() => {
						const width = timeline.xOf(span().finish) - timeline.xOf(span().start);
						return UDim2.fromOffset(math.max(width, 3), lane().height - 8);
					}}
					BackgroundColor3={() => theme().clip}
					BorderSizePixel={0}
				>
					<uicorner CornerRadius={new UDim(0, 3)} />
					<uistroke Color={() => theme().subText} Transparency={0.4} />
				</frame>
			)}
		</Index>
	);
}

/** A lane's value at the playhead, if lanes have no names beside them. */
export function ValueInLane({ timeline, lane }: LaneProps) {
	const words = () => {
		const value = laneValue(timeline, lane());
		if (value === "" || lane().kind === "camera") return "";
		return `${lane().kind === "lens" ? "Field of view" : "Speed"} ${value}`;
	};
	return (
		<textlabel
			Name="ValueInLane"
			Text={words}
			// Hidden if only a part of it would show.
			Visible={() => words() !== "" && lane().y + 16 <= timeline.room() + timeline.scrolled()}
			AnchorPoint={new Vector2(1, 0)}
			Position={new UDim2(1, -2, 0, 1)}
			Size={UDim2.fromOffset(0, 15)}
			AutomaticSize="X"
			FontFace={REGULAR}
			TextSize={LANE_TEXT}
			TextColor3={() => theme().subText}
			// The curve continues behind it.
			BackgroundColor3={() => theme().input}
			BackgroundTransparency={0.2}
			BorderSizePixel={0}
			ZIndex={4}
		>
			<uipadding PaddingLeft={new UDim(0, 2)} PaddingRight={new UDim(0, 2)} />
		</textlabel>
	);
}

/** The cuts of the camera, through all lanes. */
export function CutLines({ timeline }: { timeline: Timeline }) {
	const { editor } = timeline;
	const inView = derive(() => {
		const width = timeline.lanesWidth();
		return editor.cuts().filter(({ seconds }) => timeline.xOf(seconds) >= -1 && timeline.xOf(seconds) <= width + 1);
	});
	return (
		<Index each={inView}>
			{(cut: () => TimelineCut, index: number) => (
				<frame
					Name={`Cut${index}`}
					Position={() => UDim2.fromOffset(timeline.xOf(cut().seconds) - 1, 0)}
					Size={new UDim2(0, 2, 1, 0)}
					BackgroundColor3={() => (editor.selection.has(cut().id) ? theme().accentLine : theme().subText)}
					BorderSizePixel={0}
					ZIndex={2}
				/>
			)}
		</Index>
	);
}

/** A lane's background, with a line below it. */
export function LaneGround({ lane, children }: { lane: () => Lane; children?: Vide.Node }) {
	return (
		<frame
			Name={() => `Lane-${lane().kind}`}
			Position={() => UDim2.fromOffset(0, lane().y)}
			Size={() => new UDim2(1, 0, 0, lane().height)}
			BackgroundTransparency={1}
			ClipsDescendants={true}
		>
			<frame
				Name="Edge"
				AnchorPoint={new Vector2(0, 1)}
				Position={UDim2.fromScale(0, 1)}
				Size={new UDim2(1, 0, 0, 1)}
				BackgroundColor3={() => theme().border}
				BorderSizePixel={0}
			/>
			{children}
		</frame>
	);
}

export { LANE_TEXT, LaneText };
export type { LaneProps };
