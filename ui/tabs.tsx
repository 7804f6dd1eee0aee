import Vide, { source } from "@rbxts/vide";
import { REGULAR, SEMIBOLD, SMALL_TEXT_SIZE } from "./text-style";
import { theme } from "./theme";
import { tooltip } from "./tooltip";

export interface TabItem<T extends string> {
	readonly id: T;
	readonly name: string;
	readonly text: () => string;
	readonly tip: string;
}

export interface TabsProps<T extends string> {
	name: string;
	order?: number;
	items: ReadonlyArray<TabItem<T>>;
	chosen: () => T;
	onChoose: (id: T) => void;
}

interface TabButtonProps {
	name: string;
	order: number;
	share: number;
	text: () => string;
	tip: string;
	isChosen: () => boolean;
	onPress: () => void;
}

function TabButton({ name, order, share, text, tip, isChosen, onPress }: TabButtonProps) {
	const hovered = source(false);
	return (
		<textbutton
			Name={name}
			LayoutOrder={order}
			Text={text}
			FontFace={() => (isChosen() ? SEMIBOLD : REGULAR)}
			TextSize={SMALL_TEXT_SIZE}
			TextColor3={() => (isChosen() ? theme().accentText : theme().text)}
			BackgroundColor3={() => (isChosen() ? theme().accent : hovered() ? theme().buttonHover : theme().input)}
			AutoButtonColor={false}
			Size={new UDim2(share, 0, 1, 0)}
			action={tooltip(tip)}
			MouseEnter={() => hovered(true)}
			MouseLeave={() => hovered(false)}
			Activated={onPress}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
		</textbutton>
	);
}

/** Tabs side by side, one of them chosen. */
export function Tabs<T extends string>({ name, order, items, chosen, onChoose }: TabsProps<T>) {
	return (
		<frame Name={name} LayoutOrder={order} Size={new UDim2(1, 0, 0, 28)} BackgroundColor3={() => theme().input}>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uistroke ApplyStrokeMode="Border" Color={() => theme().border} />
			<uilistlayout FillDirection="Horizontal" SortOrder="LayoutOrder" />
			{items.map(({ id, name: tab, text, tip }, index) => (
				<TabButton
					name={tab}
					order={index}
					share={1 / items.size()}
					text={text}
					tip={tip}
					isChosen={() => chosen() === id}
					onPress={() => onChoose(id)}
				/>
			))}
		</frame>
	);
}
