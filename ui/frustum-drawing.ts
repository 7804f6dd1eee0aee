import { Workspace } from "@rbxts/services";
import { createLines } from "./path-drawing";

/** Studs from the eye to the picture that is drawn in front of it. */
const DEPTH = 4;

const EDGE_COLOR = Color3.fromRGB(20, 21, 23);
const EDGE_THICKNESS = 4;

export interface FrustumOptions {
	/** The scale of the drawing. Defaults to 1: its picture is 4 studs in front of the eye. */
	scale?: number;
	/** The aspect ratio, width by height. Defaults to the viewport's. */
	aspect?: number;
}

/** A camera drawn in the world: its eye, the four edges of its view, and its up side. */
export class FrustumDrawing {
	private readonly layers: ReadonlyArray<WireframeHandleAdornment>;
	private lens = 0;
	private aspect = 0;

	/** With an edge, its lines are visible on any background. */
	constructor(parent: Instance, color: Color3, name = "DollyFrustum", hasEdge = false) {
		const lines = createLines(name, parent);
		lines.Color3 = color;
		if (!hasEdge) {
			this.layers = [lines];
			return;
		}
		lines.ZIndex = 2;
		const edge = createLines(`${name}Edge`, parent);
		edge.Color3 = EDGE_COLOR;
		edge.Thickness = EDGE_THICKNESS;
		edge.ZIndex = 1;
		this.layers = [edge, lines];
	}

	/** Moves it to a camera's CFrame. `fieldOfView` is in degrees; 0 uses that of the place's camera. */
	public show(cframe: CFrame, fieldOfView: number, options: FrustumOptions = {}): void {
		const camera = Workspace.CurrentCamera;
		const size = camera?.ViewportSize ?? new Vector2(16, 9);
		const { scale = 1, aspect = math.max(size.X, 1) / math.max(size.Y, 1) } = options;
		const lens = fieldOfView > 0 ? fieldOfView : (camera?.FieldOfView ?? 70);
		for (const lines of this.layers) {
			lines.Visible = true;
			lines.CFrame = cframe;
			lines.Scale = Vector3.one.mul(scale);
		}
		if (math.abs(lens - this.lens) < 0.01 && math.abs(aspect - this.aspect) < 1e-3) return;
		this.lens = lens;
		this.aspect = aspect;
		const up = DEPTH * math.tan(math.rad(lens) / 2);
		const right = up * aspect;
		const corner = (x: number, y: number) => new Vector3(x * right, y * up, -DEPTH);
		const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
		const points = new Array<Vector3>();
		corners.forEach((point, index) => points.push(Vector3.zero, point, point, corners[(index + 1) % 4]));
		const tip = corner(0, 1.3);
		points.push(corner(-0.3, 1), tip, tip, corner(0.3, 1));
		for (const lines of this.layers) {
			lines.Clear();
			lines.AddLines(points);
		}
	}

	public hide(): void {
		for (const lines of this.layers) lines.Visible = false;
	}

	public destroy(): void {
		for (const lines of this.layers) lines.Destroy();
	}
}
