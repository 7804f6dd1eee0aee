import Vide, { Derivable } from "@rbxts/vide";
import { theme } from "./theme";

export interface ProgressBarProps {
	name: string;
	order?: number;
	visible?: Derivable<boolean>;
	/** 0 to 1. */
	value: () => number;
}

/** A bar that fills from left to right. */
export function ProgressBar({ name, order, visible = true, value }: ProgressBarProps) {
	return (
		<frame
			Name={name}
			LayoutOrder={order}
			Visible={visible}
			Size={new UDim2(1, 0, 0, 8)}
			BackgroundColor3={() => theme().surface}
		>
			<uicorner CornerRadius={new UDim(0.5, 0)} />
			<frame
				Name="Fill"
				Size={() => UDim2.fromScale(math.clamp(value(), 0, 1), 1)}
				BackgroundColor3={() => theme().accent}
			>
				<uicorner CornerRadius={new UDim(0.5, 0)} />
			</frame>
		</frame>
	);
}
