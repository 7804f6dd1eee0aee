import { findJoints, RigJoint } from "../rig/find-joints";

/**
 * How the joints of rigs stood before a film. A track that is stopped without a fade may leave them where they are, so they are put back;
 * what another track moves is left to it.
 */
export class RestRigs {
	private readonly rigs = new Map<Animator, Map<RigJoint, CFrame>>();

	/** Remembers how the rig of an Animator stands, unless it is known. */
	public remember(animator: Animator): void {
		if (this.rigs.has(animator)) return;
		const before = new Map<RigJoint, CFrame>();
		const rig = animator.Parent?.Parent;
		const found = rig ? findJoints(rig) : new Map<string, Array<RigJoint>>();
		for (const [, joints] of found) for (const joint of joints) before.set(joint, joint.Transform);
		this.rigs.set(animator, before);
	}

	/** Puts a rig back, after one of its tracks was stopped. */
	public restore(animator: Animator): void {
		if (animator.GetPlayingAnimationTracks().some(({ IsPlaying }) => IsPlaying)) return;
		const before = this.rigs.get(animator);
		if (before) for (const [joint, transform] of before) joint.Transform = transform;
	}
}
