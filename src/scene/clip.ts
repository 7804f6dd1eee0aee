import { Channel } from "../motion/channel";

/**
 * The channels of one joint; a property without one keeps its rest value.
 *
 * @example
 * const raised: JointTrack = { joint: 0, translation: new FixedChannel(0, 3, 0) };
 * const floating: Clip = { ...clip, tracks: [raised] };
 */
export interface JointTrack {
	joint: number;
	translation?: Channel;
	rotation?: Channel;
	scale?: Channel;
}

/**
 * An animation of one skeleton.
 *
 * @example
 * const idle: Clip = { name: "Idle", duration: 1, loop: true, rest: skeleton.rest, tracks: [] }; // holds still
 * new ClipPlayer(idle, { skeleton, instance: part }).play();
 */
export interface Clip {
	name: string;
	/** Seconds. */
	duration: number;
	/** Whether time beyond the end starts again; otherwise it stays at the last pose. */
	loop: boolean;
	/** The skeleton's rest pose: what joints without a channel hold. */
	rest: buffer;
	/** At most one entry a joint. */
	tracks: Array<JointTrack>;
}
