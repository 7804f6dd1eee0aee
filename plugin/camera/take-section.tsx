import Vide, { For } from "@rbxts/vide";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { Caption } from "../../ui/label";
import { Column, Half, Row } from "../../ui/stack";
import { TextField } from "../../ui/text-field";
import { REGULAR, SMALL_TEXT_SIZE } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import type { RememberedSettings } from "../settings";
import type { CameraSession } from "./camera-session";

function MetadataFields({ session }: { session: CameraSession }) {
	const keys = () => {
		const found = new Array<string>();
		for (const [key] of pairs(session.metadata() as unknown as Map<string, unknown>)) found.push(key);
		return found.sort();
	};
	return (
		<Column name="Metadata" order={3} gap={4}>
			<For each={keys}>
				{(key: string, index: () => number) => (
					<Row name={`Fact ${key}`} order={index()}>
						<Caption name="FactCaption" order={1} text={key.size() > 24 ? `${key.sub(1, 24)}…` : key} />
						<TextField
							name={`Value ${key}`}
							order={2}
							text={() => tostring(session.metadata()[key] ?? "")}
							tip="Kept with the take; empty it to remove it"
							onSubmit={(text) => session.setMetadata(key, text)}
						/>
					</Row>
				)}
			</For>
			<Row name="NewFact" order={1000}>
				<TextField
					name="AddMetadata"
					text=""
					placeholder="Add metadata: key = value"
					tip="A text or a number that a game finds in take.metadata"
					onSubmit={(text) => session.addMetadata(text)}
				/>
			</Row>
		</Column>
	);
}

/** Pixels of the box with playing code in it, which has six lines. */
const CODE_HEIGHT = 100;

/** The box that holds what is to be copied, one piece at a time. */
function CopyBox({ session }: { session: CameraSession }) {
	let box: TextBox | undefined;
	const selectAll = () => {
		if (!box || session.text() === "") return;
		box.CaptureFocus();
		box.SelectionStart = 1;
		box.CursorPosition = session.text().size() + 1;
	};
	const turn = (steps: number) => {
		session.piece(math.clamp(session.piece() + steps, 1, session.pieces().size()));
		selectAll();
	};
	return (
		<Column name="Copying" order={5}>
			<Row name="CopyButtons" order={1}>
				<Button
					name="Copy"
					order={1}
					text="Copy as text"
					tip="Puts the take into a box as text, in pieces of 16,000 characters"
					onPress={() => {
						session.copyText();
						selectAll();
					}}
				/>
				<Button
					name="CopyCode"
					order={2}
					text="Copy playing code"
					tip="Puts a LocalScript that plays the take into a box"
					onPress={() => {
						session.copyCode();
						selectAll();
					}}
				/>
			</Row>
			<textbox
				Name="CopiedText"
				LayoutOrder={2}
				action={(instance) => (box = instance)}
				Visible={() => session.text() !== ""}
				Text={() => session.text()}
				TextEditable={false}
				ClearTextOnFocus={false}
				MultiLine={true}
				ClipsDescendants={true}
				FontFace={REGULAR}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={() => theme().subText}
				TextXAlignment="Left"
				TextYAlignment={() => (session.isCode() ? "Top" : "Center")}
				TextTruncate="AtEnd"
				BackgroundColor3={() => theme().input}
				Size={() => new UDim2(1, 0, 0, session.isCode() ? CODE_HEIGHT : 28)}
			>
				<uicorner CornerRadius={new UDim(0, 4)} />
				<uistroke ApplyStrokeMode="Border" Color={() => theme().border} />
				<uipadding
					PaddingLeft={new UDim(0, 8)}
					PaddingRight={new UDim(0, 8)}
					PaddingTop={() => new UDim(0, session.isCode() ? 6 : 0)}
				/>
			</textbox>
			<Row name="CodeButtons" order={3} visible={() => session.isCode() && session.text() !== ""}>
				<Button
					name="AddCode"
					text="Add it as a LocalScript"
					tip="Puts the code into StarterPlayerScripts. Studio asks whether Dolly may add scripts"
					onPress={() => session.addCode()}
				/>
			</Row>
			<Row name="Pieces" order={4} visible={() => session.pieces().size() > 1}>
				<Button name="PieceBack" order={1} text="–" tip="The piece before" onPress={() => turn(-1)} />
				<Caption name="PieceCount" order={2} text={() => `Piece ${session.piece()} of ${session.pieces().size()}`} />
				<Button name="PieceOn" order={3} text="+" tip="The next piece" onPress={() => turn(1)} />
			</Row>
		</Column>
	);
}

/** What the chosen take is called, what is kept with it, and its ways out. */
export function TakeSection({ session, settings }: { session: CameraSession; settings: RememberedSettings }) {
	return (
		<Half name="TakeSection" order={2}>
			<Row name="NameRow" order={1}>
				<Caption name="NameCaption" order={1} text="Name" />
				<TextField
					name="Name"
					order={2}
					text={() => session.chosen()?.name ?? ""}
					tip="Up to 90 characters of any script"
					onSubmit={(text) => session.rename(text)}
				/>
			</Row>
			<Row name="MapRow" order={2}>
				<Caption name="TakeMapCaption" order={1} text="Map" />
				<TextField
					name="TakeMap"
					order={2}
					text={() => session.chosen()?.map ?? ""}
					tip="The map that the take was recorded in"
					onSubmit={(text) => session.setMap(text)}
				/>
			</Row>
			<MetadataFields session={session} />
			<Row name="Actions" order={4}>
				<Button name="Duplicate" order={1} text="Duplicate" onPress={() => session.duplicate()} />
				<Button name="Delete" order={2} text="Delete" onPress={() => session.remove()} />
			</Row>
			<CopyBox session={session} />
			<Row name="View" order={6}>
				<Checkbox
					name="ShowPath"
					text="Show the path in the viewport"
					checked={() => settings.get("showPath")}
					tip="A line coloured by speed, from blue (slow) to red (fast), with a ball at each second"
					onChange={(shown) => {
						settings.set("showPath", shown);
						session.showPath();
					}}
				/>
			</Row>
		</Half>
	);
}
