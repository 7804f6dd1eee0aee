import Vide from "@rbxts/vide";
import { formatBytes } from "../../ui/format";
import { SEMIBOLD } from "../../ui/text-style";
import { RECORD, theme } from "../../ui/theme";
import { OPENING_SCREEN, REPLAY_SPEED } from "./opening/opening";
import type { Stage } from "./stage";

/** Shows in the corner of the screen which part of the opening is playing. */
export function OpeningBadge({ stage, parent }: { stage: Stage; parent: Instance }) {
	const isReplay = () => stage.opening() === "replay";
	const text = () => (isReplay() ? `Replay at ${REPLAY_SPEED}×  ·  ${formatBytes(stage.replayBytes())}` : "Live");
	return (
		<screengui Name={OPENING_SCREEN} ResetOnSpawn={false} Parent={parent}>
			<frame
				Name="Badge"
				Visible={() => stage.opening() !== undefined}
				Position={UDim2.fromOffset(20, 20)}
				Size={UDim2.fromOffset(0, 44)}
				AutomaticSize="X"
				BackgroundColor3={() => theme().background}
				BackgroundTransparency={0.15}
			>
				<uicorner CornerRadius={new UDim(0.5, 0)} />
				<uipadding PaddingLeft={new UDim(0, 18)} PaddingRight={new UDim(0, 20)} />
				<uilistlayout
					FillDirection="Horizontal"
					VerticalAlignment="Center"
					SortOrder="LayoutOrder"
					Padding={new UDim(0, 8)}
				/>
				<frame
					Name="Dot"
					LayoutOrder={1}
					Size={UDim2.fromOffset(14, 14)}
					BackgroundColor3={() => (isReplay() ? theme().accentLine : RECORD)}
				>
					<uicorner CornerRadius={new UDim(0.5, 0)} />
				</frame>
				<textlabel
					Name="What"
					LayoutOrder={2}
					Text={text}
					FontFace={SEMIBOLD}
					TextSize={26}
					TextColor3={() => theme().text}
					BackgroundTransparency={1}
					Size={UDim2.fromOffset(0, 28)}
					AutomaticSize="X"
				/>
			</frame>
		</screengui>
	);
}
