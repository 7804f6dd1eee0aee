import Vide, { derive, For, Show, source } from "@rbxts/vide";
import { IconButton } from "../../ui/icon-button";
import { Icon } from "../../ui/icon";
import { Label } from "../../ui/label";
import { Tabs } from "../../ui/tabs";
import { TextField } from "../../ui/text-field";
import { theme } from "../../ui/theme";
import type { KeptRecording } from "../recordings/kept-recording";
import { EmptyLibrary } from "./empty-library";
import type { Library, Tab } from "./library";
import { addMenu } from "./library-menus";
import { RecordingRow, ROW_HEIGHT, ROW_STEP, RunningRow } from "./recording-row";

/** The min number of rows to make: the visible number is unknown before the first layout. */
const LEAST_ROWS = 20;

/** Returns a tab's text with the number of its recordings, or of those found. */
function counted(library: Library, tab: Tab, word: string): string {
	const all = library.of(tab).size();
	// In an empty place, three zeros would add nothing.
	if (library.list.recordings().isEmpty()) return word;
	const isSearched = library.tab() === tab && library.search() !== "";
	return isSearched ? `${word}  ${library.found().size()} of ${all}` : `${word}  ${all}`;
}

/** Search, and the buttons that import recordings. */
function SearchRow({ library, order, visible }: { library: Library; order: number; visible: () => boolean }) {
	return (
		<frame
			Name="SearchRow"
			LayoutOrder={order}
			Visible={visible}
			Size={new UDim2(1, 0, 0, 28)}
			BackgroundTransparency={1}
		>
			<frame Name="SearchFields" Size={UDim2.fromScale(1, 1)} BackgroundTransparency={1}>
				<uilistlayout FillDirection="Horizontal" SortOrder="LayoutOrder" Padding={new UDim(0, 8)} />
				<TextField
					name="Search"
					order={1}
					text={() => library.search()}
					placeholder="Search names, maps, notes"
					tip="Shows recordings with every word in their name, map or notes"
					onType={(text) => library.search(text)}
				/>
				<IconButton
					name="Add"
					order={2}
					icon="folder"
					text="Add…"
					width={72}
					height={28}
					tip="Add recordings from files, or from text"
					onPress={() => library.menus.show(addMenu(library))}
				/>
			</frame>
			<Icon
				icon="search"
				color={() => theme().subText}
				position={new UDim2(1, -90, 0.5, 0)}
				anchor={new Vector2(1, 0.5)}
			/>
		</frame>
	);
}

/** The rows of the tab. Only visible ones are made. */
function Rows({ library, order }: { library: Library; order: number }) {
	const scrolled = source(0);
	const height = source(0);
	const { recording } = library;
	const isRunning = () => recording.isRecording() && library.tab() === (recording.isReplay() ? "replays" : "takes");
	const above = () => (isRunning() ? 1 : 0);
	const found = derive(() => library.found());
	const first = derive(() => math.max(math.floor(scrolled() / ROW_STEP) - 2, 0));
	const shown = derive(() => {
		const count = math.max(math.ceil(height() / ROW_STEP) + 4, LEAST_ROWS);
		return found().filter((_, index) => index >= first() && index < first() + count);
	});
	const places = derive(() => {
		const map = new Map<KeptRecording, number>();
		found().forEach((one, index) => map.set(one, index));
		return map;
	});
	const topOf = (one: KeptRecording) => ((places().get(one) ?? 0) + above()) * ROW_STEP;
	return (
		<scrollingframe
			Name="Recordings"
			LayoutOrder={order}
			BackgroundTransparency={1}
			BorderSizePixel={0}
			Size={UDim2.fromScale(1, 0)}
			CanvasSize={() => UDim2.fromOffset(0, math.max((found().size() + above()) * ROW_STEP - 4, 0))}
			ScrollingDirection="Y"
			ScrollBarThickness={6}
			VerticalScrollBarInset="ScrollBar"
			ScrollBarImageColor3={() => theme().scrollBar}
			action={(instance) => {
				instance.GetPropertyChangedSignal("CanvasPosition").Connect(() => scrolled(instance.CanvasPosition.Y));
				instance.GetPropertyChangedSignal("AbsoluteSize").Connect(() => height(instance.AbsoluteSize.Y));
			}}
		>
			<uiflexitem FlexMode="Fill" />
			<Show when={isRunning}>{() => <RunningRow library={library} />}</Show>
			<For each={shown}>
				{(one: KeptRecording) => (
					<RecordingRow
						recording={one}
						library={library}
						position={() => UDim2.fromOffset(0, topOf(one))}
						isWhole={() => {
							const top = topOf(one) - scrolled();
							return height() === 0 || (top >= 0 && top + ROW_HEIGHT <= height());
						}}
					/>
				)}
			</For>
			<Show when={() => found().isEmpty() && library.search() !== ""}>
				{() => (
					<Label
						name="NothingFound"
						small={true}
						text={() => `Nothing here matches “${library.search()}”. Use fewer words, or look in another tab.`}
						color={() => theme().subText}
					/>
				)}
			</Show>
		</scrollingframe>
	);
}

interface RecordingsListProps {
	library: Library;
	order: number;
	/** Whether there is room for the search. */
	hasSearch: () => boolean;
	/** Whether there is room for the drawing of the empty list. */
	hasDrawing: () => boolean;
}

/** The recordings of the place by kind. */
export function RecordingsList({ library, order, hasSearch, hasDrawing }: RecordingsListProps) {
	const isEmpty = () => library.of(library.tab()).isEmpty() && !library.recording.isRecording();
	const tab = (id: Tab, name: string, word: string, tip: string) => ({
		id,
		name,
		text: () => counted(library, id, word),
		tip,
	});
	return (
		<frame
			Name="List"
			LayoutOrder={order}
			Size={UDim2.fromScale(1, 0)}
			BackgroundTransparency={1}
			Visible={() => library.sheet() === "none"}
		>
			<uiflexitem FlexMode="Fill" />
			<uilistlayout SortOrder="LayoutOrder" Padding={new UDim(0, 8)} />
			<uipadding
				PaddingLeft={new UDim(0, 8)}
				PaddingRight={new UDim(0, 8)}
				PaddingTop={new UDim(0, 8)}
				PaddingBottom={new UDim(0, 8)}
			/>
			<Tabs
				name="Tabs"
				order={1}
				items={[
					tab("takes", "TakesTab", "Takes", "Camera moves as they were flown"),
					tab("shots", "ShotsTab", "Shots", "Camera moves made of keys, and films made of clips"),
					tab("replays", "ReplaysTab", "Replays", "Cameras, characters and cars recorded together"),
				]}
				chosen={() => library.tab()}
				onChoose={(chosen) => library.tab(chosen)}
			/>
			<SearchRow library={library} order={2} visible={() => hasSearch() && !isEmpty()} />
			<Show when={isEmpty} fallback={() => <Rows library={library} order={3} />}>
				{() => <EmptyLibrary library={library} order={3} hasDrawing={hasDrawing} />}
			</Show>
		</frame>
	);
}
