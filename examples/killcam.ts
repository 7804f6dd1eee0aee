/** A killcam: when the local player is eliminated, the last eight seconds are shown again in slow motion. Runs on a client. */
import { ReplayPlayer, ReplayRecorder } from "@rbxts/dolly/camera";

const Players = game.GetService("Players");

/** Records everybody from now on, and shows the killcam whenever the local player's character dies. */
export function startKillcams(): void {
	const replays = new ReplayRecorder({ keepLast: 8 });
	replays.add(game.GetService("Workspace").CurrentCamera!);
	for (const player of Players.GetPlayers()) replays.add(player); // follows respawns
	Players.PlayerAdded.Connect((player) => replays.add(player));
	replays.start();
	const show = () => {
		if (replays.state !== "recording") return; // one killcam at a time
		const killcam = new ReplayPlayer(replays.peek(), { speed: 0.5 });
		replays.pause(); // or the next killcam would show this one
		killcam.play();
		killcam.ended.Wait();
		killcam.destroy();
		replays.resume();
	};
	const watch = (character: Model) => (character.WaitForChild("Humanoid") as Humanoid).Died.Once(show);
	Players.LocalPlayer.CharacterAdded.Connect(watch);
	if (Players.LocalPlayer.Character) watch(Players.LocalPlayer.Character);
}
