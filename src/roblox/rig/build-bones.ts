import { fail } from "../../bytes/fail";
import { RIGID_STRIDE, RigidPose } from "../../scene/rigid-pose";
import { Skeleton } from "../../scene/skeleton";
import { rigidCFrame } from "./rigid-cframe";
import { rigNames } from "./rig-names";

/**
 * Makes a `Bone` for every joint, nested like the skeleton, under `part`. Bones have no scale: a rest scale moves the
 * bones below it. `origin` is where the skeleton's origin stands in the part's space; `joints` are the joints to make,
 * rising and with all their parents, where those are not all.
 *
 * @example
 * const bones = buildBones(skeleton, part);
 * bones[0].Name; // the first joint's name
 */
export function buildBones(
	skeleton: Skeleton,
	part: BasePart,
	origin = new CFrame(),
	joints?: ReadonlyArray<number>,
): Array<Bone> {
	if (!typeIs(skeleton, "table") || !typeIs(skeleton.joints, "table")) fail("buildBones", "skeleton is not a Skeleton");
	if (!typeIs(part, "Instance") || !part.IsA("BasePart")) fail("buildBones", "part is not a BasePart");
	const names = rigNames(skeleton);
	const rest = new RigidPose(skeleton).rest;
	const bones = new Array<Bone>();
	const byJoint = new Map<number, Bone>();
	const roots = new Array<Bone>();
	for (const joint of joints ?? skeleton.joints.map((_, index) => index)) {
		const bone = new Instance("Bone");
		bone.Name = names[joint];
		const cframe = rigidCFrame(rest, joint * RIGID_STRIDE);
		const parent = byJoint.get(skeleton.joints[joint].parent);
		if (parent) {
			bone.CFrame = cframe;
			bone.Parent = parent;
		} else {
			bone.CFrame = origin.mul(cframe);
			roots.push(bone);
		}
		byJoint.set(joint, bone);
		bones.push(bone);
	}
	// Last of all: whoever watches the part sees whole skeletons.
	for (const root of roots) root.Parent = part;
	return bones;
}
