import { untrack } from "@rbxts/vide";
import { KeyEasing, Recording, Shot, ShotKey } from "../../src/camera";
import { refuse } from "../sentence";
import { changeChosenKeys, replacedWords } from "./edits";
import type { Editor } from "./editor";
import { onFrame, segmentEasing, shiftKeys, Tangents, tangentsOf } from "./key-edits";
import { cframeOf, Channel, valueOf, withValue } from "./key-values";
import { shotAt, TimelineKey, withClip } from "./timeline-items";

/** Returns the value that all chosen keys share, or undefined if they differ or none is chosen. */
function common<T extends defined>(editor: Editor, find: (key: TimelineKey) => T | undefined): T | undefined {
	let found: T | undefined;
	for (const key of editor.chosenKeys()) {
		const value = find(key);
		if (value === undefined || (found !== undefined && found !== value)) return undefined;
		found = value;
	}
	return found;
}

/** Returns a number of the chosen keys as text, or undefined if they differ. */
export function chosenValue(editor: Editor, channel: Channel, write: (value: number) => string): string | undefined {
	return common(editor, ({ key }) => {
		const value = valueOf(key, channel);
		return value === undefined ? undefined : write(value);
	});
}

function segmentOf(editor: Editor, { clip, index }: TimelineKey): { shot: Shot; following: ShotKey } | undefined {
	const shown = editor.shown();
	const shot = shown && shotAt(shown, clip);
	const following = shot?.keys[index + 1];
	return following && { shot, following };
}

/** Returns the easing from the chosen keys to the next ones, or undefined if they differ. */
export function chosenEasing(editor: Editor): KeyEasing | undefined {
	return common(editor, (key) => {
		const segment = segmentOf(editor, key);
		return segment && segmentEasing(segment.shot, key.index);
	});
}

/** Returns whether a chosen key has a next key. */
export function hasSegment(editor: Editor): boolean {
	return editor.chosenKeys().some((key) => segmentOf(editor, key) !== undefined);
}

/** Returns the seconds from the chosen key to the next. Undefined if several are chosen, or if it is the last. */
export function chosenSpan(editor: Editor): number | undefined {
	const chosen = editor.chosenKeys();
	if (chosen.size() !== 1) return undefined;
	const segment = segmentOf(editor, chosen[0]);
	return segment && segment.following.seconds - chosen[0].key.seconds;
}

export function chosenTangents(editor: Editor): Tangents | undefined {
	return common(editor, ({ key }) => tangentsOf(key));
}

/** Sets a number of all chosen keys, as one step. */
export function setChosenValue(editor: Editor, what: string, channel: Channel, value: number): void {
	editor.change(what, (recording) =>
		changeChosenKeys(editor, recording, (shot, indices) => {
			const keys = [...shot.keys];
			for (const index of indices) keys[index] = withValue(keys[index], channel, value);
			return { ...shot, keys };
		}),
	);
}

/** Moves the chosen key to a time on the timeline. */
export function setChosenTime(editor: Editor, seconds: number): void {
	const [chosen, another] = untrack(editor.chosenKeys);
	let onMoved: (() => void) | undefined;
	const move = (recording: Recording) => {
		if (!chosen || another) return refuse("Choose one key to set its time.");
		const shot = shotAt(recording, chosen.clip)!;
		const start = chosen.seconds - chosen.key.seconds;
		if (seconds < start - 1e-6) return refuse("The clip begins later. Move the clip, or type a later time.");
		const delta = onFrame(seconds - start) - chosen.key.seconds;
		const { shot: moved, indices, replaced } = shiftKeys(shot, [chosen.index], delta);
		onMoved = () => {
			editor.selection.set(indices.map((index) => `key:${chosen.clip}:${index}`));
			if (replaced > 0) editor.messages.say(replacedWords(replaced));
		};
		return withClip(recording, chosen.clip, moved);
	};
	editor.change("Move 1 key", move, undefined, () => onMoved!());
}

/** Chooses the key before or after the chosen one, or the one nearest to the playhead, and goes there. */
export function chooseNeighbour(editor: Editor, direction: 1 | -1): void {
	const keys = untrack(editor.keys);
	const chosen = untrack(editor.chosenKeys);
	const position = untrack(editor.playback.position);
	let wanted: TimelineKey | undefined;
	if (chosen.isEmpty()) {
		for (const key of keys) {
			if (!wanted || math.abs(key.seconds - position) < math.abs(wanted.seconds - position)) wanted = key;
		}
	} else {
		const from = direction > 0 ? chosen[chosen.size() - 1] : chosen[0];
		wanted = keys[keys.findIndex(({ id }) => id === from.id) + direction];
	}
	if (!wanted) return;
	editor.selection.set([wanted.id]);
	editor.playback.pause();
	editor.playback.seek(wanted.seconds);
}

/** Moves the user's view to the chosen key. */
export function goToChosen(editor: Editor): void {
	const [chosen] = untrack(editor.chosenKeys);
	const camera = game.GetService("Workspace").CurrentCamera;
	if (!chosen || !camera) return;
	editor.playback.lookThrough(false);
	camera.CFrame = cframeOf(chosen.key);
}
