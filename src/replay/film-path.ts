//!native
//!optimize 2
import { itemOf } from "../bytes/check-argument";
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
import { smoothStep } from "../motion/ease";
import { EasingFunction, easingOf } from "../motion/easing";
import type { Marker } from "../motion/marker";
import { slerp } from "../rotation/quaternion";
import { isShot } from "../take/shot";
import { ShotPath } from "../take/shot-path";
import { takePath } from "../take/take-path";
import type { Take } from "../take/take";
import { Film, FilmClip, layoutItems } from "./film";
import type { Replay } from "./replay";

/** A clip of the film: its path, its start, and how long it blends with the previous one. */
interface Link {
	readonly path: CameraPath;
	readonly start: number;
	readonly blend: number;
}

/** Blends the sample in `from` with the one in `target`, by `alpha`, into `target`. */
function mix(from: buffer, target: buffer, alpha: number): void {
	const [ax, ay, az] = samplePosition(from);
	const [bx, by, bz] = samplePosition(target);
	const [aqx, aqy, aqz, aqw] = sampleRotation(from);
	const [bqx, bqy, bqz, bqw] = sampleRotation(target);
	const [qx, qy, qz, qw] = slerp(aqx, aqy, aqz, aqw, bqx, bqy, bqz, bqw, alpha);
	writeCameraSample(target, ax + (bx - ax) * alpha, ay + (by - ay) * alpha, az + (bz - az) * alpha, qx, qy, qz, qw);
	const a = buffer.readf64(from, SAMPLE_FIELD_OF_VIEW);
	const b = buffer.readf64(target, SAMPLE_FIELD_OF_VIEW);
	// 0 means no field of view, which is never interpolated.
	if (a > 0 && b > 0) buffer.writef64(target, SAMPLE_FIELD_OF_VIEW, a + (b - a) * alpha);
}

function clipPath(clip: FilmClip, index: number, caller: string): CameraPath {
	if (isShot(clip)) return new ShotPath(clip);
	if ((clip as Partial<Replay>).subjects === undefined) return takePath(clip as Take);
	const { name, subjects, markers } = clip as Replay;
	const camera = subjects.find(({ kind }) => kind === "camera");
	if (!camera) {
		fail(
			caller,
			`recording of ${itemOf("film.items", index)} is the Replay "${name}" without a camera; expected one with a camera subject`,
		);
	}
	return takePath({ ...camera.root, name, markers });
}

/** The camera of a checked film. Sampling allocates nothing. */
export class FilmPath implements CameraPath {
	public readonly name: string;
	public readonly duration: number;
	public readonly rate?: number;
	public readonly cuts: ReadonlyArray<number>;
	public readonly markers: ReadonlyArray<Marker>;
	private readonly links: ReadonlyArray<Link>;
	private readonly easing?: EasingFunction;
	private readonly previous = buffer.create(CAMERA_SAMPLE_SIZE);

	constructor(film: Film, caller: string) {
		const { starts, blends, duration, rate } = layoutItems(film.items);
		this.name = film.name;
		this.duration = duration;
		this.rate = rate;
		this.easing = film.easing === "smooth" ? smoothStep : easingOf(film.easing);
		this.links = film.items.map(({ recording }, index) => ({
			path: clipPath(recording, index, caller),
			start: starts[index],
			blend: blends[index],
		}));
		const cuts = new Array<number>();
		this.links.forEach(({ path, start, blend }, index) => {
			if (index > 0 && blend === 0) cuts.push(start);
			for (const cut of path.cuts ?? []) cuts.push(start + cut);
		});
		cuts.sort();
		this.cuts = cuts.filter((cut, index) => cut !== cuts[index - 1]);
		this.markers = filmMarkers(film);
	}

	public sample(seconds: number, target: buffer, interpolation?: PathInterpolation): void {
		checkSampling(seconds, target);
		const { links, easing } = this;
		const index = this.linkAt(seconds);
		const { path, start, blend } = links[index];
		const passed = seconds - start;
		path.sample(passed, target, interpolation);
		if (index === 0 || passed >= blend) return;
		const before = links[index - 1];
		before.path.sample(seconds - before.start, this.previous, interpolation);
		const alpha = passed / blend;
		mix(this.previous, target, easing ? easing(alpha) : alpha);
	}

	/** Returns the last clip that has begun. */
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

/** Returns the markers of a checked film and of its items, at the film's times. */
export function filmMarkers({ items, markers }: Film): Array<Marker> {
	const { starts, duration } = layoutItems(items);
	const all = [...markers];
	items.forEach(({ recording }, index) => {
		for (const marker of recording.markers as ReadonlyArray<Marker>) {
			all.push({ ...marker, seconds: math.min(starts[index] + marker.seconds, duration) });
		}
	});
	return all;
}
