import { checkOptional, checkType, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { RIGID_STRIDE } from "../../scene/rigid-pose";
import { checkSkeleton, Skeleton } from "../../scene/skeleton";
import { checkInstance } from "../check-instance";
import { rigidCFrame } from "./rigid-cframe";
import { restOf, rigNames } from "../../scene/rest";

/**
 * Makes a `Bone` for every joint under `part`, nested like the skeleton. Bones have no scale: a rest scale moves the
 * bones below it. `origin` is the skeleton's origin in the part's space. `joints` limits the bones to these joints,
 * rising and with all their parents.
 *
 * @example
 * const bones = buildBones(skeleton, part);
 * print(bones[0].Name); // the first joint's name
 */
export function buildBones(
	skeleton: Skeleton,
	part: BasePart,
	origin = new CFrame(),
	joints?: ReadonlyArray<number>,
): Array<Bone> {
	checkSkeleton(skeleton, "buildBones");
	checkInstance(part, "BasePart", "buildBones", "part");
	checkType(origin, "CFrame", "buildBones", "origin");
	checkOptional(joints, "table", "buildBones", "joints");
	for (const joint of joints ?? []) {
		if (skeleton.joints[joint] === undefined) {
			fail("buildBones", `joints holds ${describeValue(joint)}; expected indices below ${skeleton.joints.size()}`);
		}
	}
	return makeBones(skeleton, part, origin, joints);
}

/** `buildBones` for checked arguments. */
export function makeBones(
	skeleton: Skeleton,
	part: BasePart,
	origin: CFrame,
	joints: ReadonlyArray<number> = skeleton.joints.map((_, index) => index),
): Array<Bone> {
	const names = rigNames(skeleton);
	const rest = restOf(skeleton).inParent;
	const bones = new Array<Bone>();
	const byJoint = new Map<number, Bone>();
	const roots = new Array<Bone>();
	for (const joint of joints) {
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
	// Last of all: a watcher of the part only sees complete skeletons.
	for (const root of roots) root.Parent = part;
	return bones;
}
