import Vide, { For, Show } from "@rbxts/vide";
import { Choice } from "../../ui/choice";
import { Label } from "../../ui/label";
import { legible } from "../../ui/legible";
import { PanelButton } from "../../ui/panel-button";
import { Column, Columns, Row } from "../../ui/stack";
import { theme } from "../../ui/theme";
import { canPublish } from "../publish/owner";
import type { RememberedSettings } from "../settings";
import { Card } from "./card";
import { CodeBox } from "./code-box";
import type { ImportSession } from "./import-session";
import type { ModelRow } from "./imported-models";
import { OwnerChoice } from "./owner-choice";
import { PublishRows } from "./publish-rows";

interface ModelsProps {
	session: ImportSession;
	settings: RememberedSettings;
	order: number;
}

/** Asks who will own the uploads. */
function Ask({ session, settings }: Omit<ModelsProps, "order">) {
	return (
		<Column name="Ask" order={5} gap={8}>
			<OwnerChoice session={session} settings={settings} order={1} />
			<Row name="Answer" order={2} gap={8}>
				<PanelButton name="Upload" order={1} isMain={true} text="Upload" onPress={() => session.publish()} />
				<PanelButton name="NotNow" order={2} text="Not now" onPress={() => session.asked(undefined)} />
			</Row>
		</Column>
	);
}

/** The code that plays its clips, in either language. */
function Code({ session, row, card }: { session: ImportSession; row: ModelRow; card: number }) {
	const languages = { luau: "Luau", typescript: "TypeScript" } as const;
	return (
		<Column name="CodeColumn" order={6} gap={8}>
			<Choice
				name="Languages"
				order={1}
				width={96}
				options={(["luau", "typescript"] as const).map((language) => ({
					name: languages[language],
					text: languages[language],
					tip: `Shows the code in ${languages[language]}.`,
					isChosen: () => session.language() === language,
					onChoose: () => session.showCode(row, language),
				}))}
			/>
			<CodeBox name="Code" order={2} text={() => session.code()} />
			<Label
				name="CodeNote"
				order={3}
				small={true}
				text="Press Ctrl+C, and paste it into a LocalScript in StarterPlayerScripts."
				visible={() => session.language() === "luau"}
				color={() => theme().subText}
			/>
			<Row name="CodeButtons" order={4} gap={8} visible={() => session.language() === "luau"}>
				<PanelButton
					name={`AddCode${card}`}
					text="Add it as a LocalScript"
					tip="Puts the code into StarterPlayerScripts. Studio asks whether Dolly may add scripts."
					onPress={() => session.addCode()}
				/>
			</Row>
		</Column>
	);
}

/** An import of the place: its status and its actions. */
function ModelCard({ session, settings, row, order }: Omit<ModelsProps, "order"> & { row: ModelRow; order: number }) {
	const { work } = session;
	const isSame = (other: ModelRow | undefined) =>
		other !== undefined && other.kept === row.kept && other.model === row.model;
	const isAsked = () => isSame(session.asked());
	const isCoded = () => isSame(session.coded()) && session.code() !== "";
	const isInPlace = row.model !== undefined;
	const publishTip = () => {
		if (work.isBusy()) return "Wait until the work below is done, or cancel it.";
		if (row.canPublish) {
			return "Uploads its meshes, images and animations, so that it is saved with the place and seen by everyone. Asks first.";
		}
		if (!canPublish()) return "A playtest cannot publish. Stop it first.";
		return row.kept ? "All of it is published." : "Its files are not in the place.";
	};
	const hasCode = row.model !== undefined && row.kept !== undefined && !row.clips.isEmpty();
	return (
		<Card name={`Model${order}`} order={order}>
			<Column name="Head" order={1} gap={2}>
				<Label name="Title" order={1} bold={true} oneLine={true} text={row.name} />
				<Label
					name={`Status${order}`}
					order={2}
					small={true}
					text={row.status}
					color={() => (row.isProblem ? legible(theme().error, theme().input) : theme().subText)}
				/>
			</Column>
			<Show when={() => row.kept !== undefined && row.counts.some(({ total }) => total > 0)}>
				{() => <PublishRows session={session} row={row} card={order} order={2} />}
			</Show>
			<Row name="Actions" order={3} gap={8}>
				<Show when={() => row.canKeep}>
					{() => (
						<PanelButton
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
				<PanelButton
					name={`Publish${order}`}
					order={1}
					text="Publish…"
					tip={publishTip}
					enabled={() => row.canPublish && !work.isBusy()}
					selected={isAsked}
					onPress={() => session.asked(isAsked() ? undefined : row)}
				/>
				<PanelButton
					name={`Select${order}`}
					order={2}
					text="Select"
					tip={isInPlace ? "Selects the model in Studio." : "The model is not in the place."}
					enabled={isInPlace}
					onPress={() => row.model && session.select([row.model])}
				/>
				<PanelButton
					name={`Code${order}`}
					order={3}
					text="Code…"
					tip={
						hasCode
							? "Shows code that plays its clips in a game, without this plugin."
							: "It has no clip to play in the place."
					}
					enabled={hasCode}
					selected={isCoded}
					onPress={() => session.showCode(row)}
				/>
			</Row>
			<Show when={isAsked}>{() => <Ask session={session} settings={settings} />}</Show>
			<Show when={isCoded}>{() => <Code session={session} row={row} card={order} />}</Show>
		</Card>
	);
}

/** The imports of the place. */
export function ModelsSection({ session, settings, order }: ModelsProps) {
	const { rows, others } = session.models;
	return (
		<Column name="Models" order={order} gap={8} visible={() => !rows().isEmpty()}>
			<Label name="ModelsTitle" order={1} bold={true} text={() => `Imports in this place: ${rows().size()}`} />
			<Label
				name="OthersNote"
				order={2}
				small={true}
				visible={() => others() > 0}
				text={() =>
					`${others()} other ${others() === 1 ? "person is" : "people are"} in this session. They can only see published imports.`
				}
				color={() => legible(theme().warning, theme().background)}
			/>
			<Columns name="ModelRows" order={3} gap={8}>
				<For each={() => rows()}>
					{(row: ModelRow, index: () => number) => (
						<ModelCard session={session} settings={settings} row={row} order={index()} />
					)}
				</For>
			</Columns>
		</Column>
	);
}
