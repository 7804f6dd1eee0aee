import Vide, { For } from "@rbxts/vide";
import { Button } from "../../ui/button";
import { formatBytes, formatCount, formatTime } from "../../ui/format";
import { Label } from "../../ui/label";
import { Half, Row } from "../../ui/stack";
import { TextField } from "../../ui/text-field";
import { theme } from "../../ui/theme";
import type { CameraSession } from "./camera-session";
import type { KeptTake } from "./kept-take";
import { isFound } from "./take-order";

/** Pixels from one row of the list to the next, and how many rows show before it scrolls. */
const ROW_HEIGHT = 50;
const MOST_ROWS = 5;

function counted(count: number, what: string): string {
	return count === 0 ? "" : ` · ${count} ${what}${count === 1 ? "" : "s"}`;
}

function detailOf({ name, map, duration, frames, bytes, cuts, markers }: KeptTake): string {
	// Most names begin with the map's.
	const where = map === "" || name.find(map, 1, true)[0] !== undefined ? "" : `${map} · `;
	const more = counted(cuts, "cut") + counted(markers, "marker");
	return `${where}${formatTime(duration)} · ${formatCount(frames)} frames${more} · ${formatBytes(bytes)}`;
}

function TakeRow({ take, session, order }: { take: KeptTake; session: CameraSession; order: () => number }) {
	const isChosen = () => session.chosen()?.holder === take.holder;
	return (
		<textbutton
			Name={take.name}
			LayoutOrder={order}
			Text=""
			AutoButtonColor={false}
			BackgroundColor3={() => (isChosen() ? theme().selected : theme().input)}
			Size={new UDim2(1, -10, 0, ROW_HEIGHT - 4)}
			Activated={() => session.choose(take)}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uistroke Color={() => theme().border} />
			<uilistlayout SortOrder="LayoutOrder" VerticalAlignment="Center" Padding={new UDim(0, 2)} />
			<uipadding PaddingLeft={new UDim(0, 8)} PaddingRight={new UDim(0, 8)} />
			<Label
				name="Title"
				order={1}
				text={take.name}
				bold={true}
				oneLine={true}
				color={() => (isChosen() ? theme().selectedText : theme().text)}
			/>
			<Label
				name="Detail"
				order={2}
				text={detailOf(take)}
				small={true}
				oneLine={true}
				color={() => (isChosen() ? theme().selectedText : theme().subText)}
			/>
		</textbutton>
	);
}

/** The takes of the place: search, the list, and the ways in from outside. */
export function TakesSection({ session }: { session: CameraSession }) {
	const found = () => session.list.takes().filter((take) => isFound(take, session.search()));
	const title = () => {
		const all = session.list.takes().size();
		const shown = found().size();
		return shown === all ? `Takes (${all})` : `Takes (${shown} of ${all})`;
	};
	return (
		<Half name="TakesSection" order={1}>
			<Row name="TakesHead" order={1}>
				<Label name="TakesTitle" order={1} bold={true} narrow={true} text={title} />
				<TextField
					name="Search"
					order={2}
					text={() => session.search()}
					placeholder="Search"
					tip="Shows the takes whose name, map or metadata hold every word"
					onType={(text) => session.search(text)}
				/>
			</Row>
			<Label
				name="NoTakes"
				order={2}
				small={true}
				visible={() => session.list.takes().isEmpty()}
				text="None yet: press Record, import a file, or paste a take's text."
				color={() => theme().subText}
			/>
			<scrollingframe
				Name="Takes"
				LayoutOrder={3}
				BackgroundTransparency={1}
				BorderSizePixel={0}
				Visible={() => !found().isEmpty()}
				Size={() => new UDim2(1, 0, 0, math.min(found().size(), MOST_ROWS) * ROW_HEIGHT)}
				CanvasSize={UDim2.fromOffset(0, 0)}
				AutomaticCanvasSize="Y"
				ScrollingDirection="Y"
				ScrollBarThickness={6}
				ScrollBarImageColor3={() => theme().scrollBar}
			>
				<uilistlayout SortOrder="LayoutOrder" Padding={new UDim(0, 4)} />
				<uipadding PaddingLeft={new UDim(0, 1)} PaddingTop={new UDim(0, 1)} />
				<For each={found}>
					{(take: KeptTake, index: () => number) => <TakeRow take={take} session={session} order={index} />}
				</For>
			</scrollingframe>
			<Row name="Add" order={4}>
				<Button
					name="ImportTakes"
					order={1}
					text="Import…"
					tip="Adds the takes of files: archives, SNAPV1.3, packed takes, saved text, and the cameras of a .glb"
					onPress={() => session.importFiles()}
				/>
				<TextField
					name="PasteField"
					order={2}
					text=""
					placeholder="Paste a take's text"
					tip="Text that “Copy as text” gave, one piece after another, in any order"
					onSubmit={(text) => session.pasteText(text)}
				/>
			</Row>
		</Half>
	);
}
