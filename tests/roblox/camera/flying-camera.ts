import { RunService } from "@rbxts/services";
import { truePosition, trueRotation } from "../../take/flight";
import { Headless } from "../../headless";

const NAME = "flying-camera";

/** Has a camera script, bound as the engine's own, fly whatever camera `find` gives; returns how to end it. */
export function flyCamera(headless: Headless, find: () => Camera | undefined): () => void {
	let start: number | undefined;
	RunService.BindToRenderStep(NAME, Enum.RenderPriority.Camera.Value, () => {
		const now = headless.now();
		start ??= now;
		const [x, y, z] = truePosition(now - start);
		const [qx, qy, qz, qw] = trueRotation(now - start);
		const camera = find();
		if (camera) camera.CFrame = new CFrame(x, y, z, qx, qy, qz, qw);
	});
	return () => RunService.UnbindFromRenderStep(NAME);
}
