//!native
//!optimize 2
import { checkKeys } from "../../bytes/check-argument";
import type { Budget } from "../../bytes/budget";
import { budgetOf, Job } from "../../bytes/job";
import { UniformChannel } from "../../motion/uniform-channel";
import { checkReplay } from "../../replay/check-replay";
import { createColumn, createJointRow, unpackRow } from "../../replay/joint-row";
import { JOINT_STRIDE, Replay, replayDuration, ReplayJoint, ReplaySubject } from "../../replay/replay";
import { subjectOf } from "../../replay/subject-take";
import { multiply, rotate } from "../../rotation/quaternion";
import { Clip, JointTrack } from "../../scene/clip";
import { createPose, POSE_STRIDE, ROTATION_OFFSET } from "../../scene/pose";
import { Skeleton } from "../../scene/skeleton";

/** Bytes of a sample: three or four f32. */
const TRANSLATION_SIZE = 12;
const ROTATION_SIZE = 16;

/** The steps that unpacking one joint of one frame counts for between pauses. */
const UNPACK_STEPS = 10;

/** Returns a joint's rest in the joint above it: from there to the part that moves with it, and on to this joint. */
function restOf({ parent, c0 }: ReplayJoint, joints: ReadonlyArray<ReplayJoint>) {
	const [x, y, z, qx, qy, qz, qw] = c0;
	if (parent < 0) return $tuple(x, y, z, qx, qy, qz, qw);
	const [ax, ay, az, aqx, aqy, aqz, aqw] = joints[parent].c1;
	const [rx, ry, rz, rw] = multiply(-aqx, -aqy, -aqz, aqw, qx, qy, qz, qw);
	const [tx, ty, tz] = rotate(-aqx, -aqy, -aqz, aqw, x - ax, y - ay, z - az);
	return $tuple(tx, ty, tz, rx, ry, rz, rw);
}

function skeletonOf({ name, joints }: ReplaySubject): Skeleton {
	const rest = createPose(joints.size());
	joints.forEach((joint, index) => {
		const at = index * POSE_STRIDE;
		const values = [...restOf(joint, joints)];
		values.forEach((value, place) => buffer.writef32(rest, at + place * 4, value));
	});
	return { name, joints: joints.map((joint) => ({ name: joint.name, parent: joint.parent })), rest };
}

/** Returns whether a joint's rows hold anything but zeros. */
function moves(rows: buffer, joint: number, stride: number): boolean {
	for (const at of $range(joint * JOINT_STRIDE, buffer.len(rows) - JOINT_STRIDE, stride)) {
		if (buffer.readi32(rows, at) !== 0 || buffer.readi16(rows, at + 4) !== 0) return true;
	}
	return false;
}

/** A joint's channel values, if it ever leaves its rest. */
interface Values {
	readonly translation?: buffer;
	readonly rotation?: buffer;
}

/** Unpacks a subject's rows into values of its joints: each joint's rest, then its motion against that rest. */
function unroll(subject: ReplaySubject, rest: buffer, budget: Budget): Array<Values> {
	const { joints, rotations, translations, root } = subject;
	const jointCount = joints.size();
	const { count } = root;
	const stride = jointCount * JOINT_STRIDE;
	const steps = createColumn(jointCount, 0);
	const values = joints.map(({ step }, joint): Values => {
		steps.set(joint + 1, step);
		const translation = moves(translations, joint, stride) ? count * TRANSLATION_SIZE : 0;
		const rotation = moves(rotations, joint, stride) ? count * ROTATION_SIZE : 0;
		budget.spendBytes(translation + rotation, "subjectClip");
		return {
			translation: translation > 0 ? buffer.create(translation) : undefined,
			rotation: rotation > 0 ? buffer.create(rotation) : undefined,
		};
	});
	const row = createJointRow(jointCount);
	for (const frame of $range(0, count - 1)) {
		budget.countToPause(jointCount * UNPACK_STEPS);
		unpackRow(rotations, translations, frame * stride, steps, jointCount, row);
		for (const joint of $range(1, jointCount)) {
			const { translation, rotation } = values[joint - 1];
			const at = (joint - 1) * POSE_STRIDE;
			const rx = buffer.readf32(rest, at + ROTATION_OFFSET);
			const ry = buffer.readf32(rest, at + ROTATION_OFFSET + 4);
			const rz = buffer.readf32(rest, at + ROTATION_OFFSET + 8);
			const rw = buffer.readf32(rest, at + ROTATION_OFFSET + 12);
			if (translation !== undefined) {
				const [x, y, z] = rotate(rx, ry, rz, rw, row.tx.get(joint)!, row.ty.get(joint)!, row.tz.get(joint)!);
				const place = frame * TRANSLATION_SIZE;
				buffer.writef32(translation, place, buffer.readf32(rest, at) + x);
				buffer.writef32(translation, place + 4, buffer.readf32(rest, at + 4) + y);
				buffer.writef32(translation, place + 8, buffer.readf32(rest, at + 8) + z);
			}
			if (rotation !== undefined) {
				const [x, y, z, w] = multiply(
					rx,
					ry,
					rz,
					rw,
					row.qx.get(joint)!,
					row.qy.get(joint)!,
					row.qz.get(joint)!,
					row.qw.get(joint)!,
				);
				const place = frame * ROTATION_SIZE;
				buffer.writef32(rotation, place, x);
				buffer.writef32(rotation, place + 4, y);
				buffer.writef32(rotation, place + 8, z);
				buffer.writef32(rotation, place + 12, w);
			}
		}
	}
	return values;
}

/**
 * Options of `subjectClip`.
 *
 * @example
 * const options: SubjectClipOptions = { job: new Job() };
 * const clip = subjectClip(replay, "Ada", options);
 */
export interface SubjectClipOptions {
	/** Budget, pauses and report of the call. */
	job?: Job;
}

/**
 * Returns the joint motion of one subject of a replay as a clip. The clip plays on any rig whose joints have the same
 * names, and `buildKeyframeSequence` turns it into a KeyframeSequence. The subject's own path is not included:
 * `subjectTake` returns it.
 *
 * @example
 * const clip = subjectClip(replay, "Ada");
 * ClipMixer.of({ skeleton: clip.skeleton, instance: dummy }).play(clip);
 */
export function subjectClip(replay: Replay, name: string, options: SubjectClipOptions = {}): Clip {
	checkReplay(replay, "subjectClip");
	const subject = subjectOf(replay, name, "subjectClip");
	checkKeys(options, ["job"], "subjectClip", "options");
	const budget = budgetOf(options, "subjectClip");
	const skeleton = skeletonOf(subject);
	const { rate } = replay;
	const tracks = new Array<JointTrack>();
	unroll(subject, skeleton.rest, budget).forEach(({ translation, rotation }, joint) => {
		if (translation === undefined && rotation === undefined) return;
		tracks.push({
			joint,
			translation: translation && new UniformChannel({ kind: "vector", rate, values: translation, budget }),
			rotation: rotation && new UniformChannel({ kind: "rotation", rate, values: rotation, budget }),
		});
	});
	const markers = replay.markers.map((marker) => ({ name: marker.name, seconds: marker.seconds }));
	return budget.finish({ name, duration: replayDuration(replay), loop: false, skeleton, tracks, markers });
}
