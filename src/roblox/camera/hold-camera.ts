/** The min and max vertical field of view of a Camera, in degrees. */
const NARROWEST = 1;
const WIDEST = 120;

/** How much a field of view may change by being written: the engine keeps it in 32 bits. */
const LENS_ROUNDING = 1e-3;

/** The owner of a camera. */
export interface CameraHolder {
	/** Called when another owner has taken a camera. */
	lose: (camera: Camera) => void;
}

export interface View {
	cframe: CFrame;
	/** In degrees; 0 for the camera's own. */
	fieldOfView: number;
}

/**
 * A camera with an owner, and the values that the game wants. The game and the engine keep writing its type and field
 * of view. A value that Dolly did not write is theirs, and the camera gets it back.
 */
interface HeldCamera {
	/** Undefined while it is being given back. */
	holder?: CameraHolder;
	/**
	 * Counts operations on the camera. Compare it after every write: with immediate signals a handler in the game runs
	 * at once and may stop and start players, and the newest call wins.
	 */
	turn: number;
	/** The game's own view: noted when it is made Scriptable, and whenever a view is drawn over it. */
	cframe: CFrame;
	focus: CFrame;
	/** Whether a view is drawn over the game's own, so that the camera's CFrame is not the game's. */
	isDrawnOver: boolean;
	/** The game's type, while it is Scriptable. */
	cameraType?: Enum.CameraType;
	/** The game's field of view, and the one that is written over it, if any. */
	fieldOfView: number;
	shownFieldOfView?: number;
}

const heldCameras = new Map<Camera, HeldCamera>();

/** Returns the camera's entry if `holder` owns it. */
function heldBy(camera: Camera, holder: CameraHolder): HeldCamera | undefined {
	const held = heldCameras.get(camera);
	return held?.holder === holder ? held : undefined;
}

/** Begins an operation on a camera, and returns its number. */
function beginTurn(held: HeldCamera): number {
	held.turn += 1;
	return held.turn;
}

/*
 * Before Dolly writes a property, it notes what the game or the engine has written to it since. This must happen
 * right before the write: with immediate signals the game may write one property when another changes.
 */

function noteType(camera: Camera, held: HeldCamera): void {
	if (held.cameraType && camera.CameraType !== Enum.CameraType.Scriptable) held.cameraType = camera.CameraType;
}

function noteLens(camera: Camera, held: HeldCamera): void {
	const shown = held.shownFieldOfView;
	if (shown === undefined || math.abs(camera.FieldOfView - shown) > LENS_ROUNDING)
		held.fieldOfView = camera.FieldOfView;
}

/** Notes the game's own view, unless it is drawn over. */
function noteOwnView(camera: Camera, held: HeldCamera): void {
	if (held.isDrawnOver) return;
	held.cframe = camera.CFrame;
	held.focus = camera.Focus;
}

function makeScriptable(camera: Camera, held: HeldCamera): void {
	noteType(camera, held);
	if (!held.cameraType) {
		noteOwnView(camera, held);
		held.isDrawnOver = false;
		held.cameraType = camera.CameraType;
	}
	if (camera.CameraType !== Enum.CameraType.Scriptable) camera.CameraType = Enum.CameraType.Scriptable;
}

function restoreType(camera: Camera, held: HeldCamera): void {
	noteType(camera, held);
	const { cameraType } = held;
	if (!cameraType) return;
	held.cameraType = undefined;
	camera.CameraType = cameraType;
}

function showLens(camera: Camera, held: HeldCamera, fieldOfView: number): void {
	const degrees = math.clamp(fieldOfView, NARROWEST, WIDEST);
	held.shownFieldOfView = degrees;
	camera.FieldOfView = degrees;
}

function restoreLens(camera: Camera, held: HeldCamera): void {
	if (held.shownFieldOfView === undefined) return;
	noteLens(camera, held);
	held.shownFieldOfView = undefined;
	camera.FieldOfView = held.fieldOfView;
}

/**
 * Takes ownership of a camera and returns the previous owner. The caller moves the camera, and then calls `lose` of the
 * previous owner. The values that the game wants survive any number of owners.
 */
export function holdCamera(camera: Camera, holder: CameraHolder): CameraHolder | undefined {
	const held = heldCameras.get(camera);
	if (!held) {
		const { CFrame: cframe, Focus: focus, FieldOfView: fieldOfView } = camera;
		heldCameras.set(camera, { holder, turn: 0, cframe, focus, isDrawnOver: false, fieldOfView });
		return undefined;
	}
	const previous = held.holder;
	held.holder = holder;
	return previous;
}

/** Returns whether `holder` owns a camera. */
export function isHolding(camera: Camera, holder: CameraHolder): boolean {
	return heldCameras.get(camera)?.holder === holder;
}

/**
 * Moves a camera. Makes it Scriptable every time, since a respawn resets its type. Without a field of view (0), the
 * camera keeps its own.
 */
export function moveCamera(camera: Camera, holder: CameraHolder, cframe: CFrame, fieldOfView: number): void {
	const held = heldBy(camera, holder);
	if (!held) return;
	const turn = beginTurn(held);
	makeScriptable(camera, held);
	if (held.turn !== turn) return;
	camera.CFrame = cframe;
	if (held.turn !== turn) return;
	// The engine lights what is near the focus first.
	camera.Focus = cframe;
	if (held.turn !== turn) return;
	if (fieldOfView > 0) {
		noteLens(camera, held);
		showLens(camera, held, fieldOfView);
	} else {
		restoreLens(camera, held);
	}
}

/** Returns the current view of a held camera. */
export function heldView(camera: Camera): View {
	const held = heldCameras.get(camera);
	return { cframe: camera.CFrame, fieldOfView: held?.shownFieldOfView ?? 0 };
}

/** Lets the game move a held camera, from the view that it had before. */
export function loosenCamera(camera: Camera, holder: CameraHolder): void {
	const held = heldBy(camera, holder);
	if (!held) return;
	const turn = beginTurn(held);
	camera.CFrame = held.cframe;
	if (held.turn !== turn) return;
	camera.Focus = held.focus;
	if (held.turn === turn) restoreType(camera, held);
}

/** Restores the game's own view, over which the last frame may have drawn. */
export function showOwnView(camera: Camera, holder: CameraHolder): void {
	const held = heldBy(camera, holder);
	if (!held?.isDrawnOver) return;
	beginTurn(held);
	held.isDrawnOver = false;
	camera.CFrame = held.cframe;
}

/** Notes the game's own view, and draws over it until `showOwnView`: a blend by `alpha` from `from`. */
export function drawOver(camera: Camera, holder: CameraHolder, from: View, alpha: number): void {
	const held = heldBy(camera, holder);
	if (!held) return;
	const turn = beginTurn(held);
	noteOwnView(camera, held);
	held.isDrawnOver = true;
	camera.CFrame = from.cframe.Lerp(held.cframe, alpha);
	if (from.fieldOfView === 0 || held.turn !== turn) return;
	noteLens(camera, held);
	showLens(camera, held, from.fieldOfView + (held.fieldOfView - from.fieldOfView) * alpha);
}

/** Gives a camera back as the game wants it, unless another owner has it. */
export function releaseCamera(camera: Camera, holder: CameraHolder): void {
	const held = heldBy(camera, holder);
	if (!held) return;
	const turn = beginTurn(held);
	// It stays known until all is written: a new owner must not note a camera that is only half restored.
	held.holder = undefined;
	// While the game moves the camera and nothing is drawn over it, its view is newer than the noted one.
	if (held.cameraType || held.isDrawnOver) {
		held.isDrawnOver = false;
		camera.CFrame = held.cframe;
		if (held.turn !== turn) return;
		camera.Focus = held.focus;
	}
	if (held.turn !== turn) return;
	restoreLens(camera, held);
	if (held.turn !== turn) return;
	restoreType(camera, held);
	if (held.turn === turn) heldCameras.delete(camera);
}
