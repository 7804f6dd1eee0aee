import Vide, { Derivable, read, source } from "@rbxts/vide";
import { readable } from "./readable";
import { REGULAR, SEMIBOLD, SMALL_TEXT_SIZE } from "./text-style";
import { theme } from "./theme";
import { tooltip } from "./tooltip";

export interface PanelButtonProps {
	name: string;
	text: Derivable<string>;
	order?: number;
	/** The main action of its place. */
	isMain?: boolean;
	/** Takes an equal part of the rest of its row; otherwise it is as wide as its text. */
	isWide?: boolean;
	/** Pixels, for neighbours of equal width. */
	width?: number;
	enabled?: Derivable<boolean>;
	visible?: Derivable<boolean>;
	selected?: Derivable<boolean>;
	tip?: Derivable<string>;
	onPress: () => void;
}

/** A button of a panel, 28 high. Its text is legible in every theme. */
export function PanelButton(props: PanelButtonProps) {
	const { name, text, order, isMain = false, isWide = false, width, tip, onPress } = props;
	const { enabled = true, visible = true, selected = false } = props;
	const hovered = source(false);
	const isAccent = () => (isMain && read(enabled)) || read(selected);

	function ground(): Color3 {
		const colors = theme();
		if (isAccent())
			return readable(hovered() && !read(selected) ? colors.accentHover : colors.accent, colors.accentText);
		return hovered() && read(enabled) ? colors.buttonHover : colors.button;
	}

	function ink(): Color3 {
		if (isAccent()) return theme().accentText;
		return read(enabled) ? theme().buttonText : theme().disabledText;
	}

	return (
		<textbutton
			Name={name}
			LayoutOrder={order}
			Visible={visible}
			Text={text}
			FontFace={isMain ? SEMIBOLD : REGULAR}
			TextSize={SMALL_TEXT_SIZE}
			TextColor3={ink}
			BackgroundColor3={ground}
			AutoButtonColor={false}
			Active={enabled}
			Size={UDim2.fromOffset(width ?? 0, 28)}
			AutomaticSize={width === undefined && !isWide ? "X" : "None"}
			action={tooltip(tip)}
			MouseEnter={() => hovered(true)}
			MouseLeave={() => hovered(false)}
			Activated={() => {
				if (read(enabled)) onPress();
			}}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uistroke ApplyStrokeMode="Border" Color={() => theme().border} Enabled={() => !isAccent()} />
			{width === undefined && !isWide ? (
				<uipadding PaddingLeft={new UDim(0, 12)} PaddingRight={new UDim(0, 12)} />
			) : undefined}
			{isWide ? <uiflexitem FlexMode="Fill" /> : undefined}
		</textbutton>
	);
}
