import Vide from "@rbxts/vide";
import { theme } from "./theme";

/** A thin bar that takes the rest of its row. `value` goes from 0 to 1. */
export function Meter({ name, order, value }: { name: string; order?: number; value: () => number }) {
	return (
		<frame Name={name} LayoutOrder={order} BackgroundColor3={() => theme().surface} Size={UDim2.fromOffset(24, 4)}>
			<uicorner CornerRadius={new UDim(0.5, 0)} />
			<uiflexitem FlexMode="Fill" />
			<frame
				Name="MeterFill"
				Size={() => UDim2.fromScale(math.clamp(value(), 0, 1), 1)}
				BackgroundColor3={() => theme().accent}
				Visible={() => value() > 0}
			>
				<uicorner CornerRadius={new UDim(0.5, 0)} />
			</frame>
		</frame>
	);
}
