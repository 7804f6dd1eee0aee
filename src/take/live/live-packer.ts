//!native
//!optimize 2
import { SAMPLE_FIELD_OF_VIEW, samplePosition, sampleRotation, writeCameraSample } from "../../motion/camera-path";
import { ON_FRAME } from "../../motion/rate";
import { slerp } from "../../rotation/quaternion";
import { turnBetween } from "../jump";
import { LIVE_FRAME_SIZE, LIVE_RATE, MAX_EARLIER } from "./live-frame";
import { packLiveFrames } from "./live-packet";

const FRAMES_A_PACKET = 2;

/** After a longer gap, in seconds, the frames between are unknown. */
const LONGEST_GAP = 0.5;

/*
 * A live flight does not know the next step, so only the previous one distinguishes a jump from motion. A step is a
 * jump if it is over 4 studs, over 32 studs per second and over 4 times as fast as the previous step; or if it turns by
 * over 100° and over 20 times as fast.
 */
const LEAST_STUDS = 4;
const LEAST_SPEED = 32;
const SUDDENNESS = 4;
const LEAST_TURN = math.rad(100);
const TURN_SUDDENNESS = 20;

/**
 * Makes frames at exact multiples of 1/60 s from samples at any time, and packets of them. Allocates only the packets.
 */
export class LivePacker {
	/** The newest four frames, the newest first. */
	private readonly recent = buffer.create(LIVE_FRAME_SIZE * (MAX_EARLIER + 1));
	/** The last sample, and its time. */
	private readonly seen = buffer.create(LIVE_FRAME_SIZE);
	private seenAt = 0;
	private hasSeen = false;
	/** Studs and radians per second of the last step. */
	private speed = 0;
	private turnSpeed = 0;
	/** The index of the next frame, from the start. */
	private next = 0;
	/** How many frames follow each other since a cut or a gap, and whether it was a cut. */
	private run = 0;
	private isRunCut = false;
	/** Whether the next sample is after a cut, and whether the next frame is the first after a cut. */
	private isCutAsked = false;
	private isCutDue = false;
	/** The frames that are not in any packet yet. */
	private unsent = 0;

	/**
	 * @param firstFrame the number of the frame at 0 seconds
	 * @param isTimed whether that is a count on the server's clock
	 */
	constructor(
		private readonly user: number,
		private readonly stream: number,
		private readonly firstFrame: number,
		private readonly isTimed: boolean,
		private readonly send: (packet: buffer) => void,
	) {}

	/** Cuts before the next sample. */
	public cut(): void {
		this.isCutAsked = this.hasSeen;
	}

	/** Adds a sample, `seconds` after the start. Times rise. */
	public see(
		seconds: number,
		x: number,
		y: number,
		z: number,
		qx: number,
		qy: number,
		qz: number,
		qw: number,
		lens: number,
	): void {
		const { seen } = this;
		const gap = seconds - this.seenAt;
		let isJump = this.isCutAsked;
		this.isCutAsked = false;
		if (this.hasSeen && gap > 0) {
			const [ax, ay, az] = samplePosition(seen);
			const [bx, by, bz, bw] = sampleRotation(seen);
			const distance = math.sqrt((x - ax) ** 2 + (y - ay) ** 2 + (z - az) ** 2);
			const angle = turnBetween(bx, by, bz, bw, qx, qy, qz, qw);
			isJump ||=
				(distance > math.max(LEAST_STUDS, LEAST_SPEED * gap) && distance > SUDDENNESS * this.speed * gap) ||
				(angle > LEAST_TURN && angle > TURN_SUDDENNESS * this.turnSpeed * gap);
			this.speed = isJump ? 0 : distance / gap;
			this.turnSpeed = isJump ? 0 : angle / gap;
		}
		if (gap > LONGEST_GAP) {
			this.flush();
			this.next = math.floor(seconds * LIVE_RATE + ON_FRAME);
			this.run = 0;
			this.isRunCut = false;
		}
		const last = math.floor(seconds * LIVE_RATE + ON_FRAME);
		for (const frame of $range(this.next, last)) {
			const at = frame / LIVE_RATE;
			const isOnFrame = seconds - at <= ON_FRAME;
			if (isJump && isOnFrame) this.isCutDue = true;
			this.shift();
			// Until the frame after a jump the subject stays where it was.
			if (isOnFrame) this.write(x, y, z, qx, qy, qz, qw, lens);
			else if (isJump) buffer.copy(this.recent, 0, seen, 0, LIVE_FRAME_SIZE);
			else this.writeBetween((at - this.seenAt) / gap, x, y, z, qx, qy, qz, qw, lens);
			this.next = frame + 1;
			this.unsent += 1;
			if (this.unsent >= FRAMES_A_PACKET) this.flush();
			if (isJump && isOnFrame) isJump = false;
		}
		if (isJump) this.isCutDue = true;
		writeCameraSample(seen, x, y, z, qx, qy, qz, qw);
		buffer.writef64(seen, SAMPLE_FIELD_OF_VIEW, lens);
		this.seenAt = seconds;
		this.hasSeen = true;
	}

	/** Makes room for a newer frame. */
	private shift(): void {
		if (this.isCutDue) {
			this.isCutDue = false;
			// A later packet cannot include frames before the cut.
			this.flush();
			this.run = 0;
			this.isRunCut = true;
		}
		buffer.copy(this.recent, LIVE_FRAME_SIZE, this.recent, 0, LIVE_FRAME_SIZE * MAX_EARLIER);
		this.run += 1;
	}

	private write(x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number, lens: number): void {
		writeCameraSample(this.recent, x, y, z, qx, qy, qz, qw);
		buffer.writef64(this.recent, SAMPLE_FIELD_OF_VIEW, lens);
	}

	/** Writes a frame at `t`, 0 to 1, between the last sample and this one. */
	private writeBetween(
		t: number,
		x: number,
		y: number,
		z: number,
		qx: number,
		qy: number,
		qz: number,
		qw: number,
		lens: number,
	): void {
		const { seen } = this;
		const [ax, ay, az] = samplePosition(seen);
		const [bx, by, bz, bw] = sampleRotation(seen);
		const from = buffer.readf64(seen, SAMPLE_FIELD_OF_VIEW);
		const [rx, ry, rz, rw] = slerp(bx, by, bz, bw, qx, qy, qz, qw, t);
		this.write(ax + (x - ax) * t, ay + (y - ay) * t, az + (z - az) * t, rx, ry, rz, rw, from + (lens - from) * t);
	}

	/** Sends the frames that are not in any packet yet, with some earlier ones. */
	private flush(): void {
		if (this.unsent === 0) return;
		this.unsent = 0;
		const earlier = math.min(this.run - 1, MAX_EARLIER);
		const isCut = this.isRunCut && this.run - 1 <= MAX_EARLIER;
		const number = this.firstFrame + this.next - 1;
		this.send(packLiveFrames(this.recent, earlier, isCut, number, this.user, this.stream, this.isTimed));
	}
}
