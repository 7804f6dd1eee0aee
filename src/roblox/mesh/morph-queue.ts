import { frameTime, onSimulated } from "../clock";

/** Seconds of each frame that the morphing meshes of all models share. */
const SECONDS_A_FRAME = 0.001;

/** Work that goes on over several frames if it is long. */
export interface MorphWork {
	/** Does a little of it; returns whether it is done. */
	advance(): boolean;
}

/** Who works next stands first: whoever is done and wants to go on stands last. */
const queue = new Array<MorphWork>();

/** The frame in hand, and the seconds of it that are spent. */
let frame = -1;
let spent = 0;
let leave: (() => void) | undefined;

function advance(entry: MorphWork): boolean {
	return entry.advance();
}

function work(): void {
	const now = frameTime();
	if (now !== frame) {
		frame = now;
		spent = 0;
	}
	const begun = os.clock();
	let seconds = 0;
	while (!queue.isEmpty() && spent + seconds < SECONDS_A_FRAME) {
		const [first] = queue;
		const [ok, isDone] = pcall(advance, first);
		if (!ok) task.spawn(error, isDone, 0);
		if (!ok || isDone) queue.shift();
		seconds = os.clock() - begun;
	}
	spent += seconds;
	if (!queue.isEmpty()) {
		leave ??= onSimulated(work);
		return;
	}
	leave?.();
	leave = undefined;
}

/** Puts work that is just done at the end of the line. */
export function queueMorphAgain(entry: MorphWork): void {
	queue.push(entry);
}

/** Does work in turn with all other, at once as far as this frame's time goes. */
export function queueMorph(entry: MorphWork): void {
	queue.push(entry);
	work();
}
