//!native
//!optimize 2
import { ClipLine, ClipRow, TRAVEL_STRIDE } from "../../scene/clip-rows";
import { POSE_STRIDE } from "../../scene/pose";
import { RIGID_STRIDE } from "../../scene/rigid-pose";
import { RigJoint } from "./find-joints";

/** A joint of the skeleton with more than one instance. */
interface Repeated {
	first: RigJoint;
	others: Array<RigJoint>;
}

/** The instances of a skeleton's joints, and how they are set: once per frame, so with little overhead. */
export class DrivenJoints {
	/** The first, and usually the only, instance of each joint that has one, by the joint's index counted from 1. */
	private readonly firsts = new Map<number, RigJoint>();
	private readonly repeated = new Array<Repeated>();

	/** Adds the instances of the joint at `index`. */
	public add(index: number, instances: Array<RigJoint>): void {
		const [first] = instances;
		this.firsts.set(index + 1, first);
		const others = instances.filter((joint) => joint !== first);
		if (!others.isEmpty()) this.repeated.push({ first, others });
	}

	/** Returns those of these joints that have an instance. */
	public subset(joints: ReadonlyArray<number>): DrivenJoints {
		const subset = new DrivenJoints();
		for (const joint of joints) {
			const first = this.firsts.get(joint + 1);
			if (!first) continue;
			const others = this.repeated.find((repeated) => repeated.first === first)?.others ?? [];
			subset.add(joint, [first, ...others]);
		}
		return subset;
	}

	/** Puts every joint to rest. */
	public rest(): void {
		for (const [, instance] of this.firsts) instance.Transform = CFrame.identity;
		if (!this.repeated.isEmpty()) this.repeat();
	}

	/**
	 * Shows the point at `share`, 0 to 1, along a line of a clip. The engine normalises the rotation: CFrame.new with a
	 * quaternion does.
	 */
	public showLine([travel, x, y, z, qx, qy, qz, qw, dx, dy, dz, dw]: ClipLine, share: number): void {
		for (const [joint, instance] of this.firsts) {
			const at = joint * TRAVEL_STRIDE;
			instance.Transform = new CFrame(
				x.get(joint)! + buffer.readf32(travel, at) * share,
				y.get(joint)! + buffer.readf32(travel, at + 4) * share,
				z.get(joint)! + buffer.readf32(travel, at + 8) * share,
				qx.get(joint)! + dx.get(joint)! * share,
				qy.get(joint)! + dy.get(joint)! * share,
				qz.get(joint)! + dz.get(joint)! * share,
				qw.get(joint)! + dw.get(joint)! * share,
			);
		}
		if (!this.repeated.isEmpty()) this.repeat();
	}

	/** Shows a row of joints, relative to rest. */
	public showRow([x, y, z, qx, qy, qz, qw]: ClipRow): void {
		for (const [joint, instance] of this.firsts) {
			instance.Transform = new CFrame(
				x.get(joint)!,
				y.get(joint)!,
				z.get(joint)!,
				qx.get(joint)!,
				qy.get(joint)!,
				qz.get(joint)!,
				qw.get(joint)!,
			);
		}
		if (!this.repeated.isEmpty()) this.repeat();
	}

	/** Shows rigid transforms, one for each joint of the skeleton. */
	public showRigid(rigid: buffer): void {
		for (const [joint, instance] of this.firsts) {
			const at = (joint - 1) * RIGID_STRIDE;
			instance.Transform = new CFrame(
				buffer.readf64(rigid, at),
				buffer.readf64(rigid, at + 8),
				buffer.readf64(rigid, at + 16),
				buffer.readf64(rigid, at + 24),
				buffer.readf64(rigid, at + 32),
				buffer.readf64(rigid, at + 40),
				buffer.readf64(rigid, at + 48),
			);
		}
		if (!this.repeated.isEmpty()) this.repeat();
	}

	/**
	 * Shows a pose of joints that neither scale nor leave their parents, relative to their rest: `RigidPose` in a
	 * single pass.
	 */
	public showPose(pose: buffer, [tx, ty, tz, rx, ry, rz, rw]: ClipRow): void {
		for (const [joint, instance] of this.firsts) {
			const at = (joint - 1) * POSE_STRIDE;
			const x = buffer.readf32(pose, at) - tx.get(joint)!;
			const y = buffer.readf32(pose, at + 4) - ty.get(joint)!;
			const z = buffer.readf32(pose, at + 8) - tz.get(joint)!;
			const bx = buffer.readf32(pose, at + 12);
			const by = buffer.readf32(pose, at + 16);
			const bz = buffer.readf32(pose, at + 20);
			const bw = buffer.readf32(pose, at + 24);
			const ax = -rx.get(joint)!;
			const ay = -ry.get(joint)!;
			const az = -rz.get(joint)!;
			const aw = rw.get(joint)!;
			const ux = 2 * (ay * z - az * y);
			const uy = 2 * (az * x - ax * z);
			const uz = 2 * (ax * y - ay * x);
			instance.Transform = new CFrame(
				x + aw * ux + (ay * uz - az * uy),
				y + aw * uy + (az * ux - ax * uz),
				z + aw * uz + (ax * uy - ay * ux),
				aw * bx + ax * bw + ay * bz - az * by,
				aw * by - ax * bz + ay * bw + az * bx,
				aw * bz + ax * by - ay * bx + az * bw,
				aw * bw - ax * bx - ay * by - az * bz,
			);
		}
		if (!this.repeated.isEmpty()) this.repeat();
	}

	private repeat(): void {
		for (const { first, others } of this.repeated) {
			const transform = first.Transform;
			for (const joint of others) joint.Transform = transform;
		}
	}
}
