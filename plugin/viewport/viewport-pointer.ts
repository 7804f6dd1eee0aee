import { heldModifiers, Modifiers } from "./modifiers";

/** Pixels after which a press is a drag. */
const DRAG_DISTANCE = 4;

/** A press on something in the viewport. */
export interface PressTarget {
	/** The drag begins, at the ray of the press: whether it can. */
	onStart: (ray: Ray, held: Modifiers) => boolean;
	/** Called at most once a frame. */
	onMove: (ray: Ray, held: Modifiers) => void;
	onEnd: () => void;
	/** It was let go where it went down. */
	onClick?: (held: Modifiers) => void;
}

/** The point of a plane that a ray meets; undefined if it meets none. */
export function meetPlane({ Origin, Direction }: Ray, point: Vector3, normal: Vector3): Vector3 | undefined {
	const along = Direction.Dot(normal);
	if (math.abs(along) < 1e-6) return undefined;
	const far = point.sub(Origin).Dot(normal) / along;
	return far > 0 ? Origin.add(Direction.mul(far)) : undefined;
}

/**
 * Follows the mouse from a press on an adornment until it is let go. Adornments tell of the press alone; for the rest the plugin has the
 * mouse to itself meanwhile, so that Studio's own tools choose nothing.
 */
export class ViewportPointer {
	private target?: PressTarget;
	private connections: ReadonlyArray<RBXScriptConnection> = [];
	private mouse?: PluginMouse;
	private tool: Enum.RibbonTool = Enum.RibbonTool.None;
	private start = Vector2.zero;
	private startRay?: Ray;
	private isDrag = false;
	private isRefused = false;
	private hasMoved = false;

	/** `onLost` is called when another plugin takes the mouse. */
	constructor(
		private readonly plugin: Plugin,
		private readonly onLost: () => void,
	) {}

	/** Follows the press that an adornment has just told of. */
	public press(target: PressTarget): void {
		this.cancel();
		this.tool = this.plugin.GetSelectedRibbonTool();
		this.plugin.Activate(true);
		const mouse = this.plugin.GetMouse();
		this.mouse = mouse;
		this.target = target;
		this.start = new Vector2(mouse.X, mouse.Y);
		this.startRay = mouse.UnitRay;
		this.isDrag = false;
		this.isRefused = false;
		this.hasMoved = false;
		this.connections = [
			mouse.Move.Connect(() => (this.hasMoved = true)),
			mouse.Button1Up.Connect(() => this.release()),
			this.plugin.Deactivation.Connect(() => {
				if (this.target) this.onLost();
			}),
		];
	}

	/** Once a frame: follows what the mouse has done since. */
	public follow(): void {
		const { target, mouse } = this;
		if (!target || !mouse || !this.hasMoved || this.isRefused) return;
		this.hasMoved = false;
		const held = heldModifiers();
		if (!this.isDrag) {
			if (math.abs(mouse.X - this.start.X) + math.abs(mouse.Y - this.start.Y) < DRAG_DISTANCE) return;
			this.isDrag = target.onStart(this.startRay!, held);
			this.isRefused = !this.isDrag;
			if (this.isRefused) return;
		}
		target.onMove(mouse.UnitRay, held);
	}

	/** Forgets the press, and gives Studio's tools the mouse back. */
	public cancel(): void {
		if (!this.target) return;
		this.target = undefined;
		this.mouse = undefined;
		this.connections.forEach((connection) => connection.Disconnect());
		this.connections = [];
		// Otherwise the mouse is another plugin's by now.
		if (!this.plugin.IsActivated()) return;
		this.plugin.Deactivate();
		if (this.tool !== Enum.RibbonTool.None) this.plugin.SelectRibbonTool(this.tool, new UDim2());
	}

	private release(): void {
		this.follow();
		const { target } = this;
		this.cancel();
		if (!target || this.isRefused) return;
		if (this.isDrag) target.onEnd();
		else target.onClick?.(heldModifiers());
	}
}
