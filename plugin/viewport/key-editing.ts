import { Workspace } from "@rbxts/services";
import { untrack } from "@rbxts/vide";
import { Recording } from "../../src/camera";
import type { Editor } from "../editor/editor";
import { setTangents } from "../editor/key-edits";
import { keysOf, shotAt, TimelineKey, withClip } from "../editor/timeline-items";
import { copyKeys } from "./copy-keys";
import { KeyGesture } from "./key-gesture";
import type { Modifiers } from "./modifiers";
import { KeyMove, positionOf } from "./move-keys";
import { TANGENT_SECONDS, withVelocity } from "./tangents";
import { meetPlane, ViewportPointer } from "./viewport-pointer";

/** The max seconds between the clicks of a double click. */
const DOUBLE_CLICK = 0.4;

const NO_ROOM = "There is no room for a copy before the next key. Move the keys apart on the timeline first.";

function counted(count: number): string {
	return count === 1 ? "1 key" : `${count} keys`;
}

function putBack(count: number): string {
	return `Ctrl+Z puts ${count === 1 ? "it" : "them"} back.`;
}

/** Returns the user's line of sight. A drag stays in the plane across it. */
function lookNow(): Vector3 {
	return Workspace.CurrentCamera?.CFrame.LookVector ?? Vector3.zAxis;
}

/** Handles presses and drags of keys in the viewport. */
export class KeyEditing {
	private readonly gesture: KeyGesture;
	/** The last clicked key, from which Shift selects a range. */
	private anchor?: string;
	private lastClick = -math.huge;
	private lastTarget = "";
	/** The keys moved by a drag of a ball, and where it began. */
	private move?: { keys: KeyMove; point: Vector3; normal: Vector3; from: Vector3 };
	/** The keys moved by an arrow or a ring. */
	private handled?: KeyMove;
	private isHandleRefused = false;
	public isTurning = false;

	constructor(
		private readonly editor: Editor,
		private readonly pointer: ViewportPointer,
	) {
		this.gesture = new KeyGesture(editor);
	}

	/** Returns the chosen key that shows handles: the last clicked one, or the first. */
	public main(): TimelineKey | undefined {
		const chosen = this.editor.chosenKeys();
		return chosen.find(({ id }) => id === this.anchor) ?? chosen[0];
	}

	/** Handles a press on a key's ball. */
	public pressKey(key: TimelineKey, held: Modifiers): void {
		const { selection } = this.editor;
		const isPlain = !held.shift && !held.ctrl;
		if (isPlain && !untrack(() => selection.has(key.id))) this.choose([key.id], key.id);
		this.pointer.press({
			onStart: (ray, now) => !now.ctrl && this.startMove(key, ray, now.alt),
			onMove: (ray, now) => this.moveTo(ray, now.shift),
			onEnd: () => this.finish(),
			onClick: (now) => this.clickKey(key, now),
		});
	}

	/** Handles a press on one of the two handles of a key's velocity: 1 is ahead of it, -1 behind. */
	public pressTangent(key: TimelineKey, tip: Vector3, side: 1 | -1): void {
		let base: Recording | undefined;
		let from: Vector3 | undefined;
		let normal = Vector3.zAxis;
		this.pointer.press({
			onStart: (ray) => {
				base = this.editor.recording();
				normal = lookNow();
				from = meetPlane(ray, tip, normal);
				return (
					base !== undefined &&
					from !== undefined &&
					this.gesture.begin("Bend path at key", `Bent the path at 1 key. ${putBack(1)}`, [])
				);
			},
			onMove: (ray) => {
				const to = meetPlane(ray, tip, normal);
				const shot = base && shotAt(base, key.clip);
				if (!to || !shot) return;
				const way = tip.add(to.sub(from!)).sub(positionOf(key.key));
				const bent = withVelocity(shot, key.index, way.mul(side / TANGENT_SECONDS));
				this.gesture.show(withClip(base!, key.clip, bent));
			},
			onEnd: () => this.finish(),
			onClick: () => {
				if (this.isDoubleClick(`tangent ${key.id}`)) this.freeTangent(key);
			},
		});
	}

	/** Handles a press on an arrow or a ring. */
	public pressHandle(): void {
		this.handled = undefined;
		this.isHandleRefused = false;
	}

	/** Moves all chosen keys along with an arrow. */
	public dragArrow(offset: Vector3): void {
		const move = this.handle("Move", "Moved");
		if (move) this.gesture.show(move.by(offset));
	}

	/** Turns all chosen keys along with a ring, each about its own position. */
	public dragRing(axis: Vector3, angle: number): void {
		this.isTurning = true;
		const move = this.handle("Turn", "Turned");
		if (move) this.gesture.show(move.turned(axis, angle));
	}

	public releaseHandle(): void {
		this.isTurning = false;
		if (this.handled) this.finish();
		this.handled = undefined;
	}

	/** Cancels the current drag. Returns false if there is none. */
	public cancel(): boolean {
		this.pointer.cancel();
		this.isTurning = false;
		this.isHandleRefused = this.handled !== undefined;
		this.handled = undefined;
		this.move = undefined;
		return this.gesture.cancel();
	}

	private startMove(key: TimelineKey, ray: Ray, copies: boolean): boolean {
		const recording = this.editor.recording();
		if (!recording) return false;
		if (!untrack(() => this.editor.selection.has(key.id))) this.choose([key.id], key.id);
		const point = positionOf(key.key);
		const normal = lookNow();
		const from = meetPlane(ray, point, normal);
		const keys = from && this.begin(recording, copies);
		if (!keys) return false;
		this.move = { keys, point, normal, from: from! };
		return true;
	}

	private begin(recording: Recording, copies: boolean): KeyMove | undefined {
		const chosen = this.chosenOf(recording);
		if (!copies) return this.beginWith(recording, chosen, "Move", "Moved");
		const copied = copyKeys(recording, chosen);
		if (copied) return this.beginWith(copied.recording, copied.copies, "Copy", "Copied");
		this.editor.messages.complain(NO_ROOM);
		return undefined;
	}

	private beginWith(
		recording: Recording,
		keys: ReadonlyArray<TimelineKey>,
		what: string,
		said: string,
	): KeyMove | undefined {
		const move = new KeyMove(recording, keys);
		const count = counted(keys.size());
		const main = this.main();
		const isBegun = this.gesture.begin(`${what} ${count}`, `${said} ${count}. ${putBack(keys.size())}`, move.ids);
		if (!isBegun) return undefined;
		// Its index changes if keys are inserted before it.
		const place = main ? keys.findIndex(({ id }) => id === main.id) : -1;
		this.anchor = move.ids[math.max(place, 0)];
		return move;
	}

	/** Moves the keys to the pointer: vertically only, or in the plane of the view. */
	private moveTo(ray: Ray, isUpright: boolean): void {
		if (!this.move) return;
		const { keys, point, normal, from } = this.move;
		if (!isUpright) {
			const to = meetPlane(ray, point, normal);
			if (to) this.gesture.show(keys.by(to.sub(from)));
			return;
		}
		const flat = new Vector3(normal.X, 0, normal.Z);
		// Looking straight down, vertical movement is invisible.
		if (flat.Magnitude < 0.05) return;
		const to = meetPlane(ray, from, flat.Unit);
		if (to) this.gesture.show(keys.by(new Vector3(0, to.Y - from.Y, 0)));
	}

	private handle(what: string, said: string): KeyMove | undefined {
		if (this.handled && !this.gesture.isUnderWay()) return undefined;
		const recording = this.editor.recording();
		if (!this.handled && recording && !this.isHandleRefused) {
			this.handled = this.beginWith(recording, this.chosenOf(recording), what, said);
			this.isHandleRefused = this.handled === undefined;
		}
		return this.handled;
	}

	private finish(): void {
		this.move = undefined;
		this.gesture.commit();
	}

	private clickKey(key: TimelineKey, held: Modifiers): void {
		const { selection, playback } = this.editor;
		if (held.ctrl) {
			selection.toggle(key.id);
			this.anchor = key.id;
		} else if (held.shift) {
			this.chooseTo(key);
		} else if (this.isDoubleClick(key.id)) {
			playback.pause();
			playback.seek(key.seconds);
			playback.lookThrough(true);
		} else {
			this.choose([key.id], key.id);
		}
	}

	/** Chooses all keys from the last clicked one to this one. */
	private chooseTo(key: TimelineKey): void {
		const keys = untrack(this.editor.keys);
		const from = keys.findIndex(({ id }) => id === (this.anchor ?? key.id));
		const to = keys.findIndex(({ id }) => id === key.id);
		const [first, last] = [math.min(from < 0 ? to : from, to), math.max(from, to)];
		this.editor.selection.set(keys.filter((_, index) => index >= first && index <= last).map(({ id }) => id));
	}

	private choose(ids: ReadonlyArray<string>, anchor: string): void {
		this.anchor = anchor;
		this.editor.selection.set(ids);
	}

	private freeTangent({ clip, index }: TimelineKey): void {
		this.editor.change(
			"Set tangent to Auto",
			(recording) => withClip(recording, clip, setTangents(shotAt(recording, clip)!, [index], "auto")),
			`Set the tangent to Auto. ${putBack(1)}`,
		);
	}

	private isDoubleClick(target: string): boolean {
		const now = os.clock();
		const isDouble = target === this.lastTarget && now - this.lastClick <= DOUBLE_CLICK;
		this.lastTarget = target;
		this.lastClick = isDouble ? -math.huge : now;
		return isDouble;
	}

	/** Returns the chosen keys of the recording in the place, regardless of the preview. */
	private chosenOf(recording: Recording): Array<TimelineKey> {
		return untrack(() => keysOf(recording).filter(({ id }) => this.editor.selection.has(id)));
	}
}
