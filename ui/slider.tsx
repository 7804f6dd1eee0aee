import Vide, { Derivable, read } from "@rbxts/vide";
import { createDrag } from "./drag";
import { theme } from "./theme";

export interface SliderProps {
	name: string;
	order?: number;
	/** From 0 at the left to 1 at the right. */
	value: () => number;
	enabled?: Derivable<boolean>;
	/** Called during a drag; `onRelease` is called at its end. */
	onChange: (value: number) => void;
	onRelease?: () => void;
}

/** A track to press and drag on. */
export function Slider({ name, order, value, enabled = true, onChange, onRelease }: SliderProps) {
	let track: Frame | undefined;
	const follow = (x: number) => onChange(math.clamp(x / math.max(track!.AbsoluteSize.X, 1), 0, 1));
	const drag = createDrag(() => track, {
		onStart: (x) => {
			if (read(enabled)) follow(x);
			return read(enabled);
		},
		onMove: follow,
		onEnd: onRelease,
	});

	return (
		<frame
			Name={name}
			LayoutOrder={order}
			action={(instance) => (track = instance)}
			BackgroundTransparency={1}
			Size={new UDim2(1, 0, 0, 22)}
			InputBegan={drag.began}
			InputChanged={drag.changed}
		>
			<frame
				Name="Track"
				AnchorPoint={new Vector2(0, 0.5)}
				Position={UDim2.fromScale(0, 0.5)}
				Size={new UDim2(1, 0, 0, 6)}
				BackgroundColor3={() => theme().surface}
			>
				<uicorner CornerRadius={new UDim(0.5, 0)} />
				<frame
					Name="Fill"
					Size={() => UDim2.fromScale(value(), 1)}
					BackgroundColor3={() => (read(enabled) ? theme().accent : theme().border)}
				>
					<uicorner CornerRadius={new UDim(0.5, 0)} />
				</frame>
			</frame>
			<frame
				Name="Thumb"
				AnchorPoint={new Vector2(0.5, 0.5)}
				Position={() => UDim2.fromScale(value(), 0.5)}
				Size={UDim2.fromOffset(14, 14)}
				BackgroundColor3={() => (read(enabled) ? theme().buttonText : theme().disabledText)}
			>
				<uicorner CornerRadius={new UDim(0.5, 0)} />
			</frame>
		</frame>
	);
}
