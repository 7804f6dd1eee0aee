import Vide from "@rbxts/vide";
import { formatBytes } from "../../ui/format";
import { Label } from "../../ui/label";
import { RECORD, theme } from "../../ui/theme";
import { OPENING_SCREEN, REPLAY_SPEED } from "./opening/opening";
import type { Stage } from "./stage";

/** The badge is larger than what people press: it is seen from afar, too. */
const SCALE = 1.5;

/** Says in the corner of the screen what the opening shows. */
export function OpeningBadge({ stage, parent }: { stage: Stage; parent: Instance }) {
	const isReplay = () => stage.opening() === "replay";
	const text = () => (isReplay() ? `Replay at ${REPLAY_SPEED}×  ·  ${formatBytes(stage.replayBytes())}` : "Live");
	return (
		<screengui Name={OPENING_SCREEN} ResetOnSpawn={false} Parent={parent}>
			<uiscale Scale={SCALE} />
			<frame
				Name="Badge"
				Visible={() => stage.opening() !== undefined}
				Position={UDim2.fromOffset(14, 14)}
				Size={UDim2.fromOffset(0, 32)}
				AutomaticSize="X"
				BackgroundColor3={() => theme().background}
				BackgroundTransparency={0.15}
			>
				<uicorner CornerRadius={new UDim(0.5, 0)} />
				<uipadding PaddingLeft={new UDim(0, 12)} PaddingRight={new UDim(0, 14)} />
				<uilistlayout
					FillDirection="Horizontal"
					VerticalAlignment="Center"
					SortOrder="LayoutOrder"
					Padding={new UDim(0, 8)}
				/>
				<frame
					Name="Dot"
					LayoutOrder={1}
					Size={UDim2.fromOffset(10, 10)}
					BackgroundColor3={() => (isReplay() ? theme().accentLine : RECORD)}
				>
					<uicorner CornerRadius={new UDim(0.5, 0)} />
				</frame>
				<Label name="What" order={2} text={text} bold={true} narrow={true} />
			</frame>
		</screengui>
	);
}
