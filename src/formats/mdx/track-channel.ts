//!native
//!optimize 2
import { fail } from "../../bytes/fail";
import { Channel } from "../../motion/channel";
import { ChannelKind, Interpolation, KeyedChannel } from "../../motion/keyed-channel";
import { convertFactorsAt, convertVectorAt } from "../../scene/convert-buffers";
import { Vector } from "./fields";
import { MdxFile } from "./file";
import { UPRIGHT } from "./hierarchy";
import { MdxSequence } from "./model-info";
import { MdxInterpolation, MdxTrack, MdxTrackKind, WIDTHS } from "./tracks";

const KINDS: { [kind in MdxTrackKind]: ChannelKind } = {
	number: "scalar",
	vector: "vector",
	rotation: "rotation",
	index: "scalar",
};

const INTERPOLATIONS: { [name in MdxInterpolation]: Interpolation } = {
	none: "step",
	linear: "linear",
	hermite: "hermite",
	bezier: "bezier",
};

/** Returns the first key at or after `time`, or the key count if there is none. */
export function lowerBound(times: buffer, count: number, time: number): number {
	let low = 0;
	let high = count;
	while (low < high) {
		const middle = (low + high).idiv(2);
		if (buffer.readi32(times, middle * 4) < time) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Returns the first key in a sequence's window, and their number. A global sequence, given by its length, has all. */
function windowOf({ times, keyCount }: MdxTrack, clock: MdxSequence | number) {
	if (typeIs(clock, "number")) return $tuple(0, keyCount);
	const first = lowerBound(times, keyCount, clock.start);
	return $tuple(first, lowerBound(times, keyCount, clock.finish + 1) - first);
}

function copyTimes(times: buffer, first: number, count: number, start: number, target: buffer): void {
	for (const key of $range(0, count - 1)) {
		buffer.writef64(target, key * 8, (buffer.readi32(times, (first + key) * 4) - start) / 1000);
	}
}

/** Adds `rest` to the first of every `step` vectors. */
function addRest(values: buffer, rest: Vector, step: number): void {
	for (const at of $range(0, buffer.len(values) - 12, step)) {
		buffer.writef32(values, at, buffer.readf32(values, at) + rest[0]);
		buffer.writef32(values, at + 4, buffer.readf32(values, at + 4) + rest[1]);
		buffer.writef32(values, at + 8, buffer.readf32(values, at + 8) + rest[2]);
	}
}

function toNumbers(values: buffer): void {
	for (const at of $range(0, buffer.len(values) - 4, 4)) buffer.writef32(values, at, buffer.readu32(values, at));
}

/** A track and the conversion of its values, for any sequence. */
export interface TrackSource {
	track: MdxTrack;
	/** Added to every value. */
	rest?: Vector;
	/** How to convert the values to Dolly's axes: as directions, including rotations, or as factors along axes. */
	upright?: "directions" | "factors";
}

function standUp(values: buffer, width: number, isFactors: boolean): void {
	const convert = isFactors ? convertFactorsAt : convertVectorAt;
	for (const at of $range(0, buffer.len(values) - width, width)) convert(values, at, UPRIGHT);
}

/**
 * A track during one sequence, or on the clock of its global sequence. The keys are copied out of the file's track at
 * the first use: a model has many more sequences than are played.
 *
 * Before the first key its value holds. After the last the track continues to the first key again, when the sequence
 * starts over; the client does so even if the sequence does not loop. (Before the first key the client extends the same
 * curve backwards and jumps at the key; this is left out on purpose.)
 */
class TrackChannel implements Channel {
	private keyed?: KeyedChannel;

	/**
	 * A file may ask for very many of these, so they store only what cannot be found again.
	 *
	 * @param clock the sequence whose window it uses, with at least one key; or the milliseconds of a pass of its
	 * global sequence, which starts at its first key and loops by itself
	 */
	constructor(
		private readonly source: TrackSource,
		private readonly clock: MdxSequence | number,
	) {}

	public write(seconds: number, pose: buffer, offset: number): void {
		const keyed = this.keyed ?? this.build();
		const clock = this.clock;
		if (!typeIs(clock, "number")) keyed.write(seconds, pose, offset);
		else keyed.write(clock > 0 ? seconds % (clock / 1000) : 0, pose, offset);
	}

	public keyRate(finish: number): number | undefined {
		return this.asKeyed()?.keyRate(finish);
	}

	public isAmbient(): boolean {
		return typeIs(this.clock, "number");
	}

	public reach(): number {
		const { track, rest } = this.source;
		const offset = rest ? math.max(math.abs(rest[0]), math.abs(rest[1]), math.abs(rest[2])) : 0;
		// Twice, because a hermite's tangents add to its values.
		return track.reach * 2 + offset;
	}

	public asKeyed(): KeyedChannel | undefined {
		return typeIs(this.clock, "number") ? undefined : (this.keyed ?? this.build());
	}

	private build(): KeyedChannel {
		const clock = this.clock;
		const { track, rest, upright } = this.source;
		const cycles = typeIs(clock, "number");
		const [first, count] = windowOf(track, clock);
		const start = cycles ? buffer.readi32(track.times, 0) : clock.start;
		const period = cycles ? clock : clock.finish - clock.start;
		const firstTime = buffer.readi32(track.times, first * 4);
		const lastTime = buffer.readi32(track.times, (first + count - 1) * 4);
		// The first key again, after a full pass. A held value, or a pass that ends on its last key, needs none.
		const comesRound = firstTime + period;
		const wraps = track.interpolation !== "none" && firstTime < lastTime && comesRound > lastTime;
		const total = wraps ? count + 1 : count;
		const times = buffer.create(total * 8);
		copyTimes(track.times, first, count, start, times);
		const size = buffer.len(track.values) / track.keyCount;
		const values = buffer.create(total * size);
		buffer.copy(values, 0, track.values, first * size, count * size);
		if (wraps) {
			buffer.writef64(times, count * 8, (comesRound - start) / 1000);
			buffer.copy(values, count * size, track.values, first * size, size);
		}
		if (track.kind === "index") toNumbers(values);
		// Bezier tangents are control points, which move along with the values; hermite tangents are differences.
		if (rest) addRest(values, rest, track.interpolation === "bezier" ? WIDTHS[track.kind] * 4 : size);
		if (upright) standUp(values, WIDTHS[track.kind] * 4, upright === "factors");
		const curved = track.interpolation === "hermite" || track.interpolation === "bezier";
		const keyed = new KeyedChannel({
			kind: KINDS[track.kind],
			interpolation: track.kind === "rotation" && curved ? "squad" : INTERPOLATIONS[track.interpolation],
			times,
			values,
		});
		this.keyed = keyed;
		return keyed;
	}
}

/** Returns a track on the clock of its global sequence, which starts at its first key; undefined if it has none. */
export function globalChannel(file: MdxFile, source: TrackSource): Channel | undefined {
	const { globalSequence } = source.track;
	return globalSequence < 0 ? undefined : new TrackChannel(source, file.globalSequences[globalSequence]);
}

/**
 * Returns a track during a sequence: only its keys in the sequence's window; undefined if there are none. A track of a
 * global sequence runs on its own clock, which is 0 at the start of the sequence: mixers use the ambient clip instead.
 */
export function sequenceChannel(file: MdxFile, source: TrackSource, sequence: MdxSequence): Channel | undefined {
	if (source.track.globalSequence >= 0) return globalChannel(file, source);
	const [, count] = windowOf(source.track, sequence);
	return count > 0 ? new TrackChannel(source, sequence) : undefined;
}

/** Refuses the number of a sequence that does not exist. */
export function checkSequence(file: MdxFile, sequence: number, owner: string): void {
	if (file.sequences[sequence] === undefined) {
		fail(owner, `sequence is ${sequence}, but the model has ${file.sequences.size()} sequences`);
	}
}

/**
 * Returns any track of an MDX file as a channel during one of its sequences: visibility, a geoset's alpha or colour, a
 * light's intensity. It writes one f32, three, or four for a rotation, in the file's own axes. Returns undefined if the
 * track has no key in that sequence: then the object's own value holds.
 *
 * @example
 * const { file } = readMdx(source);
 * const fade = file.geosetAnimations[0];
 * const track = fade.tracks.get("KGAO");
 * const alpha = buffer.create(4);
 * buffer.writef32(alpha, 0, fade.alpha);
 * if (track) mdxTrackChannel(file, track, 0)?.write(0.5, alpha, 0);
 */
export function mdxTrackChannel(file: MdxFile, track: MdxTrack, sequence: number): Channel | undefined {
	checkSequence(file, sequence, "mdxTrackChannel");
	return sequenceChannel(file, { track }, file.sequences[sequence]);
}
