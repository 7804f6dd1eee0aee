import Vide, { Derivable, For } from "@rbxts/vide";
import { readable } from "./readable";
import { REGULAR, SMALL_TEXT_SIZE } from "./text-style";
import { theme } from "./theme";
import { tooltip } from "./tooltip";

export interface ChoiceOption {
	name: string;
	text: string;
	tip: Derivable<string>;
	isChosen: () => boolean;
	onChoose: () => void;
}

export interface ChoiceProps {
	name: string;
	order?: number;
	/** The width of each option in pixels. */
	width: number;
	options: ReadonlyArray<ChoiceOption>;
}

/** A choice of a few options, side by side without gaps. */
export function Choice({ name, order, width, options }: ChoiceProps) {
	return (
		<frame
			Name={name}
			LayoutOrder={order}
			BackgroundColor3={() => theme().input}
			Size={UDim2.fromOffset(width * options.size(), 28)}
			ClipsDescendants={true}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uistroke Color={() => theme().border} />
			<uilistlayout FillDirection="Horizontal" SortOrder="LayoutOrder" />
			<For each={() => options}>
				{(option: ChoiceOption, index: () => number) => (
					<textbutton
						Name={option.name}
						LayoutOrder={index()}
						Text={option.text}
						FontFace={REGULAR}
						TextSize={SMALL_TEXT_SIZE}
						TextColor3={() => (option.isChosen() ? theme().accentText : theme().buttonText)}
						BackgroundColor3={() => readable(theme().accent, theme().accentText)}
						BackgroundTransparency={() => (option.isChosen() ? 0 : 1)}
						AutoButtonColor={false}
						Size={UDim2.fromOffset(width, 28)}
						action={tooltip(option.tip)}
						Activated={() => option.onChoose()}
					>
						<uicorner CornerRadius={new UDim(0, 4)} />
					</textbutton>
				)}
			</For>
		</frame>
	);
}
