//!native
//!optimize 2
import { multiply, rotate } from "../rotation/quaternion";
import { POSE_STRIDE, SCALE_OFFSET } from "./pose";
import { composeRigid } from "./compose-rigid";
import { Detachment, Skeleton } from "./skeleton";

/** Bytes of one joint's rigid transform: seven f64, translation x y z, rotation x y z w. */
export const RIGID_STRIDE = 56;

/**
 * Bytes of one joint's mirrors: six i8, each 1 or -1, along x y z: first the product of its ancestors' mirrors, then
 * its own.
 */
export const MIRROR_STRIDE = 6;

/** A joint's scale as it reaches its children: nine f64, the rows of a matrix in the joint's own rotated space. */
const SCALE_STRIDE = 72;

/** Four f64: a camera's rotation in the space of the skeleton. */
export const VIEW_SIZE = 32;

const HALF = math.sqrt(0.5);

/** Rotates the three numbers at `at`, `step` bytes apart, in place. */
function rotateAt(target: buffer, at: number, step: number, qx: number, qy: number, qz: number, qw: number): void {
	const [x, y, z] = rotate(
		qx,
		qy,
		qz,
		qw,
		buffer.readf64(target, at),
		buffer.readf64(target, at + step),
		buffer.readf64(target, at + step * 2),
	);
	buffer.writef64(target, at, x);
	buffer.writef64(target, at + step, y);
	buffer.writef64(target, at + step * 2, z);
}

function copyRotation(pose: buffer, at: number, rigid: buffer, to: number): void {
	buffer.writef64(rigid, to + 24, buffer.readf32(pose, at + 12));
	buffer.writef64(rigid, to + 32, buffer.readf32(pose, at + 16));
	buffer.writef64(rigid, to + 40, buffer.readf32(pose, at + 20));
	buffer.writef64(rigid, to + 48, buffer.readf32(pose, at + 24));
}

function copyTranslation(pose: buffer, at: number, rigid: buffer, to: number): void {
	buffer.writef64(rigid, to, buffer.readf32(pose, at));
	buffer.writef64(rigid, to + 8, buffer.readf32(pose, at + 4));
	buffer.writef64(rigid, to + 16, buffer.readf32(pose, at + 8));
}

/** Mirrors a transform along each axis whose sign at `mirror` is -1. A mirrored rotation turns the other way. */
function mirrorRigid(rigid: buffer, at: number, mirrors: buffer, mirror: number): void {
	const dx = buffer.readi8(mirrors, mirror);
	const dy = buffer.readi8(mirrors, mirror + 1);
	const dz = buffer.readi8(mirrors, mirror + 2);
	buffer.writef64(rigid, at, buffer.readf64(rigid, at) * dx);
	buffer.writef64(rigid, at + 8, buffer.readf64(rigid, at + 8) * dy);
	buffer.writef64(rigid, at + 16, buffer.readf64(rigid, at + 16) * dz);
	buffer.writef64(rigid, at + 24, buffer.readf64(rigid, at + 24) * dy * dz);
	buffer.writef64(rigid, at + 32, buffer.readf64(rigid, at + 32) * dx * dz);
	buffer.writef64(rigid, at + 40, buffer.readf64(rigid, at + 40) * dx * dy);
}

/** The rest of a skeleton as far as a pose needs it. */
interface RigidRest {
	/** Each joint's transform in its parent's space at rest. */
	inParent: buffer;
	mirrors?: buffer;
	hasBillboards: boolean;
	hasDetached: boolean;
}

/**
 * A pose on a rig without scale: for each joint a translation and a rotation. Scale moves the joints below, like scaled
 * parents would; its effect on the size of parts is lost.
 *
 * A mirror at rest (a negative scale) is not a change of size: it is in the vertices. The joints below move and turn as
 * seen in the mirror, so their transforms are mirrored, and the transform of every joint is world = rigid · stretch ·
 * mirror.
 */
export class RigidPose {
	/** Each joint's transform in its parent's space, in the last sampled pose, `RIGID_STRIDE` bytes each. */
	public readonly current: buffer;
	private readonly rest: buffer;
	private readonly count: number;
	/** The scale that reaches each joint's children, and whether there is any. */
	private readonly scales: buffer;
	private readonly scaled: buffer;
	/** Each joint's transform in the skeleton's space, written only if a billboard or a detached joint needs it. */
	private readonly world: buffer;
	private readonly hasBillboards: boolean;
	private readonly hasDetached: boolean;
	/** The mirrors of each joint's ancestors, and its own, if there are any. */
	private readonly mirrors?: buffer;

	constructor(
		private readonly skeleton: Skeleton,
		{ inParent, mirrors, hasBillboards, hasDetached }: RigidRest,
	) {
		const count = skeleton.joints.size();
		this.count = count;
		this.rest = inParent;
		this.current = buffer.create(count * RIGID_STRIDE);
		// The last is for the part that a detached joint takes of its parent's.
		this.scales = buffer.create((count + 1) * SCALE_STRIDE);
		this.scaled = buffer.create(count);
		this.world = buffer.create(count * RIGID_STRIDE);
		this.hasBillboards = hasBillboards;
		this.hasDetached = hasDetached;
		this.mirrors = mirrors;
	}

	/** Reads a pose into `current`. With a `view` (see `VIEW_SIZE`) billboards face the camera. */
	public update(pose: buffer, view?: buffer): void {
		const { current, scaled, mirrors } = this;
		const joints = this.skeleton.joints;
		const turns = this.hasBillboards && view !== undefined;
		const needsWorld = turns || this.hasDetached;
		for (const index of $range(0, this.count - 1)) {
			const at = index * POSE_STRIDE;
			const to = index * RIGID_STRIDE;
			const parent = joints[index].parent;
			let below = parent >= 0 && buffer.readu8(scaled, parent) === 1;
			let scaler = parent;
			const detached = parent >= 0 ? joints[index].detached : undefined;
			copyTranslation(pose, at, current, to);
			copyRotation(pose, at, current, to);
			let sx = buffer.readf32(pose, at + SCALE_OFFSET);
			let sy = buffer.readf32(pose, at + SCALE_OFFSET + 4);
			let sz = buffer.readf32(pose, at + SCALE_OFFSET + 8);
			if (mirrors !== undefined) {
				const mirror = index * MIRROR_STRIDE;
				mirrorRigid(current, to, mirrors, mirror);
				sx *= buffer.readi8(mirrors, mirror + 3);
				sy *= buffer.readi8(mirrors, mirror + 4);
				sz *= buffer.readi8(mirrors, mirror + 5);
			}
			if (detached !== undefined) {
				this.detachTranslation(index, parent, below, detached);
				if (detached.scale) below = false;
				else if (detached.rotation) scaler = this.count;
			} else if (below) {
				this.scaleTranslation(parent, to);
			}
			// A mirror on two axes that is not there at rest is half a turn about the third.
			if (sx < 0 && sy < 0 && sz > 0) {
				this.turnAt(current, to + 24, 0, 0, 1, 0);
				sx = -sx;
				sy = -sy;
			} else if (sx < 0 && sz < 0 && sy > 0) {
				this.turnAt(current, to + 24, 0, 1, 0, 0);
				sx = -sx;
				sz = -sz;
			} else if (sy < 0 && sz < 0 && sx > 0) {
				this.turnAt(current, to + 24, 1, 0, 0, 0);
				sy = -sy;
				sz = -sz;
			}
			const scales = below || sx !== 1 || sy !== 1 || sz !== 1;
			buffer.writeu8(scaled, index, scales ? 1 : 0);
			if (detached !== undefined && detached.rotation) {
				if (scales) this.writeScale(index, below ? scaler : -1, sx, sy, sz);
				this.detachRotation(to, parent * RIGID_STRIDE);
			}
			if (needsWorld) {
				if (parent >= 0) composeRigid(this.world, parent * RIGID_STRIDE, current, to, this.world, to);
				else buffer.copy(this.world, to, current, to, RIGID_STRIDE);
			}
			if (turns) this.turn(index, parent, pose, view);
			if (scales && !(detached !== undefined && detached.rotation)) {
				this.writeScale(index, below ? scaler : -1, sx, sy, sz);
			}
		}
	}

	/** Writes each joint's transform relative to its rest transform. */
	public writeRelative(target: buffer): void {
		const { rest, current } = this;
		for (const at of $range(0, (this.count - 1) * RIGID_STRIDE, RIGID_STRIDE)) {
			const qx = -buffer.readf64(rest, at + 24);
			const qy = -buffer.readf64(rest, at + 32);
			const qz = -buffer.readf64(rest, at + 40);
			const qw = buffer.readf64(rest, at + 48);
			buffer.writef64(target, at, buffer.readf64(current, at) - buffer.readf64(rest, at));
			buffer.writef64(target, at + 8, buffer.readf64(current, at + 8) - buffer.readf64(rest, at + 8));
			buffer.writef64(target, at + 16, buffer.readf64(current, at + 16) - buffer.readf64(rest, at + 16));
			rotateAt(target, at, 8, qx, qy, qz, qw);
			const [x, y, z, w] = multiply(
				qx,
				qy,
				qz,
				qw,
				buffer.readf64(current, at + 24),
				buffer.readf64(current, at + 32),
				buffer.readf64(current, at + 40),
				buffer.readf64(current, at + 48),
			);
			buffer.writef64(target, at + 24, x);
			buffer.writef64(target, at + 32, y);
			buffer.writef64(target, at + 40, z);
			buffer.writef64(target, at + 48, w);
		}
	}

	/**
	 * Positions a joint that takes only a part of its parent's transform, relative to its parent. Of the parent's scale
	 * it may take the lengths of the parent's axes.
	 */
	private detachTranslation(index: number, parent: number, isScaled: boolean, detached: Detachment): void {
		const { current, world, scales, count } = this;
		const to = index * RIGID_STRIDE;
		const { rotation, scale, translation } = detached;
		if (isScaled && rotation && !scale) {
			const own = count * SCALE_STRIDE;
			buffer.fill(scales, own, 0, SCALE_STRIDE);
			for (const column of $range(0, 16, 8)) {
				const from = parent * SCALE_STRIDE + column;
				const x = buffer.readf64(scales, from);
				const y = buffer.readf64(scales, from + 24);
				const z = buffer.readf64(scales, from + 48);
				buffer.writef64(scales, own + column * 4, math.sqrt(x * x + y * y + z * z));
			}
		}
		if (!translation) {
			if (isScaled) this.scaleTranslation(parent, to);
			return;
		}
		for (const axis of $range(0, 2)) {
			buffer.writef64(current, to + axis * 8, buffer.readf64(current, to + axis * 8) + detached.origin[axis]);
		}
		if (isScaled && !scale) this.scaleTranslation(rotation ? count : parent, to);
		const at = parent * RIGID_STRIDE;
		const qx = buffer.readf64(world, at + 24);
		const qy = buffer.readf64(world, at + 32);
		const qz = buffer.readf64(world, at + 40);
		const qw = buffer.readf64(world, at + 48);
		if (!rotation) rotateAt(current, to, 8, qx, qy, qz, qw);
		for (const axis of $range(0, 16, 8)) {
			buffer.writef64(current, to + axis, buffer.readf64(current, to + axis) - buffer.readf64(world, at + axis));
		}
		rotateAt(current, to, 8, -qx, -qy, -qz, qw);
	}

	private detachRotation(to: number, parent: number): void {
		const { current, world } = this;
		this.turnBefore(
			current,
			to + 24,
			-buffer.readf64(world, parent + 24),
			-buffer.readf64(world, parent + 32),
			-buffer.readf64(world, parent + 40),
			buffer.readf64(world, parent + 48),
		);
	}

	private scaleTranslation(parent: number, to: number): void {
		const { current, scales } = this;
		const from = parent * SCALE_STRIDE;
		const x = buffer.readf64(current, to);
		const y = buffer.readf64(current, to + 8);
		const z = buffer.readf64(current, to + 16);
		for (const row of $range(0, 2)) {
			const at = from + row * 24;
			const sum =
				buffer.readf64(scales, at) * x + buffer.readf64(scales, at + 8) * y + buffer.readf64(scales, at + 16) * z;
			buffer.writef64(current, to + row * 8, sum);
		}
	}

	/**
	 * Writes R⁻¹ · the parent's · R · S: for uniform scales the product of factors, for others also the shear from
	 * rotation.
	 */
	private writeScale(index: number, parent: number, sx: number, sy: number, sz: number): void {
		const { current, scales } = this;
		const to = index * SCALE_STRIDE;
		if (parent >= 0) {
			const from = index * RIGID_STRIDE;
			const qx = -buffer.readf64(current, from + 24);
			const qy = -buffer.readf64(current, from + 32);
			const qz = -buffer.readf64(current, from + 40);
			const qw = buffer.readf64(current, from + 48);
			buffer.copy(scales, to, scales, parent * SCALE_STRIDE, SCALE_STRIDE);
			for (const column of $range(0, 16, 8)) rotateAt(scales, to + column, 24, qx, qy, qz, qw);
			for (const row of $range(0, 48, 24)) rotateAt(scales, to + row, 8, qx, qy, qz, qw);
		} else {
			buffer.fill(scales, to, 0, SCALE_STRIDE);
			for (const diagonal of $range(0, 64, 32)) buffer.writef64(scales, to + diagonal, 1);
		}
		for (const row of $range(to, to + 48, 24)) {
			buffer.writef64(scales, row, buffer.readf64(scales, row) * sx);
			buffer.writef64(scales, row + 8, buffer.readf64(scales, row + 8) * sy);
			buffer.writef64(scales, row + 16, buffer.readf64(scales, row + 16) * sz);
		}
	}

	/** Turns a billboard to the camera. */
	private turn(index: number, parent: number, pose: buffer, view: buffer): void {
		const { current, world } = this;
		const at = index * RIGID_STRIDE;
		const billboard = this.skeleton.joints[index].billboard;
		if (billboard === undefined) return;
		const vx = buffer.readf64(view, 0);
		const vy = buffer.readf64(view, 8);
		const vz = buffer.readf64(view, 16);
		const vw = buffer.readf64(view, 24);
		if (billboard === "full") {
			// Its +X faces the camera: the camera's rotation after a quarter turn about Y, and then its own rotation.
			const [fx, fy, fz, fw] = multiply(vx, vy, vz, vw, 0, -HALF, 0, HALF);
			copyRotation(pose, index * POSE_STRIDE, current, at);
			this.turnBefore(current, at + 24, fx, fy, fz, fw);
			buffer.copy(world, at + 24, current, at + 24, 32);
			if (parent >= 0) this.detachRotation(at, parent * RIGID_STRIDE);
			return;
		}
		// The remaining turn about one of its own axes. The camera's own +Z points towards the camera.
		const [bx, by, bz] = rotate(vx, vy, vz, vw, 0, 0, 1);
		const [cx, cy, cz] = rotate(
			-buffer.readf64(world, at + 24),
			-buffer.readf64(world, at + 32),
			-buffer.readf64(world, at + 40),
			buffer.readf64(world, at + 48),
			bx,
			by,
			bz,
		);
		// +X cannot turn about itself: locked to X, -Z faces the camera instead.
		const angle =
			billboard === "lockX" ? math.atan2(cy, -cz) : billboard === "lockY" ? math.atan2(-cz, cx) : math.atan2(cy, cx);
		const sine = math.sin(angle / 2);
		const mx = billboard === "lockX" ? sine : 0;
		const my = billboard === "lockY" ? sine : 0;
		const mz = billboard === "lockZ" ? sine : 0;
		const mw = math.cos(angle / 2);
		this.turnAt(current, at + 24, mx, my, mz, mw);
		this.turnAt(world, at + 24, mx, my, mz, mw);
	}

	/** Multiplies the rotation at `at` by another from the left. */
	private turnBefore(target: buffer, at: number, x: number, y: number, z: number, w: number): void {
		const [qx, qy, qz, qw] = multiply(
			x,
			y,
			z,
			w,
			buffer.readf64(target, at),
			buffer.readf64(target, at + 8),
			buffer.readf64(target, at + 16),
			buffer.readf64(target, at + 24),
		);
		buffer.writef64(target, at, qx);
		buffer.writef64(target, at + 8, qy);
		buffer.writef64(target, at + 16, qz);
		buffer.writef64(target, at + 24, qw);
	}

	private turnAt(target: buffer, at: number, x: number, y: number, z: number, w: number): void {
		const [qx, qy, qz, qw] = multiply(
			buffer.readf64(target, at),
			buffer.readf64(target, at + 8),
			buffer.readf64(target, at + 16),
			buffer.readf64(target, at + 24),
			x,
			y,
			z,
			w,
		);
		buffer.writef64(target, at, qx);
		buffer.writef64(target, at + 8, qy);
		buffer.writef64(target, at + 16, qz);
		buffer.writef64(target, at + 24, qw);
	}
}
