import Vide, { For, Show } from "@rbxts/vide";
import { Label } from "../../ui/label";
import { Meter } from "../../ui/meter";
import { PanelButton } from "../../ui/panel-button";
import { Column } from "../../ui/stack";
import { TextField } from "../../ui/text-field";
import { theme } from "../../ui/theme";
import type { AssetCount } from "./asset-counts";
import type { ClipAsset } from "../publish/publish-clips";
import type { ImportSession } from "./import-session";
import type { ModelRow } from "./imported-models";
import { importIdOf } from "./kept-import";

interface RowsProps {
	session: ImportSession;
	row: ModelRow;
	/** The card's number, used in the names of its buttons. */
	card: number;
	order: number;
}

const TITLES = new Map([
	["Mesh", "Meshes"],
	["Image", "Images"],
	["Animation", "Animations"],
]);
const TITLE_WIDTH = 88;
const COUNT_WIDTH = 56;

/** The number of uploaded assets of a kind, as a bar and in digits. */
function CountRow({
	session,
	row,
	kind,
	card,
	order,
}: Omit<RowsProps, "order"> & { kind: AssetCount["kind"]; order: number }) {
	const count = () => {
		const tally = session.models.tally();
		const isOurs = tally !== undefined && row.kept !== undefined && tally.id === importIdOf(row.kept);
		return (isOurs ? tally.counts : row.counts).find((entry) => entry.kind === kind) ?? { kind, done: 0, total: 0 };
	};
	return (
		<frame Name={`${kind}Row`} LayoutOrder={order} BackgroundTransparency={1} Size={new UDim2(1, 0, 0, 24)}>
			<uilistlayout
				FillDirection="Horizontal"
				VerticalAlignment="Center"
				SortOrder="LayoutOrder"
				Padding={new UDim(0, 8)}
			/>
			<frame Name="Title" LayoutOrder={1} BackgroundTransparency={1} Size={UDim2.fromOffset(TITLE_WIDTH, 18)}>
				<Label name={`${kind}Title${card}`} small={true} oneLine={true} text={TITLES.get(kind) ?? ""} />
			</frame>
			<Meter name={`${kind}Meter${card}`} order={2} value={() => count().done / math.max(count().total, 1)} />
			<frame Name="Count" LayoutOrder={3} BackgroundTransparency={1} Size={UDim2.fromOffset(COUNT_WIDTH, 18)}>
				<Label
					name={`${kind}Count${card}`}
					small={true}
					oneLine={true}
					right={true}
					text={() => `${count().done} of ${count().total}`}
				/>
			</frame>
		</frame>
	);
}

/** A clip: plays by its id if it is published, or opens Studio's upload window if Roblox refused it. */
function ClipRow({ session, row, clip, card, order }: Omit<RowsProps, "order"> & { clip: ClipAsset; order: number }) {
	const { name, id } = clip;
	const isOpened = () => session.studioUpload.isOpened(row.kept, name);
	const isPlaying = () => session.preview.isPlaying(row.model, name);
	const isFree = () => !session.work.isBusy();
	return (
		<Column name={`Clip${order}`} order={order} gap={8}>
			<frame Name="ClipLine" LayoutOrder={1} BackgroundTransparency={1} Size={new UDim2(1, 0, 0, 28)}>
				<uilistlayout
					FillDirection="Horizontal"
					VerticalAlignment="Center"
					SortOrder="LayoutOrder"
					Padding={new UDim(0, 8)}
				/>
				<frame Name="ClipTitle" LayoutOrder={1} BackgroundTransparency={1} Size={UDim2.fromOffset(60, 18)}>
					<uiflexitem FlexMode="Fill" />
					<Label
						name={`ClipName${card}-${order}`}
						small={true}
						oneLine={true}
						text={id === undefined ? name : string.format("%s  %d", name, id)}
						color={() => theme().subText}
					/>
				</frame>
				{id === undefined ? (
					<PanelButton
						name={`UploadClip${card}-${order}`}
						order={2}
						text="Upload…"
						tip="Selects the animation and opens Studio's own upload window for it."
						width={80}
						enabled={isFree}
						selected={isOpened}
						onPress={() => session.openUpload(row, name)}
					/>
				) : (
					<PanelButton
						name={`PlayClip${card}-${order}`}
						order={2}
						text={() => (isPlaying() ? "Stop" : "Play")}
						tip={
							row.model
								? "Plays the published animation by its id through Roblox's own Animator, as a game does."
								: "The model is not in the place."
						}
						width={80}
						enabled={row.model !== undefined}
						selected={isPlaying}
						onPress={() => session.togglePlaying(row, clip)}
					/>
				)}
			</frame>
			<Show when={isOpened}>
				{() => (
					<frame Name="HandBack" LayoutOrder={2} BackgroundTransparency={1} Size={new UDim2(1, 0, 0, 28)}>
						<uilistlayout
							FillDirection="Horizontal"
							VerticalAlignment="Center"
							HorizontalAlignment="Right"
							SortOrder="LayoutOrder"
							Padding={new UDim(0, 8)}
						/>
						<TextField
							name="ClipId"
							order={1}
							placeholder="its id"
							text=""
							tip="The id that Studio shows after the upload, or its link."
							onSubmit={(text) => session.enterUpload(name, text)}
						/>
						<PanelButton
							name="ChooseClip"
							order={2}
							text="Choose it…"
							tip="Shows your animations: choose the one that you uploaded."
							onPress={() => session.chooseUpload(name)}
						/>
					</frame>
				)}
			</Show>
		</Column>
	);
}

/** The uploaded assets of an import by kind, and its clips. */
export function PublishRows({ session, row, card, order }: RowsProps) {
	const kinds = row.counts.filter(({ total }) => total > 0).map(({ kind }) => kind);
	const isRefused = row.refused !== undefined;
	const clips = row.clips.filter(({ id }) => id !== undefined || isRefused);
	return (
		<Column name="PublishRows" order={order} gap={4}>
			{kinds.map((kind, index) => (
				<CountRow session={session} row={row} kind={kind} card={card} order={index + 1} />
			))}
			{isRefused ? (
				<Label
					name={`Refused${card}`}
					order={10}
					small={true}
					text={`Roblox refused the animations: ${row.refused}. "Upload…" opens Studio's own window for each.`}
					color={() => theme().subText}
				/>
			) : undefined}
			<Column name="Clips" order={11} gap={4} visible={!clips.isEmpty()}>
				<For each={() => clips}>
					{(clip: ClipAsset, index: () => number) => (
						<ClipRow session={session} row={row} clip={clip} card={card} order={index()} />
					)}
				</For>
			</Column>
		</Column>
	);
}
