import Vide, { Show } from "@rbxts/vide";
import { Button } from "../../ui/button";
import { formatTime } from "../../ui/format";
import { Caption } from "../../ui/label";
import { Column, Columns, Row } from "../../ui/stack";
import { Tooltips } from "../../ui/tooltip";
import { Transport } from "../../ui/transport";
import { Message } from "../message";
import { Panel } from "../panel";
import type { RememberedSettings } from "../settings";
import type { CameraSession } from "./camera-session";
import { RecordSection } from "./record-section";
import { TakeSection } from "./take-section";
import { TakesSection } from "./takes-section";

interface CameraPanelProps {
	session: CameraSession;
	settings: RememberedSettings;
}

function EditSection({ session }: { session: CameraSession }) {
	return (
		<Column name="Edit" gap={8} order={4}>
			<Transport playback={session.playback} order={1} marks={() => [session.trimStart(), session.trimEnd()]} />
			<Row name="Trim" order={2}>
				<Button
					name="TrimStart"
					order={1}
					text="Start here"
					onPress={() => session.trimStart(math.min(session.playback.position(), session.trimEnd()))}
				/>
				<Button
					name="TrimEnd"
					order={2}
					text="End here"
					onPress={() => session.trimEnd(math.max(session.playback.position(), session.trimStart()))}
				/>
				<Button
					name="TrimButton"
					order={3}
					text="Trim"
					enabled={() => session.trimStart() > 0 || session.trimEnd() < session.playback.duration()}
					onPress={() => session.trim()}
				/>
				<Caption
					name="TrimRange"
					order={4}
					text={() => `keeps ${formatTime(session.trimStart())} – ${formatTime(session.trimEnd())}`}
				/>
			</Row>
		</Column>
	);
}

/** Recording, the list of takes, and what can be done with the chosen one. */
export function CameraPanel({ session, settings }: CameraPanelProps) {
	const isChosen = () => session.chosen() !== undefined;
	return (
		<>
			<Panel name="Camera">
				<RecordSection session={session} settings={settings} />
				<Message order={2} text={() => session.message()} isProblem={() => session.isProblem()} />
				<Columns name="Library" order={3}>
					<TakesSection session={session} />
					<Show when={isChosen}>{() => <TakeSection session={session} settings={settings} />}</Show>
				</Columns>
				<Show when={isChosen}>{() => <EditSection session={session} />}</Show>
			</Panel>
			<Tooltips />
		</>
	);
}
