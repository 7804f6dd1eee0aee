import { checkKeys, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import { budgetOf, Job } from "../../bytes/job";
import { instanceName } from "../instance-name";
import { checkRate } from "../../motion/rate";
import { checkClip, Clip } from "../../scene/clip";
import { createPose } from "../../scene/pose";
import { RIGID_STRIDE } from "../../scene/rigid-pose";
import { samplePose } from "../../scene/sample-pose";
import { ScaledJoint, scaledJoints } from "../../scene/scaled-joints";
import { Skeleton } from "../../scene/skeleton";
import {
	interpolateRigid,
	KeyTolerance,
	rigidDistance,
	RigidSamples,
	sampleRigid,
	thinKeys,
	TRANSFORM_STEPS,
} from "../../scene/thin-keys";
import { rigidCFrame } from "./rigid-cframe";
import { rigNames, rigidPoseOf } from "../../scene/rest";

const OWNER = "buildKeyframeSequence";

/**
 * Options of `buildKeyframeSequence`.
 *
 * @example
 * const options: KeyframeSequenceOptions = { rate: 60, tolerance: { degrees: 0.5 } }; // fewer keys, less exact
 * const { sequence } = buildKeyframeSequence(clip, options);
 */
export interface KeyframeSequenceOptions {
	/** Samples per second before thinning. Sharp bends get more samples. Defaults to 30. */
	rate?: number;
	/** The max error per joint. Defaults to 0.1 degrees and 0.001 studs. */
	tolerance?: Partial<KeyTolerance>;
	/**
	 * Budget, pauses and report of the call. Defaults to 8 MB of samples and 30,000 poses and keyframes. The Job that
	 * read the file only allows the rest of the file's proportion, which may be less.
	 */
	job?: Job;
}

/** The limits without a Job, which nothing pauses: 30 joints that all move for 30 seconds at 30 keyframes per second fit. */
const ALONE = { maxBytes: 8 * 1024 * 1024, maxElements: 30_000 };

/**
 * A clip as a KeyframeSequence, and statistics of the conversion.
 *
 * @example
 * const { sampleCount, keyCount, scaled }: BuiltKeyframeSequence = buildKeyframeSequence(clip);
 * print(`${keyCount} keys are left of ${sampleCount * skeleton.joints.size()}`);
 * for (const { joint } of scaled) warn(`${joint} will not change its size`);
 */
export interface BuiltKeyframeSequence {
	sequence: KeyframeSequence;
	/** The number of samples, and of the keys (poses of single joints) kept from them. */
	sampleCount: number;
	keyCount: number;
	/** The tolerance, and the max error of the keys, measured at the samples and halfway between them. */
	tolerance: KeyTolerance;
	error: KeyTolerance;
	/** Joints that the clip scales, which poses cannot show. */
	scaled: ReadonlyArray<ScaledJoint>;
	/** How many nodes' meshes the clip morphs, which poses cannot show. */
	morphs: number;
}

/** The keys of one joint, and the last one before the current time: times only rise. */
interface JointKeys {
	joint: number;
	kept: Array<number>;
	cursor: number;
}

/** Writes the value of a joint's keys at a time. */
function readKeys(samples: RigidSamples, keys: JointKeys, time: number, target: buffer): void {
	const { times, poses } = samples;
	const kept = keys.kept;
	while (keys.cursor + 2 < kept.size() && times[kept[keys.cursor + 1]] <= time) keys.cursor += 1;
	const from = kept[keys.cursor];
	const to = kept[math.min(keys.cursor + 1, kept.size() - 1)];
	const interval = times[to] - times[from];
	const t = interval > 0 ? (time - times[from]) / interval : 0;
	interpolateRigid(poses[from], poses[to], keys.joint * RIGID_STRIDE, t, target, 0);
}

function measure(
	samples: RigidSamples,
	tracks: Map<number, JointKeys>,
	jointCount: number,
	sample: (seconds: number, target: buffer) => void,
	budget: Budget,
): KeyTolerance {
	const farthest = { degrees: 0, studs: 0 };
	const scratch = buffer.create(RIGID_STRIDE);
	const middle = buffer.create(jointCount * RIGID_STRIDE);
	const compare = (pose: buffer, time: number) => {
		budget.countToPause(jointCount * TRANSFORM_STEPS);
		for (const [joint, keys] of tracks) {
			readKeys(samples, keys, time, scratch);
			const [degrees, studs] = rigidDistance(pose, joint * RIGID_STRIDE, scratch, 0);
			farthest.degrees = math.max(farthest.degrees, degrees);
			farthest.studs = math.max(farthest.studs, studs);
		}
	};
	samples.times.forEach((time, index) => {
		compare(samples.poses[index], time);
		if (index + 1 === samples.times.size()) return;
		const halfway = (time + samples.times[index + 1]) / 2;
		budget.countToPause(jointCount * TRANSFORM_STEPS);
		sample(halfway, middle);
		compare(middle, halfway);
	});
	return farthest;
}

const KEYFRAME_DEFAULTS = { rate: 30 };
const TOLERANCE_DEFAULTS: KeyTolerance = { degrees: 0.1, studs: 0.001 };

/** Returns the requested tolerance, or the default. */
function toleranceOf(tolerance: Partial<KeyTolerance> | undefined): KeyTolerance {
	checkKeys(tolerance ?? {}, ["degrees", "studs"], OWNER, "tolerance");
	const { degrees, studs } = { ...TOLERANCE_DEFAULTS, ...tolerance };
	for (const [name, value] of pairs({ degrees, studs })) {
		if (!typeIs(value, "number") || !(value > 0)) {
			fail(OWNER, `tolerance.${name} is ${describeValue(value)}; expected a number above 0`);
		}
	}
	return { degrees, studs };
}

/** The steps of making a `Pose` or a `Keyframe`: a file may ask for keys times joints of them. */
const POSE_STEPS = 100;

/** Approximate bytes of a key in its sample's list, until all poses are made. */
const KEY_BYTES = 96;

/** Charges for the poses and keyframes, and refuses too many before making any. */
function spendPoses(keyedAt: Map<number, Set<number>>, { joints }: Skeleton, budget: Budget): void {
	const countedAt = new Array<number>(joints.size(), -1);
	let count = keyedAt.size();
	for (const [index, keyed] of keyedAt) {
		budget.countToPause(keyed.size());
		for (const joint of keyed) {
			let above = joint;
			while (above >= 0 && countedAt[above] !== index) {
				countedAt[above] = index;
				count += 1;
				above = joints[above].parent;
			}
		}
	}
	budget.spendElements(count, OWNER);
	budget.step(count * POSE_STEPS, OWNER);
}

/**
 * Makes the keyframe of one sample: its keyed joints, under their parents. A parent without a key holds the value of
 * its own keys at that time, which changes nothing; one that the clip does not move has no weight.
 */
function buildKeyframe(
	samples: RigidSamples,
	sampleIndex: number,
	keyed: Set<number>,
	tracks: Map<number, JointKeys>,
	skeleton: Skeleton,
	names: ReadonlyArray<string>,
	budget: Budget,
): Keyframe {
	budget.step(names.size(), OWNER);
	const keyframe = new Instance("Keyframe");
	const time = samples.times[sampleIndex];
	keyframe.Time = time;
	const scratch = buffer.create(RIGID_STRIDE);
	const poses = new Map<number, Pose>();
	const makePose = (joint: number): Pose => {
		budget.countToPause(POSE_STEPS);
		const pose = new Instance("Pose");
		pose.Name = names[joint];
		const keys = tracks.get(joint);
		if (keyed.has(joint)) {
			pose.CFrame = rigidCFrame(samples.poses[sampleIndex], joint * RIGID_STRIDE);
			pose.Weight = 1;
		} else if (keys) {
			readKeys(samples, keys, time, scratch);
			pose.CFrame = rigidCFrame(scratch, 0);
			pose.Weight = 1;
		} else {
			pose.CFrame = new CFrame();
			pose.Weight = 0;
		}
		return pose;
	};
	for (const joint of $range(0, names.size() - 1)) {
		if (!keyed.has(joint)) continue;
		// No recursion for the joints above: a chain may be deeper than the call stack.
		const missing = new Array<number>();
		let above = joint;
		while (above >= 0 && !poses.has(above)) {
			missing.push(above);
			above = skeleton.joints[above].parent;
		}
		let holder: Instance = poses.get(above) ?? keyframe;
		for (const index of $range(missing.size() - 1, 0, -1)) {
			const pose = makePose(missing[index]);
			pose.Parent = holder;
			poses.set(missing[index], pose);
			holder = pose;
		}
	}
	return keyframe;
}

/**
 * Returns the thinned keys of every joint that the clip has a channel for or that moves with one; none for the others.
 */
function findTracks(
	clip: Clip,
	samples: RigidSamples,
	count: number,
	tolerance: KeyTolerance,
	budget: Budget,
): Map<number, JointKeys> {
	const moved = new Set<number>();
	for (const { joint } of clip.tracks) moved.add(joint);
	const identity = buffer.create(RIGID_STRIDE);
	buffer.writef64(identity, 48, 1);
	const tracks = new Map<number, JointKeys>();
	for (const joint of $range(0, count - 1)) {
		const leavesRest = samples.poses.some((pose) => {
			budget.countToPause(TRANSFORM_STEPS);
			const [degrees, studs] = rigidDistance(pose, joint * RIGID_STRIDE, identity, 0);
			return degrees > tolerance.degrees || studs > tolerance.studs;
		});
		if (moved.has(joint) || leavesRest) {
			tracks.set(joint, { joint, kept: thinKeys(samples, joint, tolerance, budget), cursor: 0 });
		}
	}
	return tracks;
}

function build(clip: Clip, rate: number, tolerance: KeyTolerance, budget: Budget): BuiltKeyframeSequence {
	const { skeleton } = clip;
	const count = skeleton.joints.size();
	const pose = createPose(count);
	const rigid = rigidPoseOf(skeleton);
	const sample = (seconds: number, target: buffer) => {
		samplePose(clip, seconds, pose);
		rigid.update(pose);
		rigid.writeRelative(target);
	};
	// Half for the motion between samples, half for thinning.
	const half = { degrees: tolerance.degrees / 2, studs: tolerance.studs / 2 };
	const samples = sampleRigid(sample, count, clip.duration, rate, half, budget);

	const tracks = findTracks(clip, samples, count, half, budget);
	const keyedAt = new Map<number, Set<number>>();
	let keyCount = 0;
	for (const [, { kept }] of tracks) keyCount += kept.size();
	budget.spendBytes(keyCount * KEY_BYTES, OWNER);
	for (const [joint, { kept }] of tracks) {
		for (const index of kept) {
			budget.countToPause(1);
			const keyed = keyedAt.get(index) ?? new Set<number>();
			keyed.add(joint);
			keyedAt.set(index, keyed);
		}
	}

	spendPoses(keyedAt, skeleton, budget);

	const sequence = new Instance("KeyframeSequence");
	sequence.Name = instanceName(clip.name, budget);
	sequence.Loop = clip.loop;
	const names = rigNames(skeleton);
	samples.times.forEach((_, index) => {
		const keyed = keyedAt.get(index);
		budget.countToPause(names.size() * TRANSFORM_STEPS);
		if (keyed) buildKeyframe(samples, index, keyed, tracks, skeleton, names, budget).Parent = sequence;
	});
	for (const [, keys] of tracks) keys.cursor = 0;
	const farthest = measure(samples, tracks, count, sample, budget);
	return {
		sequence,
		sampleCount: samples.times.size(),
		keyCount,
		tolerance,
		error: farthest,
		scaled: scaledJoints(clip),
		morphs: clip.morphs?.size() ?? 0,
	};
}

/**
 * Makes a `KeyframeSequence` from a clip, for Studio's Animation Editor. Its poses are relative to rest and nested like
 * the skeleton, with linear easing, and only as many keys as the tolerance requires.
 *
 * @example
 * const { sequence, error } = buildKeyframeSequence(clip, { rate: 30 });
 * sequence.Parent = game.GetService("ServerStorage");
 * print(`${error.degrees}° off at most`);
 */
export function buildKeyframeSequence(clip: Clip, options: KeyframeSequenceOptions = {}): BuiltKeyframeSequence {
	checkClip(clip, OWNER);
	checkKeys(options, ["rate", "tolerance", "job"], OWNER, "options");
	const given = budgetOf(options, OWNER);
	const budget = options.job === undefined ? new Budget(ALONE) : given;
	const rate = options.rate ?? KEYFRAME_DEFAULTS.rate;
	checkRate(rate, OWNER);
	const tolerance = toleranceOf(options.tolerance);
	const before = budget.bytes;
	const [built, result] = pcall(() => build(clip, rate, tolerance, budget));
	// Samples and their keys are dropped, also those of a refused clip: a model's next clip may cost as much.
	budget.returnBytes(budget.bytes - before);
	if (!built) error(result, 0);
	return budget.finish(result as BuiltKeyframeSequence);
}
