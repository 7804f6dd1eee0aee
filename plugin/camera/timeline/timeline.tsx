import Vide, { derive, effect, Index, source, untrack } from "@rbxts/vide";
import type { Marker, Take } from "../../../src/camera";
import { createDrag } from "../../../ui/drag";
import { Column } from "../../../ui/stack";
import { sampleLenses, sampleSpeeds, speedColor } from "../../../ui/take-speed";
import { theme } from "../../../ui/theme";
import { tooltip } from "../../../ui/tooltip";
import type { CameraSession } from "../camera-session";
import { TransportRow } from "./transport-row";
import { Handle, hitTest } from "./hit-test";
import { Bar, Graph, LaneLine, LaneText, Ruler } from "./lanes";
import { Overview } from "./overview";
import { rulerTicks } from "./ruler";
import { followView, fractionAt, onFrame, secondsAt, TimeView, wholeView, zoomView } from "./time-view";

/** The lanes from top to bottom: where each begins and how high it is, in pixels. */
const RULER = { y: 0, height: 36 };
const MARKERS = { y: 37, height: 18 };
const CLIP = { y: 56, height: 30 };
const LENS = { y: 88, height: 44 };
const SPEED = { y: 134, height: 44 };
const HEIGHT = 178;

/** Columns of a graph. */
const BARS = 96;

/** The width of a timeline in the narrowest panel, until its own is known. */
const NARROWEST = 272;

/** Something that is being dragged, and where it is meanwhile. */
interface Held {
	kind: Handle["kind"];
	index: number;
	seconds: number;
}

function lensBars(take: Take, view: TimeView, color: Color3): { bars: Array<Bar>; caption: string } {
	const lenses = sampleLenses(take, view.start, view.start + view.span, BARS);
	let least = math.huge;
	let most = 0;
	for (const lens of lenses) {
		least = math.min(least, lens);
		most = math.max(most, lens);
	}
	if (most === 0) return { bars: [], caption: "Field of view: left alone" };
	const bars = lenses.map((lens) => ({ share: lens / math.max(most * 1.05, 1), color }));
	const range = most - least < 0.05 ? "" : `${math.round(least * 10) / 10}° – `;
	return { bars, caption: `Field of view  ${range}${math.round(most * 10) / 10}°` };
}

function speedBars(take: Take, view: TimeView, top: number): { bars: Array<Bar>; caption: string } {
	const speeds = sampleSpeeds(take, view.start, view.start + view.span, BARS);
	const bars = speeds.map((speed) => ({ share: speed / top, color: speedColor(speed / top) }));
	return { bars, caption: `Speed  up to ${math.round(top * 10) / 10} studs/s` };
}

/** A ruler, the take with its markers, cuts and trim, and what its lens and its speed do, with a playhead over all. */
export function Timeline({ session, order }: { session: CameraSession; order: number }) {
	const { playback } = session;
	const width = source(NARROWEST);
	const view = source<TimeView>(wholeView(1, 60));
	const held = source<Held | undefined>(undefined);
	let surface: Frame | undefined;
	const rate = () => session.shown()?.rate ?? 60;
	const duration = () => playback.duration();
	const take = () => session.shown();
	const isWhole = () => session.tool() === undefined;

	// Another length, another view; and the page turns with the playhead.
	effect(() => {
		const whole = wholeView(duration(), rate());
		untrack(() => view(whole));
	});
	effect(() => {
		const position = playback.position();
		untrack(() => view(followView(view(), position, duration())));
	});

	const fractionOf = (seconds: number) => fractionAt(view(), seconds);
	const secondsOf = (x: number) => secondsAt(view(), x / math.max(surface!.AbsoluteSize.X, 1));
	/** Where a handle stands: where it is dragged to, or where it is. */
	const placeOf = (kind: Handle["kind"], index: number, seconds: number) => {
		const current = held();
		return current?.kind === kind && current.index === index ? current.seconds : seconds;
	};

	function handlesAt(y: number): Array<Handle> {
		const shown = take();
		if (!shown || !isWhole()) return [];
		const pixels = surface!.AbsoluteSize.X;
		const xOf = (seconds: number) => fractionOf(seconds) * pixels;
		if (y >= MARKERS.y && y < CLIP.y) {
			return shown.markers.map((marker, index) => ({ kind: "marker", index, x: xOf(marker.seconds) }));
		}
		if (y < CLIP.y || y >= LENS.y) return [];
		return [
			...shown.cuts.map((cut, index): Handle => ({ kind: "cut", index, x: xOf(cut / shown.rate) })),
			{ kind: "start", index: 0, x: xOf(session.trimStart()) },
			{ kind: "finish", index: 0, x: xOf(session.trimEnd()) },
		];
	}

	function follow(x: number): void {
		const current = held();
		const seconds = onFrame(secondsOf(x), rate(), duration());
		if (!current) playback.scrub(seconds);
		else if (current.kind === "start") session.trimStart(math.min(seconds, session.trimEnd()));
		else if (current.kind === "finish") session.trimEnd(math.max(seconds, session.trimStart()));
		else held({ ...current, seconds });
	}

	let began = 0;
	const drag = createDrag(() => surface, {
		onStart: (x, y) => {
			const handle = hitTest(handlesAt(y), x);
			began = handle ? secondsOf(handle.x) : 0;
			held(handle && { kind: handle.kind, index: handle.index, seconds: began });
			if (handle?.kind === "marker") session.marker(handle.index);
			if (!handle) follow(x);
			return true;
		},
		onMove: follow,
		onEnd: () => {
			const current = held();
			held(undefined);
			if (!current) playback.endScrub();
			// What was pressed and not moved by a frame stays, and is no step of history.
			else if (math.abs(current.seconds - began) < 0.5 / rate()) return;
			else if (current.kind === "marker") session.moveMarker(current.index, current.seconds);
			else if (current.kind === "cut") session.moveCut(current.index, current.seconds);
		},
	});

	const lens = derive(() => {
		const shown = take();
		return shown ? lensBars(shown, view(), theme().accent) : { bars: [], caption: "" };
	});
	const speed = derive(() => {
		const shown = take();
		return shown ? speedBars(shown, view(), session.topSpeed()) : { bars: [], caption: "" };
	});
	const cuts = () => take()?.cuts.map((cut) => cut / rate()) ?? [];
	const zoom = (factor: number) => view(zoomView(view(), factor, playback.position(), duration(), rate()));

	return (
		<Column name="Timeline" order={order}>
			<TransportRow session={session} order={1} onZoom={zoom} onFit={() => view(wholeView(duration(), rate()))} />
			<frame
				Name="Lanes"
				LayoutOrder={2}
				action={(instance) => {
					surface = instance;
					tooltip(
						"Drag the playhead along the ruler (seconds above, frames below), the handles of the trim, cuts, and markers",
					)?.(instance);
					instance.GetPropertyChangedSignal("AbsoluteSize").Connect(() => width(instance.AbsoluteSize.X));
				}}
				Size={new UDim2(1, 0, 0, HEIGHT)}
				BackgroundColor3={() => theme().background}
				BorderSizePixel={0}
				ClipsDescendants={true}
				InputBegan={drag.began}
				InputChanged={drag.changed}
			>
				<Ruler ticks={() => rulerTicks(view(), width(), rate())} y={RULER.y} height={RULER.height} />
				<frame
					Name="MarkerLane"
					Position={UDim2.fromOffset(0, MARKERS.y)}
					Size={new UDim2(1, 0, 0, MARKERS.height)}
					BackgroundColor3={() => theme().input}
					BorderSizePixel={0}
					ClipsDescendants={true}
				>
					<Index each={() => take()?.markers ?? []}>
						{(marker: () => Marker, index: number) => {
							const fraction = () => fractionOf(placeOf("marker", index - 1, marker().seconds));
							const isChosen = () => session.marker() === index - 1;
							const color = () => (isChosen() ? theme().accent : theme().warning);
							/** Up to the next marker, or to the edge. */
							const room = () => {
								let edge = 1;
								for (const other of take()?.markers ?? []) {
									const at = fractionOf(other.seconds);
									if (at > fraction()) edge = math.min(edge, at);
								}
								return math.max(edge - fraction(), 0);
							};
							return (
								<>
									<LaneLine name={`Marker${index}`} fraction={fraction} width={4} color={color} />
									<LaneText
										name="MarkerName"
										text={() => marker().name}
										position={() => new UDim2(fraction(), 5, 0, 1)}
										size={() => new UDim2(room(), -8, 0, 15)}
										bold={true}
										color={color}
									/>
								</>
							);
						}}
					</Index>
				</frame>
				<frame
					Name="ClipLane"
					Position={UDim2.fromOffset(0, CLIP.y)}
					Size={new UDim2(1, 0, 0, CLIP.height)}
					BackgroundColor3={() => theme().surface}
					BorderSizePixel={0}
					ClipsDescendants={true}
				>
					<frame
						Name="Kept"
						Position={() => UDim2.fromScale(fractionOf(session.trimStart()), 0)}
						Size={() => UDim2.fromScale((session.trimEnd() - session.trimStart()) / view().span, 1)}
						BackgroundColor3={() => theme().selected}
						BorderSizePixel={0}
					/>
					<LaneText
						name="ClipName"
						text={() => `${take()?.name ?? ""}${isWhole() ? "" : "  (preview)"}`}
						position={() => new UDim2(math.clamp(fractionOf(session.trimStart()), 0, 0.9), 12, 0, 7)}
						size={() => new UDim2(1 - math.clamp(fractionOf(session.trimStart()), 0, 0.9), -24, 0, 16)}
						bold={true}
						color={() => theme().selectedText}
					/>
					<Index each={cuts}>
						{(seconds: () => number, index: number) => (
							<LaneLine
								name={`Cut${index}`}
								fraction={() => fractionOf(placeOf("cut", index - 1, seconds()))}
								width={4}
								color={() => theme().error}
							/>
						)}
					</Index>
					<LaneLine
						name="TrimStartHandle"
						fraction={() => fractionOf(session.trimStart()) + 3 / width()}
						width={6}
						color={() => theme().accent}
					/>
					<LaneLine
						name="TrimEndHandle"
						fraction={() => fractionOf(session.trimEnd()) - 3 / width()}
						width={6}
						color={() => theme().accent}
					/>
				</frame>
				<Graph
					name="LensLane"
					y={LENS.y}
					height={LENS.height}
					bars={() => lens().bars}
					caption={() => lens().caption}
				/>
				<Graph
					name="SpeedLane"
					y={SPEED.y}
					height={SPEED.height}
					bars={() => speed().bars}
					caption={() => speed().caption}
				/>
				<LaneLine
					name="Playhead"
					fraction={() => fractionOf(playback.position())}
					color={() => theme().text}
					zIndex={3}
				/>
				<frame
					Name="PlayheadGrip"
					AnchorPoint={new Vector2(0.5, 0)}
					Position={() => UDim2.fromScale(fractionOf(playback.position()), 0)}
					Size={UDim2.fromOffset(10, 10)}
					BackgroundColor3={() => theme().text}
					ZIndex={3}
				>
					<uicorner CornerRadius={new UDim(0, 3)} />
				</frame>
			</frame>
			<Overview order={3} view={view} duration={duration} rate={rate} onView={view} />
		</Column>
	);
}
