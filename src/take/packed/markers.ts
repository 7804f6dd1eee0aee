import type { Budget } from "../../bytes/budget";
import type { Reader } from "../../bytes/reader";
import type { Writer } from "../../bytes/writer";
import type { Marker } from "../../motion/marker";

/** Writes markers: for each f64 seconds, u8 length of its name, and its name. */
export function writeMarkers(writer: Writer, markers: ReadonlyArray<Marker>): void {
	for (const { name, seconds } of markers) {
		writer.f64(seconds);
		writer.u8(name.size());
		writer.text(name);
	}
}

export function readMarkers(reader: Reader, budget: Budget): Array<Marker> {
	const markers = new Array<Marker>();
	while (reader.remaining() > 0) {
		budget.spendElements(1, reader.format, reader.position);
		const seconds = reader.f64("the time of a marker");
		markers.push({ name: reader.text(reader.u8("the length of a name"), "the name of a marker"), seconds });
	}
	return markers;
}
