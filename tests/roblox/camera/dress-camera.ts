import { Workspace } from "@rbxts/services";

/** Gives the camera a look that no path gives it, and a function that tells whether it has that look. */
export function dressCamera(camera = Workspace.CurrentCamera!): () => boolean {
	const cframe = new CFrame(-50, 7, 3);
	const focus = new CFrame(-50, 7, -30);
	camera.CameraType = Enum.CameraType.Watch;
	camera.CFrame = cframe;
	camera.Focus = focus;
	camera.FieldOfView = 33;
	return () =>
		camera.CameraType === Enum.CameraType.Watch &&
		camera.CFrame === cframe &&
		camera.Focus === focus &&
		camera.FieldOfView === 33;
}
