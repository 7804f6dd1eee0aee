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
import type { CameraDesk } from "./camera-desk";
import { cleanName, TakeModule } from "./take-module";

interface CameraPanelProps {
	desk: CameraDesk;
	settings: RememberedSettings;
}

function TakeRow({ take, desk, order }: { take: TakeModule; desk: CameraDesk; order: () => number }) {
	const isChosen = () => desk.chosen()?.module === take.module;
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
			Activated={() => desk.choose(take)}
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

function RecordSection({ desk, settings }: CameraPanelProps) {
	return (
		<Column name="Record" order={1}>
			<Row name="Buttons" order={1}>
				<Button
					name="RecordButton"
					order={1}
					isMain={true}
					text={() => (desk.isRecording() ? "Stop" : "Record")}
					onPress={() => desk.toggleRecording()}
				/>
				<Button
					name="Pause"
					order={2}
					text={() => (desk.isPaused() ? "Resume" : "Pause")}
					enabled={() => desk.isRecording()}
					onPress={() => desk.togglePause()}
				/>
				<Button
					name="Discard"
					order={3}
					text="Discard"
					enabled={() => desk.isRecording()}
					onPress={() => desk.discardRecording()}
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
						else desk.say("The rate is a number of frames a second, from 1 to 240.");
					}}
				/>
			</Row>
			<Label
				name="Counts"
				order={3}
				visible={() => desk.isRecording()}
				text={() =>
					`${formatTime(desk.seconds())}  ·  ${formatCount(desk.frames())} frames  ·  ${formatBytes(desk.bytes())}`
				}
				color={() => theme().subText}
			/>
		</Column>
	);
}

function EditSection({ desk, settings }: CameraPanelProps) {
	let box: TextBox | undefined;
	return (
		<Column name="Edit" gap={8}>
			<Transport playback={desk.playback} order={1} marks={() => [desk.trimStart(), desk.trimEnd()]} />
			<Row name="Trim" order={2}>
				<Button
					name="TrimStart"
					order={1}
					text="Start here"
					onPress={() => desk.trimStart(math.min(desk.playback.position(), desk.trimEnd()))}
				/>
				<Button
					name="TrimEnd"
					order={2}
					text="End here"
					onPress={() => desk.trimEnd(math.max(desk.playback.position(), desk.trimStart()))}
				/>
				<Button
					name="TrimButton"
					order={3}
					text="Trim"
					enabled={() => desk.trimStart() > 0 || desk.trimEnd() < desk.playback.duration()}
					onPress={() => desk.trim()}
				/>
				<Caption
					name="TrimRange"
					order={4}
					text={() => `keeps ${formatTime(desk.trimStart())} – ${formatTime(desk.trimEnd())}`}
				/>
			</Row>
			<Row name="NameRow" order={3}>
				<Caption name="NameCaption" order={1} text="Name" />
				<TextField
					name="Name"
					order={2}
					width={180}
					text={() => desk.chosen()?.name ?? ""}
					onSubmit={(text) => desk.rename(text)}
				/>
			</Row>
			<Row name="Actions" order={4}>
				<Button name="Duplicate" order={1} text="Duplicate" onPress={() => desk.duplicate()} />
				<Button name="Delete" order={2} text="Delete" onPress={() => desk.remove()} />
				<Button
					name="Copy"
					order={3}
					text="Copy as text"
					onPress={() => {
						desk.copyText();
						if (desk.text() !== "" && box) {
							box.CaptureFocus();
							box.SelectionStart = 1;
							box.CursorPosition = desk.text().size() + 1;
						}
					}}
				/>
			</Row>
			<textbox
				Name="CopiedText"
				LayoutOrder={5}
				action={(instance) => (box = instance)}
				Visible={() => desk.text() !== ""}
				Text={() => desk.text()}
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
						desk.showPath();
					}}
				/>
			</Row>
		</Column>
	);
}

/** Recording, the list of takes, and what can be done with the chosen one. */
export function CameraPanel({ desk, settings }: CameraPanelProps) {
	return (
		<Panel name="Camera">
			<RecordSection desk={desk} settings={settings} />
			<Message order={2} text={() => desk.message()} isProblem={() => desk.isProblem()} />
			<Label name="TakesTitle" order={3} bold={true} text={() => `Takes (${desk.list.takes().size()})`} />
			<Column name="Takes" order={4} gap={4}>
				<For each={() => desk.list.takes()}>
					{(take: TakeModule, index: () => number) => <TakeRow take={take} desk={desk} order={index} />}
				</For>
			</Column>
			<Row name="Paste" order={5}>
				<TextField
					name="PasteField"
					text=""
					width={200}
					placeholder="Paste a take's text here"
					onSubmit={(text) => desk.pasteText(text)}
				/>
			</Row>
			<frame
				Name="Chosen"
				LayoutOrder={6}
				BackgroundTransparency={1}
				Size={UDim2.fromScale(1, 0)}
				AutomaticSize="Y"
				Visible={() => desk.chosen() !== undefined}
			>
				<Show when={() => desk.chosen() !== undefined}>{() => <EditSection desk={desk} settings={settings} />}</Show>
			</frame>
		</Panel>
	);
}
