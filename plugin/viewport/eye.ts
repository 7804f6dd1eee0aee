import { Workspace } from "@rbxts/services";

/** Where the person looks from: what of the world is at which pixel of the viewport. */
export class Eye {
	/** Studs that a pixel spans, a stud ahead. */
	private readonly pixel: number;

	constructor(
		public readonly cframe: CFrame,
		/** Degrees from the upper to the lower edge. */
		public readonly lens: number,
		/** Pixels. */
		public readonly size: Vector2,
	) {
		this.pixel = (2 * math.tan(math.rad(lens) / 2)) / math.max(size.Y, 1);
	}

	/** The pixel at which a point is, and how many studs ahead of the eye; behind the eye it is nowhere. */
	public pixelOf(point: Vector3): LuaTuple<[x: number, y: number, depth: number]> {
		const { X, Y, Z } = this.cframe.PointToObjectSpace(point);
		const scale = 1 / math.max(-Z * this.pixel, 1e-6);
		return $tuple(this.size.X / 2 + X * scale, this.size.Y / 2 - Y * scale, -Z);
	}

	/** How many studs a pixel spans where a point is. */
	public studsPerPixel(point: Vector3): number {
		const depth = -this.cframe.PointToObjectSpace(point).Z;
		return math.max(depth, 0.1) * this.pixel;
	}
}

/** How the person looks now. */
export function currentEye(): Eye | undefined {
	const camera = Workspace.CurrentCamera;
	return camera && new Eye(camera.CFrame, camera.FieldOfView, camera.ViewportSize);
}
