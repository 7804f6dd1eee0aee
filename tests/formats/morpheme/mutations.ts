//!native
//!optimize 2
import { Mrn, readMrn } from "../../../src/formats/morpheme/mrn";
import { NsaAnimation, readNsa } from "../../../src/formats/morpheme/nsa";
import { Channel } from "../../../src/motion/channel";
import { createPose } from "../../../src/scene/pose";
import { samplePose } from "../../../src/scene/sample-pose";
import { breathe } from "../../breathe";
import { mutate } from "../../mutate";
import { Seeded } from "../../random";

/** What became of damaged files. */
export interface MutationReport {
	/** How many were read all the same, and how many were refused. */
	read: number;
	refused: number;
	/** The first thing that should not happen, or "". */
	wrong: string;
	/** The longest that one file took, in seconds. */
	longest: number;
}

const target = buffer.create(16);

/** "" where a channel gives finite numbers, of unit length for a rotation. */
function channelFault(channel: Channel | undefined, isRotation: boolean): string {
	if (channel === undefined) return "";
	for (const seconds of [0, 0.07, 1e9]) {
		buffer.fill(target, 0, 0);
		channel.write(seconds, target, 0);
		let square = 0;
		for (const at of $range(0, 12, 4)) {
			const value = buffer.readf32(target, at);
			if (value - value !== 0) return `a channel gives ${value}`;
			square += value * value;
		}
		if (isRotation && math.abs(square - 1) > 1e-5) return `a rotation has the squared length ${square}`;
	}
	return "";
}

/** What is wrong with an animation that was read, or "". */
export function faultOfNsa(nsa: NsaAnimation): string {
	const { clip, root } = nsa;
	const joints = clip.skeleton.joints.size();
	for (const track of clip.tracks) {
		if (track.joint < 0 || track.joint >= joints) return `joint ${track.joint} of ${joints}`;
		const fault = channelFault(track.translation, false) + channelFault(track.rotation, true);
		if (fault !== "") return fault;
	}
	samplePose(clip, 0.05, createPose(joints));
	return root === undefined ? "" : channelFault(root.translation, false) + channelFault(root.rotation, true);
}

/** What is wrong with a network that was read, or "". */
export function faultOfMrn(mrn: Mrn): string {
	for (const nsa of mrn.animations) {
		const fault = faultOfNsa(nsa);
		if (fault !== "") return fault;
	}
	for (const { joints } of mrn.skeletons) {
		const early = joints.findIndex(({ parent }, joint) => parent >= joint);
		if (early >= 0) return `joint ${early} comes before its parent`;
	}
	return "";
}

function readAndCheck(source: buffer, isNetwork: boolean): string {
	if (isNetwork) return faultOfMrn(readMrn(source, { bakeRoot: true }));
	return faultOfNsa(readNsa(source, { bakeRoot: true, checkCrc: true }));
}

/** Reads `count` damaged copies of `sources`. */
export function readMutations(sources: Array<buffer>, isNetwork: boolean, count: number, seed: number): MutationReport {
	const random = new Seeded(seed);
	const report: MutationReport = { read: 0, refused: 0, wrong: "", longest: 0 };
	for (const _ of $range(1, count)) {
		breathe();
		const source = sources[random.int(0, sources.size() - 1)];
		let damaged = mutate(source, sources[random.int(0, sources.size() - 1)], random);
		if (random.int(0, 3) === 0) damaged = mutate(damaged, source, random);
		const start = os.clock();
		const [ok, result] = pcall(readAndCheck, damaged, isNetwork);
		report.longest = math.max(report.longest, os.clock() - start);
		if (ok) {
			report.read += 1;
			if (result !== "") report.wrong = result as string;
		} else {
			report.refused += 1;
			const message = tostring(result);
			const isOurs = message.sub(1, 13) === "[dolly] nsa: " || (isNetwork && message.sub(1, 13) === "[dolly] mrn: ");
			const [place] = string.find(message, " at byte %d+$");
			if (!isOurs || place === undefined) report.wrong = message;
		}
		if (report.wrong !== "") return report;
	}
	return report;
}
