import { UserInputService } from "@rbxts/services";
import Vide, { cleanup, mount } from "@rbxts/vide";
import { COMMANDS } from "./commands";
import { DemoSession } from "./demo-session";
import { Hud } from "./hud";
import { OpeningBadge } from "./opening-badge";
import { awaitRemote } from "./remotes";

/** Starts the demo's client in `playerGui`: the opening, the HUD and the keys. Returns a function that ends it. */
export function startClient(playerGui: Instance): () => void {
	const remote = awaitRemote();
	return mount(() => {
		// Survives a respawn, which otherwise empties the PlayerGui.
		const paths = (<screengui Name="DollyPaths" ResetOnSpawn={false} Parent={playerGui} />) as ScreenGui;
		const session = new DemoSession(remote, paths);
		const keys = UserInputService.InputBegan.Connect((input, isTyped) => {
			if (isTyped || session.stage.opening()) return;
			const command = COMMANDS.find(({ key }) => key === input.KeyCode);
			if (command) task.spawn(command.run, session);
		});
		const badge = (<OpeningBadge stage={session.stage} parent={playerGui} />) as ScreenGui;
		const screen = (<Hud session={session} />) as ScreenGui;
		cleanup(() => {
			keys.Disconnect();
			screen.Destroy();
			badge.Destroy();
			paths.Destroy();
		});
		return screen;
	}, playerGui);
}
