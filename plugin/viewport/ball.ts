import { adorn } from "../../ui/path-drawing";
import type { Eye } from "./eye";

export interface BallLook {
	/** Pixels from the centre to the outside of the edge, at any distance. */
	readonly radius: number;
	/** The width of the edge in pixels. */
	readonly edge: number;
	readonly color: Color3;
	readonly edgeColor: Color3;
	readonly edgeTransparency?: number;
}

/** A ball with an edge. It has the same size on the screen at any distance. The edge receives mouse input. */
export class Ball {
	public readonly adornment: SphereHandleAdornment;
	private readonly inside: SphereHandleAdornment;
	private point = Vector3.zero;
	private look?: BallLook;

	/** Balls with a higher `layer` are drawn over others. */
	constructor(name: string, parent: Instance, layer = 3) {
		this.adornment = adorn(new Instance("SphereHandleAdornment"), name, parent);
		this.inside = adorn(new Instance("SphereHandleAdornment"), `${name}Inside`, parent);
		this.adornment.ZIndex = layer;
		this.inside.ZIndex = layer + 1;
	}

	public show(point: Vector3, look: BallLook): void {
		this.point = point;
		this.adornment.CFrame = new CFrame(point);
		this.inside.CFrame = this.adornment.CFrame;
		this.setVisible(true);
		if (look === this.look) return;
		this.look = look;
		this.adornment.Color3 = look.edgeColor;
		this.adornment.Transparency = look.edgeTransparency ?? 0;
		this.inside.Color3 = look.color;
	}

	public hide(): void {
		this.setVisible(false);
	}

	/** Keeps its size on the screen. */
	public follow(eye: Eye): void {
		if (!this.look || !this.adornment.Visible) return;
		const pixel = eye.studsPerPixel(this.point);
		this.adornment.Radius = this.look.radius * pixel;
		this.inside.Radius = (this.look.radius - this.look.edge) * pixel;
	}

	private setVisible(isVisible: boolean): void {
		if (this.adornment.Visible === isVisible) return;
		this.adornment.Visible = isVisible;
		this.inside.Visible = isVisible;
	}
}

/** A pool of balls that grows as needed. */
export class Balls {
	private readonly balls = new Array<Ball>();
	private shown = 0;

	constructor(
		private readonly name: string,
		private readonly parent: Instance,
		private readonly onPress: (index: number) => void,
		private readonly layer?: number,
	) {}

	/** Shows these balls and hides all others. */
	public show(points: ReadonlyArray<Vector3>, lookOf: (index: number) => BallLook): void {
		points.forEach((point, index) => this.ballAt(index).show(point, lookOf(index)));
		for (const index of $range(points.size(), this.shown - 1)) this.balls[index].hide();
		this.shown = points.size();
	}

	public follow(eye: Eye): void {
		for (const index of $range(0, this.shown - 1)) this.balls[index].follow(eye);
	}

	private ballAt(index: number): Ball {
		let ball = this.balls[index] as Ball | undefined;
		if (!ball) {
			ball = new Ball(`${this.name}${index + 1}`, this.parent, this.layer);
			ball.adornment.MouseButton1Down.Connect(() => this.onPress(index));
			this.balls.push(ball);
		}
		return ball;
	}
}
