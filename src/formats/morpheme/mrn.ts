import { checkKeys, checkOptional, checkSource } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { inSlices } from "../../bytes/in-slices";
import { Reader } from "../../bytes/reader";
import { Budget } from "../../bytes/budget";
import { budgetOf, Job } from "../../bytes/job";
import { checkReach } from "../../scene/check-reach";
import { emptyScene, Scene } from "../../scene/scene";
import { Skeleton } from "../../scene/skeleton";
import { MrnEventTrack, readEventTrack } from "./event-track";
import { mappingFor } from "./map-bones";
import { MrnFileNames, readFileNames, readSkeletonNames } from "./names";
import { NsaAnimation, readNsaWindow } from "./nsa";
import { MrnPacket, MrnPacketKind, readPackets } from "./packets";
import { readSkeleton } from "./skeleton";
import { MrnSkeletonMap, readSkeletonMap } from "./skeleton-map";
import { NamedId } from "./string-table";

/**
 * Options of `readMrn`.
 *
 * @example
 * const options: MrnOptions = { skeleton: "Human", bakeRoot: true }; // figures walk instead of treading on the spot
 * const { clips } = readMrn(source, options).scene;
 */
export interface MrnOptions {
	/**
	 * The skeleton of all clips, by name or by its index in the file from 0. Defaults to the first skeleton with as
	 * many bones as each animation, or else the first with more: no known field of the file names it.
	 */
	skeleton?: string | number;
	/**
	 * Whether each root's motion also drives joint 0 of its clip. Defaults to false: only the animation's `root` has
	 * it.
	 */
	bakeRoot?: boolean;
	/** Whether to compare the animations' checksums. A mismatch is a line in the report. */
	checkCrc?: boolean;
	/** Packets to list without reading them, for files whose layout differs from the documented one. */
	opaque?: Array<MrnPacketKind>;
	/** Budget, pauses and report of the call. */
	job?: Job;
}

const OPTIONS: Array<keyof MrnOptions> = ["bakeRoot", "checkCrc", "job", "opaque", "skeleton"];

/**
 * An animation of a network.
 *
 * @example
 * const animation: MrnAnimation = mrn.animations[0];
 * const rig = animation.skeleton;
 * if (rig) ClipMixer.of({ skeleton: rig, instance: part }).play(animation.clip);
 */
export interface MrnAnimation extends NsaAnimation {
	packet: MrnPacket;
	/** The skeleton of its clip. Undefined if no skeleton of the file has enough bones. */
	skeleton?: Skeleton;
}

/**
 * The contents of a network file.
 *
 * @example
 * const mrn: Mrn = readMrn(source);
 * for (const problem of mrn.scene.report) warn(problem);
 * for (const { name, duration } of mrn.scene.clips) print(`${name}: ${duration} seconds`);
 */
export interface Mrn {
	/** Every packet, in the order of the file. */
	packets: Array<MrnPacket>;
	/** The packets that were not read: of an unknown layout, of an unexpected one, or in `opaque`. */
	opaquePackets: Array<MrnPacket>;
	skeletons: Array<Skeleton>;
	skeletonNames: Array<NamedId>;
	skeletonMaps: Array<MrnSkeletonMap>;
	eventTracks: Array<MrnEventTrack>;
	fileNames?: MrnFileNames;
	animations: Array<MrnAnimation>;
	/** All skeletons, and a clip for each animation that fits one, with the file's names. */
	scene: Scene;
}

/** Reads packets of `kind`, and adds those in `opaque` to the list of opaque packets. */
type PacketsOf = (...kinds: Array<MrnPacketKind>) => Array<MrnPacket>;

function skeletonsOf(
	source: buffer,
	packets: Array<MrnPacket>,
	names: Array<NamedId>,
	budget: Budget,
): Array<Skeleton> {
	// The other readers assign the skeletons' names in the order of the names, not of their ids.
	const ordered = [...names].sort((a, b) => a.offset < b.offset);
	return packets.map((packet, index) => {
		const name = packets.size() === ordered.size() ? ordered[index].name : `Skeleton ${index + 1}`;
		return readSkeleton(dataOf(source, packet, "mrn"), name, budget);
	});
}

function dataOf(source: buffer, packet: MrnPacket, format: string): Reader {
	return new Reader(source, format, packet.dataOffset, packet.dataOffset + packet.dataSize);
}

/** Returns the skeletons that clips may use: all, or the one that the caller named. */
function candidatesOf(skeletons: Array<Skeleton>, wanted: string | number | undefined): Array<Skeleton> {
	if (wanted === undefined) return skeletons;
	const found = typeIs(wanted, "number") ? skeletons[wanted] : skeletons.find(({ name }) => name === wanted);
	if (found === undefined) {
		const shown = typeIs(wanted, "number") ? wanted : `"${wanted}"`;
		fail("readMrn", `skeleton is ${shown}; expected one of the file's ${skeletons.size()} skeletons`);
	}
	return [found];
}

/** The skeleton of an animation, and how its bones map to it. */
interface Choice {
	skeleton?: Skeleton;
	joints?: Array<number>;
}

/** Finds the skeleton for a number of bones, once per number: a file may have thousands of both. */
class SkeletonChooser {
	private readonly known = new Map<number, Choice>();

	constructor(
		private readonly candidates: ReadonlyArray<Skeleton>,
		private readonly maps: ReadonlyArray<MrnSkeletonMap>,
		private readonly budget: Budget,
	) {}

	public find(boneCount: number): Choice {
		const before = this.known.get(boneCount);
		if (before !== undefined) return before;
		const { candidates, maps, budget } = this;
		budget.step(candidates.size() * 2, "mrn");
		const skeleton =
			candidates.find(({ joints }) => joints.size() === boneCount) ??
			candidates.find(({ joints }) => joints.size() > boneCount);
		const choice = { skeleton, joints: skeleton && mappingFor(boneCount, skeleton, maps, budget) };
		this.known.set(boneCount, choice);
		return choice;
	}
}

function animationsOf(
	source: buffer,
	packets: Array<MrnPacket>,
	candidates: Array<Skeleton>,
	maps: ReadonlyArray<MrnSkeletonMap>,
	names: Array<string>,
	options: MrnOptions,
	budget: Budget,
): Array<MrnAnimation> {
	const choose = new SkeletonChooser(candidates, maps, budget);
	return packets.map((packet, index) => {
		budget.pausePoint();
		budget.spendElements(1, "mrn", packet.dataOffset);
		const name = index < names.size() ? names[index] : `Animation ${index + 1}`;
		let skeleton: Skeleton | undefined;
		const { bakeRoot, checkCrc } = options;
		const nsa = readNsaWindow(dataOf(source, packet, "nsa"), { name, bakeRoot, checkCrc }, budget, (boneCount) => {
			const choice = choose.find(boneCount);
			const { joints } = choice;
			skeleton = choice.skeleton;
			if (joints) budget.warn("bones are mapped to a skeleton by a skeleton map, whose layout is a guess", name);
			return $tuple(skeleton, joints);
		});
		if (skeleton === undefined) {
			budget.warn("animations have more bones than any skeleton", `${name} (${nsa.boneCount})`);
		}
		return { ...nsa, packet, skeleton };
	});
}

/**
 * Reads a Morpheme network (64-bit): its skeletons, its animations as clips, and their names.
 *
 * The layout comes from the source of other readers. It is unchecked: no sample file is public.
 *
 * @example
 * const { animations } = readMrn(source);
 * const walk = animations.find(({ clip }) => clip.name === "walk");
 */
export function readMrn(source: buffer, options: MrnOptions = {}): Mrn {
	checkSource(source, "readMrn");
	checkKeys(options, OPTIONS, "readMrn", "options");
	checkOptional(options.opaque, "table", "readMrn", "opaque");
	checkOptional(options.bakeRoot, "boolean", "readMrn", "bakeRoot");
	checkOptional(options.checkCrc, "boolean", "readMrn", "checkCrc");
	const budget = budgetOf(options, "readMrn");
	const mrn = readMrnWith(source, options, budget);
	checkReach(mrn.scene, budget, "mrn", 0);
	return budget.finish(mrn);
}

/** `readMrn` for checked arguments. The caller checks the scene's reach. */
export function readMrnWith(source: buffer, options: MrnOptions, budget: Budget): Mrn {
	budget.admit(buffer.len(source));
	const packets = readPackets(new Reader(source, "mrn"), budget);
	const read = new Set<MrnPacket>();
	const packetsOf: PacketsOf = (...kinds) => {
		const found = new Array<MrnPacket>();
		inSlices(packets.size(), budget, "mrn", undefined, (first, count) => {
			for (const index of $range(first, first + count - 1)) {
				const packet = packets[index];
				if (!kinds.includes(packet.kind) || options.opaque?.includes(packet.kind) === true) continue;
				read.add(packet);
				found.push(packet);
			}
		});
		return found;
	};

	const namePackets = packetsOf("fileNames");
	if (namePackets.size() > 1) {
		budget.warn(`${namePackets.size()} packets hold file names; the first one's are used`);
	}
	const fileNames = namePackets.isEmpty() ? undefined : readFileNames(dataOf(source, namePackets[0], "mrn"), budget);
	const skeletonNames = new Array<NamedId>();
	for (const packet of packetsOf("skeletonNames")) {
		for (const entry of readSkeletonNames(dataOf(source, packet, "mrn"), budget)) skeletonNames.push(entry);
	}
	const skeletons = skeletonsOf(source, packetsOf("skeleton"), skeletonNames, budget);
	const guessed = <T extends defined>(readPacket: (reader: Reader) => T, ...kinds: Array<MrnPacketKind>) => {
		const results = new Array<T>();
		for (const packet of packetsOf(...kinds)) {
			// Outside of pcall: cancelling must not count as a wrong layout.
			budget.pausePoint();
			const [ok, result] = pcall(() => readPacket(dataOf(source, packet, "mrn")));
			if (ok) {
				results.push(result as T);
			} else {
				read.delete(packet);
				budget.warn("packets whose layout is a guess are left alone", `${packet.kind} (${result})`);
			}
		}
		return results;
	};
	const skeletonMaps = guessed(readSkeletonMap, "skeletonMap");
	const eventTracks = guessed(readEventTrack, "eventTrack", "eventTrackIk");

	const nsaPackets = packetsOf("nsa");
	const names = fileNames === undefined ? [] : fileNames.animations;
	if (fileNames !== undefined && names.size() !== nsaPackets.size()) {
		budget.warn(`${nsaPackets.size()} animations have ${names.size()} names`);
	}
	const candidates = candidatesOf(skeletons, options.skeleton);
	const animations = animationsOf(source, nsaPackets, candidates, skeletonMaps, names, options, budget);
	const scene: Scene = { ...emptyScene("network", "Morpheme network"), skeletons };
	for (const { clip, skeleton } of animations) {
		// Animations that fit no skeleton are already in the report.
		if (skeleton) scene.clips.push({ ...clip, skeleton });
	}
	scene.report = budget.report.lines;
	const opaquePackets = new Array<MrnPacket>();
	inSlices(packets.size(), budget, "mrn", undefined, (first, count) => {
		for (const index of $range(first, first + count - 1)) {
			if (!read.has(packets[index])) opaquePackets.push(packets[index]);
		}
	});
	return {
		packets,
		opaquePackets,
		skeletons,
		skeletonNames,
		skeletonMaps,
		eventTracks,
		fileNames,
		animations,
		scene,
	};
}
