import { RunService, UserInputService } from "@rbxts/services";
import Vide, { cleanup, derive, effect, untrack } from "@rbxts/vide";
import { sampleCFrame } from "../../src/camera";
import { formatClock } from "../../ui/format";
import { FrustumDrawing } from "../../ui/frustum-drawing";
import { createLines } from "../../ui/path-drawing";
import { theme } from "../../ui/theme";
import type { Editor } from "../editor/editor";
import { shotAt, TimelineKey } from "../editor/timeline-items";
import { BallLook, Balls } from "./ball";
import { currentEye, Eye } from "./eye";
import { FlightLine } from "./flight-line";
import { KeyEditing } from "./key-editing";
import { KeyHandles } from "./key-handles";
import { showLookThroughFrame } from "./look-through-frame";
import { heldModifiers } from "./modifiers";
import { cframeOf, positionOf } from "./move-keys";
import { Pill } from "./pill";
import { showScreen } from "./show-screen";
import { INK, PAPER } from "./screen-colors";
import { ScreenLabel, ScreenLabels } from "./screen-labels";
import { directionAt, TANGENT_SECONDS, velocityAt } from "./tangents";
import { ViewportPointer } from "./viewport-pointer";

/** The binding that keeps sizes and positions on the screen. It runs after everything that moves the camera. */
const BINDING = "DollyViewport";

/** The max number of keys drawn at once, around the playhead. More could not be told apart. */
const MOST_KEYS = 300;
const PAGE = MOST_KEYS / 2;
const MOST_FLAGS = 60;

/** Pixels from a camera to the picture that is drawn in front of it. */
const PLAYHEAD_DEPTH = 48;
const LOOK_DEPTH = 96;

/** Pixels from a key to the handles of its velocity if the camera rests there. */
const LEAST_TANGENT = 28;

const HINTS =
	"Drag a key: move it   Shift: up and down   Drag a ring: turn   Small ball: bend   Alt+drag: copy   Double click: look through";

const KEY: BallLook = { radius: 8.5, edge: 2, color: PAPER, edgeColor: INK };
const TANGENT: BallLook = { radius: 6.5, edge: 2, color: INK, edgeColor: PAPER };

/** Returns the keys around the playhead. */
function keysAround(keys: ReadonlyArray<TimelineKey>, page: number): ReadonlyArray<TimelineKey> {
	if (keys.size() <= MOST_KEYS) return keys;
	return keys.filter((_, index) => index >= (page - 1) * PAGE && index < (page + 1) * PAGE);
}

/** Draws the open recording in the viewport, where its keys can be dragged. Ends with the current scope. */
export function drawInViewport(plugin: Plugin, editor: Editor): void {
	const ground = game.GetService("CoreGui");
	const folder = new Instance("Folder");
	folder.Name = "DollyViewport";
	folder.Archivable = false;
	cleanup(() => folder.Destroy());

	const { playback, messages } = editor;
	const isShown = derive(() => editor.flight() !== undefined && !playback.looksThrough());
	const hasKeys = derive(() => isShown() && !editor.keys().isEmpty());
	const labels = new ScreenLabels();
	showScreen(() => (
		<screengui Name="DollyLabels" Archivable={false} ResetOnSpawn={false} IgnoreGuiInset={true} Enabled={isShown}>
			{labels.draw()}
			<Pill
				name="Recording"
				icon="film"
				bold={true}
				text={() => editor.opened()?.name ?? ""}
				visible={() => editor.opened() !== undefined}
				position={UDim2.fromOffset(12, 12)}
			/>
			<Pill
				name="Hints"
				text={HINTS}
				visible={hasKeys}
				position={new UDim2(0.5, 0, 1, -12)}
				anchor={new Vector2(0.5, 1)}
			/>
		</screengui>
	));
	showLookThroughFrame(editor);

	const pointer = new ViewportPointer(plugin, () => editing.cancel());
	const editing: KeyEditing = new KeyEditing(editor, pointer);
	const line = new FlightLine(folder, (seconds) => playback.seek(seconds));
	const playheadCamera = new FrustumDrawing(folder, PAPER, "Playhead", true);
	const chosenLook = new FrustumDrawing(folder, theme().accentLine, "ChosenLook", true);
	const tangentLine = createLines("TangentLine", folder);
	tangentLine.ZIndex = 2;
	tangentLine.Color3 = PAPER;

	let shownKeys: ReadonlyArray<TimelineKey> = [];
	let main: TimelineKey | undefined;
	let tips: ReadonlyArray<Vector3> = [];
	const keyBalls = new Balls("Key", folder, (index) => editing.pressKey(shownKeys[index], heldModifiers()), 5);
	const tangentBalls = new Balls(
		"Tangent",
		folder,
		(index) => main && editing.pressTangent(main, tips[index], index === 0 ? 1 : -1),
		7,
	);
	const handles = new KeyHandles(folder, {
		onPress: () => editing.pressHandle(),
		onMove: (offset) => editing.dragArrow(offset),
		onTurn: (axis, angle) => editing.dragRing(axis, angle),
		onRelease: () => editing.releaseHandle(),
	});
	cleanup(() => editing.cancel());

	/** Returns the number of a key in the whole recording. */
	function numberOf(key: TimelineKey): number {
		return untrack(editor.keys).findIndex(({ id }) => id === key.id) + 1;
	}

	function drawKeys(page: number): void {
		const keys = untrack(editor.keys);
		shownKeys = keysAround(keys, page);
		main = untrack(() => editing.main());
		const accent = theme().accentLine;
		const chosen: BallLook = { radius: 11, edge: 2, color: accent, edgeColor: PAPER };
		const isChosen = shownKeys.map(({ id }) => untrack(() => editor.selection.has(id)));
		keyBalls.show(
			shownKeys.map(({ key }) => positionOf(key)),
			(index) => (isChosen[index] ? chosen : KEY),
		);
		const first = shownKeys.isEmpty() ? 0 : numberOf(shownKeys[0]);
		const numbers = shownKeys.map(({ key }, index) => ({ point: positionOf(key), text: tostring(first + index) }));
		const flight = untrack(editor.flight)!;
		const flags = untrack(editor.markers)
			.filter((_, index) => index < MOST_FLAGS)
			.map(({ name, seconds }) => ({ point: sampleCFrame(flight, seconds).Position, text: name }));
		labels.show(numbers, flags);
	}

	/** Draws the handles of the chosen key, with the same size on the screen at any distance. */
	function drawHandles(eye: Eye): void {
		if (!main) {
			handles.hide();
			chosenLook.hide();
			tangentBalls.show([], () => TANGENT);
			tangentLine.Visible = false;
			return;
		}
		const { key, clip, index } = main;
		const cframe = cframeOf(key);
		const pixel = eye.studsPerPixel(cframe.Position);
		const aspect = untrack(editor.frameAspect);
		handles.show(cframe, editing.isTurning);
		chosenLook.show(cframe, key.fieldOfView ?? untrack(() => playback.lensAt(main!.seconds)), {
			scale: (LOOK_DEPTH * pixel) / 4,
			aspect: aspect > 0 ? aspect : undefined,
		});
		const recording = untrack(editor.shown);
		const shot = recording && shotAt(recording, clip);
		const velocity = shot && velocityAt(shot, index);
		tangentLine.Visible = velocity !== undefined;
		if (!shot || !velocity) {
			tangentBalls.show([], () => TANGENT);
			return;
		}
		let way = velocity.mul(TANGENT_SECONDS);
		const least = LEAST_TANGENT * pixel;
		if (way.Magnitude < 1e-3) way = directionAt(shot, index).mul(least);
		tips = [cframe.Position.add(way), cframe.Position.sub(way)];
		tangentBalls.show(tips, () => TANGENT);
		tangentLine.Clear();
		tangentLine.AddPath([tips[0], tips[1]], false);
	}

	function keyNote(key: TimelineKey): ScreenLabel {
		const lens = key.key.fieldOfView ?? playback.lensAt(key.seconds);
		const angle = lens > 0 ? string.format("   %d°", math.round(lens)) : "";
		return {
			point: positionOf(key.key),
			text: `Key ${numberOf(key)}   ${formatClock(key.seconds)}${angle}`,
			offset: new Vector2(18, 18),
		};
	}

	function drawPlayhead(eye: Eye): void {
		const seconds = untrack(playback.position);
		const cframe = playback.cameraAt(seconds);
		const aspect = untrack(editor.frameAspect);
		if (cframe) {
			playheadCamera.show(cframe, playback.lensAt(seconds), {
				scale: (PLAYHEAD_DEPTH * eye.studsPerPixel(cframe.Position)) / 4,
				aspect: aspect > 0 ? aspect : undefined,
			});
		} else {
			playheadCamera.hide();
		}
		const playhead = cframe && {
			point: cframe.Position,
			text: `Playhead ${formatClock(seconds)}`,
			offset: new Vector2(-72, -76),
		};
		labels.note(main && keyNote(main), playhead);
	}

	let isPathStale = true;
	let areKeysStale = true;
	let isPlayheadStale = true;
	const page = derive(() => {
		const keys = editor.keys();
		if (keys.size() <= MOST_KEYS) return 0;
		const seconds = playback.position();
		return math.round(keys.filter((key) => key.seconds <= seconds).size() / PAGE);
	});
	effect(() => {
		editor.flight();
		theme();
		isPathStale = true;
	});
	effect(() => {
		editor.flight();
		editor.keys();
		editor.chosenKeys();
		editor.markers();
		page();
		theme();
		areKeysStale = true;
	});
	effect(() => {
		playback.position();
		editor.frameAspect();
		isPlayheadStale = true;
	});

	let former: Eye | undefined;
	function update(): void {
		pointer.follow();
		const eye = currentEye();
		const flight = untrack(editor.flight);
		if (!eye || !flight) return;
		const isMoved = !former || eye.cframe !== former.cframe || eye.size !== former.size || eye.lens !== former.lens;
		if (!isPathStale && !areKeysStale && !isPlayheadStale && !isMoved) return;
		former = eye;
		if (isPathStale) line.draw(flight);
		if (areKeysStale) drawKeys(untrack(page));
		if (areKeysStale || isMoved) drawHandles(eye);
		drawPlayhead(eye);
		isPathStale = false;
		areKeysStale = false;
		isPlayheadStale = false;
		line.follow(eye);
		keyBalls.follow(eye);
		tangentBalls.follow(eye);
		handles.follow(eye);
		untrack(() => labels.follow(eye));
	}

	let isBound = false;
	function bind(wanted: boolean): void {
		if (wanted === isBound) return;
		isBound = wanted;
		folder.Parent = wanted ? ground : undefined;
		former = undefined;
		if (wanted) RunService.BindToRenderStep(BINDING, Enum.RenderPriority.Camera.Value + 2, update);
		else {
			RunService.UnbindFromRenderStep(BINDING);
			editing.cancel();
		}
	}
	effect(() => bind(isShown()));
	cleanup(() => bind(false));

	const connection = UserInputService.InputBegan.Connect((input, isProcessed) => {
		if (input.KeyCode !== Enum.KeyCode.Escape || isProcessed) return;
		if (editing.cancel()) messages.say("");
		else if (untrack(playback.looksThrough)) playback.lookThrough(false);
	});
	cleanup(() => connection.Disconnect());
}
