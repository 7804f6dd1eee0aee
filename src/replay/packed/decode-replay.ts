import type { Budget } from "../../bytes/budget";
import { fail } from "../../bytes/fail";
import { readFrames } from "../../take/packed/frames";
import { findBlocks } from "../../take/packed/header";
import type { Take } from "../../take/take";
import { checkReplay } from "../check-replay";
import type { Replay, ReplaySubject } from "../replay";
import { findJointBlocks, readJointBlocks } from "./decode-joints";
import { readReplayHeader } from "./replay-header";
import type { PackedSubject } from "./subjects";

/** The offsets of a subject's blocks. */
interface SubjectBlocks {
	packed: PackedSubject;
	frames: Array<number>;
	joints: Array<number>;
}

/**
 * Unpacks a replay whose start `readKind` has checked. Checks all of it: damage anywhere fails the whole replay. The
 * sizes of all blocks are known before any is read.
 */
export function decodeReplay(source: buffer, budget: Budget): Replay {
	const { parts, subjects: packedSubjects, finish } = readReplayHeader(source, budget);
	const { rate, count } = parts;
	let at = finish;
	const found = packedSubjects.map((packed): SubjectBlocks => {
		const [frames, framesEnd] = findBlocks(source, at, count, packed.hasLens, budget, "replay");
		const [joints, jointsEnd] = findJointBlocks(source, framesEnd, count, packed.parts.joints.size(), budget);
		at = jointsEnd;
		return { packed, frames, joints };
	});
	const size = buffer.len(source);
	if (at !== size) fail("replay", `there are ${size - at} bytes after the last block`, at);

	const subjects = found.map(({ packed, frames: frameBlocks, joints: jointBlocks }): ReplaySubject => {
		const { parts: subject, hasLens, sections } = packed;
		const [frames, lenses] = readFrames(source, frameBlocks, count, hasLens, budget, "replay");
		const root: Take = { ...sections, rate, count, frames, fieldOfView: lenses ?? sections.fieldOfView };
		const [rotations, translations] = readJointBlocks(source, jointBlocks, count, subject.joints.size(), budget);
		return { ...subject, root, rotations, translations };
	});
	const replay: Replay = { ...parts, subjects };
	checkReplay(replay, "replay");
	return replay;
}
