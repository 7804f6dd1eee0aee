import Vide, { Derivable, read, source } from "@rbxts/vide";
import { Icon } from "./icon";
import { REGULAR, SMALL_TEXT_SIZE } from "./text-style";
import { theme } from "./theme";
import { tooltip } from "./tooltip";

export interface DropDownProps {
	name: string;
	/** The chosen option. */
	text: Derivable<string>;
	tip: Derivable<string>;
	order?: number;
	/** Pixels. Defaults to the rest of its row. */
	width?: number;
	enabled?: Derivable<boolean>;
	visible?: Derivable<boolean>;
	onPress: () => void;
}

/** Shows the chosen option, and opens the menu of all options. */
export function DropDown(props: DropDownProps) {
	const { name, text, tip, order, width, enabled = true, visible = true, onPress } = props;
	const hovered = source(false);
	const ink = () => (read(enabled) ? theme().buttonText : theme().disabledText);
	return (
		<textbutton
			Name={name}
			LayoutOrder={order}
			Visible={visible}
			Text={text}
			FontFace={REGULAR}
			TextSize={SMALL_TEXT_SIZE}
			TextColor3={ink}
			TextXAlignment="Left"
			TextTruncate="AtEnd"
			BackgroundColor3={() => (hovered() && read(enabled) ? theme().buttonHover : theme().button)}
			AutoButtonColor={false}
			Active={enabled}
			Size={UDim2.fromOffset(width ?? 0, 28)}
			action={tooltip(tip)}
			MouseEnter={() => hovered(true)}
			MouseLeave={() => hovered(false)}
			Activated={() => {
				if (read(enabled)) onPress();
			}}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uistroke ApplyStrokeMode="Border" Color={() => theme().border} />
			<uipadding PaddingLeft={new UDim(0, 8)} PaddingRight={new UDim(0, 24)} />
			<Icon icon="down" color={ink} size={10} position={new UDim2(1, 16, 0.5, 0)} anchor={new Vector2(1, 0.5)} />
			{width === undefined ? <uiflexitem FlexMode="Fill" /> : undefined}
		</textbutton>
	);
}
