import Vide from "@rbxts/vide";
import { Button } from "../../ui/button";
import { formatBytes, formatCount, formatTime } from "../../ui/format";
import { Caption, Label } from "../../ui/label";
import { Column, Columns, Half, Row } from "../../ui/stack";
import { TextField } from "../../ui/text-field";
import { theme } from "../../ui/theme";
import type { RememberedSettings } from "../settings";
import type { CameraSession } from "./camera-session";
import { cleanName } from "../place/clean-name";

/** Recording: its buttons, what it is done with, and the clock that runs meanwhile. */
export function RecordSection({ session, settings }: { session: CameraSession; settings: RememberedSettings }) {
	return (
		<Column name="Record" order={1}>
			<Columns name="RecordColumns" order={1}>
				<Half name="RecordLeft" order={1}>
					<Row name="Buttons">
						<Button
							name="RecordButton"
							order={1}
							isRecord={true}
							text={() => (session.recording.isRecording() ? "■ Stop" : "● Record")}
							tip="Records the viewport's camera, or the game's in play mode, until it is pressed again"
							onPress={() => session.toggleRecording()}
						/>
						<Button
							name="Pause"
							order={2}
							text={() => (session.recording.isPaused() ? "Resume" : "Pause")}
							tip="Leaves time out of the recording"
							enabled={() => session.recording.isRecording()}
							onPress={() => session.recording.togglePause()}
						/>
						<Button
							name="Discard"
							order={3}
							text="Discard"
							tip="Throws the recording away"
							enabled={() => session.recording.isRecording()}
							onPress={() => session.discardRecording()}
						/>
					</Row>
				</Half>
				<Half name="RecordRight" order={2}>
					<Row name="Options">
						<Caption name="MapCaption" order={1} text="Map" />
						<TextField
							name="Map"
							order={2}
							text={() => settings.get("map")}
							placeholder="its name"
							tip="The map that recordings are of: their names begin with it"
							onSubmit={(text) => settings.set("map", cleanName(text))}
						/>
						<Caption name="RateCaption" order={3} text="Rate" />
						<TextField
							name="Rate"
							order={4}
							width={48}
							text={() => tostring(settings.get("rate"))}
							tip="Frames a second, 1 to 240"
							onSubmit={(text) => {
								const rate = tonumber(text);
								if (rate !== undefined && rate >= 1 && rate <= 240) settings.set("rate", rate);
								else session.say("The rate is a number of frames a second, from 1 to 240.");
							}}
						/>
					</Row>
				</Half>
			</Columns>
			<Row name="Running" order={2} visible={() => session.recording.isRecording()}>
				<Label
					name="Clock"
					order={1}
					narrow={true}
					bold={true}
					text={() =>
						`${session.recording.isPaused() ? "Paused" : "● REC"}  ${formatTime(session.recording.seconds())}`
					}
					color={() => (session.recording.isPaused() ? theme().subText : theme().record)}
				/>
				<Caption
					name="Counts"
					order={2}
					text={() => `${formatCount(session.recording.frames())} frames  ·  ${formatBytes(session.recording.bytes())}`}
				/>
			</Row>
		</Column>
	);
}
