//!native
//!optimize 2
import { ON_FRAME } from "../motion/rate";
import { decodePosition, decodeRotation, FRAME_SIZE } from "./frame";
import { countCuts, smoothWeights } from "./sample-frames";
import type { Take } from "./take";

/** The seven numbers of a frame, counted from 1 as in Luau. */
type Numbers = Map<number, number>;

function newNumbers(): Numbers {
	return new Array<number>(7, 0) as unknown as Numbers;
}

/** Reads a frame, with the sign of the rotation that is nearer to another frame's. */
function readFrame(frames: buffer, frame: number, near: Numbers, target: Numbers): void {
	const at = frame * FRAME_SIZE;
	const [x, y, z] = decodePosition(frames, at);
	const [qx, qy, qz, qw] = decodeRotation(frames, at);
	target.set(1, x);
	target.set(2, y);
	target.set(3, z);
	const dot = qx * near.get(4)! + qy * near.get(5)! + qz * near.get(6)! + qw * near.get(7)!;
	if (dot < 0) {
		target.set(4, -qx);
		target.set(5, -qy);
		target.set(6, -qz);
		target.set(7, -qw);
	} else {
		target.set(4, qx);
		target.set(5, qy);
		target.set(6, qz);
		target.set(7, qw);
	}
}

/**
 * The smooth curve through a take's frames, for callers that follow it in small steps: each frame is unpacked once.
 * Returns the same as `sampleFrames`.
 */
export class FrameCurve {
	/** The last frame passed, whether it has neighbours on this side of a cut, and whether the curve holds it. */
	private frame = -2;
	private hasBefore = false;
	private hasAfter = false;
	private isHeld = false;
	/** Whether the position, or the rotation, is the same in the next frame: then it stands still. */
	private isThere = false;
	private isTurned = false;
	/** The frames around: the previous one, the one passed, the next, and the one after that. */
	private before = newNumbers();
	private from = newNumbers();
	private to = newNumbers();
	private after = newNumbers();

	constructor(private readonly take: Take) {}

	/** Returns position x y z and rotation x y z w at a time, clamped to both ends. Allocates nothing. */
	public at(seconds: number) {
		const { take } = this;
		const exact = math.clamp(seconds * take.rate, 0, take.count - 1);
		let frame = math.floor(exact);
		let t = exact - frame;
		if (t > 1 - ON_FRAME) {
			frame += 1;
			t = 0;
		}
		if (frame !== this.frame) this.bring(frame);
		const { before: a, from: b, to: c, after: d } = this;
		let x = b.get(1)!;
		let y = b.get(2)!;
		let z = b.get(3)!;
		const qx = b.get(4)!;
		const qy = b.get(5)!;
		const qz = b.get(6)!;
		const qw = b.get(7)!;
		if (t <= ON_FRAME || this.isHeld) return $tuple(x, y, z, qx, qy, qz, qw);
		const [wa, wb, wc, wd] = smoothWeights(t, this.hasBefore, this.hasAfter);
		if (!this.isThere) {
			x = wa * a.get(1)! + wb * x + wc * c.get(1)! + wd * d.get(1)!;
			y = wa * a.get(2)! + wb * y + wc * c.get(2)! + wd * d.get(2)!;
			z = wa * a.get(3)! + wb * z + wc * c.get(3)! + wd * d.get(3)!;
		}
		if (this.isTurned) return $tuple(x, y, z, qx, qy, qz, qw);
		const rx = wa * a.get(4)! + wb * qx + wc * c.get(4)! + wd * d.get(4)!;
		const ry = wa * a.get(5)! + wb * qy + wc * c.get(5)! + wd * d.get(5)!;
		const rz = wa * a.get(6)! + wb * qz + wc * c.get(6)! + wd * d.get(6)!;
		const rw = wa * a.get(7)! + wb * qw + wc * c.get(7)! + wd * d.get(7)!;
		const scale = 1 / math.sqrt(rx * rx + ry * ry + rz * rz + rw * rw);
		return $tuple(x, y, z, rx * scale, ry * scale, rz * scale, rw * scale);
	}

	/** Moves to a frame. If it is the next, three of the frames around it are already unpacked. */
	private bring(frame: number): void {
		const { cuts, count, frames } = this.take;
		const { before, from, to, after } = this;
		const last = count - 1;
		if (frame === this.frame + 1) {
			this.before = from;
			this.from = to;
			this.to = after;
			this.after = before;
		} else {
			readFrame(frames, frame, from, from);
			readFrame(frames, math.max(frame - 1, 0), from, before);
			readFrame(frames, math.min(frame + 1, last), from, to);
		}
		readFrame(frames, math.min(frame + 2, last), this.to, this.after);
		this.frame = frame;
		let start = 0;
		let finish = count;
		if (!cuts.isEmpty()) {
			const passed = countCuts(cuts, frame);
			if (passed > 0) start = cuts[passed - 1];
			finish = cuts[passed] ?? count;
		}
		// Until the frame after a cut the subject stays where it was.
		this.isHeld = frame + 1 >= finish;
		this.hasBefore = frame > start;
		this.hasAfter = frame + 2 < finish;
		const { from: b, to: c } = this;
		this.isThere = b.get(1) === c.get(1) && b.get(2) === c.get(2) && b.get(3) === c.get(3);
		this.isTurned = b.get(4) === c.get(4) && b.get(5) === c.get(5) && b.get(6) === c.get(6) && b.get(7) === c.get(7);
	}
}
