import { sampleCFrame, Take } from "../../src/camera";
import { FrustumDrawing } from "../../ui/frustum-drawing";
import { drawPath } from "../../ui/path-drawing";
import { lensAt } from "../../ui/take-speed";
import { theme } from "../../ui/theme";

/** The path of a take in the viewport, and the camera at its playhead. */
export class ViewportDrawing {
	private erasePath?: () => void;
	private frustum?: FrustumDrawing;

	/** Draws a take instead of what was drawn. A press on a handle of its path gives the second there. */
	public draw(take: Take, onHandle: (second: number) => void): void {
		this.erase();
		const ground = game.GetService("CoreGui");
		this.erasePath = drawPath(take, ground, { color: theme().accent, markerColor: theme().warning, onHandle });
		this.frustum = new FrustumDrawing(ground, theme().text);
	}

	/** Shows where the camera is at `seconds` of a take. */
	public showCamera(take: Take, seconds: number): void {
		this.frustum?.show(sampleCFrame(take, seconds), lensAt(take, seconds));
	}

	public hideCamera(): void {
		this.frustum?.hide();
	}

	public erase(): void {
		this.erasePath?.();
		this.frustum?.destroy();
		this.erasePath = undefined;
		this.frustum = undefined;
	}
}
