import Vide, { Show, source } from "@rbxts/vide";
import { StatusLine } from "../../ui/status-line";
import { Overlay } from "../../ui/tooltip";
import { theme } from "../../ui/theme";
import { runKey } from "../sequencer/commands";
import { SmallTimeline } from "../sequencer/small-timeline";
import { ChosenBar } from "./chosen-bar";
import type { Library } from "./library";
import { RecordBar } from "./record-bar";
import { RecordingTimeline } from "./recording-timeline";
import { RecordingsList } from "./recordings-list";
import { Sheets } from "./sheets";
import { placeText, statusOf } from "./status";
import { WaitingStrip } from "./waiting-strip";

/** The min height of the panel, in pixels, for each part: the lower parts hide first. */
const LANES_FROM = 560;
const DRAWING_FROM = 576;
const CHOSEN_FROM = 360;
const SEARCH_FROM = 260;

/** The heights of the timeline with its lanes, and of its transport, in pixels. */
const LANES_HEIGHT = 188;
const TRANSPORT_HEIGHT = 40;

/** Recording, the list of recordings, and the actions of the open one. */
export function LibraryPanel({ library }: { library: Library }) {
	const size = source(new Vector2(340, 640));
	const height = () => size().Y;
	const { editor, recording, list } = library;
	const isRecording = () => recording.isRecording();
	const hasTimeline = () => isRecording() || !list.recordings().isEmpty();
	const timelineHeight = () => (height() >= LANES_FROM ? LANES_HEIGHT : TRANSPORT_HEIGHT);
	return (
		<>
			<frame
				Name="Library"
				Size={UDim2.fromScale(1, 1)}
				BackgroundColor3={() => theme().background}
				BorderSizePixel={0}
				action={(instance) => {
					const follow = () => {
						if (instance.AbsoluteSize.Y > 0) size(instance.AbsoluteSize);
					};
					instance.GetPropertyChangedSignal("AbsoluteSize").Connect(follow);
					follow();
				}}
			>
				<uilistlayout SortOrder="LayoutOrder" />
				<RecordBar library={library} order={1} />
				<RecordingsList
					library={library}
					order={2}
					hasSearch={() => height() >= SEARCH_FROM}
					hasDrawing={() => height() >= DRAWING_FROM}
				/>
				<Sheets library={library} order={2} />
				<ChosenBar
					library={library}
					width={() => size().X}
					order={3}
					visible={() =>
						height() >= CHOSEN_FROM && library.sheet() === "none" && (isRecording() || editor.opened() !== undefined)
					}
				/>
				<frame
					Name="TimelineSlot"
					LayoutOrder={4}
					Visible={hasTimeline}
					Size={() => new UDim2(1, 0, 0, timelineHeight())}
					BackgroundTransparency={1}
				>
					<frame Name="Edge" Size={new UDim2(1, 0, 0, 1)} BackgroundColor3={() => theme().border} BorderSizePixel={0} />
					<Show when={isRecording} fallback={() => <SmallTimeline library={library} height={timelineHeight} />}>
						{() => <RecordingTimeline recording={recording} height={timelineHeight} width={() => size().X} />}
					</Show>
				</frame>
				<WaitingStrip library={library} order={5} />
				<StatusLine
					order={6}
					text={() => statusOf(library, () => placeText(library))}
					isProblem={() => library.messages.isProblem()}
					mostLines={() => (height() < CHOSEN_FROM ? 2 : 6)}
				/>
			</frame>
			<Overlay onInput={(input) => runKey(library, input)} />
		</>
	);
}
