//!native
//!optimize 2
import { ON_FRAME } from "../motion/rate";
import { decodePosition, decodeRotation, FRAME_SIZE } from "./frame";
import { countCuts } from "./sample-frames";
import type { Take } from "./take";

/** Numbers counted from 1, as Luau does: of a frame its seven, of a curve the four coefficients of each of the seven. */
type Numbers = Map<number, number>;

function newNumbers(count: number): Numbers {
	return new Array<number>(count, 0) as unknown as Numbers;
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
 * The smooth curve through a take's frames, for those who follow it in small steps: what lies between two frames is a cubic that is made once.
 * It says what `sampleFrames` says.
 */
export class FrameCurve {
	/** The frame from which the cubic leads, and whether it stays there until the next. */
	private frame = -2;
	private isHeld = false;
	/** The frames around: those before, at and after the cubic's start, and the one after that. */
	private before = newNumbers(7);
	private from = newNumbers(7);
	private to = newNumbers(7);
	private after = newNumbers(7);
	private readonly cubic = newNumbers(28);

	constructor(private readonly take: Take) {}

	/** Position x y z and rotation x y z w at a time, held at both ends. Makes no garbage. */
	public at(seconds: number) {
		const { take, cubic: c } = this;
		const exact = math.clamp(seconds * take.rate, 0, take.count - 1);
		let frame = math.floor(exact);
		let t = exact - frame;
		if (t > 1 - ON_FRAME) {
			frame += 1;
			t = 0;
		}
		if (frame !== this.frame) this.bring(frame);
		if (t <= ON_FRAME || this.isHeld) {
			return $tuple(c.get(1)!, c.get(5)!, c.get(9)!, c.get(13)!, c.get(17)!, c.get(21)!, c.get(25)!);
		}
		const qx = c.get(13)! + t * (c.get(14)! + t * (c.get(15)! + t * c.get(16)!));
		const qy = c.get(17)! + t * (c.get(18)! + t * (c.get(19)! + t * c.get(20)!));
		const qz = c.get(21)! + t * (c.get(22)! + t * (c.get(23)! + t * c.get(24)!));
		const qw = c.get(25)! + t * (c.get(26)! + t * (c.get(27)! + t * c.get(28)!));
		const scale = 1 / math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
		return $tuple(
			c.get(1)! + t * (c.get(2)! + t * (c.get(3)! + t * c.get(4)!)),
			c.get(5)! + t * (c.get(6)! + t * (c.get(7)! + t * c.get(8)!)),
			c.get(9)! + t * (c.get(10)! + t * (c.get(11)! + t * c.get(12)!)),
			qx * scale,
			qy * scale,
			qz * scale,
			qw * scale,
		);
	}

	/** Makes the cubic from a frame to the next. */
	private bring(frame: number): void {
		const { cuts, count } = this.take;
		const isNext = frame === this.frame + 1;
		this.frame = frame;
		let start = 0;
		let finish = count;
		if (!cuts.isEmpty()) {
			const passed = countCuts(cuts, frame);
			if (passed > 0) start = cuts[passed - 1];
			finish = cuts[passed] ?? count;
		}
		this.read(frame, isNext);
		// Until the frame after a cut the subject stays where it was.
		this.isHeld = frame + 1 >= finish;
		const hasBefore = frame > start;
		const hasAfter = frame + 2 < finish;
		this.bend(1, 3, hasBefore, hasAfter);
		this.bend(4, 7, hasBefore, hasAfter);
	}

	/** Reads the frames around one; if it is the next, three of them are there. */
	private read(frame: number, isNext: boolean): void {
		const { frames, count } = this.take;
		const { before, from, to, after } = this;
		const last = count - 1;
		if (isNext) {
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
	}

	/**
	 * Makes the coefficients of some of the seven numbers, a Catmull-Rom curve. A frame that is missing is put where the parabola through the
	 * other three goes, or the line through the other two. What is equal in both frames stands still between them.
	 */
	private bend(first: number, last: number, hasBefore: boolean, hasAfter: boolean): void {
		const { before, from, to, after, cubic } = this;
		let isStill = true;
		for (const index of $range(first, last)) if (from.get(index) !== to.get(index)) isStill = false;
		for (const index of $range(first, last)) {
			const b = from.get(index)!;
			const at = 4 * index;
			cubic.set(at - 3, b);
			if (isStill) {
				cubic.set(at - 2, 0);
				cubic.set(at - 1, 0);
				cubic.set(at, 0);
				continue;
			}
			const c = to.get(index)!;
			let a = before.get(index)!;
			let d = after.get(index)!;
			if (!hasBefore) a = hasAfter ? 3 * (b - c) + d : 2 * b - c;
			if (!hasAfter) d = hasBefore ? 3 * (c - b) + a : 2 * c - b;
			cubic.set(at - 2, 0.5 * (c - a));
			cubic.set(at - 1, a - 2.5 * b + 2 * c - 0.5 * d);
			cubic.set(at, 1.5 * (b - c) + 0.5 * (d - a));
		}
	}
}
