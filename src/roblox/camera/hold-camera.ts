/** The narrowest and widest vertical field of view that a Camera takes, in degrees. */
const NARROWEST = 1;
const WIDEST = 120;

/** Who moves a camera. */
export interface CameraHolder {
	/** Called when somebody else has taken the camera. */
	lose: () => void;
}

/** A camera that is moved by somebody, and what it was like before anybody did. */
interface HeldCamera {
	holder: CameraHolder;
	cameraType: Enum.CameraType;
	cframe: CFrame;
	focus: CFrame;
	fieldOfView: number;
	/** Whether the lens is the path's at the moment. */
	hasLens: boolean;
}

const heldCameras = new Map<Camera, HeldCamera>();

function restoreLens(camera: Camera, held: HeldCamera): void {
	if (!held.hasLens) return;
	held.hasLens = false;
	camera.FieldOfView = held.fieldOfView;
}

/**
 * Makes `holder` the one who moves a camera, and gives who was. What the camera was like is noted once, however many take
 * turns, so that the last one gives it back as it was. Whoever lost it must be told, when the caller is done.
 */
export function holdCamera(camera: Camera, holder: CameraHolder): CameraHolder | undefined {
	const held = heldCameras.get(camera);
	if (!held) {
		const { CameraType: cameraType, CFrame: cframe, Focus: focus, FieldOfView: fieldOfView } = camera;
		heldCameras.set(camera, { holder, cameraType, cframe, focus, fieldOfView, hasLens: false });
		return undefined;
	}
	const former = held.holder;
	held.holder = holder;
	restoreLens(camera, held);
	return former;
}

/**
 * Moves a camera that is held. It is made Scriptable every time: a respawn puts its type back. Where there is no field of view
 * (0), the camera has its own.
 */
export function moveCamera(camera: Camera, cframe: CFrame, fieldOfView: number): void {
	if (camera.CameraType !== Enum.CameraType.Scriptable) camera.CameraType = Enum.CameraType.Scriptable;
	camera.CFrame = cframe;
	// The engine takes what is near the focus first when it lights.
	camera.Focus = cframe;
	const held = heldCameras.get(camera)!;
	if (fieldOfView > 0) {
		held.hasLens = true;
		camera.FieldOfView = math.clamp(fieldOfView, NARROWEST, WIDEST);
	} else {
		restoreLens(camera, held);
	}
}

/** Lets the game move a camera that is held, from where it was before anybody held it. */
export function loosenCamera(camera: Camera): void {
	const held = heldCameras.get(camera)!;
	restoreLens(camera, held);
	camera.CFrame = held.cframe;
	camera.Focus = held.focus;
	camera.CameraType = held.cameraType;
}

/** Gives the game its own view back, which the last frame may have drawn over. */
export function showOwnView(camera: Camera): void {
	const held = heldCameras.get(camera)!;
	camera.CFrame = held.cframe;
	camera.Focus = held.focus;
}

/** Notes the game's own view, and draws over it until `showOwnView`, from a view that a camera had. */
export function drawOver(camera: Camera, cframe: CFrame, share: number, fieldOfView: number): void {
	const held = heldCameras.get(camera)!;
	held.cframe = camera.CFrame;
	held.focus = camera.Focus;
	camera.CFrame = cframe.Lerp(held.cframe, share);
	held.hasLens = true;
	camera.FieldOfView = math.clamp(fieldOfView + (held.fieldOfView - fieldOfView) * share, NARROWEST, WIDEST);
}

/** Gives a camera back as it was, unless somebody else moves it by now. */
export function releaseCamera(camera: Camera, holder: CameraHolder): void {
	const held = heldCameras.get(camera);
	if (held?.holder !== holder) return;
	heldCameras.delete(camera);
	camera.CFrame = held.cframe;
	camera.Focus = held.focus;
	camera.FieldOfView = held.fieldOfView;
	camera.CameraType = held.cameraType;
}
