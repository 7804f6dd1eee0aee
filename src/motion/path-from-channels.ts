//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { lookAlong } from "../rotation/look-along";
import { CameraPath, checkSampling, heldLens, SAMPLE_FIELD_OF_VIEW, writeCameraSample } from "./camera-path";
import { Channel } from "./channel";

/**
 * Options of `pathFromChannels`.
 *
 * @example
 * const position = new FixedChannel(0, 10, 0);
 * const channels: PathChannels = { name: "Still", duration: 4, position, rotation: new FixedChannel(0, 0, 0, 1) };
 * new CameraPlayer(pathFromChannels(channels)).play();
 */
export interface PathChannels {
	name: string;
	/** Seconds. The path holds its last view beyond it. */
	duration: number;
	/** Three numbers. */
	position: Channel;
	/**
	 * The camera's direction: either a rotation, or a target (three numbers) with an optional roll (radians, one
	 * number).
	 */
	rotation?: Channel;
	target?: Channel;
	roll?: Channel;
	/** The vertical field of view in degrees: one number, or a channel of one. */
	fieldOfView?: number | Channel;
}

/**
 * Byte offsets of the channels' values before they become a sample: position, then rotation or target, then roll, then
 * field of view.
 */
const SECOND = 12;
const ROLL = 28;
const FIELD_OF_VIEW = 32;
const SCRATCH_SIZE = 36;

class ChannelPath implements CameraPath {
	public name: string;
	public duration: number;
	private readonly scratch = buffer.create(SCRATCH_SIZE);

	constructor(private readonly channels: PathChannels) {
		this.name = channels.name;
		this.duration = channels.duration;
	}

	public sample(seconds: number, target: buffer): void {
		checkSampling(seconds, target);
		const { channels, scratch } = this;
		const time = math.clamp(seconds, 0, this.duration);
		channels.position.write(time, scratch, 0);
		const x = buffer.readf32(scratch, 0);
		const y = buffer.readf32(scratch, 4);
		const z = buffer.readf32(scratch, 8);
		if (channels.rotation) {
			channels.rotation.write(time, scratch, SECOND);
			const qx = buffer.readf32(scratch, SECOND);
			const qy = buffer.readf32(scratch, SECOND + 4);
			const qz = buffer.readf32(scratch, SECOND + 8);
			const qw = buffer.readf32(scratch, SECOND + 12);
			writeCameraSample(target, x, y, z, qx, qy, qz, qw);
		} else if (channels.target) {
			channels.target.write(time, scratch, SECOND);
			if (channels.roll) channels.roll.write(time, scratch, ROLL);
			const [qx, qy, qz, qw] = lookAlong(
				buffer.readf32(scratch, SECOND) - x,
				buffer.readf32(scratch, SECOND + 4) - y,
				buffer.readf32(scratch, SECOND + 8) - z,
				buffer.readf32(scratch, ROLL),
			);
			writeCameraSample(target, x, y, z, qx, qy, qz, qw);
		}
		this.writeFieldOfView(time, target);
	}

	private writeFieldOfView(time: number, target: buffer): void {
		const fieldOfView = this.channels.fieldOfView;
		if (fieldOfView === undefined) {
			buffer.writef64(target, SAMPLE_FIELD_OF_VIEW, 0);
		} else if (typeIs(fieldOfView, "number")) {
			buffer.writef64(target, SAMPLE_FIELD_OF_VIEW, fieldOfView);
		} else {
			fieldOfView.write(time, this.scratch, FIELD_OF_VIEW);
			buffer.writef64(target, SAMPLE_FIELD_OF_VIEW, heldLens(buffer.readf32(this.scratch, FIELD_OF_VIEW)));
		}
	}
}

/**
 * Makes a camera path from channels: a position with a rotation, or with a target and a roll, and a field of view.
 *
 * @example
 * const position = new FixedChannel(0, 10, 0);
 * const target = new FixedChannel(0, 5, -20);
 * const still = pathFromChannels({ name: "Still", duration: 4, position, target, fieldOfView: 50 });
 */
export function pathFromChannels(channels: PathChannels): CameraPath {
	if (!(channels.duration >= 0 && channels.duration < math.huge)) {
		fail("pathFromChannels", `duration is ${channels.duration}`);
	}
	if ((channels.rotation === undefined) === (channels.target === undefined)) {
		fail("pathFromChannels", "a path needs a rotation or a target, and not both");
	}
	if (channels.roll !== undefined && channels.target === undefined) {
		fail("pathFromChannels", "roll goes with a target; a rotation has its own");
	}
	return new ChannelPath(channels);
}
