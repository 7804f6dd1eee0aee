import { lookOf, rightOf, upOf } from "./cframe.mjs";

/** Nothing nearer than this part of a picture's size is drawn. */
const NEAR = 1e-3;

/** What a camera sees: where points of the world are on a canvas. */
export class View {
	/** `fieldOfView` is in degrees, up and down; `near` the distance below which nothing is seen. */
	constructor(canvas, cframe, fieldOfView, near = NEAR) {
		this.cframe = cframe;
		this.near = near;
		this.right = rightOf(cframe);
		this.up = upOf(cframe);
		this.look = lookOf(cframe);
		/** Samples that something of size 1 at distance 1 covers. */
		this.scale = canvas.height / 2 / Math.tan((fieldOfView * Math.PI) / 360);
		this.centerX = canvas.width / 2;
		this.centerY = canvas.height / 2;
	}

	/** A point right of, above and before the camera. */
	toCamera(x, y, z) {
		const { cframe, right, up, look } = this;
		const dx = x - cframe[0];
		const dy = y - cframe[1];
		const dz = z - cframe[2];
		return [
			dx * right[0] + dy * right[1] + dz * right[2],
			dx * up[0] + dy * up[1] + dz * up[2],
			dx * look[0] + dy * look[1] + dz * look[2],
		];
	}
}
