import Vide, { For, Show } from "@rbxts/vide";
import { Button } from "../../ui/button";
import { Label } from "../../ui/label";
import { Column, Columns, Row } from "../../ui/stack";
import { theme } from "../../ui/theme";
import type { RememberedSettings } from "../settings";
import { CodeBox } from "./code-box";
import type { ImportSession } from "./import-session";
import type { ModelRow } from "./imported-models";
import { OwnerChoice } from "./owner-choice";

interface ModelsProps {
	session: ImportSession;
	settings: RememberedSettings;
	order: number;
}

/** An import of the place: how it stands, and what can be done with it. */
function ModelCard({ session, settings, row, order }: Omit<ModelsProps, "order"> & { row: ModelRow; order: number }) {
	const { work } = session;
	const isAsked = () => session.asked()?.kept === row.kept && session.asked()?.model === row.model;
	const isCoded = () => session.coded() === row.model && session.code() !== "";
	return (
		<frame
			Name={`Model${order}`}
			LayoutOrder={order}
			BackgroundColor3={() => theme().input}
			Size={UDim2.fromOffset(260, 0)}
			AutomaticSize="Y"
		>
			<uiflexitem FlexMode="Grow" />
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uistroke Color={() => theme().border} />
			<uilistlayout SortOrder="LayoutOrder" Padding={new UDim(0, 4)} />
			<uipadding
				PaddingLeft={new UDim(0, 8)}
				PaddingRight={new UDim(0, 8)}
				PaddingTop={new UDim(0, 6)}
				PaddingBottom={new UDim(0, 6)}
			/>
			<Label name="Title" order={1} bold={true} text={row.name} />
			<Label
				name={`Status${order}`}
				order={2}
				small={true}
				text={row.status}
				color={() => (row.isProblem ? theme().error : theme().subText)}
			/>
			<Row name="Actions" order={3}>
				<Button
					name={`Publish${order}`}
					order={1}
					text="Publish…"
					tip="Uploads its meshes and images, so that it is saved with the place and seen by everyone. Asks first."
					enabled={() => row.canPublish && !work.isBusy()}
					selected={isAsked}
					onPress={() => session.asked(isAsked() ? undefined : row)}
				/>
				<Show when={() => row.canKeep}>
					{() => (
						<Button
							name={`Keep${order}`}
							order={1}
							isMain={true}
							text="Keep its files"
							tip="Tries again to put the files of this import into the place."
							enabled={() => !work.isBusy()}
							onPress={() => session.models.keep(row)}
						/>
					)}
				</Show>
				<Button
					name={`Select${order}`}
					order={2}
					text="Select"
					tip="Selects the model in Studio."
					enabled={row.model !== undefined}
					onPress={() => row.model && session.select([row.model])}
				/>
				<Button
					name={`Code${order}`}
					order={3}
					text="Copy playing code"
					tip="Shows a script that plays its clips in a game, without this plugin."
					enabled={row.model !== undefined && row.kept !== undefined && row.clips > 0}
					onPress={() => session.showCode(row)}
				/>
			</Row>
			<Show when={isAsked}>
				{() => (
					<Column name="Ask" order={4} gap={6}>
						<OwnerChoice session={session} settings={settings} order={1} />
						<Row name="Answer" order={2}>
							<Button name="Upload" order={1} isMain={true} text="Upload" onPress={() => session.publish()} />
							<Button name="NotNow" order={2} text="Not now" onPress={() => session.asked(undefined)} />
						</Row>
					</Column>
				)}
			</Show>
			<Show when={isCoded}>
				{() => (
					<Column name="CodeColumn" order={5} gap={4}>
						<Label
							name="CodeNote"
							order={1}
							small={true}
							text="Press Ctrl+C, and paste it into a LocalScript in StarterPlayerScripts."
							color={() => theme().subText}
						/>
						<CodeBox name="Code" order={2} text={() => session.code()} />
						<Row name="CodeButtons" order={3}>
							<Button
								name={`AddCode${order}`}
								text="Add it as a LocalScript"
								tip="Puts the code into StarterPlayerScripts. Studio asks whether Dolly may add scripts."
								onPress={() => session.addCode()}
							/>
						</Row>
					</Column>
				)}
			</Show>
		</frame>
	);
}

/** The imports of the place. */
export function ModelsSection({ session, settings, order }: ModelsProps) {
	const { rows, others } = session.models;
	return (
		<Column name="Models" order={order} gap={6} visible={() => !rows().isEmpty()}>
			<Label name="ModelsTitle" order={1} bold={true} text={() => `Imports in this place (${rows().size()})`} />
			<Label
				name="OthersNote"
				order={2}
				small={true}
				visible={() => others() > 0}
				text={() =>
					`${others()} other ${others() === 1 ? "person is" : "people are"} in this session. Only published imports can be seen by them.`
				}
				color={() => theme().warning}
			/>
			<Columns name="ModelRows" order={3} gap={10}>
				<For each={() => rows()}>
					{(row: ModelRow, index: () => number) => (
						<ModelCard session={session} settings={settings} row={row} order={index()} />
					)}
				</For>
			</Columns>
		</Column>
	);
}
