import { Budget } from "../../bytes/budget";
import { Scene } from "../../scene/scene";
import { instanceName } from "../instance-name";
import { findJoints, RigJoint } from "../rig/find-joints";
import { restOf, rigNames } from "../../scene/rest";
import { RIGID_STRIDE } from "../../scene/rigid-pose";
import { SceneLight } from "../../scene/light";
import { linearColor } from "../linear-color";
import { rigidCFrame } from "../rig/rigid-cframe";

/** Returns the parent of a joint's attachment, and the joint's CFrame in it. */
function holderOf(joint: RigJoint): LuaTuple<[holder: Instance | undefined, place: CFrame]> {
	if (joint.IsA("Bone")) return $tuple(joint, new CFrame());
	if (joint.IsA("Motor6D")) return $tuple(joint.Part1, joint.C1);
	return $tuple(undefined, new CFrame());
}

/** The farthest that a lamp of the engine shines, in studs. */
const FARTHEST_LIGHT = 60;

/** Hangs a lamp on an attachment that looks the way it shines. */
function hangLight(
	{ kind, color, brightness, range, angle }: SceneLight,
	attachment: Attachment,
	budget: Budget,
): void {
	const lamp = new Instance(kind === "spot" ? "SpotLight" : "PointLight");
	if (lamp.IsA("SpotLight")) lamp.Angle = angle;
	lamp.Color = linearColor(...color);
	lamp.Brightness = brightness;
	lamp.Range = math.min(range, FARTHEST_LIGHT);
	if (range > FARTHEST_LIGHT) budget.warn(`lights shine ${FARTHEST_LIGHT} studs at most`, attachment.Name);
	lamp.Parent = attachment;
}

/** Makes an `Attachment` for each of a scene's: on the Bone or the part of its joint, or on `root` where that joint rests. */
export function buildAttachments(scene: Scene, model: Model, root: BasePart | undefined, budget: Budget): void {
	if (scene.attachments.isEmpty()) return;
	const joints = findJoints(model);
	for (const { name, skeleton, joint, position, light } of scene.attachments) {
		let holder: Instance | undefined = root;
		let place = root ? root.CFrame.Inverse() : new CFrame();
		const [found] = skeleton ? (joints.get(rigNames(skeleton)[joint]) ?? []) : [];
		if (found !== undefined) [holder, place] = holderOf(found);
		else if (skeleton) place = place.mul(rigidCFrame(restOf(skeleton).inWorld, joint * RIGID_STRIDE));
		if (!holder) continue;
		const attachment = new Instance("Attachment");
		attachment.Name = instanceName(name, budget);
		const at = new Vector3(...position);
		const away = new Vector3(...(light?.direction ?? [0, 0, -1]));
		attachment.CFrame = place.mul(CFrame.lookAt(at, at.add(away)));
		if (light) hangLight(light, attachment, budget);
		attachment.Parent = holder;
	}
}
