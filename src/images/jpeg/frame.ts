import { Reader } from "../../bytes/reader";
import { checkSize } from "../limits";
import { HuffmanCode } from "./huffman";

/** One of the planes of a picture. */
export interface JpegComponent {
	id: number;
	/** The blocks of an MCU, across and down. */
	across: number;
	down: number;
	/** Its size in samples. */
	width: number;
	height: number;
	/** Its size in blocks: those with samples of the picture, and those of whole MCUs. */
	blocksAcross: number;
	blocksDown: number;
	paddedAcross: number;
	paddedDown: number;
	/** The index of its quantisation table, and that table once its first scan starts. */
	quantizerIndex: number;
	quantizer?: Array<number>;
	/** The codes of the current scan. */
	dc?: HuffmanCode;
	ac?: HuffmanCode;
	/** The previous DC coefficient, to which the next is relative. */
	predictor: number;
	/** All its blocks, 64 × i16 each in stored order, if they come in several scans. */
	coefficients?: buffer;
	/** How many low bits of each coefficient are missing, in stored order; -1 before its first scan. */
	missing: Array<number>;
}

/** The properties of a picture, before its scans. */
export interface JpegFrame {
	isProgressive: boolean;
	width: number;
	height: number;
	components: Array<JpegComponent>;
	/** The size of an MCU, in units of 8 pixels. */
	maxAcross: number;
	maxDown: number;
	mcusAcross: number;
	mcusDown: number;
	blocks: number;
}

export function readFrame(reader: Reader, isProgressive: boolean): JpegFrame {
	const start = reader.position;
	const precision = reader.u8("precision");
	if (precision !== 8) reader.fail(`${precision} bits per sample are not supported, only 8`, start);
	const height = reader.u8("height") * 256 + reader.u8("height");
	const width = reader.u8("width") * 256 + reader.u8("width");
	if (height === 0 && width > 0) reader.fail("a height that comes after the picture (DNL) is not supported", start + 1);
	checkSize(width, height, "jpeg", start + 1);
	const count = reader.u8("components");
	if (count !== 1 && count !== 3 && count !== 4)
		reader.fail(`${count} components are not supported, only 1, 3 or 4`, start + 5);

	const components = new Array<JpegComponent>();
	let maxAcross = 1;
	let maxDown = 1;
	for (const _ of $range(1, count)) {
		const at = reader.position;
		const id = reader.u8("component");
		const sampling = reader.u8("sampling");
		const quantizerIndex = reader.u8("quantisation");
		const across = sampling >>> 4;
		const down = sampling & 15;
		if (across < 1 || across > 4 || down < 1 || down > 4) {
			reader.fail(`component ${id} has sampling ${across} × ${down}, not 1 to 4`, at + 1);
		}
		if (quantizerIndex > 3) reader.fail(`quantisation table ${quantizerIndex} does not exist`, at + 2);
		if (components.some((other) => other.id === id)) reader.fail(`a second component ${id}`, at);
		maxAcross = math.max(maxAcross, across);
		maxDown = math.max(maxDown, down);
		components.push({
			id,
			across,
			down,
			width: 0,
			height: 0,
			blocksAcross: 0,
			blocksDown: 0,
			paddedAcross: 0,
			paddedDown: 0,
			quantizerIndex,
			predictor: 0,
			missing: new Array<number>(64, -1),
		});
	}
	reader.expectEnd("the frame");
	// A single component has MCUs of one block, whatever its sampling says.
	if (count === 1) {
		components[0].across = 1;
		components[0].down = 1;
		maxAcross = 1;
		maxDown = 1;
	}
	const mcusAcross = math.ceil(width / (8 * maxAcross));
	const mcusDown = math.ceil(height / (8 * maxDown));
	let blocks = 0;
	for (const component of components) {
		const { across, down } = component;
		if (maxAcross % across !== 0 || maxDown % down !== 0) {
			reader.fail(`sampling ${across} × ${down} of ${maxAcross} × ${maxDown} is not supported`, start + 6);
		}
		component.width = math.ceil((width * across) / maxAcross);
		component.height = math.ceil((height * down) / maxDown);
		component.blocksAcross = math.ceil(component.width / 8);
		component.blocksDown = math.ceil(component.height / 8);
		component.paddedAcross = mcusAcross * across;
		component.paddedDown = mcusDown * down;
		blocks += component.paddedAcross * component.paddedDown;
	}
	return { isProgressive, width, height, components, maxAcross, maxDown, mcusAcross, mcusDown, blocks };
}
