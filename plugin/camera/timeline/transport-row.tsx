import Vide from "@rbxts/vide";
import { Button } from "../../../ui/button";
import { formatCount, formatTime } from "../../../ui/format";
import { Caption } from "../../../ui/label";
import { Columns, Half, Row } from "../../../ui/stack";
import { SpeedRow } from "../../../ui/transport";
import type { CameraSession } from "../camera-session";

interface TransportRowProps {
	session: CameraSession;
	order: number;
	onZoom: (factor: number) => void;
	onFit: () => void;
}

/** What moves the playhead and the view: frames, playing, speed, zoom, and where it is. */
export function TransportRow({ session, order, onZoom, onFit }: TransportRowProps) {
	const { playback } = session;
	const frame = () => math.round(playback.position() * (session.shown()?.rate ?? 0)) + 1;
	return (
		<Columns name="TransportRow" order={order}>
			<Half name="TransportLeft" order={1}>
				<Row name="Controls" gap={4}>
					<Button name="ToStart" order={1} text="|◀" tip="To the first frame (Home)" onPress={() => playback.seek(0)} />
					<Button name="StepBack" order={2} text="◀" tip="One frame back (Left)" onPress={() => playback.step(-1)} />
					<Button
						name="Play"
						order={3}
						isMain={true}
						text={() => (playback.isPlaying() ? "Pause" : "Play")}
						tip="Plays the take, or pauses (Space)"
						onPress={() => playback.toggle()}
					/>
					<Button name="StepOn" order={4} text="▶" tip="One frame on (Right)" onPress={() => playback.step(1)} />
					<Button
						name="ToEnd"
						order={5}
						text="▶|"
						tip="To the last frame (End)"
						onPress={() => playback.seek(playback.duration())}
					/>
					<Button
						name="Stop"
						order={6}
						text="Stop"
						tip="Gives the camera back and goes to the start"
						enabled={() => playback.isHolding()}
						onPress={() => playback.stop()}
					/>
				</Row>
				<Row name="Position" order={2}>
					<Caption
						name="Time"
						order={1}
						text={() => `${formatTime(playback.position())} / ${formatTime(playback.duration())}`}
					/>
					<Caption
						name="FrameCount"
						order={2}
						text={() => `frame ${formatCount(frame())} of ${formatCount(session.shown()?.count ?? 0)}`}
					/>
				</Row>
			</Half>
			<Half name="TransportRight" order={2}>
				<SpeedRow playback={playback} order={1} />
				<Row name="Zoom" order={2}>
					<Caption name="ZoomCaption" order={1} text="Zoom" />
					<Button name="ZoomOut" order={2} text="–" tip="Shows twice as much" onPress={() => onZoom(2)} />
					<Button
						name="ZoomIn"
						order={3}
						text="+"
						tip="Shows half as much, around the playhead"
						onPress={() => onZoom(0.5)}
					/>
					<Button name="Fit" order={4} text="Fit" tip="Shows the whole take" onPress={onFit} />
				</Row>
			</Half>
		</Columns>
	);
}
