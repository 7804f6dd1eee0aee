import { Workspace } from "@rbxts/services";

/** The user's view: converts between points of the world and pixels of the viewport. */
export class Eye {
	/** Studs per pixel at a distance of one stud. */
	private readonly pixel: number;

	constructor(
		public readonly cframe: CFrame,
		/** The vertical field of view in degrees. */
		public readonly lens: number,
		public readonly size: Vector2,
	) {
		this.pixel = (2 * math.tan(math.rad(lens) / 2)) / math.max(size.Y, 1);
	}

	/** Returns the pixel of a point and its depth in studs. Points behind the eye have no pixel. */
	public pixelOf(point: Vector3): LuaTuple<[x: number, y: number, depth: number]> {
		const { X, Y, Z } = this.cframe.PointToObjectSpace(point);
		const scale = 1 / math.max(-Z * this.pixel, 1e-6);
		return $tuple(this.size.X / 2 + X * scale, this.size.Y / 2 - Y * scale, -Z);
	}

	/** Returns the studs per pixel at a point's depth. */
	public studsPerPixel(point: Vector3): number {
		const depth = -this.cframe.PointToObjectSpace(point).Z;
		return math.max(depth, 0.1) * this.pixel;
	}
}

/** Returns the user's current view. */
export function currentEye(): Eye | undefined {
	const camera = Workspace.CurrentCamera;
	return camera && new Eye(camera.CFrame, camera.FieldOfView, camera.ViewportSize);
}
