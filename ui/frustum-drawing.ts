import { Workspace } from "@rbxts/services";
import { createLines } from "./path-drawing";

/** Studs from the eye to the picture that is drawn before it. */
const DEPTH = 4;

/** A camera drawn in the world: its eye, the four edges of what it sees, and which side is up. */
export class FrustumDrawing {
	private readonly lines: WireframeHandleAdornment;
	private lens = 0;

	constructor(parent: Instance, color: Color3) {
		this.lines = createLines("DollyFrustum", parent);
		this.lines.Color3 = color;
	}

	/** Moves it to where a camera is. `fieldOfView` is in degrees; 0 is that of the camera of the place. */
	public show(cframe: CFrame, fieldOfView: number): void {
		const camera = Workspace.CurrentCamera;
		const lens = fieldOfView > 0 ? fieldOfView : (camera?.FieldOfView ?? 70);
		this.lines.Visible = true;
		this.lines.CFrame = cframe;
		if (math.abs(lens - this.lens) < 0.01) return;
		this.lens = lens;
		const size = camera?.ViewportSize ?? new Vector2(16, 9);
		const up = DEPTH * math.tan(math.rad(lens) / 2);
		const right = (up * math.max(size.X, 1)) / math.max(size.Y, 1);
		const corner = (x: number, y: number) => new Vector3(x * right, y * up, -DEPTH);
		const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
		const points = new Array<Vector3>();
		corners.forEach((point, index) => points.push(Vector3.zero, point, point, corners[(index + 1) % 4]));
		const tip = corner(0, 1.3);
		points.push(corner(-0.3, 1), tip, tip, corner(0.3, 1));
		this.lines.Clear();
		this.lines.AddLines(points);
	}

	public hide(): void {
		this.lines.Visible = false;
	}

	public destroy(): void {
		this.lines.Destroy();
	}
}
