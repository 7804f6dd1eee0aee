import { findJoints, RigJoint } from "../rig/find-joints";

/**
 * The joints of rigs before a film. A track that stops without a fade may leave them in place, so they are restored,
 * except for joints that another track moves.
 */
export class RestRigs {
	private readonly rigs = new Map<Animator, Map<RigJoint, CFrame>>();

	/** Remembers the joints of an Animator's rig, once. */
	public remember(animator: Animator): void {
		if (this.rigs.has(animator)) return;
		const before = new Map<RigJoint, CFrame>();
		const rig = animator.Parent?.Parent;
		const found = rig ? findJoints(rig) : new Map<string, Array<RigJoint>>();
		for (const [, joints] of found) for (const joint of joints) before.set(joint, joint.Transform);
		this.rigs.set(animator, before);
	}

	/** Restores a rig after one of its tracks has stopped. */
	public restore(animator: Animator): void {
		if (animator.GetPlayingAnimationTracks().some(({ IsPlaying }) => IsPlaying)) return;
		const before = this.rigs.get(animator);
		if (before) for (const [joint, transform] of before) joint.Transform = transform;
	}
}
