import { ContextActionService, RunService, UserInputService, Workspace } from "@rbxts/services";
import { untrack } from "@rbxts/vide";

/** The binding that moves the camera: where camera scripts have their turn, before recorders look. */
const BINDING = "DollyFly";

/** Keeps keys from the character that a playtest moves with them. */
const SINK = "DollyFlyKeys";

/** The slowest and the fastest, in studs per second, and what one notch of the wheel makes of the speed. */
const SLOWEST = 1;
const FASTEST = 1000;
const NOTCH = 1.25;

/** Radians for a pixel of the mouse, and how far up and down one can look. */
const TURN = 0.0035;
const STEEPEST = math.rad(89);

/** Where each key moves: right, up, back. */
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

/** A speed that the wheel can reach. */
export function nextFlySpeed(speed: number, notches: number): number {
	const wanted = math.clamp(speed * NOTCH ** notches, SLOWEST, FASTEST);
	return wanted < 10 ? math.round(wanted * 10) / 10 : math.round(wanted);
}

/** A camera that is flown with W A S D, Q, E and the right mouse button. The view is given back when it ends. */
export class FlyCamera {
	private ownView?: OwnView;
	private position = Vector3.zero;
	private yaw = 0;
	private pitch = 0;
	private isTurning = false;
	private connections = new Array<RBXScriptConnection>();

	/** `speed` is a source, in studs per second. */
	constructor(
		private readonly speed: () => number,
		private readonly setSpeed: (speed: number) => void,
	) {}

	public isFlying(): boolean {
		return this.ownView !== undefined;
	}

	/** Takes the camera from where it is. */
	public start(): void {
		const camera = Workspace.CurrentCamera;
		if (this.ownView || !camera) return;
		const { CFrame: cframe, FieldOfView: fieldOfView, CameraType: cameraType } = camera;
		this.ownView = { camera, cframe, fieldOfView, cameraType };
		this.position = cframe.Position;
		[this.pitch, this.yaw] = cframe.ToEulerAnglesYXZ();
		// In edit mode Studio's own controls move it too; each frame takes it back.
		if (!RunService.IsEdit()) {
			camera.CameraType = Enum.CameraType.Scriptable;
			const keys = MOVES.map(([key]) => key);
			ContextActionService.BindActionAtPriority(SINK, () => Enum.ContextActionResult.Sink, false, 3000, ...keys);
		}
		RunService.BindToRenderStep(BINDING, Enum.RenderPriority.Camera.Value, (delta) => this.move(delta));
		this.connections = [
			UserInputService.InputBegan.Connect((input, isProcessed) => this.begin(input, isProcessed)),
			UserInputService.InputEnded.Connect((input) => this.finish(input)),
			UserInputService.InputChanged.Connect((input, isProcessed) => this.change(input, isProcessed)),
		];
	}

	/** Ends it, and gives the person their view back. */
	public stop(): void {
		const { ownView } = this;
		if (!ownView) return;
		this.ownView = undefined;
		RunService.UnbindFromRenderStep(BINDING);
		this.connections.forEach((connection) => connection.Disconnect());
		this.connections = [];
		this.setTurning(false);
		const { camera, cframe, fieldOfView, cameraType } = ownView;
		if (!RunService.IsEdit()) {
			ContextActionService.UnbindAction(SINK);
			camera.CameraType = cameraType;
		}
		camera.CFrame = cframe;
		camera.FieldOfView = fieldOfView;
	}

	private move(delta: number): void {
		const camera = Workspace.CurrentCamera;
		if (!camera) return;
		const rotation = CFrame.fromEulerAnglesYXZ(this.pitch, this.yaw, 0);
		let direction = Vector3.zero;
		// Who types flies nowhere.
		if (!UserInputService.GetFocusedTextBox()) {
			for (const [key, move] of MOVES) if (UserInputService.IsKeyDown(key)) direction = direction.add(move);
		}
		if (direction.Magnitude > 0) {
			const distance = untrack(this.speed) * delta;
			this.position = this.position.add(rotation.VectorToWorldSpace(direction.Unit).mul(distance));
		}
		camera.CFrame = rotation.add(this.position);
	}

	private begin(input: InputObject, isProcessed: boolean): void {
		if (!isProcessed && input.UserInputType === Enum.UserInputType.MouseButton2) this.setTurning(true);
	}

	private finish(input: InputObject): void {
		if (input.UserInputType === Enum.UserInputType.MouseButton2) this.setTurning(false);
	}

	private change(input: InputObject, isProcessed: boolean): void {
		if (isProcessed) return;
		if (input.UserInputType === Enum.UserInputType.MouseWheel) {
			this.setSpeed(nextFlySpeed(untrack(this.speed), input.Position.Z));
		} else if (this.isTurning && input.UserInputType === Enum.UserInputType.MouseMovement) {
			this.yaw -= input.Delta.X * TURN;
			this.pitch = math.clamp(this.pitch - input.Delta.Y * TURN, -STEEPEST, STEEPEST);
		}
	}

	private setTurning(isTurning: boolean): void {
		if (isTurning === this.isTurning) return;
		this.isTurning = isTurning;
		// The pointer stays where it is while it turns the view.
		const { LockCurrentPosition, Default } = Enum.MouseBehavior;
		UserInputService.MouseBehavior = isTurning ? LockCurrentPosition : Default;
	}
}
