import Vide, { effect, For, Show } from "@rbxts/vide";
import { Checkbox } from "../../ui/checkbox";
import { IconButton } from "../../ui/icon-button";
import { Label } from "../../ui/label";
import { REGULAR, SMALL_TEXT_SIZE } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import { cleanName } from "../place/clean-name";
import { FieldRow } from "./field-row";
import type { Library } from "./library";
import { metadataOf, setMetadata } from "./metadata";
import { SheetPage } from "./sheet";

const CAPTION_WIDTH = 80;

/** The height of the boxes for copied and pasted text, in pixels. */
const BOX_HEIGHT = 112;

function Note({ name, order, text }: { name: string; order: number; text: string | (() => string) }) {
	return <Label name={name} order={order} small={true} text={text} color={() => theme().subText} />;
}

/** The options of recording. */
function RecordSheet({ library }: { library: Library }) {
	const { settings } = library;
	return (
		<SheetPage name="RecordSheet" title={() => "Recording"} onClose={() => library.sheet("none")}>
			<FieldRow
				name="Map"
				order={1}
				caption="Map"
				captionWidth={CAPTION_WIDTH}
				text={() => settings.get("map")}
				placeholder="first part of each name"
				tip="Names of new recordings begin with the map"
				onSubmit={(text) => {
					settings.set("map", cleanName(text));
					library.messages.say("");
				}}
			/>
			<FieldRow
				name="RateField"
				order={2}
				caption="Rate"
				captionWidth={CAPTION_WIDTH}
				text={() => tostring(settings.get("rate"))}
				tip="Frames per second, 1 to 240; at most 120 for replays"
				onSubmit={(text) => library.setRate(text)}
			/>
			<FieldRow
				name="FlySpeed"
				order={3}
				caption="Fly speed"
				captionWidth={CAPTION_WIDTH}
				text={() => tostring(settings.get("flySpeed"))}
				tip="Studs per second of the fly camera. The wheel changes it in flight"
				onSubmit={(text) => library.setFlySpeed(text)}
			/>
			<Checkbox
				name="Flies"
				order={4}
				wide={true}
				text="Fly with W A S D, Q and E, and the right mouse button"
				checked={() => settings.get("flies")}
				tip="Otherwise the camera moves as usual. Your view comes back afterwards"
				onChange={(flies) => settings.set("flies", flies)}
			/>
			<Checkbox
				name="RecordsSelection"
				order={5}
				wide={true}
				text={() => {
					const count = library.models().size();
					return count === 0 ? "Record the selection too" : `Record the selection too: ${count} selected`;
				}}
				checked={() => settings.get("recordsSelection")}
				tip="Selected characters and cars are recorded with the camera, as a replay"
				onChange={(records) => settings.set("recordsSelection", records)}
			/>
		</SheetPage>
	);
}

/** The map and the notes of the open recording. */
function DetailsSheet({ library }: { library: Library }) {
	const { editor } = library;
	const metadata = () => metadataOf(editor.shown());
	const keys = () => {
		const found = new Array<string>();
		for (const [key] of pairs(metadata() as unknown as Map<string, unknown>)) found.push(key);
		return found.sort();
	};
	return (
		<SheetPage
			name="DetailsSheet"
			title={() => editor.opened()?.name ?? "Nothing is open"}
			onClose={() => library.sheet("none")}
		>
			<FieldRow
				name="TakeMap"
				order={1}
				caption="Map"
				captionWidth={CAPTION_WIDTH}
				text={() => editor.opened()?.map ?? ""}
				tip="The map of this recording"
				onSubmit={(text) => editor.setMap(text)}
			/>
			<For each={keys}>
				{(key: string, index: () => number) => (
					<FieldRow
						name={`Value ${key}`}
						order={10 + index()}
						caption={key}
						captionWidth={CAPTION_WIDTH}
						text={() => tostring(metadata()[key] ?? "")}
						tip="Kept with the recording. Empty it to remove it"
						onSubmit={(text) => setMetadata(editor, key, text)}
					/>
				)}
			</For>
			<FieldRow
				name="AddMetadata"
				order={1000}
				caption="New note"
				captionWidth={CAPTION_WIDTH}
				text=""
				placeholder="key = value"
				tip="A text or a number that a game finds in the recording's metadata"
				onSubmit={(text) => {
					if (text === "") return;
					const [key, value] = text.match("^%s*(.-)%s*=%s*(.-)%s*$");
					if (typeIs(key, "string") && key !== "" && typeIs(value, "string")) setMetadata(editor, key, value);
					else library.messages.complain("A note has no name. Type it as key = value.");
				}}
			/>
		</SheetPage>
	);
}

/** A box whose text is all selected, to be copied. */
function CopyText({ order, text, isCode }: { order: number; text: () => string; isCode: () => boolean }) {
	let box: TextBox | undefined;
	effect(() => {
		if (text() === "") return;
		task.defer(() => {
			if (!box?.Parent) return;
			box.CaptureFocus();
			box.SelectionStart = 1;
			box.CursorPosition = box.Text.size() + 1;
		});
	});
	return (
		<textbox
			Name="CopiedText"
			LayoutOrder={order}
			action={(instance) => (box = instance)}
			Text={text}
			TextEditable={false}
			ClearTextOnFocus={false}
			MultiLine={true}
			ClipsDescendants={true}
			FontFace={REGULAR}
			TextSize={SMALL_TEXT_SIZE}
			TextColor3={() => theme().text}
			TextXAlignment="Left"
			TextYAlignment={() => (isCode() ? "Top" : "Center")}
			TextTruncate="AtEnd"
			BackgroundColor3={() => theme().input}
			Size={() => new UDim2(1, 0, 0, isCode() ? BOX_HEIGHT : 28)}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<uistroke ApplyStrokeMode="Border" Color={() => theme().border} />
			<uipadding
				PaddingLeft={new UDim(0, 8)}
				PaddingRight={new UDim(0, 8)}
				PaddingTop={() => new UDim(0, isCode() ? 6 : 0)}
			/>
		</textbox>
	);
}

/** The text to copy, piece by piece. */
function CopySheet({ library }: { library: Library }) {
	const { out } = library;
	const count = () => out.box()?.pieces.size() ?? 0;
	return (
		<SheetPage name="CopySheet" title={() => out.box()?.title ?? "Copy"} onClose={() => library.sheet("none")}>
			<Note name="CopyAdvice" order={1} text={() => out.box()?.advice ?? ""} />
			<Show when={() => !(out.box()?.isCode ?? true)}>
				{() => (
					<IconButton
						name="SaveInstead"
						order={2}
						isMain={true}
						height={28}
						text="Save a file instead…"
						tip="One file for a recording of any length"
						onPress={() => {
							const box = out.box();
							if (box) out.saveFile(box.recording);
						}}
					/>
				)}
			</Show>
			<CopyText order={3} text={() => out.text()} isCode={() => out.box()?.isCode ?? false} />
			<frame
				Name="Pieces"
				LayoutOrder={4}
				Visible={() => count() > 1}
				Size={new UDim2(1, 0, 0, 28)}
				BackgroundTransparency={1}
			>
				<uilistlayout
					FillDirection="Horizontal"
					VerticalAlignment="Center"
					SortOrder="LayoutOrder"
					Padding={new UDim(0, 8)}
				/>
				<IconButton
					name="PieceBack"
					order={1}
					icon="frameBack"
					width={28}
					height={28}
					tip="Previous piece"
					onPress={() => out.turn(-1)}
				/>
				<Label name="PieceCount" order={2} narrow={true} text={() => `Piece ${out.piece()} of ${count()}`} />
				<IconButton
					name="PieceOn"
					order={3}
					icon="frameOn"
					width={28}
					height={28}
					tip="Next piece"
					onPress={() => out.turn(1)}
				/>
			</frame>
			<Show when={() => out.box()?.isLuau ?? false}>
				{() => (
					<IconButton
						name="AddCode"
						order={5}
						height={28}
						text="Add it as a LocalScript"
						tip="Puts the code into StarterPlayerScripts. Studio asks whether Dolly may add scripts"
						onPress={() => out.addCode()}
					/>
				)}
			</Show>
		</SheetPage>
	);
}

/** A box to paste copied text into. */
function PasteSheet({ library }: { library: Library }) {
	let box: TextBox | undefined;
	return (
		<SheetPage name="PasteSheet" title={() => "Paste text"} onClose={() => library.sheet("none")}>
			<Note
				name="PasteAdvice"
				order={1}
				text="Paste the text of a recording with Ctrl+V, then press Enter. Pieces go in any order, one after another."
			/>
			<textbox
				Name="PasteField"
				LayoutOrder={2}
				action={(instance) => (box = instance)}
				Text=""
				PlaceholderText="dolly1 …"
				PlaceholderColor3={() => theme().subText}
				ClearTextOnFocus={false}
				ClipsDescendants={true}
				FontFace={REGULAR}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={() => theme().text}
				TextXAlignment="Left"
				TextTruncate="AtEnd"
				BackgroundColor3={() => theme().input}
				Size={new UDim2(1, 0, 0, 28)}
				FocusLost={() => {
					const { Text: text } = box!;
					box!.Text = "";
					library.pasteText(text);
				}}
			>
				<uicorner CornerRadius={new UDim(0, 4)} />
				<uistroke ApplyStrokeMode="Border" Color={() => theme().border} />
				<uipadding PaddingLeft={new UDim(0, 8)} PaddingRight={new UDim(0, 8)} />
			</textbox>
		</SheetPage>
	);
}

/** The open page over the list, if any. */
export function Sheets({ library, order }: { library: Library; order: number }) {
	const is = (sheet: string) => () => library.sheet() === sheet;
	return (
		<frame
			Name="Sheets"
			LayoutOrder={order}
			Visible={() => library.sheet() !== "none"}
			Size={UDim2.fromScale(1, 0)}
			BackgroundTransparency={1}
		>
			<uiflexitem FlexMode="Fill" />
			<Show when={is("record")}>{() => <RecordSheet library={library} />}</Show>
			<Show when={is("details")}>{() => <DetailsSheet library={library} />}</Show>
			<Show when={is("copy")}>{() => <CopySheet library={library} />}</Show>
			<Show when={is("paste")}>{() => <PasteSheet library={library} />}</Show>
		</frame>
	);
}
