import type { Session } from "../../headless/session";

/** The most control points that a Path2D takes. */
const MOST_POINTS = 50;

/**
 * Draws what stands in the viewport as a ScreenGui, as a picture can be made of it: parts by a ViewportFrame, adornments as far as they are
 * drawn there, with lines and circles where the camera sees them.
 */
export class ViewportPicture {
	private readonly screen: ScreenGui;
	private readonly ground: ViewportFrame;
	private count = 0;

	constructor(
		private readonly session: Session,
		world: ReadonlyArray<BasePart>,
	) {
		const camera = session.game.GetService("Workspace").CurrentCamera!;
		this.screen = session.create("ScreenGui") as ScreenGui;
		this.ground = session.create("ViewportFrame") as ViewportFrame;
		const eye = session.create("Camera") as Camera;
		eye.CFrame = camera.CFrame;
		eye.FieldOfView = camera.FieldOfView;
		eye.Parent = this.ground;
		this.ground.CurrentCamera = eye;
		this.ground.Size = UDim2.fromScale(1, 1);
		this.ground.BackgroundTransparency = 1;
		this.ground.Ambient = Color3.fromRGB(150, 155, 165);
		this.ground.LightColor = Color3.fromRGB(190, 185, 170);
		this.ground.LightDirection = new Vector3(-0.5, -1, -0.4);
		for (const part of world) part.Clone().Parent = this.ground;
		this.ground.Parent = this.screen;
		const adornments = session.game.GetService("CoreGui").GetDescendants() as Array<HandleAdornment>;
		const shown = adornments.filter((one) => one.IsA("HandleAdornment") && one.Visible);
		shown.sort((a, b) => a.ZIndex < b.ZIndex);
		for (const adornment of shown) this.draw(adornment);
		for (const handles of adornments as Array<Instance>) {
			if (handles.IsA("Handles") && handles.Visible) this.drawArrow(handles);
			if (handles.IsA("ArcHandles") && handles.Visible) this.drawRings(handles);
		}
		this.screen.Parent = session.game.GetService("CoreGui");
	}

	/** What it is made of, as layouts have it. */
	public layout() {
		return this.session.userInput.layout(this.screen);
	}

	public remove(): void {
		this.screen.Destroy();
	}

	private draw(adornment: HandleAdornment): void {
		if (adornment.IsA("SphereHandleAdornment")) {
			const [at, isOn] = this.pixelOf(adornment.CFrame.Position);
			if (!isOn) return;
			const [beside] = this.pixelOf(
				adornment.CFrame.Position.add(this.camera().CFrame.RightVector.mul(adornment.Radius)),
			);
			this.circle(at, math.abs(beside.X - at.X), adornment.Color3, adornment.Transparency);
			return;
		}
		if (!adornment.IsA("WireframeHandleAdornment")) return;
		for (const { points, color } of this.session.studio.pathsOf(adornment)) {
			const world = points.map((point) => adornment.CFrame.PointToWorldSpace(point.mul(adornment.Scale)));
			this.line(world, color, adornment.Thickness);
		}
	}

	private drawArrow(handles: Handles): void {
		const adornee = handles.Adornee as BasePart;
		const axis = handles.Faces.Right ? Vector3.xAxis : handles.Faces.Top ? Vector3.yAxis : Vector3.zAxis;
		const from = adornee.Position.add(axis.mul(adornee.Size.X / 2));
		const to = adornee.Position.add(axis.mul(adornee.Size.X * 2.6));
		this.line([from, to], handles.Color3, 4);
		const [tip] = this.pixelOf(to);
		this.circle(new Vector2(tip.X, tip.Y), 5, handles.Color3, 0);
	}

	private drawRings(rings: ArcHandles): void {
		const adornee = rings.Adornee as BasePart;
		for (const turn of [new CFrame(), CFrame.Angles(math.pi / 2, 0, 0), CFrame.Angles(0, math.pi / 2, 0)]) {
			const points = new Array<Vector3>();
			for (const index of $range(0, 48)) {
				const angle = (index / 48) * 2 * math.pi;
				const at = new Vector3(math.cos(angle), math.sin(angle), 0).mul(adornee.Size.X / 2);
				points.push(adornee.CFrame.mul(turn).PointToWorldSpace(at));
			}
			this.line(points, rings.Color3, 1);
		}
	}

	private line(points: ReadonlyArray<Vector3>, color: Color3, thickness: number): void {
		let run = new Array<Path2DControlPoint>();
		const finish = () => {
			if (run.size() > 1) {
				const path = this.session.create("Path2D") as Path2D;
				path.Color3 = color;
				path.Thickness = thickness;
				this.count += 1;
				path.ZIndex = this.count;
				path.Parent = this.ground;
				path.SetControlPoints(run);
			}
			run = [];
		};
		for (const point of points) {
			const [at] = this.camera().WorldToViewportPoint(point);
			if (at.Z <= 0.1) {
				finish();
				continue;
			}
			run.push(new Path2DControlPoint(UDim2.fromOffset(at.X, at.Y)));
			if (run.size() < MOST_POINTS) continue;
			const last = run[run.size() - 1];
			finish();
			run.push(last);
		}
		finish();
	}

	private circle(at: Vector2, radius: number, color: Color3, transparency: number): void {
		const frame = this.session.create("Frame") as Frame;
		frame.AnchorPoint = new Vector2(0.5, 0.5);
		frame.Position = UDim2.fromOffset(at.X, at.Y);
		frame.Size = UDim2.fromOffset(radius * 2, radius * 2);
		frame.BackgroundColor3 = color;
		frame.BackgroundTransparency = transparency;
		frame.BorderSizePixel = 0;
		this.count += 1;
		frame.ZIndex = this.count;
		const corner = this.session.create("UICorner") as UICorner;
		corner.CornerRadius = new UDim(0.5, 0);
		corner.Parent = frame;
		frame.Parent = this.ground;
	}

	private pixelOf(point: Vector3): LuaTuple<[Vector2, boolean]> {
		const [at, isOn] = this.camera().WorldToViewportPoint(point);
		return $tuple(new Vector2(at.X, at.Y), isOn);
	}

	private camera(): Camera {
		return this.session.game.GetService("Workspace").CurrentCamera!;
	}
}
