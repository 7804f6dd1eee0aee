import { RIGID_STRIDE, RigidPose } from "../../scene/rigid-pose";
import { Skeleton } from "../../scene/skeleton";
import { rigidCFrame } from "./rigid-cframe";
import { rigNames } from "./rig-names";

/**
 * Makes a `Bone` for every joint, nested like the skeleton, under `part`. Bones have no scale: a rest scale moves the
 * bones below it. `origin` is where the skeleton's origin stands in the part's space.
 *
 * @example
 * const bones = buildSkeleton(skeleton, part);
 * bones[0].Name; // the first joint's name
 */
export function buildSkeleton(skeleton: Skeleton, part: BasePart, origin = new CFrame()): Array<Bone> {
	const names = rigNames(skeleton);
	const rest = new RigidPose(skeleton).rest;
	const bones = new Array<Bone>();
	const roots = new Array<Bone>();
	skeleton.joints.forEach(({ parent }, index) => {
		const bone = new Instance("Bone");
		bone.Name = names[index];
		const cframe = rigidCFrame(rest, index * RIGID_STRIDE);
		if (parent >= 0) {
			bone.CFrame = cframe;
			bone.Parent = bones[parent];
		} else {
			bone.CFrame = origin.mul(cframe);
			roots.push(bone);
		}
		bones.push(bone);
	});
	// Last of all: whoever watches the part sees whole skeletons.
	for (const root of roots) root.Parent = part;
	return bones;
}
