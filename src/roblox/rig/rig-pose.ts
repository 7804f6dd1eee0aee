//!native
//!optimize 2
import { rotationFromAxes } from "../../rotation/from-axes";
import { Clip } from "../../scene/clip";
import { ClipRow, rowOf } from "../../scene/clip-rows";
import { POSE_STRIDE, SCALE_OFFSET } from "../../scene/pose";
import { RIGID_STRIDE, RigidPose, VIEW_SIZE } from "../../scene/rigid-pose";
import { ScaledJoint, scaledJoints } from "../../scene/scaled-joints";
import { Skeleton } from "../../scene/skeleton";
import { DrivenJoints } from "./driven-joints";
import { findJoints, RigJoint } from "./find-joints";
import { restOf, rigNames, rigidPoseOf } from "../../scene/rest";

/**
 * A rig: the skeleton of a clip, and the instance that contains the joints.
 *
 * @example
 * const rig: Rig = { skeleton, instance: part };
 * const { missing } = ClipMixer.of(rig);
 * for (const joint of missing) warn(`the rig has no ${joint}`);
 */
export interface Rig {
	skeleton: Skeleton;
	instance: PVInstance;
	/** The skeleton's origin relative to the instance's pivot, which billboards need. Defaults to the pivot. */
	origin?: CFrame;
}

/** A joint's index in the skeleton, and its instances. */
interface HeldJoint {
	index: number;
	joints: Array<RigJoint>;
}

/** A part whose size follows its joint's scale, with its size and offset at rest. */
interface SizedPart {
	part: BasePart;
	size: Vector3;
	/** From the joint to the part, at rest. */
	offset: Vector3;
	/** The instance that joins it: the joint's own motor, or a weld to the motor's part. */
	joint: Motor6D | Weld;
	rest: CFrame;
}

interface SizedJoint {
	index: number;
	parts: Array<SizedPart>;
}

const NO_ROTATION = 1e-3;

/** The owner of a rig. */
interface RigHolder {
	/** Puts all its joints to rest, because another owner takes one of them. */
	rest: () => void;
	/** Called after another owner has taken its joints. */
	lose: () => void;
}

/** The owner of each joint. */
const holders = new Map<RigJoint, RigPose>();

/** Returns whether a CFrame has no rotation, so that its axes are its parent's. */
function isUpright(cframe: CFrame): boolean {
	return cframe.LookVector.add(Vector3.zAxis).Magnitude < NO_ROTATION && cframe.UpVector.Y > 1 - NO_ROTATION;
}

/**
 * Returns the part that a motor moves and the parts welded to it; none if one of them is rotated against the joint.
 */
function sizedParts(motor: Motor6D): Array<SizedPart> {
	const main = motor.Part1;
	if (!main) return [];
	const toMain = motor.C1.Inverse();
	const parts: Array<SizedPart> = [
		{ part: main, size: main.Size, offset: toMain.Position, joint: motor, rest: motor.C1 },
	];
	for (const weld of main.GetChildren()) {
		if (!weld.IsA("Weld") || weld.Part0 !== main || !weld.Part1) continue;
		const offset = toMain.mul(weld.C0);
		if (!isUpright(offset)) return [];
		parts.push({ part: weld.Part1, size: weld.Part1.Size, offset: offset.Position, joint: weld, rest: weld.C0 });
	}
	return isUpright(toMain) ? parts : [];
}

/**
 * Shows poses on a rig of `Bone`s, `Motor6D`s and `AnimationConstraint`s, by their `Transform`. If nothing hangs on a
 * motor's part, its `Size` follows the joint's scale. Other scales are not shown, but move the joints below.
 */
export class RigPose {
	/** Names of the skeleton's joints that the rig lacks. */
	public readonly missing = new Array<string>();
	private readonly held = new Array<HeldJoint>();
	public readonly driven = new DrivenJoints();
	/** Joints whose parts change their size. */
	public readonly sized = new Array<SizedJoint>();
	public readonly hasBillboards: boolean;
	/** Whether no joint is mirrored or leaves its parent. */
	public readonly isPlain: boolean;
	/** Whether no joint has a scale at rest. */
	public readonly isRestUnscaled: boolean;
	private readonly rigid: RigidPose;
	private readonly relative: buffer;
	private readonly view = buffer.create(VIEW_SIZE);
	private readonly rest: ClipRow;
	private isHeld = false;

	constructor(
		private readonly rig: Rig,
		private readonly holder: RigHolder,
	) {
		const { skeleton, instance } = rig;
		const { inParent, isPlain, isUnscaled, hasBillboards } = restOf(skeleton);
		this.rigid = rigidPoseOf(skeleton);
		this.isPlain = isPlain;
		this.isRestUnscaled = isUnscaled;
		this.rest = rowOf(inParent, skeleton.joints.size());
		this.hasBillboards = hasBillboards;
		this.relative = buffer.create(skeleton.joints.size() * RIGID_STRIDE);
		const found = findJoints(instance);
		rigNames(skeleton).forEach((name, index) => {
			const joints = found.get(name);
			if (joints) {
				this.held.push({ index, joints });
				this.driven.add(index, joints);
			} else {
				this.missing.push(name);
			}
		});
	}

	/** Prepares for a clip. Returns the joints whose scale will not be visible. */
	public prepare(clip: Clip): ReadonlyArray<ScaledJoint> {
		const { skeleton } = this.rig;
		const scaled = scaledJoints(clip);
		if (scaled.isEmpty()) return scaled;
		const names = rigNames(skeleton);
		const known = new Set(this.sized.map(({ index }) => index));
		const parents = new Set(skeleton.joints.map(({ parent }) => parent));
		const held = new Map(this.held.map(({ index, joints }) => [index, joints]));
		return scaled.filter(({ index }) => {
			if (known.has(index)) return false;
			if (parents.has(index)) return true;
			const motor = held.get(index)?.find((joint) => joint.IsA("Motor6D"));
			const parts = motor?.IsA("Motor6D") === true && motor.Part1?.Name === names[index] ? sizedParts(motor) : [];
			if (parts.isEmpty()) return true;
			this.sized.push({ index, parts });
			return false;
		});
	}

	/**
	 * Takes ownership of the rig's joints. The previous owner of any joint loses all of its joints, which rest at once;
	 * call the returned functions to notify the previous owners.
	 */
	public take(): Array<() => void> {
		const losers = new Array<() => void>();
		this.isHeld = true;
		for (const { joints } of this.held) {
			for (const joint of joints) {
				const former = holders.get(joint);
				if (former && former !== this) {
					losers.push(former.holder.lose);
					former.holder.rest();
				}
				holders.set(joint, this);
			}
		}
		return losers;
	}

	/** Shows a pose. With a camera, billboards face it. `isUnscaled` means that the pose has no scale at all. */
	public show(pose: buffer, isUnscaled: boolean, camera?: Camera): void {
		if (isUnscaled && this.isPlain && (camera === undefined || !this.hasBillboards)) {
			this.driven.showPose(pose, this.rest);
			return;
		}
		this.rigid.update(pose, camera && this.viewOf(camera));
		this.rigid.writeRelative(this.relative);
		this.driven.showRigid(this.relative);
		for (const sized of this.sized) this.resize(sized, pose);
	}

	/** Restores the rig's rest pose. Returns false if this does not own the rig. */
	public reset(): boolean {
		if (!this.isHeld) return false;
		this.isHeld = false;
		const rest = new CFrame();
		for (const { joints } of this.held) {
			for (const joint of joints) {
				if (holders.get(joint) !== this) continue;
				holders.delete(joint);
				joint.Transform = rest;
			}
		}
		for (const { parts } of this.sized) {
			for (const { part, size, joint, rest: place } of parts) {
				part.Size = size;
				if (joint.IsA("Motor6D")) joint.C1 = place;
				else joint.C0 = place;
			}
		}
		return true;
	}

	private resize({ index, parts }: SizedJoint, pose: buffer): void {
		const at = index * POSE_STRIDE + SCALE_OFFSET;
		const { rest } = this.rig.skeleton;
		const factor = (axis: number) => {
			const usual = buffer.readf32(rest, at + axis);
			return usual === 0 ? 1 : math.abs(buffer.readf32(pose, at + axis) / usual);
		};
		const factors = new Vector3(factor(0), factor(4), factor(8));
		const main = parts[0].offset.mul(factors);
		for (const { part, size, offset, joint } of parts) {
			part.Size = size.mul(factors);
			if (joint.IsA("Motor6D")) joint.C1 = new CFrame(main.mul(-1));
			else joint.C0 = new CFrame(offset.mul(factors).sub(main));
		}
	}

	/** Returns the camera's rotation in the skeleton's space. */
	private viewOf(camera: Camera): buffer {
		const { instance, origin } = this.rig;
		const pivot = instance.GetPivot();
		const stand = (origin ? pivot.mul(origin) : pivot).Rotation;
		const turn = stand.ToObjectSpace(camera.CFrame.Rotation);
		const [, , , xx, yx, zx, xy, yy, zy, xz, yz, zz] = turn.GetComponents();
		const [x, y, z, w] = rotationFromAxes(xx, xy, xz, yx, yy, yz, zx, zy, zz);
		buffer.writef64(this.view, 0, x);
		buffer.writef64(this.view, 8, y);
		buffer.writef64(this.view, 16, z);
		buffer.writef64(this.view, 24, w);
		return this.view;
	}
}
