/** The narrowest and widest vertical field of view that a Camera takes, in degrees. */
const NARROWEST = 1;
const WIDEST = 120;

/** By how much a field of view that was written may differ from what is read back: the engine keeps it in 32 bits. */
const LENS_ROUNDING = 1e-3;

/** Who moves a camera. */
export interface CameraHolder {
	/** Called when somebody else has taken a camera. */
	lose: (camera: Camera) => void;
}

/** What a camera shows. */
export interface View {
	cframe: CFrame;
	/** In degrees; 0 for the camera's own. */
	fieldOfView: number;
}

/**
 * A camera that is moved by somebody, and what the game wants of it. The game and the engine go on writing its type and its field of
 * view: a value that Dolly did not write is theirs, and is what the camera gets back.
 */
interface HeldCamera {
	/** Nobody while it is being given back. */
	holder?: CameraHolder;
	/**
	 * How often something was done to it. To be compared after every write: with immediate signals the game hears of it at once, its handlers
	 * stop and start players, and the newest call wins.
	 */
	turn: number;
	/** The game's own view: noted when it is made Scriptable, and whenever a view is drawn over it. */
	cframe: CFrame;
	focus: CFrame;
	/** Whether a view is drawn over the game's own: the camera's CFrame is not the game's. */
	isDrawnOver: boolean;
	/** The game's type, while it is made Scriptable. */
	cameraType?: Enum.CameraType;
	/** The game's field of view and the one that was written over it, while one is. */
	fieldOfView: number;
	shownFieldOfView?: number;
}

const heldCameras = new Map<Camera, HeldCamera>();

/** The camera's entry if `holder` moves it. */
function heldBy(camera: Camera, holder: CameraHolder): HeldCamera | undefined {
	const held = heldCameras.get(camera);
	return held?.holder === holder ? held : undefined;
}

/** Begins to do something to a camera, and returns its turn. */
function beginTurn(held: HeldCamera): number {
	held.turn += 1;
	return held.turn;
}

/*
 * What the game or the engine has written since Dolly last wrote is noted right before Dolly writes the same property: with immediate
 * signals the game writes one property when it hears of another.
 */

/** Notes the game's type. */
function noteType(camera: Camera, held: HeldCamera): void {
	if (held.cameraType && camera.CameraType !== Enum.CameraType.Scriptable) held.cameraType = camera.CameraType;
}

/** Notes the game's field of view. */
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
 * Makes `holder` the one who moves a camera, and returns the previous holder. The caller moves the camera, and calls `lose` of the previous
 * holder when it is done. What the game wants of the camera is kept however many take turns.
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

/** Whether `holder` moves a camera. */
export function isHolding(camera: Camera, holder: CameraHolder): boolean {
	return heldCameras.get(camera)?.holder === holder;
}

/**
 * Moves a camera. It is made Scriptable every time: a respawn puts its type back. If there is no field of view (0), the camera has its
 * own.
 */
export function moveCamera(camera: Camera, holder: CameraHolder, cframe: CFrame, fieldOfView: number): void {
	const held = heldBy(camera, holder);
	if (!held) return;
	const turn = beginTurn(held);
	makeScriptable(camera, held);
	if (held.turn !== turn) return;
	camera.CFrame = cframe;
	if (held.turn !== turn) return;
	// The engine takes what is near the focus first when it lights.
	camera.Focus = cframe;
	if (held.turn !== turn) return;
	if (fieldOfView > 0) {
		noteLens(camera, held);
		showLens(camera, held, fieldOfView);
	} else {
		restoreLens(camera, held);
	}
}

/** What a camera shows that is held. */
export function heldView(camera: Camera): View {
	const held = heldCameras.get(camera);
	return { cframe: camera.CFrame, fieldOfView: held?.shownFieldOfView ?? 0 };
}

/** Lets the game move a camera that is held, from where it was before anybody held it. */
export function loosenCamera(camera: Camera, holder: CameraHolder): void {
	const held = heldBy(camera, holder);
	if (!held) return;
	const turn = beginTurn(held);
	camera.CFrame = held.cframe;
	if (held.turn !== turn) return;
	camera.Focus = held.focus;
	if (held.turn === turn) restoreType(camera, held);
}

/** Gives the game its own view back, which the last frame may have drawn over. */
export function showOwnView(camera: Camera, holder: CameraHolder): void {
	const held = heldBy(camera, holder);
	if (!held?.isDrawnOver) return;
	beginTurn(held);
	held.isDrawnOver = false;
	camera.CFrame = held.cframe;
}

/** Notes the game's own view, and draws a view over it until `showOwnView`: `alpha` of the distance from `from`. */
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

/** Gives a camera back as the game wants it, unless somebody else moves it. */
export function releaseCamera(camera: Camera, holder: CameraHolder): void {
	const held = heldBy(camera, holder);
	if (!held) return;
	const turn = beginTurn(held);
	// It stays known until all is written: who takes it meanwhile must not note a camera that is half given back.
	held.holder = undefined;
	// While the game moves the camera and nothing is drawn over it, its view is newer than what was noted.
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
