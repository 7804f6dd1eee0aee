import Vide, { Derivable } from "@rbxts/vide";
import { Icon, IconName } from "../../ui/icon";
import { REGULAR, SEMIBOLD, SMALL_TEXT_SIZE } from "../../ui/text-style";
import { GROUND_TRANSPARENCY, INK, TEXT } from "./screen-colors";

export interface PillProps {
	name: string;
	text: Derivable<string>;
	icon?: IconName;
	iconColor?: Derivable<Color3>;
	bold?: boolean;
	position?: Derivable<UDim2>;
	anchor?: Vector2;
	visible?: Derivable<boolean>;
}

/** Text over the world, on a dark background of the same width. */
export function Pill(props: PillProps) {
	const { name, text, icon, iconColor = TEXT, bold = false, position, anchor, visible = true } = props;
	return (
		<frame
			Name={name}
			Visible={visible}
			Position={position ?? new UDim2()}
			AnchorPoint={anchor ?? Vector2.zero}
			BackgroundColor3={INK}
			BackgroundTransparency={GROUND_TRANSPARENCY}
			Size={UDim2.fromOffset(0, 24)}
			AutomaticSize="X"
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uipadding PaddingLeft={new UDim(0, 8)} PaddingRight={new UDim(0, 8)} />
			<uilistlayout
				FillDirection="Horizontal"
				VerticalAlignment="Center"
				SortOrder="LayoutOrder"
				Padding={new UDim(0, 6)}
			/>
			{icon && <Icon icon={icon} color={iconColor} order={1} />}
			<textlabel
				Name="Text"
				LayoutOrder={2}
				Text={text}
				FontFace={bold ? SEMIBOLD : REGULAR}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={TEXT}
				BackgroundTransparency={1}
				Size={UDim2.fromOffset(0, 24)}
				AutomaticSize="X"
			/>
		</frame>
	);
}
