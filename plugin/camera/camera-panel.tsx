import Vide, { Show } from "@rbxts/vide";
import { Columns } from "../../ui/stack";
import { Overlay } from "../../ui/tooltip";
import { Message } from "../message";
import { Panel } from "../panel";
import type { RememberedSettings } from "../settings";
import type { CameraSession } from "./camera-session";
import { runKey } from "./commands";
import { RecordSection } from "./record-section";
import { TakeSection } from "./take-section";
import { TakesSection } from "./takes-section";
import { Timeline } from "./timeline/timeline";
import { ToolSection } from "./timeline/tool-section";
import { WaitingSection } from "./waiting-section";

interface CameraPanelProps {
	session: CameraSession;
	settings: RememberedSettings;
}

/** Recording, the list of takes, and what can be done with the chosen one. */
export function CameraPanel({ session, settings }: CameraPanelProps) {
	const isChosen = () => session.chosen() !== undefined;
	// Of a damaged one there is nothing to show.
	const isShown = () => session.shown() !== undefined;
	return (
		<>
			<Panel name="Camera">
				<RecordSection session={session} settings={settings} />
				<Message
					order={2}
					text={() => (session.tool() === undefined ? session.message() : "")}
					isProblem={() => session.isProblem()}
				/>
				<WaitingSection session={session} order={2} />
				<Columns name="Library" order={3}>
					<TakesSection session={session} />
					<Show when={isChosen}>{() => <TakeSection session={session} settings={settings} />}</Show>
				</Columns>
				<Show when={isShown}>{() => <Timeline session={session} order={4} />}</Show>
				<Show when={isShown}>{() => <ToolSection session={session} order={5} />}</Show>
			</Panel>
			<Overlay onInput={(input) => runKey(session, input)} />
		</>
	);
}
