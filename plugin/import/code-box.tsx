import Vide, { effect } from "@rbxts/vide";
import { REGULAR, SMALL_TEXT_SIZE } from "../../ui/text-style";
import { theme } from "../../ui/theme";

const HEIGHT = 84;

/** A box that shows the beginning of some code, all of it chosen, to be copied with Ctrl+C. */
export function CodeBox({ name, order, text }: { name: string; order: number; text: () => string }) {
	let box: TextBox | undefined;
	effect(() => {
		if (text() === "") return;
		task.defer(() => {
			if (!box?.Parent) return;
			box.CaptureFocus();
			box.SelectionStart = 1;
			box.CursorPosition = box.Text.size() + 1;
		});
	});
	return (
		<textbox
			Name={name}
			LayoutOrder={order}
			action={(instance) => (box = instance)}
			Text={text}
			TextEditable={false}
			ClearTextOnFocus={false}
			MultiLine={true}
			TextXAlignment="Left"
			TextYAlignment="Top"
			TextTruncate="AtEnd"
			FontFace={REGULAR}
			TextSize={SMALL_TEXT_SIZE}
			TextColor3={() => theme().subText}
			BackgroundColor3={() => theme().background}
			Size={new UDim2(1, 0, 0, HEIGHT)}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uistroke ApplyStrokeMode="Border" Color={() => theme().border} />
			<uipadding
				PaddingLeft={new UDim(0, 8)}
				PaddingRight={new UDim(0, 8)}
				PaddingTop={new UDim(0, 6)}
				PaddingBottom={new UDim(0, 6)}
			/>
		</textbox>
	);
}
