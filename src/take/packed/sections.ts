import { Reader } from "../../bytes/reader";
import type { Budget } from "../../bytes/budget";
import { Writer } from "../../bytes/writer";
import type { Marker } from "../../motion/marker";
import type { Take, TakeMetadata } from "../take";
import { checkGrid, Grid } from "./grid";
import { readMarkers, writeMarkers } from "./markers";
import { readMetadata, writeMetadata } from "./metadata";
import { readEachSection, writeSection } from "./section";

/** The contents of a header's sections. */
export interface Sections {
	name: string;
	map: string;
	fieldOfView?: number;
	markers: Array<Marker>;
	cuts: Array<number>;
	metadata?: TakeMetadata;
	serverStart?: number;
	serverEnd?: number;
}

/** The contents of a header's sections, and the grid of the frames, if any. */
export interface HeaderSections {
	sections: Sections;
	grid?: Grid;
}

/** Writes the parts of a take besides its frames. Empty ones are left out. */
export function writeSections(writer: Writer, take: Take, grid?: Grid): void {
	const { name, map, fieldOfView, markers, cuts, metadata, serverStart, serverEnd } = take;
	if (name !== "") writeSection(writer, "NAME", () => writer.text(name));
	if (map !== "") writeSection(writer, "MAP ", () => writer.text(map));
	if (typeIs(fieldOfView, "number")) writeSection(writer, "LENS", () => writer.f64(fieldOfView));
	if (!markers.isEmpty()) {
		writeSection(writer, "MARK", () => writeMarkers(writer, markers));
	}
	if (!cuts.isEmpty()) {
		writeSection(writer, "CUTS", () => {
			for (const cut of cuts) writer.u32(cut);
		});
	}
	if (metadata !== undefined) writeSection(writer, "META", () => writeMetadata(writer, metadata));
	if (serverStart !== undefined && serverEnd !== undefined) {
		writeSection(writer, "TIME", () => {
			writer.f64(serverStart);
			writer.f64(serverEnd);
		});
	}
	if (grid) {
		writeSection(writer, "GRID", () => {
			writer.f64(grid.step);
			writer.u16(grid.units);
		});
	}
}

function readGrid(reader: Reader): Grid {
	const { position } = reader;
	const grid = { step: reader.f64("the step of a grid"), units: reader.u16("the units of a grid") };
	checkGrid(grid, reader.format, position);
	return grid;
}

function readCuts(reader: Reader, budget: Budget): Array<number> {
	const count = math.ceil(reader.remaining() / 4);
	budget.spendElements(count, reader.format, reader.position);
	const cuts = new Array<number>();
	for (const _ of $range(1, count)) cuts.push(reader.u32("a cut"));
	return cuts;
}

/** Reads the sections up to the end of `reader`. Checks only their form, not their values. */
export function readSections(reader: Reader, budget: Budget): HeaderSections {
	let grid: Grid | undefined;
	const sections: Sections = { name: "", map: "", markers: [], cuts: [] };
	readEachSection(reader, budget, (tag, part) => {
		if (tag === "NAME") sections.name = part.text(part.remaining());
		else if (tag === "MAP ") sections.map = part.text(part.remaining());
		else if (tag === "LENS") sections.fieldOfView = part.f64("the field of view");
		else if (tag === "MARK") sections.markers = readMarkers(part, budget);
		else if (tag === "CUTS") sections.cuts = readCuts(part, budget);
		else if (tag === "META") sections.metadata = readMetadata(part);
		else if (tag === "TIME") {
			sections.serverStart = part.f64("the start on the server's clock");
			sections.serverEnd = part.f64("the end on the server's clock");
		} else if (tag === "GRID") grid = readGrid(part);
		else return false;
		return true;
	});
	return { sections, grid };
}
