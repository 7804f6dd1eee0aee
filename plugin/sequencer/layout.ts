/** How the Sequencer is laid out in a dock of a size. All numbers are pixels. */
export interface SequencerLayout {
	readonly width: number;
	readonly height: number;
	readonly toolbar: number;
	readonly ruler: number;
	/** Of the line with messages at the bottom; 0 if they stand in the toolbar. */
	readonly status: number;
	/** The width of the lanes' names; 0 if values stand in the lanes themselves. */
	readonly headers: number;
	/** Whether buttons of the toolbar have words, and whether those at its right do. */
	readonly hasWords: boolean;
	readonly hasRightWords: boolean;
	readonly hasFrameNumber: boolean;
	/** Whether markers stand in the ruler instead of in a lane. */
	readonly hasMarkersInRuler: boolean;
	/** The width of what stands at the right of the lanes, and whether it covers them. */
	readonly side: number;
	readonly coversLanes: boolean;
}

/** The bar that shows which part of the timeline is in view. */
export const OVERVIEW = 8;

/** Between the edge of the lanes and the first and the last frame in view. */
export const BEFORE_FIRST = 12;
export const BEFORE_FIRST_OF_CURVES = 40;
export const AFTER_LAST = 40;
/** The same of the small timeline, which has no numbers at its right. */
export const SMALL_EDGE = 8;

export function layoutOf(width: number, height: number): SequencerLayout {
	const isLow = height < 288;
	const isNarrow = width < 760;
	// A toolbar with less room than this has none for a message.
	const hasMessageInToolbar = isLow && width >= 1280;
	return {
		width,
		height,
		toolbar: isLow ? 32 : 40,
		ruler: isLow ? 32 : 24,
		status: hasMessageInToolbar ? 0 : 24,
		headers: isNarrow ? 0 : width < 1000 ? 144 : 200,
		hasWords: width >= 1000,
		hasRightWords: width >= 1128,
		hasFrameNumber: width >= 1280,
		hasMarkersInRuler: isLow,
		side: width >= 1000 ? (height >= 400 ? 264 : 288) : math.min(264, width),
		coversLanes: width < 1000,
	};
}

/** How the small timeline is laid out that stands in the Library, and in a Sequencer that is too narrow for names of lanes. */
export function smallLayoutOf(width: number, height: number): SequencerLayout {
	return {
		width,
		height,
		toolbar: 40,
		ruler: 24,
		// The row below the lanes gives way first.
		status: height >= 168 ? 36 : 0,
		headers: 0,
		hasWords: false,
		hasRightWords: false,
		hasFrameNumber: false,
		hasMarkersInRuler: false,
		side: 0,
		coversLanes: true,
	};
}

export type LaneKind = "markers" | "clips" | "camera" | "lens" | "speed" | "subject" | "layer" | "difference";

/** A lane from top to bottom. */
export interface Lane {
	readonly kind: LaneKind;
	/** What tells it from others of its kind. */
	readonly name: string;
	readonly height: number;
	readonly y: number;
}

/** How high lanes are that show a curve, and how low they may become before lanes scroll. */
const CURVE_HEIGHTS: { [K in LaneKind]?: number } = { lens: 40, speed: 40, difference: 64 };
const LEAST_CURVE_HEIGHT = 24;
const HEIGHTS: { [K in LaneKind]?: number } = { camera: 32 };

/** Lanes below one another: curves shrink until all of them fit, as far as they may. */
export function stackLanes(lanes: ReadonlyArray<Pick<Lane, "kind" | "name">>, room: number): Array<Lane> {
	let fixed = 0;
	let curves = 0;
	for (const { kind } of lanes) {
		const curve = CURVE_HEIGHTS[kind];
		if (curve !== undefined) curves += curve;
		else fixed += HEIGHTS[kind] ?? 24;
	}
	const share = math.min((room - fixed) / math.max(curves, 1), 1);
	let y = 0;
	return lanes.map(({ kind, name }) => {
		const curve = CURVE_HEIGHTS[kind];
		const height =
			curve === undefined ? (HEIGHTS[kind] ?? 24) : math.max(math.floor(curve * share), LEAST_CURVE_HEIGHT);
		y += height;
		return { kind, name, height, y: y - height };
	});
}
