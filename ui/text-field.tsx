import Vide, { Derivable, read } from "@rbxts/vide";
import { REGULAR, TEXT_SIZE } from "./text-style";
import { theme } from "./theme";
import { tooltip } from "./tooltip";

export interface TextFieldProps {
	name: string;
	text: Derivable<string>;
	order?: number;
	placeholder?: string;
	/** Pixels. Defaults to the rest of its row. */
	width?: number;
	/** Defaults to 28; 24 in toolbars. */
	height?: number;
	isCentered?: boolean;
	/** Smaller text with less padding, for fields in a narrow row. */
	isSmall?: boolean;
	tip?: Derivable<string>;
	/** Called for each change of the text. */
	onType?: (text: string) => void;
	/** Called when the field loses focus, by Enter or otherwise. Invalid text is reset. */
	onSubmit?: (text: string) => void;
}

/** A field for one line of text. */
export function TextField({
	name,
	text,
	order,
	placeholder = "",
	width,
	height = 28,
	isCentered = false,
	isSmall = false,
	tip,
	onType,
	onSubmit,
}: TextFieldProps) {
	let box: TextBox | undefined;
	return (
		<textbox
			Name={name}
			LayoutOrder={order}
			action={(instance) => {
				box = instance;
				tooltip(tip)?.(instance);
				if (onType) instance.GetPropertyChangedSignal("Text").Connect(() => onType(instance.Text));
			}}
			Text={text}
			PlaceholderText={placeholder}
			PlaceholderColor3={() => theme().subText}
			FontFace={REGULAR}
			TextSize={isSmall ? 14 : TEXT_SIZE}
			TextColor3={() => theme().text}
			TextXAlignment={isCentered ? "Center" : "Left"}
			TextTruncate="AtEnd"
			ClearTextOnFocus={false}
			BackgroundColor3={() => theme().input}
			Size={width === undefined ? new UDim2(0, 60, 0, height) : UDim2.fromOffset(width, height)}
			FocusLost={() => {
				onSubmit?.(box!.Text);
				box!.Text = read(text);
			}}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uistroke ApplyStrokeMode="Border" Color={() => theme().border} />
			<uipadding PaddingLeft={new UDim(0, isSmall ? 6 : 8)} PaddingRight={new UDim(0, isSmall ? 4 : 8)} />
			{width === undefined ? <uiflexitem FlexMode="Fill" /> : undefined}
		</textbox>
	);
}
