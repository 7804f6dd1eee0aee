/** Something on a timeline that can be dragged. */
export interface Handle {
	kind: "start" | "finish" | "cut" | "marker";
	/** Which cut or marker it is. */
	index: number;
	/** Pixels from the left edge. */
	x: number;
}

/** Pixels by which a press may miss. */
const REACH = 7;

/** The handle that a press at `x` takes: the nearest within reach; of two as near, the later in the list. */
export function hitTest(handles: ReadonlyArray<Handle>, x: number): Handle | undefined {
	let nearest: Handle | undefined;
	for (const handle of handles) {
		const distance = math.abs(handle.x - x);
		if (distance <= REACH && (!nearest || distance <= math.abs(nearest.x - x))) nearest = handle;
	}
	return nearest;
}
