//!native
//!optimize 2
import { directionFromAxes } from "../../rotation/from-axes";
import { ABOVE, Column, SeenRow } from "../../replay/joint-row";
import { MAX_JOINTS } from "../../replay/check-replay";
import { Frame7, JointKind } from "../../replay/replay";
import { DistinctNames } from "../../bytes/distinct-names";
import { cframeComponents } from "../camera/cframe";
import { RigJoint } from "../rig/find-joints";
import { movingGroups } from "./moving-groups";

/** Smaller translations, in studs, are rounding. */
const STILL = 1e-3;

const QUARTER = math.pi / 2;

/** A joint found in a rig: what moves it, and its CFrame in both parts. */
export interface FoundJoint {
	readonly name: string;
	/** The index of the joint whose part or bone it hangs on; -1 for the root. */
	readonly parent: number;
	readonly kind: JointKind;
	/** Undefined for a part that is sampled against the root. */
	readonly joint?: RigJoint;
	/** The part above it and the part that it moves; undefined for a bone. */
	readonly part0?: BasePart;
	readonly part1?: BasePart;
	readonly c0: CFrame;
	readonly c1: CFrame;
	readonly size: Vector3;
}

/** Returns the parts that a motor or a constraint joins, and its CFrame in each. */
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

/** Finds motors and constraints from the root down, then bones: parents come first. */
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

/**
 * Finds the parts of a vehicle that move against its root, each with everything welded to it: wheels, doors, trailers.
 */
export function findMovingParts(model: Model, root: BasePart): Array<FoundJoint> {
	const found = new Array<FoundJoint>();
	for (const { name, parts } of movingGroups(model, root)) {
		if (found.size() >= MAX_JOINTS) break;
		const [part] = parts;
		const size = part.Size;
		found.push({ name, parent: -1, kind: "part", part1: part, c0: CFrame.identity, c1: CFrame.identity, size });
	}
	return found;
}

/** Returns the distance of each joint from its farthest tip, in studs: the lever of its turns. */
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

/** Returns a CFrame as seven numbers. */
export function frame7(cframe: CFrame): Frame7 {
	const [x, y, z, qx, qy, qz, qw] = cframeComponents(cframe);
	return [x, y, z, qx, qy, qz, qw];
}

/** Scratch values of samples, counted from 1. Nothing yields while they are in use. */
const worlds = new Map<number, CFrame>();
const relations = new Map<number, CFrame>();

/**
 * A list of joints, prepared for sampling: each part is read once, even if it has many joints. All lists are counted
 * from 1.
 */
export class JointReader {
	private readonly count: number;
	/** The parts to read, and their slots in `worlds`: a joint's own part has the joint's index, others follow. */
	private readonly parts = new Map<number, BasePart>();
	private readonly slots: Column = new Map();
	private partCount = 0;
	/** Motors and constraints: their joints, the slots of the parts above, and their rest CFrames in both. */
	private readonly motors: Column = new Map();
	private readonly aboves: Column = new Map();
	private readonly c0s = new Map<number, CFrame>();
	private readonly c1s = new Map<number, CFrame>();
	private motorCount = 0;
	/** Bones and single parts: their joints. */
	private readonly bones = new Map<number, Bone>();
	private readonly boneJoints: Column = new Map();
	private boneCount = 0;
	private readonly singles: Column = new Map();
	private singleCount = 0;

	/** @param root the part that the rig hangs on, the origin of samples */
	constructor(joints: ReadonlyArray<FoundJoint>, root: BasePart | undefined) {
		this.count = joints.size();
		const known = new Map<BasePart, number>();
		if (root) known.set(root, this.count + 1);
		joints.forEach(({ part1 }, index) => {
			if (!part1) return;
			known.set(part1, index + 1);
			this.read(part1, index + 1);
		});
		let free = this.count + 2;
		joints.forEach(({ kind, joint, part0, c0, c1 }, index) => {
			if (kind === "motor") {
				let above = known.get(part0!);
				if (above === undefined) {
					above = free;
					free += 1;
					known.set(part0!, above);
					this.read(part0!, above);
				}
				this.motorCount += 1;
				this.motors.set(this.motorCount, index + 1);
				this.aboves.set(this.motorCount, above);
				this.c0s.set(this.motorCount, c0);
				this.c1s.set(this.motorCount, c1);
			} else if (kind === "bone") {
				this.boneCount += 1;
				this.boneJoints.set(this.boneCount, index + 1);
				this.bones.set(this.boneCount, joint as Bone);
			} else {
				this.singleCount += 1;
				this.singles.set(this.singleCount, index + 1);
			}
		});
	}

	/**
	 * Samples joints as shown: the relation of the parts against their rest, which includes animations, scripts that
	 * move `C0`, inverse kinematics and ragdolls. `origin` is the root's CFrame, to which single parts are relative.
	 * `perStep` has the steps per radian of each joint. A joint that is not finite keeps its previous values in the
	 * row.
	 */
	public look(origin: CFrame, perStep: Column, row: SeenRow): void {
		const { count, parts, slots, motors, aboves, c0s, c1s, bones, boneJoints, singles } = this;
		worlds.set(count + 1, origin);
		for (const index of $range(1, this.partCount)) worlds.set(slots.get(index)!, parts.get(index)!.CFrame);
		for (const index of $range(1, this.motorCount)) {
			const joint = motors.get(index)!;
			const above = worlds.get(aboves.get(index)!)!.mul(c0s.get(index)!);
			relations.set(joint, above.ToObjectSpace(worlds.get(joint)!.mul(c1s.get(index)!)));
		}
		for (const index of $range(1, this.boneCount)) {
			relations.set(boneJoints.get(index)!, bones.get(index)!.Transform);
		}
		for (const index of $range(1, this.singleCount)) {
			const joint = singles.get(index)!;
			relations.set(joint, origin.ToObjectSpace(worlds.get(joint)!));
		}
		seeRelations(count, perStep, row);
	}

	private read(part: BasePart, slot: number): void {
		this.partCount += 1;
		this.parts.set(this.partCount, part);
		this.slots.set(this.partCount, slot);
	}
}

/** Writes the relations to a row as rotation vectors and translations. */
function seeRelations(count: number, perStep: Column, row: SeenRow): void {
	const { rx, ry, rz, tx, ty, tz, movers } = row;
	for (const index of $range(1, row.moverCount)) {
		const joint = movers.get(index)!;
		tx.set(joint, 0);
		ty.set(joint, 0);
		tz.set(joint, 0);
	}
	let moverCount = 0;
	let isWide = false;
	for (const joint of $range(1, count)) {
		const [px, py, pz, xx, yx, zx, xy, yy, zy, xz, yz, zz] = relations.get(joint)!.GetComponents();
		let w = 1 + xx + yy + zz;
		let x = yz - zy;
		let y = zx - xz;
		let z = xy - yx;
		// Beyond 120° those are too small to be exact.
		if (!(w > 1)) [x, y, z, w] = directionFromAxes(xx, xy, xz, yx, yy, yz, zx, zy, zz);
		const square = x * x + y * y + z * z;
		const distance = px * px + py * py + pz * pz;
		const sum = square + w + distance;
		// A number minus itself is NaN for NaN and for infinities.
		if (sum - sum !== 0) continue;
		let scale = 0;
		if (square > 1e-24) {
			const length = math.sqrt(square);
			// A quaternion and its negative are two turns: take the shorter.
			let angle = 2 * math.atan2(length, w);
			if (angle > QUARTER) {
				isWide = true;
				if (w < 0) angle -= 2 * math.pi;
			}
			scale = (angle / length) * perStep.get(joint)!;
		}
		rx.set(joint, x * scale + ABOVE);
		ry.set(joint, y * scale + ABOVE);
		rz.set(joint, z * scale + ABOVE);
		if (distance > STILL * STILL) {
			moverCount += 1;
			movers.set(moverCount, joint);
			tx.set(joint, px);
			ty.set(joint, py);
			tz.set(joint, pz);
		}
	}
	row.moverCount = moverCount;
	row.isWide = isWide;
}
