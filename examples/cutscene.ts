/**
 * A cutscene: the game's screens are hidden and the character held while it plays, markers of the take play Sounds of their
 * names, and the space bar skips it. Runs on a client.
 */
import { CameraPlayer, Take } from "@rbxts/dolly/camera";

const Players = game.GetService("Players");
const UserInputService = game.GetService("UserInputService");

/** Hides what is shown on the screen; gives the function that shows it again. */
function hideScreens(playerGui: Instance): () => void {
	const shown = playerGui
		.GetChildren()
		.filter((screen): screen is ScreenGui => screen.IsA("ScreenGui") && screen.Enabled);
	for (const screen of shown) screen.Enabled = false;
	return () => {
		for (const screen of shown) screen.Enabled = true;
	};
}

/** Holds the character where it stands; gives the function that lets it go. */
function holdCharacter(character: Model | undefined): () => void {
	const root = character?.PrimaryPart;
	if (!root || root.Anchored) return () => {};
	root.Anchored = true;
	return () => {
		root.Anchored = false;
	};
}

/** Plays a cutscene and yields until it is over, or skipped. */
export function playCutscene(take: Take, sounds: Instance): void {
	const { LocalPlayer: localPlayer } = Players;
	const playerGui = localPlayer.FindFirstChildOfClass("PlayerGui");
	const showScreens = playerGui ? hideScreens(playerGui) : () => {};
	const letGo = holdCharacter(localPlayer.Character);
	const player = new CameraPlayer(take, { blendIn: 1, blendOut: 1 });
	player.prefetch();
	player.marker.Connect((name) => {
		const sound = sounds.FindFirstChild(name);
		if (sound?.IsA("Sound")) sound.Play();
	});
	const keys = UserInputService.InputBegan.Connect((input, isTyped) => {
		if (!isTyped && input.KeyCode === Enum.KeyCode.Space) player.skip();
	});
	player.play();
	player.ended.Wait();
	keys.Disconnect();
	player.destroy();
	letGo();
	showScreens();
}
