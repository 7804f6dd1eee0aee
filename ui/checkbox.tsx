import Vide, { Derivable, read } from "@rbxts/vide";
import { REGULAR, TEXT_SIZE } from "./text-style";
import { theme } from "./theme";
import { tooltip } from "./tooltip";

export interface CheckboxProps {
	name: string;
	text: Derivable<string>;
	order?: number;
	/** Takes the whole row and wraps its text; otherwise it is as wide as its text. */
	wide?: boolean;
	checked: () => boolean;
	enabled?: Derivable<boolean>;
	visible?: Derivable<boolean>;
	tip?: Derivable<string>;
	onChange: (checked: boolean) => void;
}

/** A box with a tick and a text. All of it can be pressed. */
export function Checkbox(props: CheckboxProps) {
	const { name, text, order, wide = false, checked, enabled = true, visible = true, tip, onChange } = props;
	return (
		<textbutton
			Name={name}
			LayoutOrder={order}
			Visible={visible}
			action={tooltip(tip)}
			Text={text}
			FontFace={REGULAR}
			TextSize={TEXT_SIZE}
			TextColor3={() => (read(enabled) ? theme().text : theme().disabledText)}
			TextXAlignment="Left"
			TextWrapped={wide}
			BackgroundTransparency={1}
			AutoButtonColor={false}
			Active={enabled}
			Size={wide ? new UDim2(1, 0, 0, 24) : UDim2.fromOffset(0, 28)}
			AutomaticSize={wide ? "Y" : "X"}
			Activated={() => {
				if (read(enabled)) onChange(!checked());
			}}
		>
			<uipadding
				PaddingLeft={new UDim(0, 24)}
				PaddingTop={new UDim(0, wide ? 4 : 0)}
				PaddingBottom={new UDim(0, wide ? 4 : 0)}
			/>
			<frame
				Name="Box"
				AnchorPoint={new Vector2(0, 0.5)}
				Position={new UDim2(0, -22, 0.5, 0)}
				Size={UDim2.fromOffset(16, 16)}
				BackgroundColor3={() => (checked() ? theme().accent : theme().input)}
			>
				<uicorner CornerRadius={new UDim(0, 3)} />
				<uistroke Color={() => theme().subText} />
				<textlabel
					Name="Tick"
					Visible={checked}
					Text="✓"
					FontFace={REGULAR}
					TextSize={16}
					TextColor3={() => theme().accentText}
					BackgroundTransparency={1}
					Size={UDim2.fromScale(1, 1)}
				/>
			</frame>
		</textbutton>
	);
}
