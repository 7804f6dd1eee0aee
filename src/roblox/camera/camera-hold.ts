/** The narrowest and widest vertical field of view that a Camera takes, in degrees. */
const NARROWEST = 1;
const WIDEST = 120;

/** Who moves which camera. */
const holds = new Map<Camera, CameraHold>();

/** A camera in the hands of one player, and what it was like before. */
export class CameraHold {
	private readonly cameraType: Enum.CameraType;
	private readonly cframe: CFrame;
	private readonly focus: CFrame;
	private readonly fieldOfView: number;

	/** Takes `camera` from whoever holds it; `lose` is called when somebody else takes it. */
	constructor(
		public readonly camera: Camera,
		private readonly lose: () => void,
	) {
		holds.get(camera)?.lose();
		this.cameraType = camera.CameraType;
		this.cframe = camera.CFrame;
		this.focus = camera.Focus;
		this.fieldOfView = camera.FieldOfView;
		camera.CameraType = Enum.CameraType.Scriptable;
		holds.set(camera, this);
	}

	/** Moves the camera to a sample of a path. Where the sample has no field of view, the camera keeps its own. */
	public show(sample: buffer): void {
		const { camera } = this;
		const cframe = new CFrame(
			buffer.readf64(sample, 0),
			buffer.readf64(sample, 8),
			buffer.readf64(sample, 16),
			buffer.readf64(sample, 24),
			buffer.readf64(sample, 32),
			buffer.readf64(sample, 40),
			buffer.readf64(sample, 48),
		);
		// A character that spawns meanwhile takes the camera back.
		if (camera.CameraType !== Enum.CameraType.Scriptable) camera.CameraType = Enum.CameraType.Scriptable;
		camera.CFrame = cframe;
		// The engine takes what is near the focus first when it streams and lights.
		camera.Focus = cframe;
		const fieldOfView = buffer.readf64(sample, 56);
		if (fieldOfView > 0) camera.FieldOfView = math.clamp(fieldOfView, NARROWEST, WIDEST);
	}

	/** Gives the camera back as it was. */
	public release(): void {
		const { camera } = this;
		if (holds.get(camera) !== this) return;
		holds.delete(camera);
		camera.CFrame = this.cframe;
		camera.Focus = this.focus;
		camera.FieldOfView = this.fieldOfView;
		camera.CameraType = this.cameraType;
	}
}
