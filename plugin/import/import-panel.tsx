import Vide, { For } from "@rbxts/vide";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { formatBytes } from "../../ui/format";
import { Label } from "../../ui/label";
import { ProgressBar } from "../../ui/progress-bar";
import { Column, Columns, Half, Row } from "../../ui/stack";
import { theme } from "../../ui/theme";
import { Overlay } from "../../ui/tooltip";
import { Message } from "../message";
import { Panel } from "../panel";
import type { RememberedSettings } from "../settings";
import type { ImportSession } from "./import-session";
import type { Item } from "./items";
import { ModelsSection } from "./models-section";
import { OwnerChoice } from "./owner-choice";
import { Picture } from "./picture";
import { ReportSection } from "./report-section";
import { SizeSection } from "./size-section";

interface ImportPanelProps {
	session: ImportSession;
	settings: RememberedSettings;
}

/** What is in the chosen files, and what of it to bring in. */
function ContentsSection({ session, settings }: ImportPanelProps) {
	const contents = () => session.contents();
	return (
		<Half name="Contents" order={1} gap={4}>
			<Label
				name="Summary"
				order={1}
				bold={true}
				text={() => `${contents()?.title ?? ""}  ·  ${contents()?.format ?? ""}  ·  ${formatBytes(session.bytes())}`}
			/>
			<Row name="All" order={2}>
				<Button
					name="ChooseAll"
					order={1}
					text="All"
					tip="Ticks everything in the file."
					enabled={() => !session.work.isBusy()}
					onPress={() => session.setAllChosen(true)}
				/>
				<Button
					name="ChooseNone"
					order={2}
					text="None"
					tip="Unticks everything, to choose a few things."
					enabled={() => !session.work.isBusy()}
					onPress={() => session.setAllChosen(false)}
				/>
			</Row>
			<Column name="Items" order={3} gap={2}>
				<For each={() => session.items()}>
					{(item: Item, index: () => number) => (
						<Checkbox
							name={item.id}
							order={index()}
							wide={true}
							text={item.text}
							checked={() => session.isChosen(item)}
							enabled={() => !session.work.isBusy()}
							onChange={(chosen) => session.setChosen(item, chosen)}
						/>
					)}
				</For>
			</Column>
			<Column name="Warnings" order={4} gap={2}>
				<For each={() => contents()?.report ?? []}>
					{(warning: string, index: () => number) => (
						<Label
							name={`Warning${index()}`}
							order={index()}
							small={true}
							text={warning}
							color={() => theme().warning}
						/>
					)}
				</For>
			</Column>
			<Checkbox
				name="ShowPicture"
				order={5}
				wide={true}
				text="Show a picture of it"
				tip="Builds the meshes once more for a picture in this panel. Large files take a while."
				checked={() => settings.get("showPicture")}
				onChange={(shown) => session.setPicture(shown)}
			/>
			<Picture session={session} order={6} />
		</Half>
	);
}

/** How to bring it in. */
function OptionsSection({ session, settings }: ImportPanelProps) {
	const { work } = session;
	return (
		<Half name="Options" order={2} gap={10}>
			<SizeSection session={session} settings={settings} order={2} />
			<Column name="Ticks" order={3} gap={2}>
				<Checkbox
					name="Replace"
					order={2}
					wide={true}
					text={() => `Replace "${session.former()?.name ?? ""}" in this place`}
					visible={() => session.former() !== undefined}
					tip="The model of the same name goes, and this one stands in its place. What was published gets new versions of what changed."
					checked={() => session.replaces()}
					onChange={(replaces) => session.replaces(replaces)}
				/>
				<Checkbox
					name="PublishAtOnce"
					order={3}
					wide={true}
					text="Publish it at once"
					tip="Uploads meshes and images to Roblox, so that the model is saved with the place and seen by everyone."
					checked={() => settings.get("publishAtOnce")}
					onChange={(publishes) => settings.set("publishAtOnce", publishes)}
				/>
			</Column>
			<OwnerChoice session={session} settings={settings} order={4} visible={() => settings.get("publishAtOnce")} />
			<Row name="Buttons" order={5}>
				<Button
					name="ImportButton"
					isMain={true}
					text="Import"
					tip="Models go to Workspace, animations to ServerStorage, camera flights to the Camera panel. One undo takes all of it back."
					enabled={() => !work.isBusy()}
					onPress={() => session.start()}
				/>
			</Row>
		</Half>
	);
}

/** What is under way and what came of it: below all else, because whoever presses something has scrolled to it. */
function StatusBar({ session }: { session: ImportSession }) {
	const { work } = session;
	return (
		<frame
			Name="StatusBar"
			LayoutOrder={2}
			Visible={() => work.isBusy() || work.message() !== ""}
			BackgroundColor3={() => theme().background}
			BorderSizePixel={0}
			Size={UDim2.fromScale(1, 0)}
			AutomaticSize="Y"
		>
			<uilistlayout SortOrder="LayoutOrder" Padding={new UDim(0, 6)} />
			<uipadding
				PaddingLeft={new UDim(0, 12)}
				PaddingRight={new UDim(0, 16)}
				PaddingTop={new UDim(0, 8)}
				PaddingBottom={new UDim(0, 10)}
			/>
			<Column name="Work" order={1} gap={6} visible={() => work.isBusy()}>
				<ProgressBar name="Progress" order={1} value={() => work.progress()} />
				<Label name="Step" order={2} small={true} text={() => work.step()} color={() => theme().subText} />
				<Row name="Stop" order={3}>
					<Button
						name="Cancel"
						text="Cancel"
						tip="Stops at the next step; the place stays as it was."
						onPress={() => work.cancel()}
					/>
				</Row>
			</Column>
			<Message order={2} text={() => work.message()} isProblem={() => work.isProblem()} />
		</frame>
	);
}

/** Choosing files, what is inside, what of it to bring in and how large, and the imports that the place has from before. */
export function ImportPanel({ session, settings }: ImportPanelProps) {
	const { work } = session;
	const hasContents = () => session.contents() !== undefined;
	return (
		<frame
			Name="ImportPanel"
			Size={UDim2.fromScale(1, 1)}
			BackgroundColor3={() => theme().background}
			BorderSizePixel={0}
		>
			<frame Name="Body" Size={UDim2.fromScale(1, 1)} BackgroundTransparency={1}>
				<uilistlayout SortOrder="LayoutOrder" />
				<Panel name="Import">
					<uiflexitem FlexMode="Fill" />
					<Row name="Files" order={1}>
						<Button
							name="Choose"
							order={1}
							isMain={true}
							text="Choose files…"
							tip="Opens files to import: a model with the files that belong to it, or a camera archive."
							enabled={() => !work.isBusy()}
							onPress={() => session.choose()}
						/>
					</Row>
					<Label
						name="Formats"
						order={2}
						small={true}
						visible={() => !hasContents() && !work.isBusy()}
						text="Takes .glb, .gltf with its .bin, .mdx, .mrn, .nsa and camera archives (.archive)."
						color={() => theme().subText}
					/>
					<Columns name="File" order={5} visible={hasContents}>
						<ContentsSection session={session} settings={settings} />
						<OptionsSection session={session} settings={settings} />
					</Columns>
					<ReportSection session={session} order={6} />
					<ModelsSection session={session} settings={settings} order={7} />
				</Panel>
				<StatusBar session={session} />
			</frame>
			<Overlay />
		</frame>
	);
}
