import Vide, { For } from "@rbxts/vide";
import type { Take } from "../../src";
import { Button } from "../../ui/button";
import { formatBytes, formatCount, formatTime } from "../../ui/format";
import { Label } from "../../ui/label";
import { Column, Row } from "../../ui/stack";
import { theme } from "../../ui/theme";
import { Transport } from "../../ui/transport";
import type { DemoSession } from "./demo-session";

/** The takes in the corner of the screen, with the controls of the chosen one. Hidden if there are none. */
export function TakesPanel({ session }: { session: DemoSession }) {
	const hasTake = () => session.chosen() !== undefined && !session.isRecording();
	const isNeeded = () => session.isRecording() || !session.takes().isEmpty() || !session.saved().isEmpty();
	const counts = () =>
		`${formatTime(session.seconds())}  ·  ${formatCount(session.frames())} frames  ·  ${formatBytes(session.bytes())}`;
	return (
		<frame
			Name="Panel"
			Active={true}
			Visible={isNeeded}
			Position={UDim2.fromOffset(12, 12)}
			Size={UDim2.fromOffset(272, 0)}
			AutomaticSize="Y"
			BackgroundColor3={() => theme().background}
			BackgroundTransparency={0.15}
		>
			<uicorner CornerRadius={new UDim(0, 8)} />
			<uipadding
				PaddingLeft={new UDim(0, 12)}
				PaddingRight={new UDim(0, 12)}
				PaddingTop={new UDim(0, 10)}
				PaddingBottom={new UDim(0, 12)}
			/>
			<Column name="Content" gap={8}>
				<Row name="Takes" order={1} visible={() => !session.takes().isEmpty()}>
					<For each={() => session.takes()}>
						{(take: Take, index: () => number) => (
							<Button
								name={take.name}
								order={index()}
								text={take.name}
								selected={() => session.chosen() === take}
								onPress={() => session.choose(take)}
							/>
						)}
					</For>
				</Row>
				<Label name="Counts" order={2} text={counts} color={() => theme().subText} />
				<Column name="Chosen" order={3} visible={hasTake}>
					<Transport playback={session.playback} enabled={hasTake} />
				</Column>
				<Row name="Store" order={4} visible={() => hasTake() || !session.saved().isEmpty()}>
					<Button
						name="Save"
						order={0}
						text="Save take"
						enabled={() => hasTake() && !session.isBusy()}
						onPress={() => task.spawn(() => session.save())}
					/>
					<For each={() => session.saved()}>
						{(name: string, index: () => number) => (
							<Button
								name={`Load ${name}`}
								order={index() + 1}
								text={`Load ${name}`}
								enabled={() => !session.isBusy()}
								onPress={() => task.spawn(() => session.load(name))}
							/>
						)}
					</For>
				</Row>
			</Column>
		</frame>
	);
}
