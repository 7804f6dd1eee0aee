import { counted } from "../../ui/format";
import { shortNumber } from "../editor/take-work";
import { speedAt } from "./lane-shapes";
import type { Lane } from "./layout";
import type { Timeline } from "./timeline";

/** Returns the value of a lane at the playhead, in words. */
export function laneValue(timeline: Timeline, { kind }: Lane): string {
	const { editor } = timeline;
	const position = editor.playback.position();
	const flight = editor.flight();
	if (kind === "markers") return tostring(editor.markers().size());
	if (kind === "clips") return counted(editor.cuts().size(), "cut");
	if (kind === "lens") {
		const lens = flight?.fieldOfView === undefined ? 0 : editor.playback.lensAt(position);
		return lens > 0 ? string.format("%.1f°", lens) : "";
	}
	if (kind === "speed" && flight) return string.format("%.1f studs/s", speedAt(flight, position));
	if (kind === "difference") {
		const difference = editor.takeWork.difference();
		if (!difference) return "";
		const farthest = shortNumber(difference.farthest);
		return timeline.layout().headers >= 200 ? `up to ${farthest} studs` : farthest;
	}
	if (kind === "camera" && editor.isPreview() && !editor.keys().isEmpty()) {
		const count = counted(editor.keys().size(), "key");
		return timeline.layout().headers >= 200 ? `${count}, preview` : count;
	}
	if (kind === "subject") return "replay";
	return "";
}
