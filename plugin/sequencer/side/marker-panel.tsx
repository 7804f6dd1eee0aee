import Vide, { untrack } from "@rbxts/vide";
import { formatClock } from "../../../ui/format";
import { IconButton } from "../../../ui/icon-button";
import { TextField } from "../../../ui/text-field";
import { deleteChosen, withMarkers } from "../../editor/edits";
import type { TimelineMarker } from "../../editor/timeline-items";
import type { Library } from "../../library/library";
import { cleanName } from "../../place/clean-name";
import { secondsFrom } from "../read-time";
import type { Timeline } from "../timeline";
import { SidePlace, SideShell, SideText, sideWidth } from "./side-parts";

/** The height of a row with a field. */
const ROW = 32;

/** The name and the time of the chosen marker. Each edit is one step of history. */
export function MarkerPanel({ library, timeline }: { library: Library; timeline: Timeline }) {
	const { editor, messages } = library;
	const chosen = () => editor.markers().find(({ id }) => editor.selection.has(id));

	function change(what: string, body: (marker: TimelineMarker) => { name?: string; seconds?: number }): void {
		const found = untrack(chosen);
		if (!found) return;
		editor.change(what, (recording) =>
			withMarkers(recording, found.clip, (markers) => {
				markers[found.index] = { ...markers[found.index], ...body(found) };
				return markers;
			}),
		);
	}

	function rename(text: string): void {
		const name = cleanName(text);
		if (name === "") messages.complain("Type a name: your game finds the marker by it.");
		else if (name !== untrack(chosen)?.name) change("Rename marker", () => ({ name }));
	}

	function move(text: string): void {
		const seconds = secondsFrom(text, untrack(editor.rate));
		const found = untrack(chosen);
		if (seconds === undefined || !found) {
			messages.complain("Type a time such as 0:06.67.");
			return;
		}
		// Markers of a clip count from its start.
		const whole = { start: 0, finish: untrack(editor.playback.duration) };
		const { start, finish } = found.clip < 0 ? whole : untrack(editor.clips)[found.clip];
		const own = math.clamp(seconds, start, finish) - start;
		change("Move marker", () => ({ seconds: own }));
	}

	const field = (name: string, caption: string, row: number, text: () => string, onSubmit: (text: string) => void) => (
		<>
			<SideText name={`${name}Caption`} text={caption} y={row * ROW + 3} width={60} />
			<SidePlace name={`${name}Place`} x={64} y={row * ROW} width={() => sideWidth(timeline) - 64}>
				<TextField
					name={name}
					text={text}
					width={176}
					height={24}
					tip={caption}
					onSubmit={(typed) => {
						// Focusing a field changes nothing, even if it shows rounded digits.
						if (typed !== untrack(text)) onSubmit(typed);
					}}
				/>
			</SidePlace>
		</>
	);

	return (
		<SideShell
			timeline={timeline}
			name="MarkerPanel"
			title="Marker"
			closeTip="Closes the fields"
			onClose={() => editor.side("none")}
			height={ROW * 3}
		>
			{field("MarkerField", "Name", 0, () => chosen()?.name ?? "", rename)}
			{field("MarkerTime", "Time", 1, () => formatClock(chosen()?.seconds ?? 0), move)}
			<SidePlace name="DeletePlace" y={2 * ROW} width={() => sideWidth(timeline)}>
				<IconButton
					name="DeleteMarker"
					text="Delete"
					tip="Deletes the marker (Del)"
					onPress={() => deleteChosen(editor)}
				/>
			</SidePlace>
		</SideShell>
	);
}
