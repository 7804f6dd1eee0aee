import Vide, { Show } from "@rbxts/vide";
import { DropDown } from "../../ui/drop-down";
import { formatTime } from "../../ui/format";
import { IconButton } from "../../ui/icon-button";
import { SEMIBOLD, TEXT_SIZE } from "../../ui/text-style";
import { theme } from "../../ui/theme";
import type { Library } from "./library";
import { countdownMenu, countdownText, rateMenu, recordMenu } from "./library-menus";
import { recordWords } from "./record-words";

/** The record button and its options, or the clock of a running recording. */
export function RecordBar({ library, order }: { library: Library; order: number }) {
	const { recording, countdown, settings, menus } = library;
	const isIdle = () => !recording.isRecording() && countdown.left() === 0;
	const isCounting = () => countdown.left() > 0;
	const rate = () => `${settings.get("rate")} fps`;
	return (
		<frame
			Name="RecordBar"
			LayoutOrder={order}
			Size={new UDim2(1, 0, 0, 44)}
			BackgroundColor3={() => theme().header}
			BorderSizePixel={0}
		>
			<frame
				Name="Edge"
				Position={new UDim2(0, 0, 1, -1)}
				Size={new UDim2(1, 0, 0, 1)}
				BackgroundColor3={() => theme().border}
				BorderSizePixel={0}
			/>
			<frame
				Name="RecordButtons"
				Position={UDim2.fromOffset(8, 8)}
				Size={new UDim2(1, -16, 0, 28)}
				BackgroundTransparency={1}
			>
				<uilistlayout
					FillDirection="Horizontal"
					VerticalAlignment="Center"
					SortOrder="LayoutOrder"
					Padding={new UDim(0, 8)}
				/>
				<IconButton
					name="RecordButton"
					order={1}
					isRecord={true}
					width={() => (recording.isRecording() ? 88 : 96)}
					height={28}
					icon={() => recordWords(library).icon}
					text={() => recordWords(library).text}
					tip={() => recordWords(library).tip}
					onPress={() => library.toggleRecording()}
				/>
				<Show when={isIdle}>
					{() => (
						<>
							<DropDown
								name="Countdown"
								order={2}
								width={72}
								text={() => countdownText(settings.get("countdown"))}
								tip="Countdown before a recording begins"
								onPress={() => menus.show(countdownMenu(library))}
							/>
							<DropDown
								name="Rate"
								order={3}
								text={rate}
								tip="Frames per second of recordings"
								onPress={() => menus.show(rateMenu(library))}
							/>
							<IconButton
								name="RecordMore"
								order={4}
								icon="more"
								width={28}
								height={28}
								tip="Record the selection too, fly, name the map"
								onPress={() => menus.show(recordMenu(library))}
							/>
						</>
					)}
				</Show>
				<Show when={() => recording.isRecording()}>
					{() => (
						<>
							<IconButton
								name="Pause"
								order={2}
								width={72}
								height={28}
								text={() => (recording.isPaused() ? "Resume" : "Pause")}
								tip={() => (recording.isPaused() ? "Resume, with a cut here" : "Leave out the time until you resume")}
								onPress={() => recording.togglePause()}
							/>
							<IconButton
								name="Discard"
								order={3}
								width={72}
								height={28}
								text="Discard"
								tip="Discard the recording"
								onPress={() => library.discardRecording()}
							/>
						</>
					)}
				</Show>
			</frame>
			<textlabel
				Name="Clock"
				Visible={() => !isIdle()}
				Text={() => (isCounting() ? `${countdown.left()}` : formatTime(recording.seconds()))}
				FontFace={SEMIBOLD}
				TextSize={TEXT_SIZE}
				TextColor3={() => (recording.isPaused() ? theme().subText : theme().text)}
				TextXAlignment="Right"
				BackgroundTransparency={1}
				AnchorPoint={new Vector2(1, 0)}
				Position={new UDim2(1, -8, 0, 8)}
				Size={UDim2.fromOffset(64, 28)}
			/>
		</frame>
	);
}
