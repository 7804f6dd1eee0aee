import Vide, { untrack } from "@rbxts/vide";
import { theme } from "../../ui/theme";
import { createPointer, DragTarget, PointerPlace } from "./pointer";
import type { Timeline } from "./timeline";

/** Max distance in pixels from an end at which a drag moves that end. */
const END_REACH = 8;

/**
 * The bar that shows the visible part of the timeline. Dragging it pans, dragging an end zooms, and a double click
 * shows everything.
 */
export function Overview({ timeline }: { timeline: Timeline }) {
	const { editor } = timeline;
	let ground: Frame | undefined;
	const whole = () => {
		const { start, span } = editor.view();
		return math.max(editor.playback.duration(), start + span, 1e-6);
	};
	const width = () => math.max(ground?.AbsoluteSize.X ?? 1, 1);

	function press(at: PointerPlace): DragTarget {
		const total = untrack(whole);
		const { start, span } = untrack(editor.view);
		const toX = (seconds: number) => (seconds / total) * width();
		const isStart = math.abs(at.x - toX(start)) <= END_REACH;
		const isEnd = math.abs(at.x - toX(start + span)) <= END_REACH;
		return {
			onMove: ({ x }) => {
				const delta = ((x - at.x) / width()) * total;
				if (isEnd) editor.view({ start, span: math.max(span + delta, 0.1) });
				else if (isStart) {
					const first = math.clamp(start + delta, 0, start + span - 0.1);
					editor.view({ start: first, span: start + span - first });
				} else timeline.pan(start + delta - untrack(editor.view).start);
			},
		};
	}

	const pointer = createPointer(() => ground, { onPress: press, onDoubleClick: () => editor.fit() });
	return (
		<frame
			Name="Overview"
			action={(instance) => (ground = instance)}
			Size={UDim2.fromScale(1, 1)}
			BackgroundColor3={() => theme().header}
			BorderSizePixel={0}
			Active={true}
			InputBegan={pointer.began}
			InputChanged={pointer.changed}
		>
			<frame
				Name="InView"
				AnchorPoint={new Vector2(0, 0.5)}
				Position={() => UDim2.fromScale(editor.view().start / whole(), 0.5)}
				Size={() => new UDim2(editor.view().span / whole(), 0, 0, 4)}
				BackgroundColor3={() => theme().subText}
				BackgroundTransparency={0.35}
				BorderSizePixel={0}
			>
				<uicorner CornerRadius={new UDim(0, 2)} />
				<frame
					Name="StartEnd"
					AnchorPoint={new Vector2(0, 0.5)}
					Position={UDim2.fromScale(0, 0.5)}
					Size={UDim2.fromOffset(6, 6)}
					BackgroundColor3={() => theme().text}
					BorderSizePixel={0}
				>
					<uicorner CornerRadius={new UDim(0, 3)} />
				</frame>
				<frame
					Name="FinishEnd"
					AnchorPoint={new Vector2(1, 0.5)}
					Position={UDim2.fromScale(1, 0.5)}
					Size={UDim2.fromOffset(6, 6)}
					BackgroundColor3={() => theme().text}
					BorderSizePixel={0}
				>
					<uicorner CornerRadius={new UDim(0, 3)} />
				</frame>
			</frame>
		</frame>
	);
}
