import Vide, { cleanup, Derivable, read } from "@rbxts/vide";
import { theme } from "./theme";

export interface SliderProps {
	name: string;
	order?: number;
	/** 0 at the left to 1 at the right. */
	value: () => number;
	enabled?: Derivable<boolean>;
	/** Called while it is dragged, and `onRelease` when it is let go. */
	onChange: (value: number) => void;
	onRelease?: () => void;
	/** Marks on the track, 0 to 1: where a trim begins and ends. */
	marks?: () => Array<number>;
}

/** A track to press and drag on. */
export function Slider({ name, order, value, enabled = true, onChange, onRelease, marks }: SliderProps) {
	let track: Frame | undefined;
	let dragging: RBXScriptConnection | undefined;

	function follow(input: InputObject): void {
		const left = track!.AbsolutePosition.X;
		const width = math.max(track!.AbsoluteSize.X, 1);
		onChange(math.clamp((input.Position.X - left) / width, 0, 1));
	}

	function release(): void {
		if (dragging === undefined) return;
		dragging.Disconnect();
		dragging = undefined;
		onRelease?.();
	}

	cleanup(release);

	return (
		<frame
			Name={name}
			LayoutOrder={order}
			action={(instance) => (track = instance)}
			BackgroundTransparency={1}
			Size={new UDim2(1, 0, 0, 22)}
			InputBegan={(input) => {
				if (input.UserInputType !== Enum.UserInputType.MouseButton1 || !read(enabled)) return;
				release();
				// The button may be let go anywhere: its input says so, wherever the pointer is.
				dragging = input.GetPropertyChangedSignal("UserInputState").Connect(() => {
					if (input.UserInputState === Enum.UserInputState.End) release();
				});
				follow(input);
			}}
			InputChanged={(input) => {
				if (dragging !== undefined && input.UserInputType === Enum.UserInputType.MouseMovement) follow(input);
			}}
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
			<Vide.Index each={marks ?? (() => [])}>
				{(at: () => number) => (
					<frame
						Name="Mark"
						AnchorPoint={new Vector2(0.5, 0.5)}
						Position={() => UDim2.fromScale(at(), 0.5)}
						Size={UDim2.fromOffset(3, 18)}
						BackgroundColor3={() => theme().warning}
					/>
				)}
			</Vide.Index>
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
