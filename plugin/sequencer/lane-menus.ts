import { untrack } from "@rbxts/vide";
import { isRecording, KeyEasing } from "../../src/camera";
import {
	addMarker,
	bendChosen,
	copyChosen,
	deleteChosen,
	easeChosen,
	pasteKeys,
	setKeyFromView,
	toggleCut,
} from "../editor/edits";
import { chosenEasing } from "../editor/chosen-values";
import { cutOutBetweenMarkers, joinClips, markersAround, splitClip } from "../editor/clip-edits";
import type { Editor } from "../editor/editor";
import { Tangents, tangentsOf } from "../editor/key-edits";
import { TimelineClip } from "../editor/timeline-items";
import { MenuItem, SEPARATOR } from "../menus";
import { TakeTool, TAKE_TOOLS } from "../editor/take-tools";

/** The easings that the key panel offers, with their texts. */
export const PLAIN_EASINGS: ReadonlyArray<{ easing: KeyEasing; text: string }> = [
	{ easing: "linear", text: "Linear" },
	{ easing: "hold", text: "Constant" },
	{ easing: "smooth", text: "Cubic" },
	{ easing: "inSine", text: "Ease in" },
	{ easing: "outSine", text: "Ease out" },
];

const STYLES = ["Sine", "Quad", "Cubic", "Quart", "Quint", "Exponential", "Circular", "Back", "Elastic", "Bounce"];
/** The directions of each style, with their texts. */
const DIRECTIONS = [
	["inOut", "in and out"],
	["in", "in"],
	["out", "out"],
] as const;

/** Describes an easing in words: `inOutSine` as "Sine in and out". */
export function easingWords(easing: KeyEasing): string {
	if (!typeIs(easing, "string")) return `part of ${easingWords(easing.style)}`;
	const plain = PLAIN_EASINGS.find((item) => item.easing === easing);
	if (plain) return plain.text;
	for (const [direction, words] of DIRECTIONS) {
		if (easing.sub(1, direction.size()) === direction) return `${easing.sub(direction.size() + 1)} ${words}`;
	}
	return easing;
}

/** The tangents that the menu offers. A key has one velocity for both sides, so its tangent does not break. */
export const TANGENTS: ReadonlyArray<{ tangents: Tangents; text: string; tip: string }> = [
	{ tangents: "auto", text: "Auto", tip: "The keys on both sides set how fast the camera passes" },
	{ tangents: "flat", text: "Flat", tip: "The camera comes to rest at the key" },
	{ tangents: "free", text: "Free", tip: "The key has a velocity of its own: drag its handles in the curves" },
];

export function easingItems(editor: Editor): Array<MenuItem> {
	const current = untrack(() => chosenEasing(editor));
	const item = (easing: KeyEasing, text: string): MenuItem => ({
		text,
		isChecked: easing === current,
		run: () => easeChosen(editor, easing),
	});
	const styles = STYLES.map((style) => ({
		text: style,
		items: DIRECTIONS.map(([direction, words]) => item(`${direction}${style}` as KeyEasing, `${style} ${words}`)),
	}));
	return [...PLAIN_EASINGS.map(({ easing, text }) => item(easing, text)), SEPARATOR, ...styles];
}

/** Returns the menu of a key. */
export function keyItems(editor: Editor): Array<MenuItem> {
	const [first] = untrack(editor.chosenKeys);
	const tangents = first && tangentsOf(first.key);
	return [
		{ text: "Easing to the next key", items: easingItems(editor) },
		{
			text: "Tangents",
			items: TANGENTS.map((item) => ({
				text: item.text,
				isChecked: item.tangents === tangents,
				run: () => bendChosen(editor, item.tangents),
			})),
		},
		{ text: "Set from view", run: () => setKeyFromView(editor) },
		SEPARATOR,
		{ text: "Copy", run: () => copyChosen(editor) },
		{ text: "Delete", run: () => deleteChosen(editor) },
	];
}

/** Returns the menu of a chosen marker, cut or layer. It opens the fields if there are any. */
export function chosenItems(editor: Editor, kind: "marker" | "cut" | "layer"): Array<MenuItem> {
	const remove = { text: "Delete", run: () => deleteChosen(editor) };
	return kind === "cut" ? [remove] : [{ text: "Edit…", run: () => editor.side(kind) }, remove];
}

/** Returns the menu of the ruler. */
export function rulerItems(editor: Editor): Array<MenuItem> {
	return [
		{ text: "Add marker (M)", run: () => addMarker(editor) },
		{ text: "Cut here (C)", run: () => toggleCut(editor) },
		{ text: "Paste keys", run: () => pasteKeys(editor) },
	];
}

interface ClipMenuEvents {
	onFit: () => void;
	onTool: (tool: TakeTool) => void;
}

/** Returns the menu of a clip for a press at a time. */
export function clipItems(
	editor: Editor,
	{ recording, index }: TimelineClip,
	seconds: number,
	events: ClipMenuEvents,
): Array<MenuItem> {
	const items = new Array<MenuItem>();
	const shown = untrack(editor.shown);
	const around = shown && markersAround(shown, seconds);
	if (isRecording(recording, "take")) {
		items.push({ text: "Fit keys…", run: events.onFit }, SEPARATOR);
		for (const tool of TAKE_TOOLS) items.push({ text: tool.text, run: () => events.onTool(tool) });
		items.push(SEPARATOR);
	}
	items.push(
		{ text: "Split at the playhead", run: () => splitClip(editor, index) },
		{
			text: around ? `Cut out from ${around.before.name} to ${around.after.name}` : "Cut out between markers",
			run: () => cutOutBetweenMarkers(editor, seconds),
		},
	);
	if (shown && isRecording(shown, "film")) {
		const last = shown.items.size() - 1;
		if (index > 0) items.push({ text: "Join with the clip before", run: () => joinClips(editor, index - 1, index) });
		if (last > 1) items.push({ text: "Join all takes", run: () => joinClips(editor, 0, last) });
		items.push(SEPARATOR);
		if (index > 0) {
			items.push({
				text: "Blend with the clip before",
				items: [0, 0.25, 0.5, 1, 2].map((seconds) => ({
					text: seconds === 0 ? "Cut" : `${seconds} s`,
					isChecked: shown.items[index].blend === seconds,
					run: () => setBlend(editor, index, seconds),
				})),
			});
		}
		items.push({ text: "Delete", run: () => deleteChosen(editor) });
	}
	return items;
}

function setBlend(editor: Editor, index: number, blend: number): void {
	editor.change(blend === 0 ? "Cut between clips" : "Blend clips", (recording) => {
		if (!isRecording(recording, "film")) return recording;
		const items = recording.items.map((item, other) => (other === index ? { ...item, blend } : item));
		return { ...recording, items };
	});
}
