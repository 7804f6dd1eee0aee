import type { Eye } from "./eye";

/** The axes, with the colours of their curves. */
const AXES: ReadonlyArray<readonly [name: string, face: Enum.NormalId, axis: Vector3, color: Color3]> = [
	["MoveX", Enum.NormalId.Right, Vector3.xAxis, Color3.fromRGB(242, 196, 56)],
	["MoveY", Enum.NormalId.Top, Vector3.yAxis, Color3.fromRGB(120, 201, 92)],
	["MoveZ", Enum.NormalId.Back, Vector3.zAxis, Color3.fromRGB(72, 160, 255)],
];

function vectorOf(axis: Enum.Axis): Vector3 {
	if (axis === Enum.Axis.X) return Vector3.xAxis;
	return axis === Enum.Axis.Y ? Vector3.yAxis : Vector3.zAxis;
}

/** The distances of arrows and rings from a key, in pixels. */
const ARROWS = 20;
const RINGS = 110;

const RING_COLOR = Color3.fromRGB(255, 255, 255);

export interface HandleEvents {
	/** Called when an arrow or a ring is pressed. */
	onPress: () => void;
	/** Called with an arrow's offset since the press, in studs. */
	onMove: (offset: Vector3) => void;
	/** Called with a ring's rotation since the press: an axis of the world and radians. */
	onTurn: (axis: Vector3, angle: number) => void;
	onRelease: () => void;
}

/** Makes the part that handles adorn. It is under CoreGui, like the handles, and not part of the place. */
function createGround(name: string, parent: Instance): Part {
	const part = new Instance("Part");
	part.Name = name;
	part.Archivable = false;
	part.Anchored = true;
	part.CanCollide = false;
	part.CanQuery = false;
	part.CanTouch = false;
	part.Transparency = 1;
	part.Parent = parent;
	return part;
}

/**
 * Returns the orientation of the rings: one is horizontal, one is about the axis to the right of the view. Turning
 * either keeps a level camera level.
 */
export function ringFrame(cframe: CFrame): CFrame {
	const { RightVector, Position } = cframe;
	const right = new Vector3(RightVector.X, 0, RightVector.Z);
	const across = right.Magnitude > 1e-3 ? right.Unit : Vector3.xAxis;
	return CFrame.fromMatrix(Position, across, Vector3.yAxis);
}

/** Arrows along the world's axes that move a key, and rings that turn it. */
export class KeyHandles {
	private readonly arrowGround: Part;
	private readonly ringGround: Part;
	private readonly arrows: ReadonlyArray<Handles>;
	private readonly rings: ArcHandles;

	constructor(parent: Instance, events: HandleEvents) {
		this.arrowGround = createGround("KeyArrows", parent);
		this.ringGround = createGround("KeyRings", parent);
		this.arrows = AXES.map(([name, face, axis, color]) => {
			const arrow = new Instance("Handles");
			arrow.Name = name;
			arrow.Archivable = false;
			arrow.Style = Enum.HandlesStyle.Movement;
			arrow.Faces = new Faces(face);
			arrow.Color3 = color;
			arrow.Adornee = this.arrowGround;
			arrow.MouseButton1Down.Connect(() => events.onPress());
			arrow.MouseDrag.Connect((_, distance) => events.onMove(axis.mul(distance)));
			arrow.MouseButton1Up.Connect(() => events.onRelease());
			arrow.Parent = parent;
			return arrow;
		});
		const rings = new Instance("ArcHandles");
		rings.Name = "Turn";
		rings.Archivable = false;
		rings.Color3 = RING_COLOR;
		rings.Adornee = this.ringGround;
		rings.MouseButton1Down.Connect(() => events.onPress());
		rings.MouseDrag.Connect((axis, angle) => {
			events.onTurn(this.ringGround.CFrame.VectorToWorldSpace(vectorOf(axis)), angle);
		});
		rings.MouseButton1Up.Connect(() => events.onRelease());
		rings.Parent = parent;
		this.rings = rings;
		this.hide();
	}

	/** Puts them around a key. The rings keep their orientation while one is turned. */
	public show(cframe: CFrame, isTurning: boolean): void {
		this.arrowGround.CFrame = new CFrame(cframe.Position);
		if (!isTurning) this.ringGround.CFrame = ringFrame(cframe);
		this.setVisible(true);
	}

	public hide(): void {
		this.setVisible(false);
	}

	/** Keeps their size on the screen. */
	public follow(eye: Eye): void {
		if (!this.rings.Visible) return;
		const pixel = eye.studsPerPixel(this.arrowGround.Position);
		this.arrowGround.Size = Vector3.one.mul(ARROWS * pixel);
		this.ringGround.Size = Vector3.one.mul(RINGS * pixel);
	}

	private setVisible(isVisible: boolean): void {
		for (const arrow of this.arrows) arrow.Visible = isVisible;
		this.rings.Visible = isVisible;
	}
}
