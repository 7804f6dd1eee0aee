import Vide from "@rbxts/vide";
import { isRecording as isTake } from "../../src/camera";
import { DropDown } from "../../ui/drop-down";
import { IconButton } from "../../ui/icon-button";
import { theme } from "../../ui/theme";
import { cleanName } from "../place/clean-name";
import { FieldRow } from "./field-row";
import type { Library } from "./library";

/** If the panel is narrower than this, in pixels, the main button has a shorter text. */
const NARROW = 330;

interface ChosenBarProps {
	library: Library;
	order: number;
	/** The panel's width in pixels. */
	width: () => number;
	visible: () => boolean;
}

/** The name of the open recording, and its actions. */
export function ChosenBar({ library, order, width, visible }: ChosenBarProps) {
	const { editor, recording } = library;
	const isRecording = () => recording.isRecording();
	const isReadable = () => !isRecording() && editor.shown() !== undefined;
	const hasTake = () => editor.clips().some(({ recording: clip }) => isTake(clip, "take"));
	const why = (tip: string) => () => {
		if (isRecording()) return "Stop the recording first";
		return isReadable() ? tip : "This recording is damaged";
	};
	return (
		<frame
			Name="ChosenBar"
			LayoutOrder={order}
			Visible={visible}
			Size={new UDim2(1, 0, 0, 80)}
			BackgroundTransparency={1}
		>
			<frame Name="Edge" Size={new UDim2(1, 0, 0, 1)} BackgroundColor3={() => theme().border} BorderSizePixel={0} />
			<frame
				Name="NameFields"
				Position={UDim2.fromOffset(8, 8)}
				Size={new UDim2(1, -16, 0, 28)}
				BackgroundTransparency={1}
			>
				<FieldRow
					name="Name"
					caption="Name"
					captionWidth={48}
					text={() => (isRecording() ? recording.name() : (editor.opened()?.name ?? ""))}
					tip="Up to 90 characters of any script"
					onSubmit={(text) => {
						if (!isRecording()) editor.rename(text);
						else if (cleanName(text) !== "") recording.name(cleanName(text));
					}}
				/>
			</frame>
			<frame
				Name="ChosenButtons"
				Position={UDim2.fromOffset(8, 44)}
				Size={new UDim2(1, -16, 0, 28)}
				BackgroundTransparency={1}
			>
				<uilistlayout FillDirection="Horizontal" SortOrder="LayoutOrder" Padding={new UDim(0, 8)} />
				<IconButton
					name="OpenSequencer"
					order={1}
					isMain={true}
					text={() => (width() < NARROW ? "Sequencer" : "Open in Sequencer")}
					width={() => (width() < NARROW ? 96 : 136)}
					height={28}
					enabled={isReadable}
					tip={why("Edit it on a timeline")}
					onPress={() => library.openInSequencer()}
				/>
				<IconButton
					name="FitKeys"
					order={2}
					text="Fit keys…"
					width={76}
					height={28}
					enabled={() => isReadable() && hasTake()}
					tip={() => {
						const tip = why("Make a few keys of the flight, in the Sequencer")();
						return isReadable() && !hasTake() ? "Only a take can be turned into keys" : tip;
					}}
					onPress={() => library.fitKeys()}
				/>
				<DropDown
					name="Export"
					order={3}
					text="Export"
					enabled={isReadable}
					tip={why("Files, text, code that plays it")}
					onPress={() => library.showExportMenu()}
				/>
			</frame>
		</frame>
	);
}
