import Vide, { For } from "@rbxts/vide";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { formatBytes } from "../../ui/format";
import { Caption, Label } from "../../ui/label";
import { ProgressBar } from "../../ui/progress-bar";
import { Column, Row } from "../../ui/stack";
import { TextField } from "../../ui/text-field";
import { theme } from "../../ui/theme";
import { Message } from "../message";
import { Panel } from "../panel";
import type { RememberedSettings } from "../settings";
import type { ImportSession, ModelRow } from "./import-session";
import type { Item } from "./items";

interface ImportPanelProps {
	session: ImportSession;
	settings: RememberedSettings;
}

function OptionsSection({ session, settings }: ImportPanelProps) {
	return (
		<Row name="Options" order={5}>
			<Caption name="ScaleCaption" order={1} text="Scale" />
			<TextField
				name="Scale"
				order={2}
				width={64}
				text={() => tostring(session.scale())}
				onSubmit={(text) => session.setScale(text)}
			/>
			<Caption name="AxisCaption" order={3} text="Up axis" />
			<Button
				name="UpY"
				order={4}
				text="Y"
				selected={() => settings.get("upAxis") === "Y"}
				onPress={() => settings.set("upAxis", "Y")}
			/>
			<Button
				name="UpZ"
				order={5}
				text="Z"
				selected={() => settings.get("upAxis") === "Z"}
				onPress={() => settings.set("upAxis", "Z")}
			/>
		</Row>
	);
}

/** Choosing files, what is inside, what of it to bring in, and the models that the place has from before. */
export function ImportPanel({ session, settings }: ImportPanelProps) {
	const hasContents = () => session.contents() !== undefined;
	const warnings = () => session.contents()?.warnings ?? [];
	return (
		<Panel name="Import">
			<Row name="Files" order={1}>
				<Button
					name="Choose"
					order={1}
					isMain={true}
					text="Choose files…"
					enabled={() => !session.isBusy()}
					onPress={() => session.choose()}
				/>
				<Button
					name="Cancel"
					order={2}
					text="Cancel"
					enabled={() => session.isBusy()}
					onPress={() => session.cancel()}
				/>
			</Row>
			<Label
				name="Formats"
				order={2}
				small={true}
				visible={() => !hasContents() && !session.isBusy()}
				text="Takes .glb, .gltf with its .bin, .mdx, .mrn, .nsa and camera archives (.archive)."
				color={() => theme().subText}
			/>
			<Label
				name="Summary"
				order={3}
				bold={true}
				visible={hasContents}
				text={() =>
					`${session.contents()?.title ?? ""}  ·  ${session.contents()?.format ?? ""}  ·  ${formatBytes(session.size())}`
				}
			/>
			<Column name="Items" order={4} gap={2} visible={hasContents}>
				<For each={() => session.items()}>
					{(item: Item, index: () => number) => (
						<Checkbox
							name={item.id}
							order={index()}
							wide={true}
							text={item.text}
							checked={() => session.isChosen(item)}
							enabled={() => !session.isBusy()}
							onChange={(chosen) => session.setChosen(item, chosen)}
						/>
					)}
				</For>
				<Column name="Warnings" order={10000} gap={2}>
					<For each={warnings}>
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
			</Column>
			<Column name="Settings" order={5} gap={10} visible={hasContents}>
				<OptionsSection session={session} settings={settings} />
				<Row name="Buttons" order={6}>
					<Button
						name="ImportButton"
						isMain={true}
						text="Import"
						enabled={() => !session.isBusy()}
						onPress={() => session.start()}
					/>
				</Row>
			</Column>
			<Column name="Work" order={7} gap={4} visible={() => session.isBusy()}>
				<ProgressBar name="Progress" order={1} value={() => session.progress()} />
				<Label name="Step" order={2} small={true} text={() => session.step()} color={() => theme().subText} />
			</Column>
			<Message order={8} text={() => session.message()} isProblem={() => session.isProblem()} />
			<Column name="Models" order={9} gap={4} visible={() => !session.models().isEmpty()}>
				<Label name="ModelsTitle" order={1} bold={true} text="Imported models" />
				<Label
					name="ModelsNote"
					order={2}
					small={true}
					text="Their files are kept in this place, and this plugin makes their meshes again whenever it opens. A published game has no plugin: there a script has to make them."
					color={() => theme().subText}
				/>
				<Column name="ModelRows" order={3} gap={2}>
					<For each={() => session.models()}>
						{(row: ModelRow, index: () => number) => (
							<Label
								name={`Model${index()}`}
								order={index()}
								text={`${row.name}: ${row.status}`}
								color={() => (row.isProblem ? theme().error : theme().text)}
							/>
						)}
					</For>
				</Column>
			</Column>
		</Panel>
	);
}
