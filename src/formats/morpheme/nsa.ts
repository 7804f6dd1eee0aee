import { checkKeys, checkOptional, checkSource } from "../../bytes/check-argument";
import { crc32InPieces } from "../../bytes/crc32";
import { fail } from "../../bytes/fail";
import { Reader } from "../../bytes/reader";
import { Budget } from "../../bytes/budget";
import { budgetOf, Job } from "../../bytes/job";
import { checkReach } from "../../scene/check-reach";
import { createPose } from "../../scene/pose";
import { emptyScene, Scene } from "../../scene/scene";
import { Clip, JointTrack } from "../../scene/clip";
import { checkSkeleton, Joint, Skeleton } from "../../scene/skeleton";
import { bakeRoot } from "./bake-root";
import { mapsBones } from "./map-bones";
import { readNsaDynamic } from "./nsa-dynamic";
import { BoneLists, NsaHeader, readNsaHeader } from "./nsa-header";
import { readNsaRoot } from "./nsa-root";
import { readNsaStatic } from "./nsa-static";
import { NsaTracks } from "./nsa-tracks";
import { Pointers } from "./pointers";

/** Offsets of the header's pointers to the sections. */
const STATIC_POINTER_AT = 160;
const DYNAMIC_POINTER_AT = 168;
const ROOT_POINTER_AT = 176;

/**
 * Options of `readNsa`.
 *
 * @example
 * const options: NsaOptions = { name: "walk", skeleton, bakeRoot: true };
 * const { clip } = readNsa(source, options);
 */
export interface NsaOptions {
	/** The clip's name. Defaults to "nsa". */
	name?: string;
	/**
	 * The skeleton of the clip. If it has more joints than the animation has bones, the animation moves its last
	 * joints. Without a skeleton, joint i of the clip is bone i, at rest at the origin.
	 */
	skeleton?: Skeleton;
	/** The skeleton's joint for each of the animation's bones. Defaults to its last joints. */
	joints?: Array<number>;
	/** Whether the root's motion also drives joint 0 of the clip. Defaults to false: only `root` has it. */
	bakeRoot?: boolean;
	/** Whether to compare the checksum. A mismatch is only a line in the report, since its polynomial is unchecked. */
	checkCrc?: boolean;
	/** Budget, pauses and report of the call. */
	job?: Job;
}

const OPTIONS: Array<keyof NsaOptions> = ["bakeRoot", "checkCrc", "job", "joints", "name", "skeleton"];

/**
 * An animation as a file or a network's packet holds it.
 *
 * @example
 * const nsa: NsaAnimation = readNsa(source, { skeleton });
 * print(`${nsa.sampleCount} samples, ${nsa.sampleRate} a second`);
 * if (nsa.root === undefined) print("the figure stays where it is");
 */
export interface NsaAnimation {
	/** The motion of the bones, sampled straight from the file's quantised rows: the clip keeps the source buffer. */
	clip: Clip;
	/** The motion of the whole figure, on joint 0. Undefined if the file has none. */
	root?: JointTrack;
	version: number;
	/** Samples per second. */
	sampleRate: number;
	/** Samples of each animated bone; 0 if no bone is animated. */
	sampleCount: number;
	boneCount: number;
	/** As the file states it. Dolly does not use it. */
	animatedBoneCount: number;
	/** The checksum as the file states it. */
	crc: number;
}

/** Refuses lists of bones whose data section is missing. */
function expectNoBones(pointers: Pointers, bones: BoneLists, what: string, pointerAt: number): void {
	const count = bones.translation.size() + bones.rotation.size();
	if (count > 0) pointers.reader.fail(`${what} section is null, but ${count} bones are listed for it`, pointerAt);
}

function readTracks(pointers: Pointers, header: NsaHeader): LuaTuple<[tracks: NsaTracks, samples: number]> {
	const base = pointers.reader.start;
	const tracks = new NsaTracks(pointers.reader);
	const staticAt = pointers.target(base + STATIC_POINTER_AT, base, "static section");
	if (staticAt !== undefined) readNsaStatic(pointers, staticAt, header.staticBones, tracks);
	else expectNoBones(pointers, header.staticBones, "static", base + STATIC_POINTER_AT);
	let samples = 0;
	const dynamicAt = pointers.target(base + DYNAMIC_POINTER_AT, base, "dynamic section");
	if (dynamicAt !== undefined) samples = readNsaDynamic(pointers, dynamicAt, header, tracks);
	else expectNoBones(pointers, header.dynamicBones, "dynamic", base + DYNAMIC_POINTER_AT);
	return $tuple(tracks, samples);
}

/** Reads the animation that fills `reader`'s window. `chooseSkeleton` receives the number of its bones. */
export function readNsaWindow(
	reader: Reader,
	options: NsaOptions,
	budget: Budget,
	chooseSkeleton: (boneCount: number) => LuaTuple<[skeleton: Skeleton | undefined, joints?: ReadonlyArray<number>]>,
): NsaAnimation {
	const base = reader.start;
	const pointers = new Pointers(reader);
	const header = readNsaHeader(pointers);
	const [tracks, sampleCount] = readTracks(pointers, header);
	const rootAt = pointers.target(base + ROOT_POINTER_AT, base, "end section");
	const root = rootAt === undefined ? undefined : readNsaRoot(pointers, rootAt, budget);
	if (options.checkCrc === true) {
		const sum = crc32InPieces(reader.source, base + 4, reader.finish, budget, "nsa");
		if (sum !== header.crc) {
			const text = string.format("checksum is %08X, but CRC-32 gives %08X", header.crc, sum);
			budget.warn(text, options.name ?? `byte ${base}`);
		}
	}
	const { boneCount, duration } = header;
	const [skeleton, mapping] = chooseSkeleton(boneCount);
	const joints = tracks.finish(skeleton === undefined ? 0 : skeleton.joints.size() - boneCount, mapping);
	if (root !== undefined && options.bakeRoot === true && boneCount > 0) bakeRoot(root, joints);
	const name = options.name ?? "nsa";
	return {
		clip: { name, duration, loop: false, skeleton: skeleton ?? bareSkeleton(name, boneCount, budget), tracks: joints },
		root,
		version: header.version,
		sampleRate: header.rate,
		sampleCount,
		boneCount,
		animatedBoneCount: header.animatedBoneCount,
		crc: header.crc,
	};
}

/**
 * A standalone animation and its scene: a skeleton and one clip.
 *
 * @example
 * const nsa: Nsa = readNsa(source, { skeleton });
 * const { model, clips } = buildModel(nsa.scene);
 */
export interface Nsa extends NsaAnimation {
	scene: Scene;
}

/** Measured bytes of a joint that has only a name. */
const BARE_JOINT_BYTES = 200;

/** Makes a skeleton for an animation without one: bones side by side, in the animation's order. */
function bareSkeleton(name: string, boneCount: number, budget: Budget): Skeleton {
	budget.spendBytes(boneCount * BARE_JOINT_BYTES, "nsa");
	const joints = new Array<Joint>();
	for (const index of $range(1, boneCount)) joints.push({ name: `Bone ${index}`, parent: -1 });
	return { name, joints, rest: createPose(boneCount) };
}

/** Reads an animation and makes its scene, for the skeleton that `chooseSkeleton` returns. */
export function readNsaScene(
	source: buffer,
	options: NsaOptions,
	budget: Budget,
	chooseSkeleton: (boneCount: number) => LuaTuple<[skeleton: Skeleton | undefined, joints?: ReadonlyArray<number>]>,
): Nsa {
	budget.admit(buffer.len(source));
	let found: Skeleton | undefined;
	const nsa = readNsaWindow(new Reader(source, "nsa"), options, budget, (boneCount) => {
		const [skeleton, joints] = chooseSkeleton(boneCount);
		found = skeleton;
		return $tuple(skeleton, joints);
	});
	const { skeleton } = nsa.clip;
	if (found === undefined) {
		budget.warn("bones have no names and no parents: a network (.mrn) with the skeleton has them");
	}
	const scene: Scene = {
		...emptyScene(nsa.clip.name, "Morpheme animation"),
		skeletons: [skeleton],
		clips: [nsa.clip],
		report: budget.report.lines,
	};
	return { ...nsa, scene };
}

/**
 * Reads one standalone Morpheme animation, without a packet around it.
 *
 * The layout comes from the source of other readers. It is unchecked: no sample file is public.
 *
 * @example
 * const { scene, root } = readNsa(source, { skeleton });
 * const { clips } = buildModel(scene);
 * if (root === undefined) print("the figure stays where it is");
 */
export function readNsa(source: buffer, options: NsaOptions = {}): Nsa {
	checkSource(source, "readNsa");
	checkKeys(options, OPTIONS, "readNsa", "options");
	checkOptional(options.name, "string", "readNsa", "name");
	checkOptional(options.bakeRoot, "boolean", "readNsa", "bakeRoot");
	checkOptional(options.checkCrc, "boolean", "readNsa", "checkCrc");
	if (options.skeleton !== undefined) checkSkeleton(options.skeleton, "readNsa");
	const budget = budgetOf(options, "readNsa");
	const nsa = readNsaWith(source, options, budget);
	checkReach(nsa.scene, budget, "nsa", 0);
	return budget.finish(nsa);
}

/** `readNsa` for checked arguments. The caller checks the scene's reach. */
export function readNsaWith(source: buffer, options: NsaOptions, budget: Budget): Nsa {
	return readNsaScene(source, options, budget, (boneCount) => {
		const { skeleton, joints } = options;
		if (skeleton !== undefined && skeleton.joints.size() < boneCount) {
			fail("readNsa", `skeleton has ${skeleton.joints.size()} joints, but the animation has ${boneCount} bones`);
		}
		if (joints !== undefined && !(skeleton !== undefined && mapsBones(joints, boneCount, skeleton))) {
			fail("readNsa", `joints do not name a joint of the skeleton for each of ${boneCount} bones, each once`);
		}
		return $tuple(skeleton, joints);
	});
}
