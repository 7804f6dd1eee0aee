import { UserInputService } from "@rbxts/services";
import Vide from "@rbxts/vide";
import { Button } from "../../ui/button";
import { Label } from "../../ui/label";
import { theme } from "../../ui/theme";
import { Command, COMMANDS } from "./commands";
import type { DemoSession } from "./demo-session";
import { TakesPanel } from "./takes-panel";

function CommandButton({ command, session, order }: { command: Command; session: DemoSession; order: number }) {
	const { name, key, text, isOn, run } = command;
	const isTouch = UserInputService.TouchEnabled;
	const hint = isTouch ? "" : `  ${key.Name}`;
	return (
		<Button
			name={`${name}Button`}
			order={order}
			isLarge={isTouch}
			selected={() => isOn?.(session) ?? false}
			text={() => `${text(session)}${hint}`}
			onPress={() => task.spawn(run, session)}
		/>
	);
}

/** The bar at the bottom of the screen: the last message, and a button for each action. */
function CommandBar({ session }: { session: DemoSession }) {
	return (
		<frame
			Name="Bar"
			Active={true}
			AnchorPoint={new Vector2(0.5, 1)}
			Position={new UDim2(0.5, 0, 1, -12)}
			Size={new UDim2(1, -24, 0, 0)}
			AutomaticSize="Y"
			BackgroundColor3={() => theme().background}
			BackgroundTransparency={0.15}
		>
			<uisizeconstraint MaxSize={new Vector2(720, math.huge)} />
			<uicorner CornerRadius={new UDim(0, 8)} />
			<uipadding
				PaddingLeft={new UDim(0, 12)}
				PaddingRight={new UDim(0, 12)}
				PaddingTop={new UDim(0, 8)}
				PaddingBottom={new UDim(0, 10)}
			/>
			<uilistlayout SortOrder="LayoutOrder" Padding={new UDim(0, 8)} />
			<Label name="Message" order={1} text={() => session.message()} center={true} />
			<frame Name="Commands" LayoutOrder={2} BackgroundTransparency={1} Size={UDim2.fromScale(1, 0)} AutomaticSize="Y">
				<uilistlayout
					FillDirection="Horizontal"
					HorizontalAlignment="Center"
					SortOrder="LayoutOrder"
					Wraps={true}
					Padding={new UDim(0, 6)}
				/>
				{COMMANDS.map((command, index) => (
					<CommandButton command={command} session={session} order={index} />
				))}
			</frame>
		</frame>
	);
}

/** Everything on the screen except the paths. */
export function Hud({ session }: { session: DemoSession }) {
	return (
		<screengui Name="DollyHud" ResetOnSpawn={false}>
			<TakesPanel session={session} />
			<CommandBar session={session} />
		</screengui>
	);
}
