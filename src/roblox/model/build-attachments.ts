import { Budget } from "../../bytes/budget";
import { Scene } from "../../scene/scene";
import { instanceName } from "../instance-name";
import { findJoints, RigJoint } from "../rig/find-joints";
import { rigNames } from "../../scene/rest";

/** Returns the parent of a joint's attachment, and the joint's CFrame in it. */
function holderOf(joint: RigJoint): LuaTuple<[holder: Instance | undefined, place: CFrame]> {
	if (joint.IsA("Bone")) return $tuple(joint, new CFrame());
	if (joint.IsA("Motor6D")) return $tuple(joint.Part1, joint.C1);
	return $tuple(undefined, new CFrame());
}

/** Makes an `Attachment` for each of a scene's: on the Bone or the part of its joint, or on `root` at the origin. */
export function buildAttachments(scene: Scene, model: Model, root: BasePart | undefined, budget: Budget): void {
	if (scene.attachments.isEmpty()) return;
	const joints = findJoints(model);
	for (const { name, skeleton, joint, position } of scene.attachments) {
		let holder: Instance | undefined = root;
		let place = root ? root.CFrame.Inverse() : new CFrame();
		const [found] = skeleton ? (joints.get(rigNames(skeleton)[joint]) ?? []) : [];
		if (found !== undefined) [holder, place] = holderOf(found);
		if (!holder) continue;
		const attachment = new Instance("Attachment");
		attachment.Name = instanceName(name, budget);
		attachment.CFrame = place.mul(new CFrame(...position));
		attachment.Parent = holder;
	}
}
