import { ReplaySubject } from "../../replay/replay";
import type { RecordedInstance } from "./replay-subject";

/** The original of a subject that was recorded on this machine. */
export interface Original {
	readonly subject: RecordedInstance;
	/** A copy of its look while its rig was complete, without a parent. */
	readonly look?: Model | BasePart;
}

/** By the list of joints, which copies and pieces of a subject share, and which no other subject has. */
const originals = new WeakMap<ReplaySubject["joints"], Original>();

export function rememberOriginal(subject: ReplaySubject, original: Original): void {
	originals.set(subject.joints, original);
}

/** Returns a subject's original, if it was recorded on this machine. */
export function originalOf(subject: ReplaySubject): Original | undefined {
	return originals.get(subject.joints);
}

/** Returns the instance of a subject in the world: a player's is the current character. */
export function originalInstance(subject: ReplaySubject): Instance | undefined {
	const instance = originals.get(subject.joints)?.subject;
	return instance?.IsA("Player") ? instance.Character : instance;
}
