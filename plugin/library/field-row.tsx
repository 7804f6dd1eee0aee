import Vide, { Derivable } from "@rbxts/vide";
import { REGULAR, SMALL_TEXT_SIZE } from "../../ui/text-style";
import { TextField } from "../../ui/text-field";
import { theme } from "../../ui/theme";

export interface FieldRowProps {
	/** The field's name. */
	name: string;
	caption: string;
	/** Pixels; equal for all captions of a page, so that they form a column. */
	captionWidth: number;
	text: Derivable<string>;
	order?: number;
	placeholder?: string;
	tip: string;
	onSubmit: (text: string) => void;
}

/** A text field with a caption at its left. */
export function FieldRow({ name, caption, captionWidth, text, order, placeholder, tip, onSubmit }: FieldRowProps) {
	return (
		<frame Name={`${name}Row`} LayoutOrder={order} Size={new UDim2(1, 0, 0, 28)} BackgroundTransparency={1}>
			<uilistlayout FillDirection="Horizontal" SortOrder="LayoutOrder" />
			<textlabel
				Name={`${name}Caption`}
				LayoutOrder={1}
				Text={caption}
				FontFace={REGULAR}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={() => theme().subText}
				TextXAlignment="Left"
				TextTruncate="AtEnd"
				BackgroundTransparency={1}
				Size={UDim2.fromOffset(captionWidth, 28)}
			/>
			<TextField name={name} order={2} text={text} placeholder={placeholder} tip={tip} onSubmit={onSubmit} />
		</frame>
	);
}
