import Vide, { Show, untrack } from "@rbxts/vide";
import { IconButton } from "../../ui/icon-button";
import { formatClock } from "../../ui/format";
import { Icon } from "../../ui/icon";
import { TextField } from "../../ui/text-field";
import { REGULAR, SMALL_TEXT_SIZE } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import { goToKey } from "../editor/edits";
import type { Library } from "../library/library";
import { recordWords } from "../library/record-words";
import { statusOf } from "../library/status";
import type { MenuItem } from "../menus";
import { KIND_WORDS } from "../recordings/recording-facts";
import { chooseAspect } from "./aspect-menu";
import { chooseSpeed } from "./speed-menu";
import { secondsFrom } from "./read-time";
import type { Timeline } from "./timeline";

/** The gap between two groups of buttons. */
function Gap({ order, timeline }: { order: number; timeline: Timeline }) {
	const width = () => (timeline.layout().hasWords ? 8 : 2);
	return <frame Name="Gap" LayoutOrder={order} Size={() => UDim2.fromOffset(width(), 1)} BackgroundTransparency={1} />;
}

interface ToolbarProps {
	library: Library;
	timeline: Timeline;
	onExport: () => void;
}

/** The open recording, record, transport, time, speed, and the view options of the timeline. */
export function Toolbar({ library, timeline, onExport }: ToolbarProps) {
	const { editor, menus } = library;
	const { playback } = editor;
	const { layout } = timeline;
	const isOpen = () => editor.shown() !== undefined;
	const tipOf = (tip: string) => (isOpen() ? tip : "Open a recording first");
	const words = (text: string) => () => (layout().hasRightWords ? text : "");
	const isWide = () => layout().width >= 760;

	function chooseRecording(): void {
		const items = new Array<MenuItem>();
		for (const recording of untrack(library.list.recordings)) {
			items.push({
				text: `${recording.name} (${KIND_WORDS[recording.kind].one})`,
				isChecked: recording.holder === untrack(editor.opened)?.holder,
				run: () => editor.open(recording),
			});
		}
		if (items.isEmpty()) editor.messages.say("Nothing is recorded yet. Press Record, or press I to start a shot.");
		else menus.show(items);
	}

	const divided = (name: string, tip: string, mode: "keys" | "curves", order: number) => (
		<IconButton
			name={name}
			order={order}
			text={words(name)}
			icon={mode === "keys" ? "key" : "curve"}
			tip={tip}
			isMain={true}
			isOff={() => editor.mode() !== mode}
			hidesIcon={() => layout().hasRightWords}
			onPress={() => editor.mode(mode)}
		/>
	);

	return (
		<frame
			Name="Toolbar"
			Size={() => new UDim2(1, 0, 0, layout().toolbar)}
			BackgroundColor3={() => theme().header}
			BorderSizePixel={0}
			ClipsDescendants={true}
		>
			<frame Name="Left" Size={UDim2.fromScale(1, 1)} BackgroundTransparency={1}>
				<uilistlayout
					FillDirection="Horizontal"
					VerticalAlignment="Center"
					SortOrder="LayoutOrder"
					Padding={new UDim(0, 4)}
				/>
				<uipadding PaddingLeft={new UDim(0, 8)} />
				<Show when={isWide}>
					{() => (
						<IconButton
							name="Opened"
							order={1}
							icon="film"
							isLeft={true}
							opensMenu={true}
							width={() => (layout().hasWords ? 184 : math.clamp(layout().width - 664, 96, 144))}
							text={() => editor.opened()?.name ?? "No shot open"}
							tip="The open recording. Press to open another"
							onPress={chooseRecording}
						/>
					)}
				</Show>
				<Gap order={2} timeline={timeline} />
				<IconButton
					name="RecordButton"
					order={3}
					isRecord={true}
					width={() => (layout().hasWords ? 80 : 32)}
					icon={() => recordWords(library).icon}
					text={() => (layout().hasWords ? recordWords(library).text : "")}
					tip={() => recordWords(library).tip}
					onPress={() => library.toggleRecording()}
				/>
				<Gap order={4} timeline={timeline} />
				<IconButton
					name="ToStart"
					order={5}
					icon="toStart"
					width={24}
					tip={() => tipOf("To the start (Home)")}
					enabled={isOpen}
					onPress={() => playback.seek(0)}
				/>
				<IconButton
					name="PreviousKey"
					order={6}
					icon="keyBack"
					width={24}
					tip={() => tipOf("Previous key or cut (Up)")}
					enabled={isOpen}
					onPress={() => goToKey(editor, -1)}
				/>
				<IconButton
					name="FrameBack"
					order={7}
					icon="frameBack"
					width={24}
					tip={() => tipOf("One frame back (Left; ten with Shift)")}
					enabled={isOpen}
					onPress={() => playback.step(-1)}
				/>
				<IconButton
					name="Play"
					order={8}
					isMain={true}
					width={40}
					icon={() => (playback.isPlaying() ? "pause" : "play")}
					tip={() => tipOf(playback.isPlaying() ? "Pauses where it is (Space)" : "Plays (Space)")}
					enabled={isOpen}
					onPress={() => playback.toggle()}
				/>
				<IconButton
					name="FrameOn"
					order={9}
					icon="frameOn"
					width={24}
					tip={() => tipOf("One frame forward (Right; ten with Shift)")}
					enabled={isOpen}
					onPress={() => playback.step(1)}
				/>
				<IconButton
					name="NextKey"
					order={10}
					icon="keyOn"
					width={24}
					tip={() => tipOf("Next key or cut (Down)")}
					enabled={isOpen}
					onPress={() => goToKey(editor, 1)}
				/>
				<IconButton
					name="ToEnd"
					order={11}
					icon="toEnd"
					width={24}
					tip={() => tipOf("To the end (End)")}
					enabled={isOpen}
					onPress={() => playback.seek(untrack(playback.duration))}
				/>
				<Gap order={12} timeline={timeline} />
				<TextField
					name="Time"
					order={13}
					width={72}
					height={24}
					isCentered={true}
					text={() => formatClock(playback.position())}
					tip="The playhead's time: minutes, seconds and hundredths, or a frame number followed by f"
					onSubmit={(text) => {
						const seconds = secondsFrom(text, untrack(editor.rate));
						if (seconds === undefined) {
							editor.messages.complain("Type a time such as 0:06.67, or a frame such as 400f.");
							return;
						}
						if (untrack(editor.messages.isProblem)) editor.messages.say("");
						playback.seek(seconds);
					}}
				/>
				<Show when={() => layout().hasWords}>
					{() => (
						<textlabel
							Name="Duration"
							LayoutOrder={14}
							Text={() => {
								const frame = math.round(playback.position() * editor.rate());
								const number = layout().hasFrameNumber ? `   frame ${frame}` : "";
								return ` of ${formatClock(playback.duration())}${number}`;
							}}
							FontFace={REGULAR}
							TextSize={SMALL_TEXT_SIZE}
							TextColor3={() => theme().subText}
							BackgroundTransparency={1}
							Size={UDim2.fromOffset(0, 24)}
							AutomaticSize="X"
						/>
					)}
				</Show>
				<IconButton
					name="Speed"
					order={15}
					opensMenu={true}
					width={() => (layout().hasWords ? 52 : 44)}
					text={() => `${playback.speed()}×`}
					tip="Playback speed"
					onPress={() => chooseSpeed(library)}
				/>
				<IconButton
					name="Loop"
					order={16}
					icon="loop"
					width={24}
					selected={() => playback.loop()}
					tip="Plays again from the start"
					onPress={() => playback.loop(!untrack(playback.loop))}
				/>
			</frame>
			<frame
				Name="Right"
				AnchorPoint={new Vector2(1, 0)}
				Position={UDim2.fromScale(1, 0)}
				Size={UDim2.fromScale(0, 1)}
				AutomaticSize="X"
				BackgroundColor3={() => theme().header}
				BorderSizePixel={0}
				Visible={isWide}
			>
				<uilistlayout
					FillDirection="Horizontal"
					HorizontalAlignment="Right"
					VerticalAlignment="Center"
					SortOrder="LayoutOrder"
					Padding={new UDim(0, 8)}
				/>
				<uipadding PaddingRight={new UDim(0, 8)} PaddingLeft={new UDim(0, 8)} />
				<Show when={() => layout().status === 0}>
					{() => (
						<textlabel
							Name="Message"
							LayoutOrder={1}
							Text={() => statusOf(library, () => "")}
							FontFace={REGULAR}
							TextSize={SMALL_TEXT_SIZE}
							TextColor3={() => (library.messages.isProblem() ? theme().warning : theme().subText)}
							TextTruncate="AtEnd"
							TextXAlignment="Right"
							BackgroundTransparency={1}
							Size={() => UDim2.fromOffset(math.clamp(layout().width - 1220, 40, 360), 24)}
						/>
					)}
				</Show>
				<frame Name="Modes" LayoutOrder={2} Size={UDim2.fromOffset(0, 24)} AutomaticSize="X" BackgroundTransparency={1}>
					<uilistlayout FillDirection="Horizontal" SortOrder="LayoutOrder" />
					<uistroke Color={() => theme().border} />
					<uicorner CornerRadius={new UDim(0, 4)} />
					{divided("Keys", "Keys in lanes (G)", "keys", 1)}
					{divided("Curves", "Curves (G)", "curves", 2)}
				</frame>
				<IconButton
					name="Snap"
					order={3}
					icon="magnet"
					width={24}
					selected={() => editor.snaps()}
					tip="Drags snap to keys, markers, cuts and the playhead. Hold Shift to turn it off"
					onPress={() => editor.snaps(!untrack(editor.snaps))}
				/>
				<IconButton
					name="SafeFrame"
					order={4}
					icon="safeFrame"
					width={24}
					selected={() => editor.showsSafeFrame()}
					tip="Shows the safe frame while you look through the shot. Right-click: aspect ratio"
					onPress={() => editor.showsSafeFrame(!untrack(editor.showsSafeFrame))}
					onMenu={() => chooseAspect(library)}
				/>
				<IconButton
					name="LookThrough"
					order={5}
					icon="camera"
					text={words("Look through")}
					selected={() => playback.looksThrough()}
					enabled={isOpen}
					tip={() => tipOf("Shows the shot in the viewport. Fly or press Esc to leave")}
					onPress={() => playback.lookThrough(!untrack(playback.looksThrough))}
				/>
				<IconButton
					name="Export"
					order={6}
					icon="send"
					text={words("Export")}
					enabled={isOpen}
					tip={() => tipOf("Saves a file, playing code, or a GLB")}
					onPress={onExport}
				/>
			</frame>
		</frame>
	);
}

/** The icon and the text at the left of the status line. */
export function MessageLine({ library, order }: { library: Library; order?: number }) {
	const color = () => (library.messages.isProblem() ? theme().warning : theme().text);
	/** There is always text beside the icon. */
	const openText = () => {
		const opened = library.editor.opened();
		return opened ? `${opened.name} is open.` : "No shot is open.";
	};
	return (
		<frame Name="MessageLine" LayoutOrder={order} Size={new UDim2(1, 0, 0, 24)} BackgroundTransparency={1}>
			<uilistlayout
				FillDirection="Horizontal"
				VerticalAlignment="Center"
				SortOrder="LayoutOrder"
				Padding={new UDim(0, 8)}
			/>
			<uipadding PaddingLeft={new UDim(0, 8)} />
			<Icon icon={() => (library.messages.isProblem() ? "warning" : "info")} color={color} order={1} />
			<textlabel
				Name="Message"
				LayoutOrder={2}
				Text={() => statusOf(library, openText)}
				FontFace={REGULAR}
				TextSize={SMALL_TEXT_SIZE}
				TextColor3={color}
				TextXAlignment="Left"
				TextTruncate="AtEnd"
				BackgroundTransparency={1}
				Size={new UDim2(1, -32, 1, 0)}
			/>
		</frame>
	);
}
