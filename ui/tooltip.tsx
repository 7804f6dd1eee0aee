import Vide, { cleanup, Derivable, read, source } from "@rbxts/vide";
import { REGULAR, SMALL_TEXT_SIZE } from "./text-style";
import { theme } from "./theme";

/** Seconds that the pointer rests on an object before its tooltip shows. */
const REST = 0.5;
const WIDTH = 220;

/** Pixels between an object and its tooltip, and between a tooltip and the edge of the panel. */
const GAP = 4;

interface Tip {
	object: GuiObject;
	text: string;
}

const shown = source<Tip | undefined>(undefined);

/** Returns the action that adds a tooltip to an object. */
export function tooltip(text: Derivable<string> | undefined): ((object: GuiObject) => void) | undefined {
	if (text === undefined) return undefined;
	return (object) => {
		let resting: thread | undefined;
		const leave = () => {
			if (resting) task.cancel(resting);
			resting = undefined;
			if (shown()?.object === object) shown(undefined);
		};
		object.MouseEnter.Connect(() => {
			leave();
			resting = task.delay(REST, () => {
				resting = undefined;
				shown({ object, text: read(text) });
			});
		});
		object.MouseLeave.Connect(leave);
		cleanup(leave);
	};
}

/**
 * Returns the position of a tooltip of `height`: below its object, or above it if there is no room, and within the
 * panel.
 */
function placeOf({ object }: Tip, ground: GuiBase2d, height: number): UDim2 {
	const at = object.AbsolutePosition.sub(ground.AbsolutePosition);
	const room = ground.AbsoluteSize;
	const below = at.Y + object.AbsoluteSize.Y + GAP;
	const y = below + height > room.Y ? math.max(at.Y - height - GAP, 0) : below;
	return UDim2.fromOffset(math.clamp(at.X, GAP, math.max(room.X - WIDTH - GAP, GAP)), y);
}

/**
 * Covers a whole panel and shows its tooltips. It lets all input through. It also receives all of the panel's input,
 * including keys, regardless of the object under the pointer.
 */
export function Overlay({ onInput }: { onInput?: (input: InputObject) => void }) {
	let ground: Frame | undefined;
	let label: TextLabel | undefined;
	const tip = () => {
		const wanted = shown();
		return wanted && ground?.Parent && wanted.object.IsDescendantOf(ground.Parent) ? wanted : undefined;
	};
	return (
		<frame
			Name="Overlay"
			action={(instance) => (ground = instance)}
			BackgroundTransparency={1}
			Size={UDim2.fromScale(1, 1)}
			ZIndex={10}
			InputBegan={onInput}
		>
			<textlabel
				Name="Tooltip"
				action={(instance) => (label = instance)}
				Visible={() => tip() !== undefined}
				Text={() => tip()?.text ?? ""}
				Position={() => {
					const wanted = tip();
					return wanted && ground && label ? placeOf(wanted, ground, label.AbsoluteSize.Y) : new UDim2();
				}}
				FontFace={REGULAR}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={() => theme().text}
				TextXAlignment="Left"
				TextWrapped={true}
				BackgroundColor3={() => theme().input}
				Size={UDim2.fromOffset(WIDTH, 0)}
				AutomaticSize="Y"
			>
				<uicorner CornerRadius={new UDim(0, 4)} />
				<uistroke ApplyStrokeMode="Border" Color={() => theme().border} />
				<uipadding
					PaddingLeft={new UDim(0, 8)}
					PaddingRight={new UDim(0, 8)}
					PaddingTop={new UDim(0, 4)}
					PaddingBottom={new UDim(0, 4)}
				/>
			</textlabel>
		</frame>
	);
}
