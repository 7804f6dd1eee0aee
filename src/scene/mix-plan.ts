import { Clip } from "./clip";
import { Skeleton } from "./skeleton";

/** The properties of a joint that a layer moves, as bits. */
export const TRANSLATION = 1;
export const ROTATION = 2;
export const SCALE = 4;
/** The joint is below one that the layer scales, which moves it. */
export const STRETCHED = 8;

/** A clip in a mix: its own joint for each joint of the mixed skeleton, and the properties that it moves. */
export interface Layer {
	/** Layers of a higher rank cover those of a lower one; layers of one rank blend by weight. */
	rank: number;
	/** By joints of the mixed skeleton: the properties that the clip moves, as bits. */
	covers: ReadonlyArray<number>;
	/** By joints of the mixed skeleton: the clip's own joint, or -1. */
	sources: ReadonlyArray<number>;
}

/** Layers that move one property of a joint, by their indices in the list: an array per rank, the highest first. */
export type Contributors = ReadonlyArray<ReadonlyArray<number>>;

/** Joints that the same layers move in the same way. */
export interface Cohort {
	joints: Array<number>;
	translation: Contributors;
	rotation: Contributors;
	scale: Contributors;
	/** The only layer that moves these joints; -1 if there are several. */
	only: number;
}

/** Returns the joint of `clip`'s skeleton for each joint of `skeleton`, by name; -1 if it has none of that name. */
export function matchJoints(clip: Clip, skeleton: Skeleton): Array<number> {
	if (clip.skeleton === skeleton) return skeleton.joints.map((_, joint) => joint);
	const byName = new Map<string, number>();
	clip.skeleton.joints.forEach(({ name }, joint) => {
		if (!byName.has(name)) byName.set(name, joint);
	});
	return skeleton.joints.map(({ name }) => byName.get(name) ?? -1);
}

/** Returns the joints of these names, and everything below them. */
export function maskOf(skeleton: Skeleton, names: ReadonlySet<string>): Set<number> {
	const mask = new Set<number>();
	skeleton.joints.forEach(({ name, parent }, joint) => {
		if (names.has(name) || mask.has(parent)) mask.add(joint);
	});
	return mask;
}

/**
 * Returns the properties of each joint of a skeleton that a clip moves, as bits. `mask` leaves out all joints but its
 * own.
 */
export function coverageOf(clip: Clip, sources: ReadonlyArray<number>, mask?: ReadonlySet<number>): Array<number> {
	const own = clip.skeleton.joints.map(() => 0);
	for (const { joint, translation, rotation, scale } of clip.tracks) {
		own[joint] = (translation ? TRANSLATION : 0) + (rotation ? ROTATION : 0) + (scale ? SCALE : 0);
	}
	const isStretched = clip.skeleton.joints.map(() => false);
	clip.skeleton.joints.forEach(({ parent }, joint) => {
		if (parent < 0) return;
		isStretched[joint] = isStretched[parent] || (own[parent] & SCALE) !== 0;
		if (isStretched[joint]) own[joint] += STRETCHED;
	});
	return sources.map((source, joint) => (source < 0 || (mask && !mask.has(joint)) ? 0 : own[source]));
}

/** Returns the layers that have a bit at a joint, by rank, the highest first. */
function contributorsAt(layers: ReadonlyArray<Layer>, joint: number, bit: number): Array<Array<number>> {
	const byRank = new Map<number, Array<number>>();
	layers.forEach(({ rank, covers }, index) => {
		if ((covers[joint] & bit) === 0) return;
		const same = byRank.get(rank) ?? [];
		same.push(index);
		byRank.set(rank, same);
	});
	const ranks = new Array<number>();
	for (const [rank] of byRank) ranks.push(rank);
	return ranks.sort((a, b) => a > b).map((rank) => byRank.get(rank)!);
}

/** Returns the only layer that moves a joint; -1 if there are several. */
function onlyAt(layers: ReadonlyArray<Layer>, joint: number): number {
	const first = layers.findIndex(({ covers }) => covers[joint] !== 0);
	const isOnly = layers.every(({ covers }, index) => index === first || covers[joint] === 0);
	return isOnly ? first : -1;
}

/** Groups joints that the same layers move. Joints that no layer moves are in no cohort. */
export function planMix(layers: ReadonlyArray<Layer>, jointCount: number): Array<Cohort> {
	const cohorts = new Map<string, Cohort>();
	for (const joint of $range(0, jointCount - 1)) {
		const key = layers.map(({ covers }) => covers[joint]).join(" ");
		if (layers.every(({ covers }) => covers[joint] === 0)) continue;
		const known = cohorts.get(key);
		if (known) {
			known.joints.push(joint);
			continue;
		}
		const translation = contributorsAt(layers, joint, TRANSLATION);
		const rotation = contributorsAt(layers, joint, ROTATION);
		const scale = contributorsAt(layers, joint, SCALE);
		const only = onlyAt(layers, joint);
		cohorts.set(key, { joints: [joint], translation, rotation, scale, only });
	}
	const list = new Array<Cohort>();
	for (const [, cohort] of cohorts) list.push(cohort);
	return list;
}

/**
 * Writes each layer's share of a property into `shares`, and returns the rest pose's share. A rank whose weights add up
 * to 1 or more hides all below it; otherwise the lower ranks get the remainder.
 */
export function shareOut(contributors: Contributors, weights: ReadonlyArray<number>, shares: Array<number>): number {
	let left = 1;
	for (const group of contributors) {
		let sum = 0;
		for (const layer of group) sum += weights[layer];
		const factor = sum > 1 ? left / sum : left;
		for (const layer of group) shares[layer] = weights[layer] * factor;
		left = sum >= 1 ? 0 : left * (1 - sum);
	}
	return left;
}
