import Vide, { For } from "@rbxts/vide";
import type { Take } from "../../src/camera";
import { Button } from "../../ui/button";
import { formatBytes, formatCount, formatTime } from "../../ui/format";
import { Label } from "../../ui/label";
import { Column, Row } from "../../ui/stack";
import { theme } from "../../ui/theme";
import { Transport } from "../../ui/transport";
import type { DemoSession } from "./demo-session";

function TakeRow({ take, session, order }: { take: Take; session: DemoSession; order: () => number }) {
	return (
		<frame
			Name={take.name}
			LayoutOrder={order}
			BackgroundTransparency={1}
			Size={UDim2.fromScale(1, 0)}
			AutomaticSize="Y"
		>
			<Row name="Buttons">
				<Button
					name="Choose"
					text={take.name}
					selected={() => session.chosen() === take}
					onPress={() => session.choose(take)}
				/>
			</Row>
		</frame>
	);
}

/** The panel in the corner of the screen. */
export function Hud({ session }: { session: DemoSession }) {
	const hasTake = () => session.chosen() !== undefined && !session.isRecording();
	return (
		<screengui Name="DollyHud" ResetOnSpawn={false}>
			<frame
				Name="Panel"
				Active={true}
				Position={UDim2.fromOffset(12, 12)}
				Size={UDim2.fromOffset(280, 0)}
				AutomaticSize="Y"
				BackgroundColor3={() => theme().background}
				BackgroundTransparency={0.1}
			>
				<uicorner CornerRadius={new UDim(0, 8)} />
				<uipadding
					PaddingLeft={new UDim(0, 12)}
					PaddingRight={new UDim(0, 12)}
					PaddingTop={new UDim(0, 10)}
					PaddingBottom={new UDim(0, 12)}
				/>
				<Column name="Content" gap={8}>
					<Label name="Title" order={1} text="Dolly" bold={true} />
					<Row name="Record" order={2}>
						<Button
							name="RecordButton"
							order={1}
							isMain={true}
							text={() => (session.isRecording() ? "Stop (R)" : "Record (R)")}
							onPress={() => session.toggleRecording()}
						/>
						<Button
							name="PlayButton"
							order={2}
							text={() => (session.playback.isPlaying() ? "Pause (P)" : "Play (P)")}
							enabled={hasTake}
							onPress={() => session.togglePlaying()}
						/>
						<Button
							name="ReplayButton"
							order={3}
							text={() => (session.isReplaying() ? "Leave (K)" : "Replay (K)")}
							onPress={() => session.toggleReplay()}
						/>
					</Row>
					<Label
						name="Counts"
						order={3}
						text={() =>
							`${formatTime(session.seconds())}  ·  ${formatCount(session.frames())} frames  ·  ${formatBytes(session.bytes())}`
						}
						color={() => theme().subText}
					/>
					<Transport playback={session.playback} order={4} enabled={hasTake} />
					<Label name="TakesTitle" order={5} text="Takes" bold={true} visible={() => !session.takes().isEmpty()} />
					<Column name="Takes" order={6} gap={4}>
						<For each={() => session.takes()}>
							{(take: Take, index: () => number) => <TakeRow take={take} session={session} order={index} />}
						</For>
					</Column>
					<Row name="Store" order={7}>
						<Button
							name="Save"
							order={1}
							text="Save take"
							enabled={() => hasTake() && !session.isBusy()}
							onPress={() => task.spawn(() => session.save())}
						/>
					</Row>
					<Label name="SavedTitle" order={8} text="Saved" bold={true} visible={() => !session.saved().isEmpty()} />
					<Row name="Saved" order={9}>
						<For each={() => session.saved()}>
							{(name: string, index: () => number) => (
								<Button
									name={`Load ${name}`}
									order={index()}
									text={`Load ${name}`}
									enabled={() => !session.isBusy()}
									onPress={() => session.load(name)}
								/>
							)}
						</For>
					</Row>
					<Label name="Message" order={10} text={() => session.message()} color={() => theme().subText} small={true} />
				</Column>
			</frame>
		</screengui>
	);
}
