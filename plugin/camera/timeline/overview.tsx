import Vide from "@rbxts/vide";
import { createDrag } from "../../../ui/drag";
import { theme } from "../../../ui/theme";
import { tooltip } from "../../../ui/tooltip";
import { moveView, TimeView, zoomView } from "./time-view";

/** Pixels at both ends of the bar that zoom instead of pan. */
const EDGE = 8;

interface OverviewProps {
	order: number;
	view: () => TimeView;
	duration: () => number;
	rate: () => number;
	onView: (view: TimeView) => void;
}

/** The whole take, and the part of it that is in view: dragged, the part moves; by its ends, it grows and shrinks. */
export function Overview({ order, view, duration, rate, onView }: OverviewProps) {
	let track: Frame | undefined;
	let grabbed: "start" | "finish" | "view" = "view";
	let offset = 0;
	const whole = () => math.max(duration(), view().span);
	const secondsOf = (x: number) => (x / math.max(track!.AbsoluteSize.X, 1)) * whole();

	function follow(x: number): void {
		const { start, span } = view();
		const at = math.clamp(secondsOf(x), 0, whole());
		if (grabbed === "view") onView(moveView(view(), at - offset, duration()));
		else if (grabbed === "start")
			onView(zoomView(view(), (start + span - at) / span, start + span, duration(), rate()));
		else onView(zoomView(view(), (at - start) / span, start, duration(), rate()));
	}

	const drag = createDrag(() => track, {
		onStart: (x) => {
			const { start, span } = view();
			const pixels = math.max(track!.AbsoluteSize.X, 1) / whole();
			const left = start * pixels;
			const right = (start + span) * pixels;
			if (math.abs(x - left) <= EDGE) grabbed = "start";
			else if (math.abs(x - right) <= EDGE) grabbed = "finish";
			else grabbed = "view";
			// Beside the bar, its middle comes to where the press was.
			offset = x > left && x < right ? secondsOf(x) - start : span / 2;
			follow(x);
			return true;
		},
		onMove: follow,
	});

	return (
		<frame
			Name="Overview"
			LayoutOrder={order}
			action={(instance) => {
				track = instance;
				tooltip("What of the take is in view: drag it to pan, or one of its ends to zoom")?.(instance);
			}}
			Size={new UDim2(1, 0, 0, 14)}
			BackgroundColor3={() => theme().input}
			InputBegan={drag.began}
			InputChanged={drag.changed}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<frame
				Name="InView"
				Position={() => UDim2.fromScale(view().start / whole(), 0)}
				Size={() => UDim2.fromScale(view().span / whole(), 1)}
				BackgroundColor3={() => theme().scrollBar}
			>
				<uicorner CornerRadius={new UDim(0, 4)} />
			</frame>
		</frame>
	);
}
