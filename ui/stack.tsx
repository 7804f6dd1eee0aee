import Vide, { Derivable } from "@rbxts/vide";

export interface StackProps {
	name?: string;
	order?: number;
	gap?: number;
	visible?: Derivable<boolean>;
	children?: Vide.Node;
}

function Stack({ name, order, visible = true, children }: StackProps) {
	return (
		<frame
			Name={name}
			LayoutOrder={order}
			Visible={visible}
			BackgroundTransparency={1}
			Size={UDim2.fromScale(1, 0)}
			AutomaticSize="Y"
		>
			{children}
		</frame>
	);
}

/** Children side by side, as wide as the parent and as high as the highest of them; what does not fit wraps. */
export function Row({ name = "Row", order, gap = 6, visible, children }: StackProps) {
	return (
		<Stack name={name} order={order} visible={visible}>
			<uilistlayout
				FillDirection="Horizontal"
				VerticalAlignment="Center"
				SortOrder="LayoutOrder"
				Wraps={true}
				Padding={new UDim(0, gap)}
			/>
			{children}
		</Stack>
	);
}

/** Children below one another, as wide as the parent. */
export function Column({ name = "Column", order, gap = 6, visible, children }: StackProps) {
	return (
		<Stack name={name} order={order} visible={visible}>
			<uilistlayout SortOrder="LayoutOrder" Padding={new UDim(0, gap)} />
			{children}
		</Stack>
	);
}
