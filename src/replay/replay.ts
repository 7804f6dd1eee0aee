import { Marker } from "../motion/marker";
import { Take, TakeMetadata } from "../take/take";

/** Bytes of one joint in one frame of `rotations` and of `translations`: three i16. */
export const JOINT_STRIDE = 6;

/** The step of a translation, in studs: what is recorded is within 0.01 stud of what was shown. */
export const TRANSLATION_STEP = 0.0115;

/**
 * Position x y z and rotation x y z w.
 *
 * @example
 * const [x, y, z]: Frame7 = joint.c0;
 */
export type Frame7 = readonly [number, number, number, number, number, number, number];

/**
 * What kind of thing a subject is: a camera, a player's character, any other Model, or a part.
 *
 * @example
 * const cameras = replay.subjects.filter(({ kind }: { kind: SubjectKind }) => kind === "camera");
 */
export type SubjectKind = "camera" | "character" | "model" | "part";

/**
 * What moves a joint: a Motor6D or AnimationConstraint, a Bone, or nothing, for a part that is recorded against its subject's root.
 *
 * @example
 * const bones = subject.joints.filter(({ kind }: { kind: JointKind }) => kind === "bone");
 */
export type JointKind = "motor" | "bone" | "part";

/**
 * A joint of a subject. Its frames are rows of `rotations` and `translations`: for a motor or a bone its `Transform`, for a part where it
 * stands from the root.
 *
 * @example
 * const names = subject.joints.map(({ name }: ReplayJoint) => name);
 */
export interface ReplayJoint {
	/** The name that animations know it by: a bone's own, or the part that a motor moves. No two joints of a subject share one. */
	readonly name: string;
	/** The index of the joint whose part it hangs on; -1 for the root. Always lower than its own. */
	readonly parent: number;
	readonly kind: JointKind;
	/** Radians of one unit of its rotation vector. */
	readonly step: number;
	/** Where the joint stands in the part or bone above it, and in the part that it moves: `C0` and `C1`. */
	readonly c0: Frame7;
	readonly c1: Frame7;
	/** The size of the part that it moves; zeros for a bone. */
	readonly size: readonly [number, number, number];
}

/**
 * Frames during which a subject was there, both included.
 *
 * @example
 * const span: ReplaySpan = { first: 0, last: 239 };
 */
export interface ReplaySpan {
	readonly first: number;
	readonly last: number;
}

/**
 * A value that changes in steps: each change holds from its frame to the next.
 *
 * @example
 * const health: ReplayValue = { name: "Health", frames: [0, 95], values: [100, 0] };
 */
export interface ReplayValue {
	/** `Health`, `Visible`, `Tool`, or a property or attribute that you named. */
	readonly name: string;
	/** The frames from which the values hold, rising. */
	readonly frames: ReadonlyArray<number>;
	readonly values: ReadonlyArray<string | number | boolean>;
}

/**
 * One thing that was recorded: where it was, how its joints stood, and what else changed.
 *
 * @example
 * const subject: ReplaySubject = replay.subjects[0];
 * print(`${subject.name} has ${subject.joints.size()} joints`);
 */
export interface ReplaySubject {
	/** No two subjects of a replay share a name. */
	readonly name: string;
	readonly kind: SubjectKind;
	/** The key by which `resolve` finds what it looks like, such as a user id. */
	readonly look?: string;
	/** When it was there, rising; it is hidden at other times. */
	readonly spans: ReadonlyArray<ReplaySpan>;
	/** Where its root was: as many frames as the replay has. A camera's has the field of view. */
	readonly root: Take;
	/** The size of its root part; zeros for a camera. */
	readonly size: readonly [number, number, number];
	readonly joints: ReadonlyArray<ReplayJoint>;
	/** For each frame and each joint a rotation vector in steps of the joint: three i16. */
	readonly rotations: buffer;
	/** For each frame and each joint a translation in steps of 0.0115 studs: three i16. */
	readonly translations: buffer;
	readonly values: ReadonlyArray<ReplayValue>;
}

/**
 * A marker of a replay, with what belongs to it.
 *
 * @example
 * const marker: ReplayMarker = { name: "hit", seconds: 6.5, data: "Ada" };
 */
export interface ReplayMarker extends Marker {
	readonly data?: string | number;
}

/**
 * Several subjects recorded on one clock. It is plain data; what it shows at a time depends on that time only.
 *
 * @example
 * const replay: Replay = replays.peek();
 * print(`${replay.subjects.size()} subjects, ${(replay.count - 1) / replay.rate} seconds`);
 */
export interface Replay {
	/** What it is called: UTF-8, at most 255 bytes. */
	readonly name: string;
	/** The map in which it was recorded: UTF-8, at most 255 bytes. */
	readonly map: string;
	/** Frames per second. */
	readonly rate: number;
	/** How many frames there are. */
	readonly count: number;
	readonly subjects: ReadonlyArray<ReplaySubject>;
	readonly markers: ReadonlyArray<ReplayMarker>;
	/** What else belongs to it. */
	readonly metadata?: TakeMetadata;
	/** The Unix times of the first and the last frame on the server's clock, both or neither. */
	readonly serverStart?: number;
	readonly serverEnd?: number;
}

/** Seconds from the first frame to the last. */
export function replayDuration({ count, rate }: Replay): number {
	return math.max(count - 1, 0) / rate;
}
