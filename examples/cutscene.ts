/**
 * A cutscene: GUIs are hidden and the character stands still while it plays, markers of the take play Sounds of their names,
 * and the space bar skips it. Runs on a client.
 */
import { CameraPlayer, Take } from "@rbxts/dolly/camera";

/** Plays a cutscene and yields until it is over, or skipped. */
export function playCutscene(take: Take, sounds: Instance): void {
	const player = new CameraPlayer(take, { blendIn: 1, blendOut: 1, cutscene: { keep: ["Subtitles"] } });
	player.prefetch();
	player.marker.Connect((name, _, skipped) => {
		const sound = sounds.FindFirstChild(name);
		if (sound?.IsA("Sound") && !skipped) sound.Play();
	});
	player.play();
	player.ended.Wait();
	player.destroy();
}
