import Vide, { effect } from "@rbxts/vide";
import { Icon, IconName } from "../../ui/icon";
import { theme } from "../../ui/theme";
import type { KeptRecording } from "../recordings/kept-recording";
import { readPathPicture } from "../recordings/path-picture";
import { RecordingKind } from "../recordings/recording-facts";

/** The sizes of the box, the drawing in it and the dot, in pixels. */
const BOX = 32;
const DRAWING = 22;
const DOT = 4;

/** The icons of recordings without a camera path. */
const KIND_ICONS: { [K in RecordingKind]: IconName } = {
	take: "camera",
	shot: "curve",
	replay: "person",
	film: "film",
};

function placeOf({ X, Y }: Vector2): UDim2 {
	const edge = (BOX - DRAWING) / 2;
	return UDim2.fromOffset(edge + X * DRAWING, edge + Y * DRAWING);
}

interface RecordingPictureProps {
	recording: KeptRecording;
	/** Curves outside are not drawn: it is undocumented whether a list clips them at its edge. */
	isShown: () => boolean;
}

/** The path of a recording's camera from above, with a dot at its start. */
export function RecordingPicture({ recording: { path, kind }, isShown }: RecordingPictureProps) {
	const strokes = readPathPicture(path);
	return (
		<frame
			Name="Picture"
			Position={UDim2.fromOffset(4, 4)}
			Size={UDim2.fromOffset(BOX, BOX)}
			BackgroundColor3={() => theme().input}
			action={(frame) => {
				for (const stroke of strokes) {
					const line = new Instance("Path2D");
					line.Thickness = 1.5;
					line.Parent = frame;
					line.SetControlPoints(stroke.map((point) => new Path2DControlPoint(placeOf(point))));
					effect(() => (line.Color3 = theme().line));
					effect(() => (line.Visible = isShown()));
				}
			}}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			{strokes.isEmpty() ? (
				<Icon
					icon={KIND_ICONS[kind]}
					color={() => theme().line}
					position={UDim2.fromScale(0.5, 0.5)}
					anchor={new Vector2(0.5, 0.5)}
				/>
			) : (
				<frame
					Name="Start"
					AnchorPoint={new Vector2(0.5, 0.5)}
					Position={placeOf(strokes[0][0])}
					Size={UDim2.fromOffset(DOT, DOT)}
					BackgroundColor3={() => theme().line}
				>
					<uicorner CornerRadius={new UDim(0.5, 0)} />
				</frame>
			)}
		</frame>
	);
}
