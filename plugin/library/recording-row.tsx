import Vide, { source, untrack } from "@rbxts/vide";
import { formatClock } from "../../ui/format";
import { IconButton } from "../../ui/icon-button";
import { REGULAR, SEMIBOLD, SMALL_TEXT_SIZE, TEXT_SIZE } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import type { KeptRecording } from "../recordings/kept-recording";
import type { Library } from "./library";
import { recordingMenu } from "./library-menus";
import { RecordingPicture } from "./recording-picture";

/** The height of a row, and the distance between rows, in pixels. */
export const ROW_HEIGHT = 40;
export const ROW_STEP = 44;

/** The max seconds between the clicks of a double click, and the pixels after which a press is a drag. */
const DOUBLE_CLICK = 0.4;
const DRAG_START = 4;

function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Describes a recording in a row: `0:12.10 · Harbour · 1 cut, 3 markers`. */
export function describeRecording({ kind, duration, map, cuts, markers, parts }: KeptRecording): string {
	const facts = new Array<string>();
	if (kind === "shot") facts.push(counted(parts, "key"));
	else if (kind === "film") facts.push(`film of ${parts}`);
	else if (kind === "replay") facts.push(counted(parts, "subject"));
	if (cuts > 0) facts.push(counted(cuts, "cut"));
	if (markers > 0) facts.push(counted(markers, "marker"));
	return [formatClock(duration), map, facts.join(", ")].filter((text) => text !== "").join(" · ");
}

interface RowFaceProps {
	title: () => string;
	detail: () => string;
	isChosen: () => boolean;
	/** Whether the pointer is over it: its background is lighter. */
	isHovered: () => boolean;
	/** Empty pixels at the right. */
	margin: number;
}

/** The two lines of a row. */
export function RowFace({ title, detail, isChosen, isHovered, margin }: RowFaceProps) {
	return (
		<>
			<textlabel
				Name="Title"
				Text={title}
				FontFace={SEMIBOLD}
				TextSize={TEXT_SIZE}
				TextColor3={() => (isChosen() ? theme().selectedText : theme().text)}
				TextXAlignment="Left"
				TextTruncate="AtEnd"
				BackgroundTransparency={1}
				Position={UDim2.fromOffset(48, 3)}
				Size={new UDim2(1, -48 - margin, 0, 17)}
			/>
			<textlabel
				Name="Detail"
				Text={detail}
				FontFace={REGULAR}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={() => {
					if (isChosen()) return theme().selectedText;
					return isHovered() ? theme().text : theme().subText;
				}}
				TextXAlignment="Left"
				TextTruncate="AtEnd"
				BackgroundTransparency={1}
				Position={UDim2.fromOffset(48, 20)}
				Size={new UDim2(1, -48 - margin, 0, 17)}
			/>
		</>
	);
}

interface RecordingRowProps {
	recording: KeptRecording;
	library: Library;
	position: () => UDim2;
	/** Whether all of it is visible. */
	isWhole: () => boolean;
}

/**
 * A recording of the list. A click opens it, a double click opens the Sequencer, a right click its menu. It can be
 * dragged out.
 */
export function RecordingRow({ recording, library, position, isWhole }: RecordingRowProps) {
	// A running recording has its own row.
	const isChosen = () => !library.recording.isRecording() && library.editor.opened()?.holder === recording.holder;
	const hovered = source(false);
	let clickedAt = -math.huge;
	let pressedAt: Vector3 | undefined;
	const showMenu = () => library.showMenuOf(recording, recordingMenu(library, recording));
	return (
		<textbutton
			Name={recording.name}
			Text=""
			AutoButtonColor={false}
			BackgroundColor3={() => {
				if (isChosen()) return theme().selected;
				return hovered() ? theme().buttonHover : theme().input;
			}}
			Position={position}
			Size={new UDim2(1, 0, 0, ROW_HEIGHT)}
			MouseEnter={() => hovered(true)}
			MouseLeave={() => hovered(false)}
			MouseButton2Click={showMenu}
			InputBegan={(input) => {
				if (input.UserInputType === Enum.UserInputType.MouseButton1) pressedAt = input.Position;
			}}
			InputChanged={(input) => {
				if (!pressedAt || input.UserInputType !== Enum.UserInputType.MouseMovement) return;
				if (input.Position.sub(pressedAt).Magnitude < DRAG_START) return;
				pressedAt = undefined;
				library.drag(recording);
			}}
			InputEnded={(input) => {
				if (input.UserInputType === Enum.UserInputType.MouseButton1) pressedAt = undefined;
			}}
			Activated={() => {
				const now = os.clock();
				const isDouble = now - clickedAt < DOUBLE_CLICK;
				clickedAt = isDouble ? -math.huge : now;
				if (isDouble) library.openInSequencer(recording);
				else if (untrack(library.editor.opened) !== recording) library.open(recording);
			}}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<RecordingPicture recording={recording} isShown={isWhole} />
			<RowFace
				title={() => recording.name}
				detail={() => describeRecording(recording)}
				isChosen={isChosen}
				isHovered={hovered}
				margin={36}
			/>
			<frame
				Name="RowMore"
				AnchorPoint={new Vector2(1, 0.5)}
				Position={new UDim2(1, -4, 0.5, 0)}
				Size={UDim2.fromOffset(24, 24)}
				BackgroundTransparency={1}
				Visible={() => isChosen() || hovered()}
			>
				<IconButton
					name="RowMenu"
					icon="more"
					width={24}
					isPlain={true}
					tip="Open, duplicate, export, delete"
					onPress={showMenu}
				/>
			</frame>
		</textbutton>
	);
}

/** The row of the running recording. */
export function RunningRow({ library }: { library: Library }) {
	const { recording } = library;
	return (
		<frame Name="RunningRow" Size={new UDim2(1, 0, 0, ROW_HEIGHT)} BackgroundColor3={() => theme().selected}>
			<uicorner CornerRadius={new UDim(0, 4)} />
			<frame
				Name="Picture"
				Position={UDim2.fromOffset(4, 4)}
				Size={UDim2.fromOffset(32, 32)}
				BackgroundColor3={() => theme().input}
			>
				<uicorner CornerRadius={new UDim(0, 4)} />
				<frame
					Name="Dot"
					AnchorPoint={new Vector2(0.5, 0.5)}
					Position={UDim2.fromScale(0.5, 0.5)}
					Size={UDim2.fromOffset(12, 12)}
					BackgroundColor3={() => theme().record}
				>
					<uicorner CornerRadius={new UDim(0.5, 0)} />
				</frame>
			</frame>
			<RowFace
				title={() => recording.name()}
				detail={() => {
					const state = recording.isPaused() ? "paused" : "recording";
					return `${state}, ${recording.frames()} frames, ${recording.rate()} fps`;
				}}
				isChosen={() => true}
				isHovered={() => false}
				margin={8}
			/>
		</frame>
	);
}
