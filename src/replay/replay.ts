import { Marker } from "../motion/marker";
import { Take, TakeMetadata } from "../take/take";

/** Bytes of one joint in one frame of `rotations` and of `translations`: three i16. */
export const JOINT_STRIDE = 6;

/** The step of a translation, in studs: a recorded one is within 0.01 stud of the original. */
export const TRANSLATION_STEP = 0.0115;

/**
 * Position x y z and rotation x y z w.
 *
 * @example
 * const [x, y, z]: Frame7 = joint.c0;
 */
export type Frame7 = readonly [number, number, number, number, number, number, number];

/**
 * The kind of a subject: a camera, a player's character, any other Model, or a part.
 *
 * @example
 * const cameras = replay.subjects.filter(({ kind }: { kind: SubjectKind }) => kind === "camera");
 */
export type SubjectKind = "camera" | "character" | "model" | "part";

/**
 * What moves a joint: a Motor6D or AnimationConstraint, a Bone, or nothing, for a part that is recorded against its
 * subject's root.
 *
 * @example
 * const bones = subject.joints.filter(({ kind }: { kind: JointKind }) => kind === "bone");
 */
export type JointKind = "motor" | "bone" | "part";

/**
 * A joint of a subject. Its frames are rows of `rotations` and `translations`. They hold the `Transform` of a motor or
 * bone, or a part's position against the root.
 *
 * @example
 * const names = subject.joints.map(({ name }: ReplayJoint) => name);
 */
export interface ReplayJoint {
	/** Its name in animations: that of the bone, or of the part that a motor moves. Unique within a subject. */
	readonly name: string;
	/** The index of the joint whose part it hangs on; -1 for the root. Always lower than its own. */
	readonly parent: number;
	readonly kind: JointKind;
	/** Radians per unit of its rotation vector. */
	readonly step: number;
	/** `C0` and `C1`: the joint in the part or bone above it, and in the part that it moves. */
	readonly c0: Frame7;
	readonly c1: Frame7;
	/** The size of the part that it moves; zeros for a bone. */
	readonly size: readonly [number, number, number];
}

/**
 * Frames in which a subject was present, both included.
 *
 * @example
 * const span: ReplaySpan = { first: 0, last: 239 };
 */
export interface ReplaySpan {
	readonly first: number;
	readonly last: number;
}

/**
 * A value that changes in steps: each change holds until the next.
 *
 * @example
 * const health: ReplayValue = { name: "Health", frames: [0, 95], values: [100, 0] };
 */
export interface ReplayValue {
	/** `Health`, `Visible`, `Tool`, or a property or attribute that you named. */
	readonly name: string;
	/** The frame of each change, rising. */
	readonly frames: ReadonlyArray<number>;
	readonly values: ReadonlyArray<string | number | boolean>;
}

/**
 * One recorded subject: its path, its joints, and its other values.
 *
 * @example
 * const subject: ReplaySubject = replay.subjects[0];
 * print(`${subject.name} has ${subject.joints.size()} joints`);
 */
export interface ReplaySubject {
	/** Unique within a replay. */
	readonly name: string;
	readonly kind: SubjectKind;
	/** The key by which `resolve` finds its appearance, such as a user id. */
	readonly look?: string;
	/** When it was present, rising. It is hidden at other times. */
	readonly spans: ReadonlyArray<ReplaySpan>;
	/** The path of its root, with as many frames as the replay. A camera's has the field of view. */
	readonly root: Take;
	/** The size of its root part; zeros for a camera. */
	readonly size: readonly [number, number, number];
	readonly joints: ReadonlyArray<ReplayJoint>;
	/** A rotation vector per frame and joint, in steps of the joint: three i16. */
	readonly rotations: buffer;
	/** A translation per frame and joint, in steps of 0.0115 studs: three i16. */
	readonly translations: buffer;
	readonly values: ReadonlyArray<ReplayValue>;
}

/**
 * A marker of a replay, with its values.
 *
 * @example
 * const marker: ReplayMarker = { name: "hit", seconds: 6.5, data: "Ada" };
 */
export interface ReplayMarker extends Marker {
	readonly data?: string | number;
}

/**
 * Several subjects recorded on one clock. A replay is plain data, and a time in it always shows the same.
 *
 * @example
 * const replay: Replay = replays.peek();
 * print(`${replay.subjects.size()} subjects, ${(replay.count - 1) / replay.rate} seconds`);
 */
export interface Replay {
	/** Its name: UTF-8, at most 255 bytes. */
	readonly name: string;
	/** The name of its map: UTF-8, at most 255 bytes. */
	readonly map: string;
	/** Frames per second. */
	readonly rate: number;
	/** The number of frames. */
	readonly count: number;
	readonly subjects: ReadonlyArray<ReplaySubject>;
	readonly markers: ReadonlyArray<ReplayMarker>;
	/** Your own data. */
	readonly metadata?: TakeMetadata;
	/** Unix times of the first and the last frame on the server's clock: both or neither. */
	readonly serverStart?: number;
	readonly serverEnd?: number;
}

/** Returns the seconds from the first frame to the last. */
export function replayDuration({ count, rate }: Replay): number {
	return math.max(count - 1, 0) / rate;
}
