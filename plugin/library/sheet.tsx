import Vide from "@rbxts/vide";
import { IconButton } from "../../ui/icon-button";
import { SEMIBOLD, TEXT_SIZE } from "../../ui/text-style";
import { theme } from "../../ui/theme";

export interface SheetPageProps {
	name: string;
	title: () => string;
	onClose: () => void;
	children?: Vide.Node;
}

/** A page over the list: a title, a close button, and scrolling content. */
export function SheetPage({ name, title, onClose, children }: SheetPageProps) {
	return (
		<frame Name={name} Size={UDim2.fromScale(1, 1)} BackgroundTransparency={1}>
			<textlabel
				Name="SheetTitle"
				Text={title}
				FontFace={SEMIBOLD}
				TextSize={TEXT_SIZE}
				TextColor3={() => theme().text}
				TextXAlignment="Left"
				TextTruncate="AtEnd"
				BackgroundTransparency={1}
				Position={UDim2.fromOffset(8, 8)}
				Size={new UDim2(1, -52, 0, 28)}
			/>
			<frame
				Name="SheetEnd"
				Position={new UDim2(1, -36, 0, 8)}
				Size={UDim2.fromOffset(28, 28)}
				BackgroundTransparency={1}
			>
				<IconButton
					name="SheetClose"
					icon="close"
					width={28}
					height={28}
					isPlain={true}
					tip="Back to the list"
					onPress={onClose}
				/>
			</frame>
			<scrollingframe
				Name="SheetContent"
				Position={UDim2.fromOffset(0, 40)}
				Size={new UDim2(1, 0, 1, -40)}
				BackgroundTransparency={1}
				BorderSizePixel={0}
				CanvasSize={UDim2.fromOffset(0, 0)}
				AutomaticCanvasSize="Y"
				ScrollingDirection="Y"
				ScrollBarThickness={6}
				ScrollBarImageColor3={() => theme().scrollBar}
			>
				<uilistlayout SortOrder="LayoutOrder" Padding={new UDim(0, 8)} />
				<uipadding
					PaddingLeft={new UDim(0, 8)}
					PaddingRight={new UDim(0, 12)}
					PaddingTop={new UDim(0, 2)}
					PaddingBottom={new UDim(0, 8)}
				/>
				{children}
			</scrollingframe>
		</frame>
	);
}
