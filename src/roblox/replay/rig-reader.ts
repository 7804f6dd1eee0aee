//!native
//!optimize 2
import { directionFromAxes } from "../../rotation/from-axes";
import { SeenRow } from "../../replay/joint-row";
import { Frame7, JointKind } from "../../replay/replay";
import { DistinctNames } from "../../bytes/distinct-names";
import { cframeComponents } from "../camera/cframe";
import { RigJoint } from "../rig/find-joints";

/** Joints beyond this are left out: no character has as many. */
export const MAX_JOINTS = 512;

/** Translations below this, in studs, are rounding. */
const STILL = 1e-3;

/** A joint of a rig as it was found: what moves it, and where it stands in both parts. */
export interface FoundJoint {
	readonly name: string;
	/** The index of the joint whose part or bone it hangs on; -1 for the root. */
	readonly parent: number;
	readonly kind: JointKind;
	/** Undefined for a part that is looked at against the root. */
	readonly joint?: RigJoint;
	/** The part above it and the part that it moves; none for a bone. */
	readonly part0?: BasePart;
	readonly part1?: BasePart;
	readonly c0: CFrame;
	readonly c1: CFrame;
	readonly size: Vector3;
}

/** The parts that a motor or a constraint joins, and where in them. */
function endsOf(joint: RigJoint) {
	if (joint.IsA("Motor6D")) return $tuple(joint.Part0, joint.Part1, joint.C0, joint.C1);
	if (joint.IsA("AnimationConstraint")) {
		const { Attachment0: from, Attachment1: to } = joint;
		const part0 = from?.Parent;
		const part1 = to?.Parent;
		if (from && to && part0?.IsA("BasePart") && part1?.IsA("BasePart")) {
			return $tuple(part0, part1, from.CFrame, to.CFrame);
		}
	}
	return $tuple(undefined, undefined, CFrame.identity, CFrame.identity);
}

/** The part that a model hangs on: a character's root, the primary part, or the first. A copy has the same one. */
export function rootPartOf(model: Model): BasePart | undefined {
	const root = model.FindFirstChild("HumanoidRootPart");
	if (root?.IsA("BasePart")) return root;
	return model.PrimaryPart ?? model.FindFirstChildWhichIsA("BasePart", true);
}

/** Motors and constraints from the root down, then bones: parents come first. */
export function findRig(model: Model, root: BasePart): Array<FoundJoint> {
	const names = new DistinctNames(255);
	const below = new Map<BasePart, Array<{ joint: RigJoint; part1: BasePart; c0: CFrame; c1: CFrame }>>();
	const bones = new Array<Bone>();
	for (const instance of model.GetDescendants()) {
		if (instance.IsA("Bone")) bones.push(instance);
		else if (instance.IsA("Motor6D") || instance.IsA("AnimationConstraint")) {
			const [part0, part1, c0, c1] = endsOf(instance);
			if (!part0 || !part1) continue;
			const list = below.get(part0) ?? [];
			list.push({ joint: instance, part1, c0, c1 });
			below.set(part0, list);
		}
	}
	const found = new Array<FoundJoint>();
	const reached = new Set<BasePart>([root]);
	const waiting: Array<[part: BasePart, index: number]> = [[root, -1]];
	let following = 0;
	while (following < waiting.size()) {
		const [part0, parent] = waiting[following];
		following += 1;
		for (const { joint, part1, c0, c1 } of below.get(part0) ?? []) {
			if (reached.has(part1) || found.size() >= MAX_JOINTS) continue;
			reached.add(part1);
			const name = names.add(part1.Name);
			waiting.push([part1, found.size()]);
			found.push({ name, parent, kind: "motor", joint, part0, part1, c0, c1, size: part1.Size });
		}
	}
	const indices = new Map<Instance, number>();
	for (const bone of bones) {
		if (found.size() >= MAX_JOINTS) break;
		const parent = (bone.Parent && indices.get(bone.Parent)) ?? -1;
		indices.set(bone, found.size());
		const name = names.add(bone.Name);
		found.push({ name, parent, kind: "bone", joint: bone, c0: bone.CFrame, c1: CFrame.identity, size: Vector3.zero });
	}
	return found;
}

/** One part of each assembly of a model other than its root's: wheels, doors, trailers. */
export function findMovingParts(model: Model, root: BasePart): Array<FoundJoint> {
	const names = new DistinctNames(255);
	const own = root.AssemblyRootPart;
	const seen = new Set<BasePart>();
	const found = new Array<FoundJoint>();
	for (const part of model.GetDescendants()) {
		if (!part.IsA("BasePart")) continue;
		const lead = part.AssemblyRootPart ?? part;
		if (lead === own || seen.has(lead) || found.size() >= MAX_JOINTS) continue;
		seen.add(lead);
		found.push({
			name: names.add(part.Name),
			parent: -1,
			kind: "part",
			part1: part,
			c0: CFrame.identity,
			c1: CFrame.identity,
			size: part.Size,
		});
	}
	return found;
}

/** How far each joint's farthest tip is from it, in studs: what a turn of it moves. */
export function reachesOf(joints: ReadonlyArray<FoundJoint>): Array<number> {
	const reaches = joints.map(({ kind, size, c1 }) =>
		kind === "bone" ? 0.5 : size.Magnitude / 2 + c1.Position.Magnitude,
	);
	for (const index of $range(joints.size() - 1, 0, -1)) {
		const { parent, c0 } = joints[index];
		if (parent < 0) continue;
		const above = joints[parent];
		const arm = above.kind === "bone" ? c0.Position.Magnitude : c0.Position.sub(above.c1.Position).Magnitude;
		reaches[parent] = math.max(reaches[parent], arm + reaches[index]);
	}
	return reaches;
}

/** A CFrame as seven numbers. */
export function frame7(cframe: CFrame): Frame7 {
	const [x, y, z, qx, qy, qz, qw] = cframeComponents(cframe);
	return [x, y, z, qx, qy, qz, qw];
}

/** Puts a CFrame into a row as a rotation vector and a translation; one that is not finite leaves the row as it was. */
export function seeCFrame(cframe: CFrame, row: SeenRow, joint: number): void {
	const [px, py, pz, xx, yx, zx, xy, yy, zy, xz, yz, zz] = cframe.GetComponents();
	const [x, y, z, w] = directionFromAxes(xx, xy, xz, yx, yy, yz, zx, zy, zz);
	const length = math.sqrt(x * x + y * y + z * z);
	const sum = length + w + px + py + pz;
	if (sum - sum !== 0) return;
	// Of both rotations that a quaternion and its opposite are, the shorter turn.
	const angle = 2 * math.atan2(length, math.abs(w));
	const scale = length > 1e-12 ? (w < 0 ? -angle : angle) / length : 0;
	row.rx.set(joint, x * scale);
	row.ry.set(joint, y * scale);
	row.rz.set(joint, z * scale);
	const isStill = math.abs(px) < STILL && math.abs(py) < STILL && math.abs(pz) < STILL;
	row.tx.set(joint, isStill ? 0 : px);
	row.ty.set(joint, isStill ? 0 : py);
	row.tz.set(joint, isStill ? 0 : pz);
}

/**
 * Reads joints as they are shown: the relation of the parts against where they are at rest, which holds what animations, scripts that
 * move `C0`, inverse kinematics and ragdolls do. `origin` is what parts of kind `part` are seen from.
 */
export function lookAtJoints(joints: ReadonlyArray<FoundJoint>, origin: CFrame, row: SeenRow): void {
	let index = 0;
	for (const { kind, joint, part0, part1, c0, c1 } of joints) {
		index += 1;
		if (kind === "motor") seeCFrame(part0!.CFrame.mul(c0).ToObjectSpace(part1!.CFrame.mul(c1)), row, index);
		else if (kind === "bone") seeCFrame((joint as Bone).Transform, row, index);
		else seeCFrame(origin.ToObjectSpace(part1!.CFrame), row, index);
	}
}
