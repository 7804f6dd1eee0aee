import Vide, { derive, Index, Show } from "@rbxts/vide";
import { CurveLine } from "../../../ui/curve-line";
import { formatClock } from "../../../ui/format";
import { SEMIBOLD } from "../../../ui/text-style";
import { theme } from "../../../ui/theme";
import type { Library } from "../../library/library";
import { DragMarks } from "../lane-rows";
import { apart, CutLines, Diamond, LaneText, mergedWithin } from "../lanes";
import { writeNumber } from "../read-number";
import { chooseSteps } from "../ruler";
import { channelColor, CHANNELS, CurveChannel, specOf, writeValue } from "./channels";
import type { CurveGraph, CurvePoint, TangentHandle } from "./curve-graph";
import { CurveSurface } from "./curve-surface";

/** Pixels between grid lines; a low dock has fewer lines. */
const GAP = 40;
/** The height of a label at the end of a curve. */
const LABEL = 15;

interface GraphProps {
	graph: CurveGraph;
}

/** Lines at round values and seconds, with the values at the left. */
function Grid({ graph }: GraphProps) {
	const { timeline } = graph;
	const values = derive(() => graph.gridValues(GAP));
	const seconds = derive(() => {
		const { start, span } = timeline.editor.view();
		const { large } = chooseSteps(1 / timeline.scale(), timeline.editor.rate());
		const found = new Array<number>();
		const last = start + span + 60 / timeline.scale();
		for (const index of $range(math.ceil(start / large), math.floor(last / large))) found.push(index * large);
		return found;
	});
	const decimals = () => {
		const [first, second] = values();
		const step = second === undefined ? 1 : second - first;
		return math.clamp(math.ceil(-math.log10(step) - 1e-9), 0, 4);
	};
	return (
		<>
			<Index each={seconds}>
				{(at: () => number) => (
					<frame
						Name="SecondLine"
						Position={() => UDim2.fromOffset(math.round(timeline.xOf(at())), 0)}
						Size={new UDim2(0, 1, 1, 0)}
						BackgroundColor3={() => theme().button}
						BackgroundTransparency={0.5}
						BorderSizePixel={0}
					/>
				)}
			</Index>
			<Index each={values}>
				{(value: () => number) => {
					const y = () => math.round(graph.yOf(value()));
					return (
						<>
							<frame
								Name="ValueLine"
								Position={() => UDim2.fromOffset(32, y())}
								Size={new UDim2(1, -32, 0, 1)}
								BackgroundColor3={() => (value() === 0 ? theme().surface : theme().button)}
								BackgroundTransparency={() => (value() === 0 ? 0 : 0.4)}
								BorderSizePixel={0}
							/>
							<LaneText
								name="AxisValue"
								// No value is cut off at the top or bottom.
								text={() => (y() >= 8 && y() <= graph.height() - 8 ? writeNumber(value(), decimals()) : "")}
								position={() => UDim2.fromOffset(0, y() - 8)}
								size={UDim2.fromOffset(30, 16)}
								align="Right"
								color={() => theme().subText}
							/>
						</>
					);
				}}
			</Index>
		</>
	);
}

/** Names at the right ends of the visible curves, moved apart if they would overlap. */
function EndLabels({ graph }: GraphProps) {
	const { timeline } = graph;
	const labels = derive(() => {
		const found = new Array<{ channel: CurveChannel; x: number; y: number }>();
		for (const channel of graph.shown()) {
			const curves = graph.curvesOf(channel);
			const curve = curves[curves.size() - 1];
			const corner = curve?.[curve.size() - 1];
			if (!corner || corner.Y < 0 || corner.Y > graph.height()) continue;
			found.push({ channel, x: math.min(corner.X + 8, timeline.lanesWidth() - 20), y: corner.Y });
		}
		found.sort((a, b) => a.y < b.y);
		found.forEach((label, index) => {
			const above = found[index - 1];
			if (above) label.y = math.max(label.y, above.y + LABEL);
		});
		return found;
	});
	return (
		<Index each={labels}>
			{(label: () => { channel: CurveChannel; x: number; y: number }) => (
				<LaneText
					name="EndLabel"
					text={() => specOf(label().channel).name}
					position={() => UDim2.fromOffset(label().x, label().y - LABEL / 2)}
					size={UDim2.fromOffset(60, LABEL)}
					bold={true}
					color={() => channelColor(label().channel)}
				/>
			)}
		</Index>
	);
}

function Tangents({ graph }: GraphProps) {
	const { timeline } = graph;
	return (
		<Index each={graph.handles}>
			{(handle: () => TangentHandle, index: number) => {
				const from = () => new Vector2(timeline.xOf(handle().point.key.seconds), graph.yOf(handle().point.value));
				return (
					<>
						<CurveLine
							name="TangentLine"
							curves={() => [[from(), new Vector2(handle().x, handle().y)]]}
							color={() => theme().text}
							thickness={1.5}
							zIndex={2}
						/>
						<frame
							Name={`Handle${index}`}
							AnchorPoint={new Vector2(0.5, 0.5)}
							Position={() => UDim2.fromOffset(handle().x, handle().y)}
							Size={UDim2.fromOffset(7, 7)}
							BackgroundColor3={() => (handle().side < 0 ? theme().input : theme().text)}
							BorderSizePixel={0}
							ZIndex={4}
						>
							<uicorner CornerRadius={new UDim(0.5, 0)} />
							<uistroke Color={() => theme().text} Thickness={1.5} />
						</frame>
					</>
				);
			}}
		</Index>
	);
}

/** The value of the chosen key on the active curve. */
function PointTip({ graph }: GraphProps) {
	const { timeline } = graph;
	const { editor } = timeline;
	const point = derive(() => {
		const active = graph.active();
		const chosen = graph.points().filter(({ channel, key }) => channel === active && editor.selection.has(key.id));
		return chosen.size() === 1 ? chosen[0] : undefined;
	});
	const words = () => {
		const shown = point();
		if (!shown) return "";
		const { channel, value, key } = shown;
		return `${specOf(channel).name} ${writeValue(channel, value)} at ${formatClock(key.seconds)}`;
	};
	return (
		<Show when={() => point() !== undefined}>
			{() => (
				<textlabel
					Name="PointTip"
					Position={() => {
						const shown = point();
						if (!shown) return new UDim2();
						const x = math.clamp(timeline.xOf(shown.key.seconds) + 12, 4, math.max(timeline.shownWidth() - 140, 4));
						const y = graph.yOf(shown.value);
						const below = y + 12 + 20 > graph.height() ? y - 32 : y + 12;
						return UDim2.fromOffset(x, math.clamp(below, 2, math.max(graph.height() - 22, 2)));
					}}
					Size={UDim2.fromOffset(0, 20)}
					AutomaticSize="X"
					Text={words}
					FontFace={SEMIBOLD}
					TextSize={14}
					TextColor3={() => theme().text}
					BackgroundColor3={() => theme().input}
					ZIndex={5}
				>
					<uicorner CornerRadius={new UDim(0, 3)} />
					<uistroke ApplyStrokeMode="Border" Color={() => theme().surface} />
					<uipadding PaddingLeft={new UDim(0, 8)} PaddingRight={new UDim(0, 8)} />
				</textlabel>
			)}
		</Show>
	);
}

/** The curves of the camera's numbers, with keys and tangents to drag. */
export function CurveView({ library, graph }: { library: Library; graph: CurveGraph }) {
	const { timeline } = graph;
	const { editor } = timeline;
	const inView = derive(() => {
		const found = new Array<CurvePoint>();
		for (const channel of graph.shown()) {
			const points = graph.points().filter((point) => point.channel === channel);
			for (const point of apart(timeline, points, ({ key }) => key, mergedWithin(timeline))) found.push(point);
		}
		return found;
	});
	const isChosen = ({ channel, key }: CurvePoint) => channel === graph.active() && editor.selection.has(key.id);
	return (
		<CurveSurface library={library} graph={graph}>
			<Grid graph={graph} />
			<CutLines timeline={timeline} />
			{CHANNELS.map(({ channel, name }) => (
				<CurveLine
					name={`Curve-${name}`}
					curves={() => graph.curvesOf(channel)}
					color={() => channelColor(channel)}
					thickness={() => (graph.active() === channel ? 2.5 : 2)}
				/>
			))}
			<EndLabels graph={graph} />
			<Tangents graph={graph} />
			<Index each={inView}>
				{(point: () => CurvePoint) => (
					<Diamond
						name={() => `Point-${point().channel}-${point().key.id}`}
						x={() => timeline.xOf(point().key.seconds)}
						y={() => graph.yOf(point().value)}
						size={() => (isChosen(point()) ? 8 : 5)}
						isChosen={() => isChosen(point())}
						isHollow={() => editor.takeWork.isPreviewOf(point().key.clip)}
					/>
				)}
			</Index>
			<PointTip graph={graph} />
			<DragMarks timeline={timeline} />
		</CurveSurface>
	);
}
