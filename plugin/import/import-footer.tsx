import Vide, { Show } from "@rbxts/vide";
import { Badge } from "../../ui/badge";
import { Label } from "../../ui/label";
import { legible } from "../../ui/legible";
import { PanelButton } from "../../ui/panel-button";
import { ProgressBar } from "../../ui/progress-bar";
import { theme } from "../../ui/theme";
import type { ImportSession } from "./import-session";

interface FooterProps {
	session: ImportSession;
	onShowImports: () => void;
}

/** The current work and its progress, with a button to cancel it. */
function Progress({ session }: { session: ImportSession }) {
	const { work } = session;
	return (
		<frame Name="Work" BackgroundTransparency={1} Size={new UDim2(1, 0, 0, 44)}>
			<frame Name="Told" BackgroundTransparency={1} Position={UDim2.fromOffset(8, 6)} Size={new UDim2(1, -100, 0, 18)}>
				<uilistlayout FillDirection="Horizontal" SortOrder="LayoutOrder" Padding={new UDim(0, 8)} />
				<frame Name="Words" LayoutOrder={1} BackgroundTransparency={1} Size={UDim2.fromOffset(40, 18)}>
					<uiflexitem FlexMode="Fill" />
					<Label name="Step" small={true} oneLine={true} text={() => work.step()} />
				</frame>
				<frame Name="Share" LayoutOrder={2} BackgroundTransparency={1} Size={UDim2.fromOffset(40, 18)}>
					<Label
						name="Percent"
						small={true}
						oneLine={true}
						right={true}
						text={() => string.format("%d%%", math.floor(work.progress() * 100))}
						color={() => theme().subText}
					/>
				</frame>
			</frame>
			<frame Name="Bar" BackgroundTransparency={1} Position={UDim2.fromOffset(8, 28)} Size={new UDim2(1, -100, 0, 8)}>
				<ProgressBar name="Progress" value={() => work.progress()} />
			</frame>
			<frame
				Name="Stop"
				BackgroundTransparency={1}
				AnchorPoint={new Vector2(1, 0)}
				Position={new UDim2(1, -8, 0, 8)}
				Size={UDim2.fromOffset(76, 28)}
			>
				<PanelButton
					name="Cancel"
					text="Cancel"
					tip="Stops at the next step. The place stays as it was; finished uploads are kept."
					width={76}
					onPress={() => work.cancel()}
				/>
			</frame>
		</frame>
	);
}

/** The next step: import, or continue with the imported model. */
function Actions({ session, onShowImports }: FooterProps) {
	const row = () => session.doneRow();
	const isDone = () => session.done() !== undefined;
	const publishes = () => row()?.canPublish === true;
	const hasCode = () => row()?.model !== undefined && row()?.clips.isEmpty() === false;
	return (
		<frame Name="Actions" BackgroundTransparency={1} Size={new UDim2(1, 0, 0, 44)}>
			<uilistlayout
				FillDirection="Horizontal"
				VerticalAlignment="Center"
				SortOrder="LayoutOrder"
				Padding={new UDim(0, 8)}
			/>
			<uipadding PaddingLeft={new UDim(0, 8)} PaddingRight={new UDim(0, 8)} />
			<Show when={() => !isDone()}>
				{() => (
					<PanelButton
						name="ImportButton"
						order={1}
						isMain={true}
						isWide={true}
						text="Import"
						tip="Models go to Workspace, animations to ServerStorage, camera flights to the takes. One undo reverts everything."
						enabled={() => session.items().some((item) => session.isChosen(item))}
						onPress={() => session.start()}
					/>
				)}
			</Show>
			<Show when={() => isDone() && publishes()}>
				{() => (
					<PanelButton
						name="PublishDone"
						order={1}
						isMain={true}
						isWide={true}
						text="Publish…"
						tip="Uploads its meshes, images and animations, so that it is saved with the place and seen by everyone. Asks first."
						onPress={() => {
							session.asked(row());
							onShowImports();
						}}
					/>
				)}
			</Show>
			<Show when={() => isDone() && row()?.model !== undefined}>
				{() => (
					<PanelButton
						name="SelectDone"
						order={2}
						isWide={true}
						text={() => (publishes() ? "Select" : "Select in place")}
						tip="Selects the model in Studio."
						onPress={() => {
							const model = row()?.model;
							if (model) session.select([model]);
						}}
					/>
				)}
			</Show>
			<Show when={() => isDone() && hasCode() && !publishes()}>
				{() => (
					<PanelButton
						name="CodeDone"
						order={3}
						isWide={true}
						text="Playing code…"
						tip="Shows code that plays its clips in a game, without this plugin."
						onPress={() => {
							session.showCode(row()!);
							onShowImports();
						}}
					/>
				)}
			</Show>
			<Show when={isDone}>
				{() => (
					<PanelButton
						name="Again"
						order={4}
						isWide={true}
						text="Import again…"
						tip="Goes back to the contents of the file, to import it with other settings."
						onPress={() => session.again()}
					/>
				)}
			</Show>
		</frame>
	);
}

/** The last message, or a general status. */
function Status({ session }: { session: ImportSession }) {
	const { work } = session;
	function hint(): string {
		if (session.models.tally()) return "Cancel keeps finished uploads.";
		if (work.isBusy()) return "Cancel keeps the place as it was.";
		const row = session.doneRow();
		const isKept = row !== undefined && !row.canPublish && row.counts.some(({ done }) => done > 0);
		return isKept ? "Saved with the place, and seen by everyone." : "Nothing is uploaded until you publish.";
	}
	const isProblem = () => work.isProblem() && work.message() !== "";
	const color = () => legible(isProblem() ? theme().error : theme().subText, theme().background);
	return (
		<frame Name="Status" LayoutOrder={3} BackgroundTransparency={1} Size={UDim2.fromScale(1, 0)} AutomaticSize="Y">
			<frame Name="Rule" Size={new UDim2(1, 0, 0, 1)} BackgroundColor3={() => theme().border} BorderSizePixel={0} />
			<Badge name="Sign" text={() => (isProblem() ? "!" : "i")} color={color} position={UDim2.fromOffset(9, 6)} />
			<frame
				Name="Said"
				BackgroundTransparency={1}
				Position={UDim2.fromOffset(32, 5)}
				Size={new UDim2(1, -40, 0, 20)}
				AutomaticSize="Y"
			>
				<uipadding PaddingBottom={new UDim(0, 5)} />
				<Label
					name="Message"
					small={true}
					visible={() => work.message() !== "" && !work.isBusy()}
					text={() => work.message()}
					color={() => legible(isProblem() ? theme().error : theme().text, theme().background)}
				/>
				<Label
					name="Hint"
					small={true}
					visible={() => work.message() === "" || work.isBusy()}
					text={hint}
					color={color}
				/>
			</frame>
		</frame>
	);
}

/** The part that is always visible: the progress or the next step, and the status. */
export function ImportFooter({ session, onShowImports }: FooterProps) {
	const { work } = session;
	const hasActions = () => work.isBusy() || session.contents() !== undefined;
	return (
		<frame
			Name="StatusBar"
			LayoutOrder={3}
			BackgroundColor3={() => theme().background}
			BorderSizePixel={0}
			Size={UDim2.fromScale(1, 0)}
			AutomaticSize="Y"
		>
			<uilistlayout SortOrder="LayoutOrder" />
			<frame
				Name="Top"
				LayoutOrder={1}
				BackgroundColor3={() => theme().border}
				BorderSizePixel={0}
				Size={new UDim2(1, 0, 0, 1)}
				Visible={hasActions}
			/>
			<frame Name="Doing" LayoutOrder={2} BackgroundTransparency={1} Size={new UDim2(1, 0, 0, 44)} Visible={hasActions}>
				<Show when={() => work.isBusy()} fallback={() => <Actions session={session} onShowImports={onShowImports} />}>
					{() => <Progress session={session} />}
				</Show>
			</frame>
			<Status session={session} />
		</frame>
	);
}
