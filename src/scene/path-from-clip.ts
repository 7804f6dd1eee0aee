//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { multiply, normalise, rotate } from "../rotation/quaternion";
import { CameraPath, checkSampling, heldLens, SAMPLE_FIELD_OF_VIEW, writeCameraSample } from "../motion/camera-path";
import { Channel } from "../motion/channel";
import { Clip, JointTrack } from "./clip";
import { POSE_STRIDE, ROTATION_OFFSET, SCALE_OFFSET } from "./pose";
import { Skeleton } from "./skeleton";

/**
 * Options of `pathFromClip`: the parts of a camera that a joint lacks.
 *
 * @example
 * const options: PathFromClipOptions = { name: "Intro", fieldOfView: 50 };
 * const intro = pathFromClip(clip, 0, options);
 */
export interface PathFromClipOptions {
	/** Defaults to the joint's name. */
	name?: string;
	/** The vertical field of view in degrees: one number, or a channel of one. */
	fieldOfView?: number | Channel;
}

/** The steps of reading a joint's channels and of composing it. */
const LINK_STEPS = 2;

class JointPath implements CameraPath {
	public duration: number;
	public readonly sampleSteps: number;
	/** The joint and its ancestors, from the joint up. */
	private readonly chain = new Array<number>();
	private readonly tracks: Array<JointTrack>;
	private readonly pose: buffer;
	private readonly number = buffer.create(4);

	constructor(
		clip: Clip,
		skeleton: Skeleton,
		joint: number,
		public name: string,
		private readonly fieldOfView: number | Channel,
	) {
		this.duration = clip.duration;
		let above = joint;
		while (above >= 0) {
			this.chain.push(above);
			above = skeleton.joints[above].parent;
		}
		this.sampleSteps = this.chain.size() * LINK_STEPS;
		// A set, because a chain may be as long as the list of tracks.
		const links = new Set(this.chain);
		this.tracks = clip.tracks.filter((track) => links.has(track.joint));
		this.pose = buffer.create(buffer.len(clip.skeleton.rest));
		// Joints outside the chain are never read; those inside hold their rest unless a channel writes them.
		buffer.copy(this.pose, 0, clip.skeleton.rest);
	}

	public sample(seconds: number, target: buffer): void {
		checkSampling(seconds, target);
		const { pose, fieldOfView } = this;
		const time = math.clamp(seconds, 0, this.duration);
		for (const { joint, translation, rotation, scale } of this.tracks) {
			const at = joint * POSE_STRIDE;
			if (translation) translation.write(time, pose, at);
			if (rotation) rotation.write(time, pose, at + ROTATION_OFFSET);
			if (scale) scale.write(time, pose, at + SCALE_OFFSET);
		}
		this.compose(target);
		if (typeIs(fieldOfView, "number")) {
			buffer.writef64(target, SAMPLE_FIELD_OF_VIEW, fieldOfView);
		} else {
			fieldOfView.write(time, this.number, 0);
			buffer.writef64(target, SAMPLE_FIELD_OF_VIEW, heldLens(buffer.readf32(this.number, 0)));
		}
	}

	/**
	 * Composes the chain upwards. A camera has no scale, so its ancestors' scale moves it without changing its view. A
	 * mirror changes the camera's direction and its up vector, but does not mirror the picture.
	 */
	private compose(target: buffer): void {
		const pose = this.pose;
		let x = 0;
		let y = 0;
		let z = 0;
		let qx = 0;
		let qy = 0;
		let qz = 0;
		let qw = 1;
		// Everything below the current joint is rotation · mirror. Only the signs of up and of the view matter.
		let my = 1;
		let mz = 1;
		for (const joint of this.chain) {
			const at = joint * POSE_STRIDE;
			const rx = buffer.readf32(pose, at + 12);
			const ry = buffer.readf32(pose, at + 16);
			const rz = buffer.readf32(pose, at + 20);
			const rw = buffer.readf32(pose, at + 24);
			const sx = buffer.readf32(pose, at + 28);
			const sy = buffer.readf32(pose, at + 32);
			const sz = buffer.readf32(pose, at + 36);
			const [tx, ty, tz] = rotate(rx, ry, rz, rw, x * sx, y * sy, z * sz);
			x = tx + buffer.readf32(pose, at);
			y = ty + buffer.readf32(pose, at + 4);
			z = tz + buffer.readf32(pose, at + 8);
			const dx = sx < 0 ? -1 : 1;
			const dy = sy < 0 ? -1 : 1;
			const dz = sz < 0 ? -1 : 1;
			my *= dy;
			mz *= dz;
			[qx, qy, qz, qw] = multiply(rx, ry, rz, rw, qx * dy * dz, qy * dx * dz, qz * dx * dy, qw);
		}
		// A mirrored -Z and Y are a rotation by half a turn; X is irrelevant.
		if (my < 0 && mz < 0) [qx, qy, qz, qw] = multiply(qx, qy, qz, qw, 1, 0, 0, 0);
		else if (my < 0) [qx, qy, qz, qw] = multiply(qx, qy, qz, qw, 0, 0, 1, 0);
		else if (mz < 0) [qx, qy, qz, qw] = multiply(qx, qy, qz, qw, 0, 1, 0, 0);
		[qx, qy, qz, qw] = normalise(qx, qy, qz, qw);
		writeCameraSample(target, x, y, z, qx, qy, qz, qw);
	}
}

/**
 * Makes a camera path from one joint of a clip, in the space of its skeleton: the joint looks along its own -Z with its
 * Y up.
 *
 * @example
 * const path = pathFromClip(clip, skeleton.joints.findIndex((joint) => joint.name === "Camera"));
 */
export function pathFromClip(clip: Clip, joint: number, options: PathFromClipOptions = {}): CameraPath {
	const { skeleton } = clip;
	const count = skeleton.joints.size();
	if (skeleton.joints[joint] === undefined) {
		fail("pathFromClip", `joint is ${joint}, but "${skeleton.name}" has ${count} joints`);
	}
	return new JointPath(clip, skeleton, joint, options.name ?? skeleton.joints[joint].name, options.fieldOfView ?? 0);
}
