import type { Marker } from "../../motion/marker";
import type { Recording } from "../../take/recording";
import type { TakeMetadata } from "../../take/take";

/** Returns the text that may be kept in place of what a player wrote, or undefined if it may not be kept at all. */
export type TextFilter = (text: string, player: Player) => string | undefined;

/**
 * A recording with its texts as `filter` returns them, or the reason why it is refused. The same text is filtered once. A
 * name is what its player asks for it by, and a key of metadata what a game does: either is refused rather than changed.
 */
export function filterRecording(recording: Recording, player: Player, filter: TextFilter): Recording | string {
	const texts = new Map<string, string | false>();
	let isChanged = false;
	/** The text to keep, or false. */
	const filtered = (text: string): string | false => {
		if (text === "") return text;
		let kept = texts.get(text);
		if (kept === undefined) {
			const result = filter(text, player);
			kept = typeIs(result, "string") && utf8.len(result)[0] !== undefined ? result : false;
			texts.set(text, kept);
			isChanged ||= kept !== text;
		}
		return kept;
	};
	if (filtered(recording.name) !== recording.name) return "its name is not allowed";
	const map = filtered(recording.map);
	if (map === false) return "its map is not allowed";
	const markers = new Array<Marker>();
	for (const marker of recording.markers) {
		const name = filtered(marker.name);
		if (name === false) return "a marker of it is not allowed";
		markers.push({ ...marker, name });
	}
	const metadata = new Map<string, string | number>();
	for (const [key, value] of pairs((recording.metadata ?? {}) as unknown as Map<string, string | number>)) {
		const text = typeIs(value, "string") ? filtered(value) : value;
		if (filtered(key) !== key || text === false) return "its metadata is not allowed";
		metadata.set(key, text);
	}
	// A recording that is the same table is saved as the bytes that came.
	if (!isChanged) return recording;
	return {
		...recording,
		map,
		markers,
		metadata: recording.metadata && (metadata as unknown as TakeMetadata),
	};
}
