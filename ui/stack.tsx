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

/** Children side by side, as wide as the parent and as high as the highest of them. They wrap if they do not fit. */
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

/** Children stacked vertically, as wide as the parent. */
export function Column({ name = "Column", order, gap = 6, visible, children }: StackProps) {
	return (
		<Stack name={name} order={order} visible={visible}>
			<uilistlayout SortOrder="LayoutOrder" Padding={new UDim(0, gap)} />
			{children}
		</Stack>
	);
}

/** Columns side by side if there is room, otherwise stacked; see `Half`. */
export function Columns({ name = "Columns", order, gap = 12, visible, children }: StackProps) {
	return (
		<Stack name={name} order={order} visible={visible}>
			<uilistlayout FillDirection="Horizontal" SortOrder="LayoutOrder" Wraps={true} Padding={new UDim(0, gap)} />
			{children}
		</Stack>
	);
}

/** A column at least 260 pixels wide, which takes the rest of the width. */
export function Half({ name = "Half", order, gap = 6, visible = true, children }: StackProps) {
	return (
		<frame
			Name={name}
			LayoutOrder={order}
			Visible={visible}
			BackgroundTransparency={1}
			Size={UDim2.fromOffset(260, 0)}
			AutomaticSize="Y"
		>
			<uiflexitem FlexMode="Grow" />
			<uilistlayout SortOrder="LayoutOrder" Padding={new UDim(0, gap)} />
			{children}
		</frame>
	);
}
