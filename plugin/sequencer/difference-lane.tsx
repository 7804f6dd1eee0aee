import Vide, { derive, Derivable, read } from "@rbxts/vide";
import { CurveLine } from "../../ui/curve-line";
import { formatClock } from "../../ui/format";
import { REGULAR } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import type { Difference } from "../editor/take-difference";
import { shortNumber } from "../editor/take-work";
import type { LaneProps } from "./lanes";
import type { Timeline } from "./timeline";

/** Room above the max and below the min value, in pixels. */
const ABOVE = 13;
const BELOW = 5;
/** Pixels between corners of the curve; each is the max distance of the frames between. */
const STEP = 2;
const LABEL_WIDTH = 110;

/** Returns the distances over time as a curve, with the max of each step. */
function cornersOf(
	timeline: Timeline,
	{ count, rate, studs }: Difference,
	start: number,
	yOf: (value: number) => number,
): Array<Vector2> {
	const corners = new Array<Vector2>();
	const width = timeline.lanesWidth();
	const stride = math.max(math.floor((rate * STEP) / timeline.scale()), 1);
	for (const first of $range(0, count - 1, stride)) {
		const last = math.min(first + stride, count) - 1;
		let [largest, at] = [-1, first];
		for (const frame of $range(first, last)) {
			const value = buffer.readf32(studs, frame * 4);
			if (value > largest) [largest, at] = [value, frame];
		}
		const x = timeline.xOf(start + at / rate);
		if (x >= -STEP * 2 && x <= width + STEP * 2) corners.push(new Vector2(x, yOf(largest)));
	}
	return corners;
}

interface WordsProps {
	name: string;
	text: () => string;
	/** Whether the text ends at its position instead of beginning there. */
	isRight: Derivable<boolean>;
	x: () => number;
	y: () => number;
	color: () => Color3;
}

/** Text that is readable over a curve. */
function Words({ name, text, isRight, x, y, color }: WordsProps) {
	return (
		<textlabel
			Name={name}
			Visible={() => text() !== ""}
			AnchorPoint={() => new Vector2(read(isRight) ? 1 : 0, 0)}
			Position={() => UDim2.fromOffset(x(), y())}
			Size={UDim2.fromOffset(0, 15)}
			AutomaticSize="X"
			Text={text}
			FontFace={REGULAR}
			TextSize={14}
			TextColor3={color}
			BackgroundColor3={() => theme().input}
			BackgroundTransparency={0.2}
			BorderSizePixel={0}
			ZIndex={3}
		/>
	);
}

/** The distance of the preview from the take at every frame, with the tolerance and the max. */
export function DifferenceLane({ timeline, lane }: LaneProps) {
	const { takeWork } = timeline.editor;
	const tolerance = () => (takeWork.tool() ? undefined : takeWork.studs());
	const start = () => takeWork.clip()?.start ?? 0;
	const top = () => math.max(tolerance() ?? 0, takeWork.difference()?.farthest ?? 0, 1e-6);
	const above = () => math.min(ABOVE, lane().height / 4);
	const yOf = (value: number) => lane().height - BELOW - (value / top()) * (lane().height - BELOW - above());
	const curves = derive(() => {
		const difference = takeWork.difference();
		return difference ? [cornersOf(timeline, difference, start(), yOf)] : [];
	});
	const peakX = () => timeline.xOf(start() + (takeWork.difference()?.farthestAt ?? 0));
	const peakY = () => yOf(takeWork.difference()?.farthest ?? 0);
	const isPeakShown = () => peakX() <= timeline.shownWidth();
	const hasPeak = () => takeWork.difference() !== undefined && lane().height >= 32 && isPeakShown();
	/** The label is on the side of the ring that has room. */
	const isLabelLeft = () => peakX() + 10 + LABEL_WIDTH > timeline.shownWidth() - 100;
	/** The label hides the tolerance, which the panel beside the lanes shows too. */
	const hasTolerance = () =>
		tolerance() !== undefined && !(hasPeak() && isLabelLeft() && peakX() - 10 > timeline.shownWidth() - 100);
	const faded = () => (takeWork.isStale() ? 0.6 : 0);
	return (
		<>
			<frame
				Name="Tolerance"
				Visible={() => tolerance() !== undefined}
				Position={() => UDim2.fromOffset(0, math.round(yOf(tolerance() ?? 0)))}
				Size={new UDim2(1, 0, 0, 1)}
				BackgroundColor3={() => theme().warning}
				BorderSizePixel={0}
			/>
			<CurveLine
				name="DifferenceCurve"
				curves={curves}
				color={() => (takeWork.isStale() ? theme().disabledText : theme().accentLine)}
			/>
			<Words
				name="ToleranceWords"
				text={() => (hasTolerance() ? `tolerance ${shortNumber(tolerance()!)}` : "")}
				isRight={true}
				x={() => timeline.shownWidth() - 8}
				y={() => math.round(yOf(tolerance() ?? 0)) + 2}
				color={() => theme().warning}
			/>
			<frame
				Name="Farthest"
				Visible={hasPeak}
				AnchorPoint={new Vector2(0.5, 0.5)}
				Position={() => UDim2.fromOffset(peakX(), peakY())}
				Size={UDim2.fromOffset(8, 8)}
				BackgroundColor3={() => theme().input}
				BackgroundTransparency={faded}
				BorderSizePixel={0}
				ZIndex={3}
			>
				<uicorner CornerRadius={new UDim(0.5, 0)} />
				<uistroke Color={() => theme().text} Thickness={2} />
			</frame>
			<Words
				name="FarthestWords"
				text={() => {
					const difference = takeWork.difference();
					if (!difference || !hasPeak()) return "";
					return `${shortNumber(difference.farthest)} at ${formatClock(start() + difference.farthestAt)}`;
				}}
				isRight={isLabelLeft}
				x={() => peakX() + (isLabelLeft() ? -10 : 10)}
				y={() => math.min(peakY() - 1, lane().height - 16)}
				color={() => theme().text}
			/>
		</>
	);
}
