import Vide, { effect } from "@rbxts/vide";
import { REGULAR, SMALL_TEXT_SIZE } from "../../ui/text-style";
import { theme } from "../../ui/theme";

const HEIGHT = 108;

/** A scrolling box of code, all of it selected for Ctrl+C. */
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
		<scrollingframe
			Name="CodeScroll"
			LayoutOrder={order}
			BackgroundColor3={() => theme().background}
			BorderSizePixel={0}
			Size={new UDim2(1, 0, 0, HEIGHT)}
			CanvasSize={UDim2.fromOffset(0, 0)}
			AutomaticCanvasSize="XY"
			ScrollBarThickness={8}
			ScrollBarImageColor3={() => theme().scrollBar}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uistroke ApplyStrokeMode="Border" Color={() => theme().border} />
			<uipadding
				PaddingLeft={new UDim(0, 8)}
				PaddingRight={new UDim(0, 8)}
				PaddingTop={new UDim(0, 6)}
				PaddingBottom={new UDim(0, 6)}
			/>
			<textbox
				Name={name}
				action={(instance) => (box = instance)}
				Text={text}
				TextEditable={false}
				ClearTextOnFocus={false}
				MultiLine={true}
				TextXAlignment="Left"
				TextYAlignment="Top"
				FontFace={REGULAR}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={() => theme().subText}
				BackgroundTransparency={1}
				Size={UDim2.fromOffset(0, 0)}
				AutomaticSize="XY"
			/>
		</scrollingframe>
	);
}
