//!native
//!optimize 2
import { Clip } from "../../src/scene/clip";
import { poseToWorld } from "../../src/scene/pose-to-world";
import { samplePose } from "../../src/scene/sample-pose";
import { Skeleton } from "../../src/scene/skeleton";
import { breathe } from "../breathe";

/** Calls between two looks at the memory: other threads, which use some too, have their turn only in between. */
const ROUND = 1000;

/**
 * How many kilobytes `calls` samplings leave behind. Away from the specs: theirs would count what the framework makes.
 * Memory must not be collected in between, or a collection would hide what was made.
 */
export function kilobytesLeft(clip: Clip, skeleton: Skeleton, pose: buffer, world: buffer, calls: number): number {
	let left = 0;
	for (const first of $range(1, calls, ROUND)) {
		breathe();
		// The first calls may grow what stays: caches of methods, and stacks, which shrink while a thread waits.
		for (const call of $range(1, 100)) {
			samplePose(clip, call / 60, pose);
			poseToWorld(skeleton, pose, world);
		}
		const before = gcinfo();
		for (const call of $range(first, math.min(first + ROUND - 1, calls))) {
			samplePose(clip, call / 60, pose);
			poseToWorld(skeleton, pose, world);
		}
		left += gcinfo() - before;
	}
	return left;
}

/** The same measure of calls that make a table of 160 KB each, call by call, since making so much lets the collector run. */
export function kilobytesOfTables(calls: number): number {
	let total = 0;
	let last = [0];
	for (const call of $range(1, calls)) {
		const before = gcinfo();
		last = new Array<number>(10000, call);
		total += math.max(gcinfo() - before, 0);
	}
	return last.isEmpty() ? 0 : total;
}
