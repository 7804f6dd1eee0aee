import Vide, { Derivable } from "@rbxts/vide";
import { theme } from "../../ui/theme";

interface CardProps {
	name: string;
	order: number;
	visible?: Derivable<boolean>;
	children?: Vide.Node;
}

/** A box with its own background that groups related content. */
export function Card({ name, order, visible = true, children }: CardProps) {
	return (
		<frame
			Name={name}
			LayoutOrder={order}
			Visible={visible}
			BackgroundColor3={() => theme().input}
			Size={UDim2.fromOffset(260, 0)}
			AutomaticSize="Y"
		>
			<uiflexitem FlexMode="Grow" />
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uistroke Color={() => theme().border} />
			<uilistlayout SortOrder="LayoutOrder" Padding={new UDim(0, 8)} />
			<uipadding
				PaddingLeft={new UDim(0, 8)}
				PaddingRight={new UDim(0, 8)}
				PaddingTop={new UDim(0, 8)}
				PaddingBottom={new UDim(0, 8)}
			/>
			{children}
		</frame>
	);
}
