import { ContextActionService, RunService, UserInputService, Workspace } from "@rbxts/services";
import { untrack } from "@rbxts/vide";

/** The binding that moves the camera. It runs along with camera scripts, before recorders read the camera. */
const BINDING = "DollyFly";

/** Keeps keys from moving the character in a playtest. */
const SINK = "DollyFlyKeys";

/** The min and max speed in studs per second, and the factor of each notch of the wheel. */
const SLOWEST = 1;
const FASTEST = 1000;
const NOTCH = 1.25;

/** Radians per pixel of mouse or finger movement, radians per second of a stick, and the max angle up and down. */
const TURN = 0.0035;
const STICK_TURN = 1.8;
/** Released sticks are not quite centred. */
const DEAD_ZONE = 0.15;
const STEEPEST = math.rad(89);

/** The direction of each key: right, up, back. */
const MOVES: ReadonlyArray<readonly [Enum.KeyCode, Vector3]> = [
	[Enum.KeyCode.W, new Vector3(0, 0, -1)],
	[Enum.KeyCode.S, new Vector3(0, 0, 1)],
	[Enum.KeyCode.A, new Vector3(-1, 0, 0)],
	[Enum.KeyCode.D, new Vector3(1, 0, 0)],
	[Enum.KeyCode.E, new Vector3(0, 1, 0)],
	[Enum.KeyCode.Q, new Vector3(0, -1, 0)],
];

interface OwnView {
	readonly camera: Camera;
	readonly cframe: CFrame;
	readonly fieldOfView: number;
	readonly cameraType: Enum.CameraType;
}

/** Returns the speed after a number of notches of the wheel. */
export function nextFlySpeed(speed: number, notches: number): number {
	const wanted = math.clamp(speed * NOTCH ** notches, SLOWEST, FASTEST);
	return wanted < 10 ? math.round(wanted * 10) / 10 : math.round(wanted);
}

/** Returns the position of a gamepad's stick, from -1 to 1 per axis. */
function stickOf({ Position: { X, Y } }: InputObject): Vector2 {
	const stick = new Vector2(X, Y);
	return stick.Magnitude < DEAD_ZONE ? Vector2.zero : stick;
}

/**
 * A camera controlled with W A S D, Q, E and the right mouse button, with the sticks of a gamepad, or by touch: one
 * finger looks, two fly ahead. Restores the view when it ends.
 */
export class FlyCamera {
	private ownView?: OwnView;
	private position = Vector3.zero;
	private yaw = 0;
	private pitch = 0;
	private isTurning = false;
	private fingers = 0;
	private moveStick = Vector2.zero;
	private turnStick = Vector2.zero;
	private connections = new Array<RBXScriptConnection>();

	/**
	 * `speed` is a source, in studs per second. In edit mode there is no character to move, and Studio's own controls
	 * also move the camera.
	 */
	constructor(
		private readonly speed: () => number,
		private readonly setSpeed: (speed: number) => void,
		private readonly isEditMode = false,
	) {}

	public isFlying(): boolean {
		return this.ownView !== undefined;
	}

	/** Starts from the current view. */
	public start(): void {
		const camera = Workspace.CurrentCamera;
		if (this.ownView || !camera) return;
		const { CFrame: cframe, FieldOfView: fieldOfView, CameraType: cameraType } = camera;
		this.ownView = { camera, cframe, fieldOfView, cameraType };
		this.position = cframe.Position;
		this.fingers = 0;
		this.moveStick = Vector2.zero;
		this.turnStick = Vector2.zero;
		[this.pitch, this.yaw] = cframe.ToEulerAnglesYXZ();
		if (!this.isEditMode) {
			camera.CameraType = Enum.CameraType.Scriptable;
			const keys = [...MOVES.map(([key]) => key), Enum.KeyCode.Thumbstick1];
			ContextActionService.BindActionAtPriority(SINK, () => Enum.ContextActionResult.Sink, false, 3000, ...keys);
		}
		RunService.BindToRenderStep(BINDING, Enum.RenderPriority.Camera.Value, (delta) => this.move(delta));
		this.connections = [
			UserInputService.InputBegan.Connect((input, isProcessed) => this.begin(input, isProcessed)),
			UserInputService.InputEnded.Connect((input) => this.finish(input)),
			UserInputService.InputChanged.Connect((input, isProcessed) => this.change(input, isProcessed)),
		];
	}

	/** Ends the flight and restores the user's view. */
	public stop(): void {
		const { ownView } = this;
		if (!ownView) return;
		this.ownView = undefined;
		RunService.UnbindFromRenderStep(BINDING);
		this.connections.forEach((connection) => connection.Disconnect());
		this.connections = [];
		this.setTurning(false);
		const { camera, cframe, fieldOfView, cameraType } = ownView;
		if (!this.isEditMode) {
			ContextActionService.UnbindAction(SINK);
			camera.CameraType = cameraType;
		}
		camera.CFrame = cframe;
		camera.FieldOfView = fieldOfView;
	}

	private move(delta: number): void {
		const camera = Workspace.CurrentCamera;
		if (!camera) return;
		this.turn(this.turnStick.X * STICK_TURN * delta, -this.turnStick.Y * STICK_TURN * delta);
		const rotation = CFrame.fromEulerAnglesYXZ(this.pitch, this.yaw, 0);
		const ahead = this.fingers > 1 ? 1 : this.moveStick.Y;
		let direction = new Vector3(this.moveStick.X, 0, -ahead);
		// Typing does not move the camera.
		if (!UserInputService.GetFocusedTextBox()) {
			for (const [key, move] of MOVES) if (UserInputService.IsKeyDown(key)) direction = direction.add(move);
		}
		if (direction.Magnitude > 0) {
			const distance = untrack(this.speed) * delta * math.min(direction.Magnitude, 1);
			this.position = this.position.add(rotation.VectorToWorldSpace(direction.Unit).mul(distance));
		}
		camera.CFrame = rotation.add(this.position);
	}

	private begin(input: InputObject, isProcessed: boolean): void {
		if (isProcessed) return;
		if (input.UserInputType === Enum.UserInputType.MouseButton2) this.setTurning(true);
		else if (input.UserInputType === Enum.UserInputType.Touch) this.fingers += 1;
	}

	private finish(input: InputObject): void {
		if (input.UserInputType === Enum.UserInputType.MouseButton2) this.setTurning(false);
		else if (input.UserInputType === Enum.UserInputType.Touch) this.fingers = math.max(this.fingers - 1, 0);
	}

	private change(input: InputObject, isProcessed: boolean): void {
		// The stick for movement counts as processed, because its action is sunk.
		if (input.KeyCode === Enum.KeyCode.Thumbstick1) this.moveStick = stickOf(input);
		else if (input.KeyCode === Enum.KeyCode.Thumbstick2) this.turnStick = stickOf(input);
		if (isProcessed) return;
		const { MouseWheel, MouseMovement, Touch } = Enum.UserInputType;
		if (input.UserInputType === MouseWheel) {
			this.setSpeed(nextFlySpeed(untrack(this.speed), input.Position.Z));
		} else if (input.UserInputType === Touch || (this.isTurning && input.UserInputType === MouseMovement)) {
			this.turn(input.Delta.X * TURN, input.Delta.Y * TURN);
		}
	}

	/** Turns to the right and down, in radians. */
	private turn(right: number, down: number): void {
		this.yaw -= right;
		this.pitch = math.clamp(this.pitch - down, -STEEPEST, STEEPEST);
	}

	private setTurning(isTurning: boolean): void {
		if (isTurning === this.isTurning) return;
		this.isTurning = isTurning;
		// The pointer keeps its place while it turns the view.
		const { LockCurrentPosition, Default } = Enum.MouseBehavior;
		UserInputService.MouseBehavior = isTurning ? LockCurrentPosition : Default;
	}
}
