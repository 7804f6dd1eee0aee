import Vide, { Derivable, read, Show, source } from "@rbxts/vide";
import { Icon, IconName } from "./icon";
import { REGULAR, SEMIBOLD, SMALL_TEXT_SIZE } from "./text-style";
import { theme } from "./theme";
import { tooltip } from "./tooltip";

export interface IconButtonProps {
	name: string;
	icon?: Derivable<IconName>;
	text?: Derivable<string>;
	/** The tooltip: what it does and its key, or why it is dimmed. */
	tip: Derivable<string>;
	order?: number;
	/** Drawn in the accent colour: the main action of a panel. */
	isMain?: boolean;
	/** Drawn in red: it records. */
	isRecord?: boolean;
	/** Without a background until the pointer is over it. */
	isPlain?: boolean;
	/** Drawn without its colour although it is a main one: the other half of a choice. */
	isOff?: Derivable<boolean>;
	/** Whether the icon is hidden to make room for the text. */
	hidesIcon?: Derivable<boolean>;
	/** Its content is at its left, and a chevron at its right edge. */
	isLeft?: boolean;
	/** A chevron at its right: it opens a menu. */
	opensMenu?: boolean;
	enabled?: Derivable<boolean>;
	/** Drawn as pressed, for choices. */
	selected?: Derivable<boolean>;
	visible?: Derivable<boolean>;
	/** Pixels. Defaults to the width of its content. */
	width?: Derivable<number>;
	/** The size of the icon in pixels. Defaults to 16. */
	iconSize?: number;
	/** Defaults to 24; 28 in right docks. */
	height?: number;
	onPress: () => void;
	/** Called for a right click. */
	onMenu?: () => void;
}

/** A button with an icon, a text or both. */
export function IconButton(props: IconButtonProps) {
	const { name, icon, text, tip, order, isMain = false, isRecord = false, isPlain = false, opensMenu = false } = props;
	const { isOff = false, hidesIcon = false, isLeft = false, iconSize } = props;
	const { enabled = true, selected = false, visible = true, width, height = 24, onPress, onMenu } = props;
	const hovered = source(false);

	function ground(): Color3 {
		const colors = theme();
		if (read(selected)) return colors.selected;
		if (isRecord) return hovered() ? colors.recordHover : colors.record;
		if (isMain && read(enabled) && !read(isOff)) return hovered() ? colors.accentHover : colors.accent;
		return hovered() && read(enabled) ? colors.buttonHover : colors.button;
	}

	function ink(): Color3 {
		const colors = theme();
		if (!read(enabled)) return colors.disabledText;
		if (read(selected)) return colors.selectedText;
		return (isMain && !read(isOff)) || isRecord ? colors.accentText : colors.buttonText;
	}

	const hasText = () => text !== undefined && read(text) !== "";
	return (
		<textbutton
			Name={name}
			LayoutOrder={order}
			Visible={visible}
			Text=""
			BackgroundColor3={ground}
			BackgroundTransparency={() => (isPlain && !hovered() && !read(selected) ? 1 : 0)}
			AutoButtonColor={false}
			Active={enabled}
			Size={() => UDim2.fromOffset(width === undefined ? 0 : read(width), height)}
			AutomaticSize={width === undefined ? "X" : "None"}
			action={tooltip(tip)}
			MouseEnter={() => hovered(true)}
			MouseLeave={() => hovered(false)}
			Activated={() => {
				if (read(enabled)) onPress();
			}}
			MouseButton2Click={onMenu}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uistroke
				ApplyStrokeMode="Border"
				Color={() => (read(selected) ? theme().accentLine : theme().border)}
				Enabled={() => read(selected) || !(isPlain || isMain || isRecord)}
			/>
			<uilistlayout
				FillDirection="Horizontal"
				HorizontalAlignment={isLeft ? "Left" : "Center"}
				VerticalAlignment="Center"
				SortOrder="LayoutOrder"
				Padding={new UDim(0, 6)}
			/>
			{width === undefined || isLeft ? (
				<uipadding PaddingLeft={new UDim(0, isLeft ? 8 : 10)} PaddingRight={new UDim(0, isLeft ? 8 : 10)} />
			) : undefined}
			{icon !== undefined ? (
				<Show when={() => !read(hidesIcon)}>{() => <Icon icon={icon} color={ink} order={1} size={iconSize} />}</Show>
			) : undefined}
			<Show when={hasText}>
				{() => (
					<textlabel
						Name="Text"
						LayoutOrder={2}
						Text={text}
						FontFace={isMain || isRecord ? SEMIBOLD : REGULAR}
						TextSize={SMALL_TEXT_SIZE}
						TextColor3={ink}
						BackgroundTransparency={1}
						TextTruncate="AtEnd"
						TextXAlignment={isLeft ? "Left" : "Center"}
						Size={UDim2.fromOffset(isLeft ? 20 : 0, height)}
						AutomaticSize={isLeft ? "None" : "X"}
					>
						{isLeft ? <uiflexitem FlexMode="Fill" /> : undefined}
					</textlabel>
				)}
			</Show>
			{opensMenu ? <Icon icon="down" color={ink} order={3} size={10} /> : undefined}
		</textbutton>
	);
}
