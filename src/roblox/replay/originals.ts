import { ReplaySubject } from "../../replay/replay";
import type { RecordedInstance } from "./replay-subject";

/** What a subject was recorded from on this machine. */
export interface Original {
	readonly subject: RecordedInstance;
	/** What it looked like while its rig was whole: a copy that is in no place. */
	readonly look?: Model | BasePart;
}

/** By the list of joints, which copies and pieces of a subject share, and which no other subject has. */
const originals = new WeakMap<ReplaySubject["joints"], Original>();

export function rememberOriginal(subject: ReplaySubject, original: Original): void {
	originals.set(subject.joints, original);
}

/** What a subject was recorded from, if that was on this machine. */
export function originalOf(subject: ReplaySubject): Original | undefined {
	return originals.get(subject.joints);
}

/** The instance that is in the world for a subject: a player's is the character that it has. */
export function originalInstance(subject: ReplaySubject): Instance | undefined {
	const instance = originals.get(subject.joints)?.subject;
	return instance?.IsA("Player") ? instance.Character : instance;
}
