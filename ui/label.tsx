import Vide, { Derivable } from "@rbxts/vide";
import { REGULAR, SEMIBOLD, SMALL_TEXT_SIZE, TEXT_SIZE } from "./text-style";
import { theme } from "./theme";

export interface LabelProps {
	name: string;
	text: Derivable<string>;
	order?: number;
	color?: Derivable<Color3>;
	bold?: boolean;
	small?: boolean;
	visible?: Derivable<boolean>;
}

/** A text as wide as its parent, which wraps. */
export function Label({ name, text, order, color, bold = false, small = false, visible = true }: LabelProps) {
	return (
		<textlabel
			Name={name}
			LayoutOrder={order}
			Visible={visible}
			Text={text}
			FontFace={bold ? SEMIBOLD : REGULAR}
			TextSize={small ? SMALL_TEXT_SIZE : TEXT_SIZE}
			TextColor3={color ?? (() => theme().text)}
			TextXAlignment="Left"
			TextWrapped={true}
			BackgroundTransparency={1}
			Size={UDim2.fromScale(1, 0)}
			AutomaticSize="Y"
		/>
	);
}

/** A text as wide as it needs, for rows. */
export function Caption({ name, text, order, color, bold = false, small = false, visible = true }: LabelProps) {
	return (
		<textlabel
			Name={name}
			LayoutOrder={order}
			Visible={visible}
			Text={text}
			FontFace={bold ? SEMIBOLD : REGULAR}
			TextSize={small ? SMALL_TEXT_SIZE : TEXT_SIZE}
			TextColor3={color ?? (() => theme().text)}
			TextXAlignment="Left"
			BackgroundTransparency={1}
			Size={UDim2.fromOffset(0, 20)}
			AutomaticSize="X"
		/>
	);
}
