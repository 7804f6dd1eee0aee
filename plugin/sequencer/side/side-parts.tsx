import Vide, { Derivable, read, source } from "@rbxts/vide";
import { IconButton } from "../../../ui/icon-button";
import { Slider } from "../../../ui/slider";
import { TextField } from "../../../ui/text-field";
import { REGULAR, SEMIBOLD } from "../../../ui/text-style";
import { theme } from "../../../ui/theme";
import type { Timeline } from "../timeline";

/** The left and right padding of a side panel, in pixels. */
export const SIDE_PADDING = 12;
/** The heights of the title and of the row of buttons at the bottom. */
const TITLE = 36;
const FOOTER = 42;

/** Returns the width of a side panel's content. */
export function sideWidth(timeline: Timeline): number {
	return timeline.layout().side - 2 * SIDE_PADDING;
}

interface SideTextProps {
	name: string;
	text: Derivable<string>;
	x?: number;
	y: number;
	width?: Derivable<number>;
	height?: number;
	bold?: Derivable<boolean>;
	color?: Derivable<Color3>;
	align?: "Left" | "Right" | "Center";
	wraps?: boolean;
	visible?: Derivable<boolean>;
	transparency?: Derivable<number>;
	size?: number;
}

/** Text in a side panel. Without a width, it takes the rest of the row. */
export function SideText(props: SideTextProps) {
	const { name, text, x = 0, y, width, height = 18, bold = false, color, align = "Left", wraps = false } = props;
	const { transparency = 0, size = 14, visible = true } = props;
	return (
		<textlabel
			Name={name}
			Text={text}
			Visible={visible}
			Position={UDim2.fromOffset(x, y)}
			Size={() => (width === undefined ? new UDim2(1, -x, 0, height) : UDim2.fromOffset(read(width), height))}
			FontFace={() => (read(bold) ? SEMIBOLD : REGULAR)}
			TextSize={size}
			TextColor3={color ?? (() => theme().text)}
			TextTransparency={transparency}
			TextXAlignment={align}
			TextYAlignment={wraps ? "Top" : "Center"}
			TextWrapped={wraps}
			TextTruncate={wraps ? "None" : "AtEnd"}
			BackgroundTransparency={1}
		/>
	);
}

interface SidePlaceProps {
	name: string;
	x?: Derivable<number>;
	y: number;
	width: Derivable<number>;
	height?: number;
	children?: Vide.Node;
}

/** Positions a child in a side panel. */
export function SidePlace({ name, x = 0, y, width, height = 24, children }: SidePlaceProps) {
	return (
		<frame
			Name={name}
			Position={() => UDim2.fromOffset(read(x), y)}
			Size={() => UDim2.fromOffset(read(width), height)}
			BackgroundTransparency={1}
		>
			{children}
		</frame>
	);
}

export interface AmountRowProps {
	timeline: Timeline;
	name: string;
	caption: Derivable<string>;
	y: number;
	/** The number with its unit, and the field's tooltip. */
	text: () => string;
	tip: Derivable<string>;
	/** The slider's position, from 0 at the left to 1 at the right. */
	share: () => number;
	onShare: (share: number) => void;
	onSubmit: (text: string) => void;
}

/** A caption and a field, with a slider below them. */
export function AmountRow(props: AmountRowProps) {
	const { timeline, name, caption, y, text, tip, share, onShare, onSubmit } = props;
	return (
		<>
			<SideText name={`${name}Caption`} text={caption} y={y + 3} width={160} size={15} />
			<SidePlace name={`${name}Place`} x={() => sideWidth(timeline) - 80} y={y} width={80}>
				<TextField name={name} text={text} width={80} height={24} isSmall={true} tip={tip} onSubmit={onSubmit} />
			</SidePlace>
			<SidePlace name={`${name}Track`} y={y + 24} width={() => sideWidth(timeline)} height={22}>
				<Slider name={`${name}Slider`} value={share} onChange={onShare} />
			</SidePlace>
		</>
	);
}

export interface MeasureRow {
	name: string;
	caption: string;
	value: () => string;
	isBold?: boolean;
}

/** A box of measured values, dimmed while they are outdated. */
export function Measures({ y, rows, isStale }: { y: number; rows: ReadonlyArray<MeasureRow>; isStale: () => boolean }) {
	const transparency = () => (isStale() ? 0.5 : 0);
	return (
		<frame
			Name="Measures"
			Position={UDim2.fromOffset(0, y)}
			Size={new UDim2(1, 0, 0, rows.size() * 18 + 6)}
			BackgroundColor3={() => theme().input}
			BorderSizePixel={0}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uistroke Color={() => theme().border} />
			<uipadding PaddingLeft={new UDim(0, 8)} PaddingRight={new UDim(0, 8)} />
			{rows.map(({ name, caption, value, isBold = false }, index) => [
				<SideText name={`${name}Caption`} text={caption} y={3 + index * 18} width={90} color={() => theme().subText} />,
				<SideText
					name={name}
					text={value}
					x={90}
					y={3 + index * 18}
					align="Right"
					bold={isBold}
					transparency={transparency}
				/>,
			])}
		</frame>
	);
}

/** The visible part of a side panel's body. */
export class SideView {
	public readonly top = source(0);
	public readonly height = source(math.huge);

	/**
	 * Returns whether a part is wholly visible. It is undocumented whether a scrolling frame clips curves at its edge.
	 */
	public shows(y: number, height: number): boolean {
		return y >= this.top() && y + height <= this.top() + this.height();
	}
}

interface SideShellProps {
	timeline: Timeline;
	name: string;
	title: Derivable<string>;
	/** Shown at the right of the title, before the close button. */
	buttons?: Vide.Node;
	closeTip: string;
	onClose: () => void;
	/** The height of the scrolling content. */
	height: Derivable<number>;
	/** Updated with the visible part of the body. */
	view?: SideView;
	/** Stays visible at the bottom. */
	footer?: Vide.Node;
	children?: Vide.Node;
}

/** The frame of a side panel: a title, content that scrolls if it has no room, and buttons that stay visible. */
export function SideShell(props: SideShellProps) {
	const { timeline, name, title, buttons, closeTip, onClose, height, view, footer, children } = props;
	const below = footer === undefined ? 0 : FOOTER;
	return (
		<frame Name={name} Size={UDim2.fromScale(1, 1)} BackgroundTransparency={1}>
			<SideText name="SideTitle" text={title} x={SIDE_PADDING} y={9} width={150} height={22} bold={true} size={16} />
			<frame
				Name="SideButtons"
				AnchorPoint={new Vector2(1, 0)}
				Position={new UDim2(1, -SIDE_PADDING + 4, 0, 8)}
				Size={UDim2.fromOffset(0, 24)}
				AutomaticSize="X"
				BackgroundTransparency={1}
			>
				<uilistlayout FillDirection="Horizontal" SortOrder="LayoutOrder" Padding={new UDim(0, 4)} />
				{buttons}
				<IconButton
					name="CloseSide"
					order={9}
					icon="close"
					width={24}
					isPlain={true}
					tip={closeTip}
					onPress={onClose}
				/>
			</frame>
			<scrollingframe
				Name="SideBody"
				Position={UDim2.fromOffset(0, TITLE)}
				Size={new UDim2(1, 0, 1, -TITLE - below)}
				CanvasSize={() => UDim2.fromOffset(0, read(height))}
				ScrollBarThickness={4}
				ScrollBarImageColor3={() => theme().scrollBar}
				ScrollingDirection="Y"
				BackgroundTransparency={1}
				BorderSizePixel={0}
				action={(body) => {
					if (!view) return;
					body.GetPropertyChangedSignal("CanvasPosition").Connect(() => view.top(body.CanvasPosition.Y));
					body.GetPropertyChangedSignal("AbsoluteSize").Connect(() => view.height(body.AbsoluteSize.Y));
				}}
			>
				<frame
					Name="SideGround"
					Position={UDim2.fromOffset(SIDE_PADDING, 0)}
					Size={() => UDim2.fromOffset(sideWidth(timeline), read(height))}
					BackgroundTransparency={1}
				>
					{children}
				</frame>
			</scrollingframe>
			{footer === undefined ? undefined : (
				<frame
					Name="SideFooter"
					AnchorPoint={new Vector2(0, 1)}
					Position={new UDim2(0, SIDE_PADDING, 1, 0)}
					Size={() => UDim2.fromOffset(sideWidth(timeline), FOOTER)}
					BackgroundTransparency={1}
				>
					{footer}
				</frame>
			)}
		</frame>
	);
}
