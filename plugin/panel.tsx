import Vide from "@rbxts/vide";
import { theme } from "../ui/theme";

/** The background of a panel. Its content is one scrolling column. */
export function Panel({ name, children }: { name: string; children?: Vide.Node }) {
	return (
		<scrollingframe
			Name={name}
			Size={UDim2.fromScale(1, 1)}
			BackgroundColor3={() => theme().background}
			BorderSizePixel={0}
			CanvasSize={UDim2.fromOffset(0, 0)}
			AutomaticCanvasSize="Y"
			ScrollingDirection="Y"
			ScrollBarThickness={8}
			ScrollBarImageColor3={() => theme().scrollBar}
		>
			<uilistlayout SortOrder="LayoutOrder" Padding={new UDim(0, 10)} />
			<uipadding
				PaddingLeft={new UDim(0, 12)}
				PaddingRight={new UDim(0, 16)}
				PaddingTop={new UDim(0, 12)}
				PaddingBottom={new UDim(0, 12)}
			/>
			{children}
		</scrollingframe>
	);
}
