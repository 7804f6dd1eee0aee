import { heldModifiers, Modifiers } from "./modifiers";

/** Pixels after which a press is a drag. */
const DRAG_DISTANCE = 4;

/** The handlers of a press in the viewport. */
export interface PressTarget {
	/** Called with the press's ray when the drag begins. Returns whether it can. */
	onStart: (ray: Ray, held: Modifiers) => boolean;
	/** Called at most once per frame. */
	onMove: (ray: Ray, held: Modifiers) => void;
	onEnd: () => void;
	/** Called when the button is released at the position of the press. */
	onClick?: (held: Modifiers) => void;
}

/** Returns the intersection of a ray and a plane, or undefined if there is none. */
export function meetPlane({ Origin, Direction }: Ray, point: Vector3, normal: Vector3): Vector3 | undefined {
	const along = Direction.Dot(normal);
	if (math.abs(along) < 1e-6) return undefined;
	const far = point.sub(Origin).Dot(normal) / along;
	return far > 0 ? Origin.add(Direction.mul(far)) : undefined;
}

/**
 * Follows the mouse from a press on an adornment to its release. Adornments only report the press. Until the release,
 * the plugin takes the mouse exclusively, so that Studio's own tools select nothing.
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

	/** Calls `onLost` when another plugin takes the mouse. */
	constructor(
		private readonly plugin: Plugin,
		private readonly onLost: () => void,
	) {}

	/** Begins to follow a press that an adornment has reported. */
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

	/** Runs once per frame and follows the mouse. */
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

	/** Drops the press, and returns the mouse to Studio's tools. */
	public cancel(): void {
		if (!this.target) return;
		this.target = undefined;
		this.mouse = undefined;
		this.connections.forEach((connection) => connection.Disconnect());
		this.connections = [];
		// Otherwise another plugin has the mouse by now.
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
