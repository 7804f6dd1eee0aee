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
	/** As wide as its text, for rows; otherwise it is as wide as its parent, and wraps. */
	narrow?: boolean;
	/** On one line, as wide as its parent. Longer text ends with an ellipsis. */
	oneLine?: boolean;
	/** Aligned to the right or the centre of its parent. */
	right?: boolean;
	center?: boolean;
}

export function Label(props: LabelProps) {
	const {
		name,
		text,
		order,
		color,
		bold = false,
		small = false,
		visible = true,
		narrow = false,
		oneLine = false,
		right = false,
		center = false,
	} = props;
	return (
		<textlabel
			Name={name}
			LayoutOrder={order}
			Visible={visible}
			Text={text}
			FontFace={bold ? SEMIBOLD : REGULAR}
			TextSize={small ? SMALL_TEXT_SIZE : TEXT_SIZE}
			TextColor3={color ?? (() => theme().text)}
			TextXAlignment={center ? "Center" : right ? "Right" : "Left"}
			TextWrapped={!narrow && !oneLine}
			TextTruncate={oneLine ? "AtEnd" : "None"}
			BackgroundTransparency={1}
			Size={narrow ? UDim2.fromOffset(0, 20) : new UDim2(1, 0, 0, oneLine ? 18 : 0)}
			AutomaticSize={narrow ? "X" : oneLine ? "None" : "Y"}
		/>
	);
}

/** Text in a row, in the colour of secondary text. */
export function Caption({ name, text, order }: { name: string; text: Derivable<string>; order?: number }) {
	return <Label name={name} text={text} order={order} narrow={true} color={() => theme().subText} />;
}
