import { UserInputService } from "@rbxts/services";
import Vide, { cleanup, mount } from "@rbxts/vide";
import { DemoSession } from "./demo-session";
import { Hud } from "./hud";
import { awaitRemote } from "./remotes";

/** Starts the demo's client: the HUD in `playerGui`, and the keys. Gives the function that ends it. */
export function startClient(playerGui: Instance): () => void {
	const remote = awaitRemote();
	return mount(() => {
		// A respawn empties the PlayerGui of all else.
		const paths = (<screengui Name="DollyPaths" ResetOnSpawn={false} Parent={playerGui} />) as ScreenGui;
		const session = new DemoSession(remote, paths);
		const keys = UserInputService.InputBegan.Connect((input, isTyped) => {
			if (isTyped) return;
			if (input.KeyCode === Enum.KeyCode.R) session.toggleRecording();
			else if (input.KeyCode === Enum.KeyCode.P) session.togglePlaying();
			else if (input.KeyCode === Enum.KeyCode.K) session.toggleReplay();
		});
		const screen = (<Hud session={session} />) as ScreenGui;
		cleanup(() => {
			keys.Disconnect();
			screen.Destroy();
			paths.Destroy();
		});
		return screen;
	}, playerGui);
}
