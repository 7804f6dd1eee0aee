//!native
//!optimize 2
import { MAX_PART_SIZE } from "../mesh/part-size";
import { rotationFromAxes } from "../../rotation/from-axes";
import { Clip } from "../../scene/clip";
import { ClipRow, rowOf } from "../../scene/clip-rows";
import { POSE_STRIDE, ROTATION_OFFSET, SCALE_OFFSET } from "../../scene/pose";
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
	place: CFrame;
	/** The weld to the part that the motor moves, and its C0 at rest; none for that part itself. */
	weld?: Weld;
	rest: CFrame;
}

/** A motor that hangs on a part whose size changes, and where that is from the joint. */
interface HungMotor {
	motor: Motor6D;
	place: CFrame;
	rest: CFrame;
}

/** A joint whose scale is shown: by the size of what its motor moves, or by hiding what follows its bone when there is none. */
interface SizedJoint {
	index: number;
	motor?: Motor6D;
	/** The one that the motor moves stands first. */
	parts: Array<SizedPart>;
	hung: Array<HungMotor>;
	hidden: Array<BasePart>;
	/** The motor's C1 at rest. */
	rest: CFrame;
	/** What of its size at rest is shown along each axis. */
	shown: Vector3;
}

const NO_ROTATION = 1e-3;

/** The least and the greatest that a part may be along an axis. */
const SMALLEST = new Vector3(0.001, 0.001, 0.001);
const LARGEST = new Vector3(MAX_PART_SIZE, MAX_PART_SIZE, MAX_PART_SIZE);

/** What is smaller than this share of its size cannot be seen. */
const NOTHING = 1e-3;

/** The attribute of a skinned part that follows one joint alone: the joint's name. */
const FOLLOWED = "DollyJoint";

/** Marks a skinned part that follows one joint alone. */
export function markFollower(part: BasePart, joint: string): void {
	part.SetAttribute(FOLLOWED, joint);
}

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

/** The part that a motor moves and the parts welded to it. */
function sizedParts(main: BasePart, motor: Motor6D): Array<SizedPart> {
	const place = motor.C1.Inverse();
	const parts: Array<SizedPart> = [{ part: main, size: main.Size, place, rest: motor.C1 }];
	for (const weld of main.GetChildren()) {
		if (!weld.IsA("Weld") || weld.Part0 !== main || !weld.Part1) continue;
		const { C0: rest, Part1: part } = weld;
		parts.push({ part, size: part.Size, place: place.mul(rest), weld, rest });
	}
	return parts;
}

/** How much longer factors make what lies along each axis of what is turned like this. */
function factorsAlong({ XVector, YVector, ZVector }: CFrame, factors: Vector3): Vector3 {
	if (factors.X === factors.Y && factors.Y === factors.Z) return factors;
	return new Vector3(XVector.mul(factors).Magnitude, YVector.mul(factors).Magnitude, ZVector.mul(factors).Magnitude);
}

/** Where a part stands from its joint when that is scaled. */
function scaledPlace({ Position, Rotation }: CFrame, factors: Vector3): CFrame {
	return new CFrame(Position.mul(factors)).mul(Rotation);
}

/**
 * Shows poses on a rig of `Bone`s, `Motor6D`s and `AnimationConstraint`s, by their `Transform`. The `Size` of motors'
 * parts follows the scale of their joints and of those above. A skinned part that follows only one bone is hidden while
 * the bone's scale is 0. Other scales are not shown, but move the joints below.
 */
export class RigPose {
	/** Names of the skeleton's joints that the rig lacks. */
	public readonly missing = new Array<string>();
	private readonly held = new Array<HeldJoint>();
	public readonly driven = new DrivenJoints();
	/** Joints whose parts change their size. */
	public readonly sized = new Array<SizedJoint>();
	/** The joints that clips scale and all below these, parents first, and how large each is beside rest. */
	private scaling: ReadonlyArray<number> = [];
	private readonly factors = new Map<number, Vector3>();
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
		const followers = this.followers();
		const held = new Map(this.held.map(({ index, joints }) => [index, joints]));
		const known = new Map(this.sized.map((sized) => [sized.index, sized]));
		// For each joint the scaled ones at or above it, whose size it has too.
		const above = new Map<number, Array<ScaledJoint>>();
		const lost = new Set<ScaledJoint>();
		const seen = new Set<ScaledJoint>();
		const added = new Array<SizedJoint>();
		skeleton.joints.forEach(({ parent, detached }, index) => {
			const own = scaled.find((other) => other.index === index);
			const inherited = detached?.scale === true ? [] : (above.get(parent) ?? []);
			const causes = own ? [...inherited, own] : inherited;
			if (causes.isEmpty()) return;
			above.set(index, causes);
			this.factors.set(index, Vector3.one);
			const joints = held.get(index);
			if (!joints) return;
			const sized = known.get(index) ?? this.sizedJoint(index, joints, followers);
			const isUniform = causes.every((cause) => cause.isUniform);
			const isStraight = sized.parts.every(({ place }) => isUpright(place));
			const canShow = !sized.parts.isEmpty() && (isUniform || isStraight);
			for (const cause of causes) {
				// What a joint that is stretched does to those below it is a slant.
				if (canShow && (isUniform || cause === own)) seen.add(cause);
				else lost.add(cause);
			}
			if (!known.has(index) && (canShow || !sized.hidden.isEmpty())) added.push(sized);
		});
		for (const sized of added) this.sized.push(sized);
		this.scaling = skeleton.joints.map((_, index) => index).filter((index) => this.factors.has(index));
		return scaled.filter((joint) => lost.has(joint) || !seen.has(joint));
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
			for (const sized of this.sized) this.resize(sized, Vector3.one);
			return;
		}
		this.rigid.update(pose, camera && this.viewOf(camera));
		this.rigid.writeRelative(this.relative);
		this.driven.showRigid(this.relative);
		if (!this.sized.isEmpty()) this.showSizes(pose);
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
		for (const sized of this.sized) this.resize(sized, Vector3.one);
		return true;
	}

	/** The skinned parts that follow one joint alone, by its name. */
	private followers(): Map<string, Array<BasePart>> {
		const found = new Map<string, Array<BasePart>>();
		for (const part of this.rig.instance.GetDescendants()) {
			const name = part.IsA("BasePart") ? part.GetAttribute(FOLLOWED) : undefined;
			if (!part.IsA("BasePart") || !typeIs(name, "string")) continue;
			const list = found.get(name) ?? [];
			list.push(part);
			found.set(name, list);
		}
		return found;
	}

	/** What of a joint can show its size, as it is at rest. */
	private sizedJoint(index: number, joints: Array<RigJoint>, followers: Map<string, Array<BasePart>>): SizedJoint {
		const name = rigNames(this.rig.skeleton)[index];
		const motor = joints.find((joint): joint is Motor6D => joint.IsA("Motor6D"));
		const main = motor?.Part1;
		const parts = motor && main?.Name === name ? sizedParts(main, motor) : [];
		const hung = new Array<HungMotor>();
		for (const { joints: others } of parts.isEmpty() ? [] : this.held) {
			for (const other of others) {
				if (!other.IsA("Motor6D") || other.Part0 !== main) continue;
				hung.push({ motor: other, place: parts[0].place.mul(other.C0), rest: other.C0 });
			}
		}
		const hidden = followers.get(name) ?? [];
		return { index, motor, parts, hung, hidden, rest: motor?.C1 ?? CFrame.identity, shown: Vector3.one };
	}

	/** Works out how large the joints of a pose are, beside rest, and shows it. */
	private showSizes(pose: buffer): void {
		const { joints, rest } = this.rig.skeleton;
		const { factors } = this;
		for (const index of this.scaling) {
			const at = index * POSE_STRIDE;
			const factor = (axis: number) => {
				const usual = buffer.readf32(rest, at + SCALE_OFFSET + axis);
				return usual === 0 ? 1 : math.abs(buffer.readf32(pose, at + SCALE_OFFSET + axis) / usual);
			};
			const own = new Vector3(factor(0), factor(4), factor(8));
			const { parent, detached } = joints[index];
			const above = detached?.scale === true ? undefined : factors.get(parent);
			if (above === undefined || above === Vector3.one) {
				factors.set(index, own);
				continue;
			}
			const turn = (component: number) => buffer.readf32(pose, at + ROTATION_OFFSET + component);
			const rotation = new CFrame(0, 0, 0, turn(0), turn(4), turn(8), turn(12));
			factors.set(index, factorsAlong(rotation, above).mul(own));
		}
		for (const sized of this.sized) this.resize(sized, factors.get(sized.index)!);
	}

	/** Gives the parts of a joint these shares of their sizes at rest, unless they have them. */
	private resize(sized: SizedJoint, factors: Vector3): void {
		if (factors === sized.shown) return;
		sized.shown = factors;
		const { motor, parts, hung, hidden } = sized;
		const isGone = factors.X < NOTHING && factors.Y < NOTHING && factors.Z < NOTHING;
		for (const part of hidden) part.LocalTransparencyModifier = isGone ? 1 : 0;
		if (!motor || parts.isEmpty()) return;
		const isResting = factors === Vector3.one;
		const fromMain = scaledPlace(parts[0].place, factors).Inverse();
		motor.C1 = isResting ? sized.rest : fromMain;
		for (const { part, size, place, weld, rest } of parts) {
			part.Size = isResting ? size : size.mul(factorsAlong(place.Rotation, factors)).Max(SMALLEST).Min(LARGEST);
			if (weld) weld.C0 = isResting ? rest : fromMain.mul(scaledPlace(place, factors));
		}
		for (const { motor: other, place, rest } of hung) other.C0 = isResting ? rest : fromMain.mul(place);
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
