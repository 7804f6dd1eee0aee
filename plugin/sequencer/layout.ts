/** The layout of the Sequencer for a size of its dock, in pixels. */
export interface SequencerLayout {
	readonly width: number;
	readonly height: number;
	readonly toolbar: number;
	readonly ruler: number;
	/** The height of the status line at the bottom; 0 if the toolbar shows messages. */
	readonly status: number;
	/** The width of the lanes' names; 0 if lanes show their own values. */
	readonly headers: number;
	/** Whether the toolbar's buttons have text, and whether those at its right do. */
	readonly hasWords: boolean;
	readonly hasRightWords: boolean;
	readonly hasFrameNumber: boolean;
	/** Whether the ruler shows the markers, instead of a lane. */
	readonly hasMarkersInRuler: boolean;
	/** The width of the panel at the right of the lanes, and whether it covers them. */
	readonly side: number;
	readonly coversLanes: boolean;
}

/** The height of the overview bar. */
export const OVERVIEW = 8;

/** Pixels between the edges of the lanes and the first and last visible frame. */
export const BEFORE_FIRST = 12;
export const BEFORE_FIRST_OF_CURVES = 40;
export const AFTER_LAST = 40;
/** The same for the small timeline, which has no numbers at its right. */
export const SMALL_EDGE = 8;

export function layoutOf(width: number, height: number): SequencerLayout {
	const isLow = height < 288;
	const isNarrow = width < 760;
	// A narrower toolbar has no room for a message.
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

/**
 * Returns the layout of the small timeline, used in the Library and in a Sequencer that is too narrow for names of
 * lanes.
 */
export function smallLayoutOf(width: number, height: number): SequencerLayout {
	return {
		width,
		height,
		toolbar: 40,
		ruler: 24,
		// The row below the lanes hides first.
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

/** A lane; the lanes are stacked from top to bottom. */
export interface Lane {
	readonly kind: LaneKind;
	/** Distinguishes it from others of its kind. */
	readonly name: string;
	readonly height: number;
	readonly y: number;
}

/** The preferred heights of lanes with a curve, and their min heights before lanes scroll. */
const CURVE_HEIGHTS: { [K in LaneKind]?: number } = { lens: 40, speed: 40, difference: 64 };
const LEAST_CURVE_HEIGHT = 24;
const HEIGHTS: { [K in LaneKind]?: number } = { camera: 32 };

/** Stacks lanes. Lanes with a curve shrink, down to their min height, until all lanes fit. */
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
