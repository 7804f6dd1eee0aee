import { Reader } from "../../bytes/reader";
import { JpegComponent, JpegFrame } from "./frame";
import { Band } from "./progressive";
import { JpegTables } from "./tables";
import { BLOCK } from "./zigzag";

export interface Scan {
	components: Array<JpegComponent>;
	band: Band;
}

/** Refuses a band whose coefficients are not in the order of the standard, and notes the current one. */
function noteBand(reader: Reader, component: JpegComponent, band: Band, above: number): void {
	const { missing } = component;
	for (const index of $range(band.first, band.last)) {
		const expected = band.isRefinement ? above : -1;
		if (missing[index] !== expected || (index > 0 && missing[0] < 0)) {
			reader.fail(`a scan brings bit ${band.low} of coefficient ${index} out of turn`);
		}
		missing[index] = band.low;
	}
}

/** Reads the segment before a scan. */
export function readScan(reader: Reader, frame: JpegFrame, tables: JpegTables): Scan {
	const start = reader.position;
	const count = reader.u8("components");
	if (count < 1 || count > frame.components.size()) reader.fail(`a scan has ${count} components`, start);
	const components = new Array<JpegComponent>();
	const codes = new Array<number>();
	let blocks = 0;
	let latest = -1;
	for (const _ of $range(1, count)) {
		const id = reader.u8("component");
		const index = frame.components.findIndex((component) => component.id === id);
		// They are in the frame's order, so none appears twice.
		if (index <= latest) reader.fail(`component ${id} is not the scan's next`);
		latest = index;
		const component = frame.components[index];
		components.push(component);
		codes.push(reader.u8("codes"));
		blocks += component.across * component.down;
	}
	if (count > 1 && blocks > 10) reader.fail(`an MCU has ${blocks} blocks, more than 10`, start);
	const first = reader.u8("first coefficient");
	const last = reader.u8("last coefficient");
	const bits = reader.u8("bits");
	reader.expectEnd("the scan's head");
	const above = bits >>> 4;
	const low = bits & 15;
	const band = { first, last, low, isRefinement: above > 0 };
	if (frame.isProgressive) {
		const isBand = first === 0 ? last === 0 : last >= first && last < BLOCK && count === 1;
		if (!isBand) reader.fail(`a scan of ${count} components has coefficients ${first} to ${last}`);
		if (low > 13 || (above > 0 && above !== low + 1)) reader.fail(`a scan goes from bit ${above} to ${low}`);
	} else if (first !== 0 || last !== BLOCK - 1 || bits !== 0) {
		reader.fail(`a sequential scan has coefficients ${first} to ${last}, bits ${bits}`);
	}
	components.forEach((component, index) => {
		noteBand(reader, component, band, above);
		if (first === 0 && !band.isRefinement) component.dc = tables.dcCode(codes[index] >>> 4, start);
		if (last > 0) component.ac = tables.acCode(codes[index] & 15, start);
		component.quantizer ??= tables.quantizer(component.quantizerIndex, start);
	});
	return { components, band };
}
