/**
 * Theatre mode: a replay with a free camera (W, A, S, D, Q, E; arrows turn it), a seek bar, pause (space) and speeds (1
 * to 4). Runs on a client.
 */
import { Replay, ReplayPlayer } from "@rbxts/dolly/camera";

const RunService = game.GetService("RunService");
const UserInputService = game.GetService("UserInputService");
const Workspace = game.GetService("Workspace");

const STUDS_PER_SECOND = 24;
const RADIANS_PER_SECOND = 1.5;
const { KeyCode } = Enum;
const SPEEDS = new Map<Enum.KeyCode, number>([
	[KeyCode.One, 0.25],
	[KeyCode.Two, 0.5],
	[KeyCode.Three, 1],
	[KeyCode.Four, 2],
]);

/** Returns 1, -1 or 0, depending on which of two keys is down. */
function axis(forth: Enum.KeyCode, back: Enum.KeyCode): number {
	return (UserInputService.IsKeyDown(forth) ? 1 : 0) - (UserInputService.IsKeyDown(back) ? 1 : 0);
}

/** Lets the keys move the camera. Returns a function that releases the camera. */
function fly(): () => void {
	const camera = Workspace.CurrentCamera!;
	const { CameraType: before } = camera;
	camera.CameraType = Enum.CameraType.Scriptable;
	const step = RunService.PreRender.Connect((gap) => {
		const turn = CFrame.fromOrientation(0, axis(KeyCode.Left, KeyCode.Right) * RADIANS_PER_SECOND * gap, 0);
		const tilt = CFrame.fromOrientation(axis(KeyCode.Up, KeyCode.Down) * RADIANS_PER_SECOND * gap, 0, 0);
		const move = new Vector3(axis(KeyCode.D, KeyCode.A), axis(KeyCode.E, KeyCode.Q), axis(KeyCode.S, KeyCode.W));
		const { Position: position, Rotation: rotation } = camera.CFrame;
		camera.CFrame = turn
			.mul(rotation)
			.mul(tilt)
			.mul(new CFrame(move.mul(STUDS_PER_SECOND * gap)))
			.add(position);
	});
	return () => {
		step.Disconnect();
		camera.CameraType = before;
	};
}

/** Shows a replay. `bar` is the frame to seek in; `fill`, inside it, shows the progress. */
export function openTheatre(replay: Replay, bar: GuiObject, fill: GuiObject): ReplayPlayer {
	const player = new ReplayPlayer(replay, { camera: false, loop: true });
	const land = fly();
	const seek = ({ UserInputType: kind, Position: { X } }: InputObject) => {
		if (kind !== Enum.UserInputType.MouseButton1 && kind !== Enum.UserInputType.Touch) return;
		player.seek(player.duration * math.clamp((X - bar.AbsolutePosition.X) / bar.AbsoluteSize.X, 0, 1));
	};
	const connections = [
		bar.InputBegan.Connect(seek),
		UserInputService.InputBegan.Connect(({ KeyCode: key }, isTyped) => {
			if (isTyped) return;
			if (key === KeyCode.Space && player.isPlaying) player.pause();
			else if (key === KeyCode.Space) player.play();
			player.speed = SPEEDS.get(key) ?? player.speed;
		}),
		RunService.PreRender.Connect(() => {
			fill.Size = UDim2.fromScale(player.position / player.duration, 1);
		}),
	];
	player.ended.Once(() => {
		for (const connection of connections) connection.Disconnect();
		land();
	});
	player.play();
	return player;
}
