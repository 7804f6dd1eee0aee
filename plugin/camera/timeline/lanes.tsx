import Vide, { Index } from "@rbxts/vide";
import { REGULAR, SEMIBOLD } from "../../../ui/text-style";
import { theme } from "../../../ui/theme";
import type { Tick } from "./ruler";

/** The height of small texts on a timeline. */
const LANE_TEXT_SIZE = 13;

interface LaneTextProps {
	name: string;
	text: () => string;
	position: UDim2 | (() => UDim2);
	size?: UDim2 | (() => UDim2);
	bold?: boolean;
	color?: () => Color3;
}

/** A text on a lane, cut off where it has no room. */
export function LaneText({ name, text, position, size, bold = false, color }: LaneTextProps) {
	return (
		<textlabel
			Name={name}
			Text={text}
			Position={position}
			Size={size ?? new UDim2(1, -8, 0, LANE_TEXT_SIZE + 2)}
			FontFace={bold ? SEMIBOLD : REGULAR}
			TextSize={LANE_TEXT_SIZE}
			TextColor3={color ?? (() => theme().subText)}
			TextXAlignment="Left"
			TextTruncate="AtEnd"
			BackgroundTransparency={1}
		/>
	);
}

/** A thin upright line; `fraction` is where in the view it stands. */
export function LaneLine(props: {
	name: string;
	fraction: () => number;
	width?: number;
	color: () => Color3;
	transparency?: number;
	zIndex?: number;
}) {
	const { name, fraction, width = 2, color, transparency = 0, zIndex = 1 } = props;
	return (
		<frame
			Name={name}
			AnchorPoint={new Vector2(0.5, 0)}
			Position={() => UDim2.fromScale(fraction(), 0)}
			Size={new UDim2(0, width, 1, 0)}
			Visible={() => fraction() >= -0.001 && fraction() <= 1.001}
			BackgroundColor3={color}
			BackgroundTransparency={transparency}
			BorderSizePixel={0}
			ZIndex={zIndex}
		/>
	);
}

/** Times above, the numbers of their frames below, and ticks down to the lane's edge. */
export function Ruler({ ticks, y, height }: { ticks: () => Array<Tick>; y: number; height: number }) {
	return (
		<frame
			Name="Ruler"
			Position={UDim2.fromOffset(0, y)}
			Size={new UDim2(1, 0, 0, height)}
			BackgroundColor3={() => theme().input}
			BorderSizePixel={0}
			ClipsDescendants={true}
		>
			<Index each={ticks}>
				{(tick: () => Tick) => (
					<frame
						Name="Tick"
						Position={() => UDim2.fromScale(tick().fraction, 0)}
						Size={new UDim2(0, 60, 1, 0)}
						BackgroundTransparency={1}
					>
						<frame
							Name="Line"
							AnchorPoint={new Vector2(0, 1)}
							Position={UDim2.fromScale(0, 1)}
							Size={() => new UDim2(0, 1, tick().time === undefined ? 0.15 : 1, 0)}
							BackgroundColor3={() => theme().disabledText}
							BorderSizePixel={0}
						/>
						<LaneText
							name="TickTime"
							text={() => tick().time ?? ""}
							position={UDim2.fromOffset(4, 0)}
							size={UDim2.fromOffset(52, 14)}
							color={() => theme().text}
						/>
						<LaneText
							name="TickFrame"
							text={() => tick().frame ?? ""}
							position={UDim2.fromOffset(4, 14)}
							size={UDim2.fromOffset(52, 14)}
							color={() => theme().disabledText}
						/>
					</frame>
				)}
			</Index>
		</frame>
	);
}

/** A column of a graph: how high it is, 0 to 1, and its colour. */
export interface Bar {
	share: number;
	color: Color3;
}

/** A graph of bars side by side, and what it is of. */
export function Graph(props: {
	name: string;
	y: number;
	height: number;
	bars: () => Array<Bar>;
	caption: () => string;
}) {
	const { name, y, height, bars, caption } = props;
	return (
		<frame
			Name={name}
			Position={UDim2.fromOffset(0, y)}
			Size={new UDim2(1, 0, 0, height)}
			BackgroundColor3={() => theme().input}
			BorderSizePixel={0}
			ClipsDescendants={true}
		>
			<frame
				Name="Bars"
				Position={UDim2.fromOffset(0, LANE_TEXT_SIZE + 4)}
				Size={new UDim2(1, 0, 1, -LANE_TEXT_SIZE - 4)}
				BackgroundTransparency={1}
			>
				<Index each={bars}>
					{(bar: () => Bar, index: number) => (
						<frame
							Name="Bar"
							AnchorPoint={new Vector2(0, 1)}
							Position={() => UDim2.fromScale((index - 1) / bars().size(), 1)}
							Size={() => new UDim2(1 / bars().size(), 1, math.clamp(bar().share, 0.02, 1), 0)}
							BackgroundColor3={() => bar().color}
							BorderSizePixel={0}
						/>
					)}
				</Index>
			</frame>
			<LaneText name="Caption" text={caption} position={UDim2.fromOffset(4, 1)} />
		</frame>
	);
}
