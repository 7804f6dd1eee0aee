import Vide, { Derivable, read } from "@rbxts/vide";
import { legible } from "./legible";
import { readable } from "./readable";
import { REGULAR, SEMIBOLD, SMALL_TEXT_SIZE } from "./text-style";
import { theme } from "./theme";
import { tooltip } from "./tooltip";

export interface CheckRowProps {
	name: string;
	text: Derivable<string>;
	/** At the right end, in the colour of secondary text. */
	detail?: Derivable<string>;
	order?: number;
	/** Pixels of indentation. */
	indent?: number;
	bold?: boolean;
	checked: () => boolean;
	/** Whether it represents several items of which only some are ticked. */
	mixed?: () => boolean;
	enabled?: Derivable<boolean>;
	visible?: Derivable<boolean>;
	tip?: Derivable<string>;
	onChange: (checked: boolean) => void;
}

/** The fraction of the row for the detail. */
const DETAIL = 0.55;
/** The same, relative to the name's fraction. */
const DETAIL_TO_NAME = DETAIL / (1 - DETAIL);

/** A row of 28 with a box, a name that is cut off if it is too long, and a detail. All of it can be pressed. */
export function CheckRow(props: CheckRowProps) {
	const { name, text, detail, order, indent = 0, bold = false, checked, tip, onChange } = props;
	const { mixed = () => false, enabled = true, visible = true } = props;
	const isFilled = () => checked() || mixed();
	const left = indent + 26;
	return (
		<textbutton
			Name={name}
			LayoutOrder={order}
			Visible={visible}
			action={tooltip(tip)}
			Text={text}
			FontFace={bold ? SEMIBOLD : REGULAR}
			TextSize={SMALL_TEXT_SIZE}
			TextColor3={() => (read(enabled) ? theme().text : theme().disabledText)}
			TextXAlignment="Left"
			TextTruncate="AtEnd"
			BackgroundTransparency={1}
			AutoButtonColor={false}
			Active={enabled}
			Size={new UDim2(1, 0, 0, 28)}
			Activated={() => {
				if (read(enabled)) onChange(!checked());
			}}
		>
			<uipadding PaddingLeft={new UDim(0, left)} PaddingRight={new UDim(detail === undefined ? 0 : DETAIL, 0)} />
			<frame
				Name="Box"
				AnchorPoint={new Vector2(0, 0.5)}
				Position={new UDim2(0, -25, 0.5, 0)}
				Size={UDim2.fromOffset(16, 16)}
				BackgroundColor3={() => (isFilled() ? readable(theme().accent, theme().accentText) : theme().input)}
			>
				<uicorner CornerRadius={new UDim(0, 3)} />
				<uistroke Color={() => legible(isFilled() ? theme().accent : theme().subText, theme().background, 3)} />
				<textlabel
					Name="Tick"
					Visible={isFilled}
					Text={() => (checked() ? "✓" : "–")}
					FontFace={SEMIBOLD}
					TextSize={15}
					TextColor3={() => theme().accentText}
					BackgroundTransparency={1}
					Size={UDim2.fromScale(1, 1)}
				/>
			</frame>
			{detail === undefined ? undefined : (
				<textlabel
					Name={`${name}Detail`}
					Text={detail}
					FontFace={REGULAR}
					TextSize={SMALL_TEXT_SIZE}
					TextColor3={() => theme().subText}
					TextXAlignment="Right"
					TextTruncate="AtEnd"
					BackgroundTransparency={1}
					Position={UDim2.fromScale(1, 0)}
					Size={new UDim2(DETAIL_TO_NAME, DETAIL_TO_NAME * left, 1, 0)}
				/>
			)}
		</textbutton>
	);
}
