import Vide, { For, Show } from "@rbxts/vide";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { formatBytes, formatCount, formatTime } from "../../ui/format";
import { Caption, Label } from "../../ui/label";
import { Column, Row } from "../../ui/stack";
import { TextField } from "../../ui/text-field";
import { REGULAR, SMALL_TEXT_SIZE } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import { Transport } from "../../ui/transport";
import { Message } from "../message";
import { Panel } from "../panel";
import type { RememberedSettings } from "../settings";
import type { CameraSession } from "./camera-session";
import { cleanName, TakeModule } from "./take-module";

interface CameraPanelProps {
	session: CameraSession;
	settings: RememberedSettings;
}

function TakeRow({ take, session, order }: { take: TakeModule; session: CameraSession; order: () => number }) {
	const isChosen = () => session.chosen()?.module === take.module;
	const map = take.map === "" ? "" : `${take.map}  ·  `;
	const ink = () => (isChosen() ? theme().selectedText : theme().text);
	return (
		<textbutton
			Name={take.name}
			LayoutOrder={order}
			Text=""
			AutoButtonColor={false}
			BackgroundColor3={() => (isChosen() ? theme().selected : theme().input)}
			Size={UDim2.fromScale(1, 0)}
			AutomaticSize="Y"
			Activated={() => session.choose(take)}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uilistlayout SortOrder="LayoutOrder" Padding={new UDim(0, 2)} />
			<uipadding
				PaddingLeft={new UDim(0, 8)}
				PaddingRight={new UDim(0, 8)}
				PaddingTop={new UDim(0, 5)}
				PaddingBottom={new UDim(0, 5)}
			/>
			<Label name="Title" order={1} text={take.name} bold={true} color={ink} />
			<Label
				name="Detail"
				order={2}
				text={`${map}${formatTime(take.duration)}  ·  ${formatCount(take.frames)} frames  ·  ${formatBytes(take.bytes)}`}
				small={true}
				color={() => (isChosen() ? theme().selectedText : theme().subText)}
			/>
		</textbutton>
	);
}

function RecordSection({ session, settings }: CameraPanelProps) {
	return (
		<Column name="Record" order={1}>
			<Row name="Buttons" order={1}>
				<Button
					name="RecordButton"
					order={1}
					isMain={true}
					text={() => (session.isRecording() ? "Stop" : "Record")}
					onPress={() => session.toggleRecording()}
				/>
				<Button
					name="Pause"
					order={2}
					text={() => (session.isPaused() ? "Resume" : "Pause")}
					enabled={() => session.isRecording()}
					onPress={() => session.togglePause()}
				/>
				<Button
					name="Discard"
					order={3}
					text="Discard"
					enabled={() => session.isRecording()}
					onPress={() => session.discardRecording()}
				/>
			</Row>
			<Row name="Options" order={2}>
				<Caption name="MapCaption" order={1} text="Map" />
				<TextField
					name="Map"
					order={2}
					width={120}
					text={() => settings.get("map")}
					placeholder="its name"
					onSubmit={(text) => settings.set("map", cleanName(text))}
				/>
				<Caption name="RateCaption" order={3} text="Rate" />
				<TextField
					name="Rate"
					order={4}
					width={48}
					text={() => tostring(settings.get("rate"))}
					onSubmit={(text) => {
						const rate = tonumber(text);
						if (rate !== undefined && rate >= 1 && rate <= 240) settings.set("rate", rate);
						else session.say("The rate is a number of frames a second, from 1 to 240.");
					}}
				/>
			</Row>
			<Label
				name="Counts"
				order={3}
				visible={() => session.isRecording()}
				text={() =>
					`${formatTime(session.seconds())}  ·  ${formatCount(session.frames())} frames  ·  ${formatBytes(session.bytes())}`
				}
				color={() => theme().subText}
			/>
		</Column>
	);
}

function EditSection({ session, settings }: CameraPanelProps) {
	let box: TextBox | undefined;
	return (
		<Column name="Edit" gap={8}>
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
			<Row name="NameRow" order={3}>
				<Caption name="NameCaption" order={1} text="Name" />
				<TextField
					name="Name"
					order={2}
					width={180}
					text={() => session.chosen()?.name ?? ""}
					onSubmit={(text) => session.rename(text)}
				/>
			</Row>
			<Row name="Actions" order={4}>
				<Button name="Duplicate" order={1} text="Duplicate" onPress={() => session.duplicate()} />
				<Button name="Delete" order={2} text="Delete" onPress={() => session.remove()} />
				<Button
					name="Copy"
					order={3}
					text="Copy as text"
					onPress={() => {
						session.copyText();
						if (session.text() !== "" && box) {
							box.CaptureFocus();
							box.SelectionStart = 1;
							box.CursorPosition = session.text().size() + 1;
						}
					}}
				/>
			</Row>
			<textbox
				Name="CopiedText"
				LayoutOrder={5}
				action={(instance) => (box = instance)}
				Visible={() => session.text() !== ""}
				Text={() => session.text()}
				TextEditable={false}
				ClearTextOnFocus={false}
				FontFace={REGULAR}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={() => theme().subText}
				TextXAlignment="Left"
				TextTruncate="AtEnd"
				BackgroundColor3={() => theme().input}
				Size={new UDim2(1, 0, 0, 28)}
			>
				<uicorner CornerRadius={new UDim(0, 4)} />
				<uipadding PaddingLeft={new UDim(0, 8)} PaddingRight={new UDim(0, 8)} />
			</textbox>
			<Row name="View" order={6}>
				<Checkbox
					name="ShowPath"
					text="Show the path in the viewport"
					checked={() => settings.get("showPath")}
					onChange={(shown) => {
						settings.set("showPath", shown);
						session.showPath();
					}}
				/>
			</Row>
		</Column>
	);
}

/** Recording, the list of takes, and what can be done with the chosen one. */
export function CameraPanel({ session, settings }: CameraPanelProps) {
	return (
		<Panel name="Camera">
			<RecordSection session={session} settings={settings} />
			<Message order={2} text={() => session.message()} isProblem={() => session.isProblem()} />
			<Label name="TakesTitle" order={3} bold={true} text={() => `Takes (${session.list.takes().size()})`} />
			<Column name="Takes" order={4} gap={4}>
				<For each={() => session.list.takes()}>
					{(take: TakeModule, index: () => number) => <TakeRow take={take} session={session} order={index} />}
				</For>
			</Column>
			<Row name="Paste" order={5}>
				<TextField
					name="PasteField"
					text=""
					width={200}
					placeholder="Paste a take's text here"
					onSubmit={(text) => session.pasteText(text)}
				/>
			</Row>
			<frame
				Name="Chosen"
				LayoutOrder={6}
				BackgroundTransparency={1}
				Size={UDim2.fromScale(1, 0)}
				AutomaticSize="Y"
				Visible={() => session.chosen() !== undefined}
			>
				<Show when={() => session.chosen() !== undefined}>
					{() => <EditSection session={session} settings={settings} />}
				</Show>
			</frame>
		</Panel>
	);
}
