import { Channel } from "./channel";

/** The channels of one joint; a property without one keeps its rest value. */
export interface JointTrack {
	joint: number;
	translation?: Channel;
	rotation?: Channel;
	scale?: Channel;
}

/** An animation of one skeleton. */
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
