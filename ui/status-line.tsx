import Vide from "@rbxts/vide";
import { Icon } from "./icon";
import { REGULAR, SMALL_TEXT_SIZE } from "./text-style";
import { theme } from "./theme";
import { tooltip } from "./tooltip";

export interface StatusLineProps {
	order?: number;
	text: () => string;
	isProblem: () => boolean;
	/** The max number of lines that fit. The tooltip has the whole text. */
	mostLines: () => number;
}

/** The bottom line of a panel: the last action, or a problem and what to do about it. A long text takes more lines. */
export function StatusLine({ order, text, isProblem, mostLines }: StatusLineProps) {
	return (
		<frame
			Name="StatusLine"
			LayoutOrder={order}
			Size={new UDim2(1, 0, 0, 24)}
			AutomaticSize="Y"
			BackgroundColor3={() => theme().header}
			BorderSizePixel={0}
		>
			<frame Name="Edge" Size={new UDim2(1, 0, 0, 1)} BackgroundColor3={() => theme().border} BorderSizePixel={0} />
			<Icon
				icon={() => (isProblem() ? "warning" : "info")}
				color={() => (isProblem() ? theme().warning : theme().subText)}
				position={UDim2.fromOffset(8, 4)}
			/>
			<textlabel
				Name="Message"
				action={tooltip(text)}
				Text={text}
				FontFace={REGULAR}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={() => theme().text}
				TextXAlignment="Left"
				TextWrapped={true}
				TextTruncate="AtEnd"
				BackgroundTransparency={1}
				Position={UDim2.fromOffset(30, 4)}
				Size={new UDim2(1, -38, 0, 16)}
				AutomaticSize="Y"
			>
				<uisizeconstraint MaxSize={() => new Vector2(math.huge, math.max(mostLines() * SMALL_TEXT_SIZE, 16))} />
			</textlabel>
			<uipadding PaddingBottom={new UDim(0, 4)} />
		</frame>
	);
}
