//!native
//!optimize 2
import { checkArray, checkKeys, checkOptional, checkType, describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import {
	CAMERA_SAMPLE_SIZE,
	CameraPath,
	checkSampling,
	PathInterpolation,
	SAMPLE_FIELD_OF_VIEW,
	samplePosition,
	sampleRotation,
	writeCameraSample,
} from "../motion/camera-path";
import { Ease, easedShare, smoothStep } from "../motion/ease";
import type { Marker } from "../motion/marker";
import { DEFAULT_RATE } from "../motion/rate";
import { slerp } from "../rotation/quaternion";
import { FlightSource, pathOf } from "./take-path";

/**
 * How `chainTakes` goes from one to the next.
 *
 * @example
 * const options: ChainOptions = { blend: 0.5, name: "Tour" };
 * const tour = chainTakes([opening, ending], options);
 */
export interface ChainOptions {
	/** Seconds in which the end of each goes over into the start of the next, one for all or one a seam; a cut unless given. */
	blend?: number | ReadonlyArray<number>;
	/** How blends go: the share of the way for a share of the time, both 0 to 1. Gently at both ends unless given. */
	easing?: (share: number) => number;
	/** What the chain is called; as the first unless given. */
	name?: string;
}

const CHAIN_DEFAULTS = { easing: smoothStep };
const OPTIONS: Array<keyof ChainOptions> = ["blend", "easing", "name"];

/** One of the chain: its path, when it starts, and for how long it blends with the one before it. */
interface Link {
	path: CameraPath;
	start: number;
	blend: number;
}

/** Writes the sample `share` of the way from the one in `from` to the one in `target` into `target`. */
function mix(from: buffer, target: buffer, share: number): void {
	const [ax, ay, az] = samplePosition(from);
	const [bx, by, bz] = samplePosition(target);
	const [aqx, aqy, aqz, aqw] = sampleRotation(from);
	const [bqx, bqy, bqz, bqw] = sampleRotation(target);
	const [qx, qy, qz, qw] = slerp(aqx, aqy, aqz, aqw, bqx, bqy, bqz, bqw, share);
	writeCameraSample(target, ax + (bx - ax) * share, ay + (by - ay) * share, az + (bz - az) * share, qx, qy, qz, qw);
	const a = buffer.readf64(from, SAMPLE_FIELD_OF_VIEW);
	const b = buffer.readf64(target, SAMPLE_FIELD_OF_VIEW);
	// 0 is no lens at all, and there is no way between it and another.
	if (a > 0 && b > 0) buffer.writef64(target, SAMPLE_FIELD_OF_VIEW, a + (b - a) * share);
}

/** Paths one after another. Makes no garbage when it is sampled. */
class ChainedPath implements CameraPath {
	public readonly duration: number;
	public readonly rate?: number;
	public readonly cuts: Array<number> = [];
	public readonly markers = new Array<Marker>();
	private readonly former = buffer.create(CAMERA_SAMPLE_SIZE);

	constructor(
		public readonly name: string,
		private readonly links: Array<Link>,
		private readonly easing: Ease,
	) {
		const last = links[links.size() - 1];
		this.duration = last.start + last.path.duration;
		for (const { path } of links) {
			if (path.rate !== undefined) this.rate = math.max(this.rate ?? 0, path.rate);
		}
		links.forEach(({ path, start, blend }, index) => {
			if (index > 0 && blend === 0) this.cuts.push(start);
			for (const cut of path.cuts ?? []) this.cuts.push(start + cut);
			for (const marker of path.markers ?? []) {
				this.markers.push({ ...marker, seconds: math.min(start + marker.seconds, this.duration) });
			}
		});
		this.cuts.sort();
		this.cuts = this.cuts.filter((cut, index) => cut !== this.cuts[index - 1]);
	}

	public sample(seconds: number, target: buffer, interpolation?: PathInterpolation): void {
		checkSampling(seconds, target);
		const { links } = this;
		const index = this.linkAt(seconds);
		const { path, start, blend } = links[index];
		const passed = seconds - start;
		path.sample(passed, target, interpolation);
		if (index === 0 || passed >= blend) return;
		const before = links[index - 1];
		before.path.sample(seconds - before.start, this.former, interpolation);
		mix(this.former, target, easedShare(this.easing, passed / blend, "chainTakes"));
	}

	/** The last of the chain that has begun. */
	private linkAt(seconds: number): number {
		let low = 0;
		let high = this.links.size();
		while (low + 1 < high) {
			const middle = (low + high).idiv(2);
			if (this.links[middle].start <= seconds) low = middle;
			else high = middle;
		}
		return low;
	}
}

function blendAt(blend: number | ReadonlyArray<number> | undefined, seam: number): number {
	const seconds: unknown = typeIs(blend, "table") ? (blend as ReadonlyArray<number>)[seam] : blend;
	if (seconds === undefined) return 0;
	if (!typeIs(seconds, "number") || !(seconds >= 0 && seconds < math.huge)) {
		fail("chainTakes", `blend is ${describeValue(seconds)}; it must be a number of seconds`);
	}
	return seconds;
}

/**
 * Takes and paths one after another as one path, with cuts or blends between them. A blend overlaps the two: the whole is
 * shorter by its time. One that is longer than what there is of either is shortened. `joinTakes` makes a take of takes.
 *
 * @example
 * const film = chainTakes([opening, chase, ending], { blend: 0.75 });
 * new CameraPlayer(film).play();
 */
export function chainTakes(sources: ReadonlyArray<FlightSource>, options: ChainOptions = {}): CameraPath {
	checkArray(sources, "chainTakes", "sources");
	checkKeys(options, OPTIONS, "chainTakes", "options");
	const { blend, easing, name } = { ...CHAIN_DEFAULTS, ...options };
	checkType(easing, "function", "chainTakes", "easing");
	checkOptional(name, "string", "chainTakes", "name");
	if (blend !== undefined && !typeIs(blend, "table")) blendAt(blend, 0);
	if (sources.isEmpty()) fail("chainTakes", "sources is empty");
	const links = new Array<Link>();
	let finish = 0;
	let room = math.huge;
	for (const source of sources) {
		const path = pathOf(source, "chainTakes");
		const seam = links.size() - 1;
		const asked = seam < 0 ? 0 : blendAt(blend, seam);
		// No longer than either of the two, and never over what blends already at its start.
		const overlap = math.min(asked, path.duration, room);
		const start = finish - overlap;
		links.push({ path, start, blend: overlap });
		// What lasts no time at all is one frame, and is shown for as long as one is.
		finish = start + (path.duration > 0 ? path.duration : 1 / (path.rate ?? DEFAULT_RATE));
		room = path.duration - overlap;
	}
	return new ChainedPath(name ?? links[0].path.name, links, easing);
}
