import Vide, { Derivable, read } from "@rbxts/vide";
import { SEMIBOLD } from "./text-style";
import { theme } from "./theme";

export interface BadgeProps {
	name: string;
	order?: number;
	/** One character. */
	text: Derivable<string>;
	color?: Derivable<Color3>;
	position?: UDim2;
	visible?: Derivable<boolean>;
}

/** A character in a ring, 16 by 16. */
export function Badge({ name, order, text, color, position, visible = true }: BadgeProps) {
	const ink = () => (color === undefined ? theme().subText : read(color));
	return (
		<textlabel
			Name={name}
			LayoutOrder={order}
			Visible={visible}
			Position={position}
			Text={text}
			FontFace={SEMIBOLD}
			TextSize={13}
			TextColor3={ink}
			BackgroundTransparency={1}
			Size={UDim2.fromOffset(14, 14)}
		>
			<uicorner CornerRadius={new UDim(0.5, 0)} />
			<uistroke ApplyStrokeMode="Border" Color={ink} />
		</textlabel>
	);
}
