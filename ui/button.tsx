import Vide, { Derivable, read, source } from "@rbxts/vide";
import { REGULAR, TEXT_SIZE } from "./text-style";
import { theme } from "./theme";
import { tooltip } from "./tooltip";

export interface ButtonProps {
	name: string;
	text: Derivable<string>;
	order?: number;
	/** Drawn in the accent colour: the main action of a panel. */
	isMain?: boolean;
	/** Drawn in the colour of recording. */
	isRecord?: boolean;
	enabled?: Derivable<boolean>;
	/** Drawn as pressed, for choices. */
	selected?: Derivable<boolean>;
	/** High enough for a finger, for touch screens. */
	isLarge?: boolean;
	/** The tooltip: what it does. */
	tip?: Derivable<string>;
	onPress: () => void;
}

/** A button as wide as its text. */
export function Button(props: ButtonProps) {
	const {
		name,
		text,
		order,
		isMain = false,
		isRecord = false,
		enabled = true,
		selected = false,
		isLarge,
		tip,
		onPress,
	} = props;
	const hovered = source(false);

	function ground(): Color3 {
		const colors = theme();
		if (read(selected)) return colors.selected;
		if (isRecord) return hovered() ? colors.recordHover : colors.record;
		if (isMain && read(enabled)) return hovered() ? colors.accentHover : colors.accent;
		return hovered() && read(enabled) ? colors.buttonHover : colors.button;
	}

	function ink(): Color3 {
		const colors = theme();
		if (!read(enabled)) return colors.disabledText;
		if (read(selected)) return colors.selectedText;
		return isMain || isRecord ? colors.accentText : colors.buttonText;
	}

	return (
		<textbutton
			Name={name}
			LayoutOrder={order}
			Text={text}
			FontFace={REGULAR}
			TextSize={TEXT_SIZE}
			TextColor3={ink}
			BackgroundColor3={ground}
			AutoButtonColor={false}
			Active={enabled}
			Size={UDim2.fromOffset(0, isLarge === true ? 40 : 28)}
			AutomaticSize="X"
			action={tooltip(tip)}
			MouseEnter={() => hovered(true)}
			MouseLeave={() => hovered(false)}
			Activated={() => {
				if (read(enabled)) onPress();
			}}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uipadding PaddingLeft={new UDim(0, 10)} PaddingRight={new UDim(0, 10)} />
		</textbutton>
	);
}
