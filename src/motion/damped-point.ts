//!native
//!optimize 2

/** The bytes of a point: x, y, z as f64. */
export const POINT_SIZE = 24;

/**
 * Steps per second, which is also the distance of checkpoints: a seek makes at most this many steps from a checkpoint.
 */
const STEPS_A_SECOND = 60;
const STEPS_A_CHECKPOINT = 60;

/** A step that is shorter than this many seconds does nothing. */
const SHORTEST_STEP = 1e-9;

/** Writes the position of a point at a time: always the same at the same time. */
export type ReadPoint = (seconds: number, target: buffer) => void;

/**
 * Returns two factors after `seconds`, of the distance at the start and of the distance that the point moved, for a
 * follower that halves its distance every `halfLife` seconds. Exact if the point moves in a line at constant speed.
 */
export function dampingOver(seconds: number, halfLife: number) {
	if (halfLife === 0) return $tuple(0, 0);
	if (seconds < SHORTEST_STEP) return $tuple(1, 1);
	const decay = (math.log(2) / halfLife) * seconds;
	const kept = math.exp(-decay);
	return $tuple(kept, (1 - kept) / decay);
}

/**
 * Follows a point smoothly in fixed steps of 1/60 s. Its position depends only on the time and on its start, at the
 * point itself: any frame rate and any order of times returns the same bits. The first request of a late time makes all
 * steps up to it.
 */
export class DampedPoint {
	private readonly point = buffer.create(POINT_SIZE);
	private readonly stepKept: number;
	private readonly stepLag: number;
	/** The checkpoints of each start, three numbers per second. */
	private readonly starts = new Map<number, Array<number>>();
	private checkpoints = new Array<number>();
	private start = 0 / 0;
	/** The steps made from the start, the follower's position after them, and the point's. */
	private steps = 0;
	private x = 0;
	private y = 0;
	private z = 0;
	private pointX = 0;
	private pointY = 0;
	private pointZ = 0;

	constructor(
		private readonly read: ReadPoint,
		private readonly halfLife: number,
	) {
		const [kept, lag] = dampingOver(1 / STEPS_A_SECOND, halfLife);
		this.stepKept = kept;
		this.stepLag = lag;
	}

	/** Writes the position at `seconds` of a follower that was at the point itself at `start`. */
	public write(seconds: number, start: number, target: buffer): void {
		this.read(seconds, target);
		if (this.halfLife === 0) return;
		if (start !== this.start) this.startAt(start);
		const steps = math.floor((seconds - start) * STEPS_A_SECOND);
		if (steps !== this.steps) this.goTo(steps);
		const [kept, lag] = dampingOver(seconds - start - steps / STEPS_A_SECOND, this.halfLife);
		const px = buffer.readf64(target, 0);
		const py = buffer.readf64(target, 8);
		const pz = buffer.readf64(target, 16);
		buffer.writef64(target, 0, px + (this.x - this.pointX) * kept - (px - this.pointX) * lag);
		buffer.writef64(target, 8, py + (this.y - this.pointY) * kept - (py - this.pointY) * lag);
		buffer.writef64(target, 16, pz + (this.z - this.pointZ) * kept - (pz - this.pointZ) * lag);
	}

	private startAt(start: number): void {
		this.start = start;
		let checkpoints = this.starts.get(start);
		if (!checkpoints) {
			this.read(start, this.point);
			checkpoints = [buffer.readf64(this.point, 0), buffer.readf64(this.point, 8), buffer.readf64(this.point, 16)];
			this.starts.set(start, checkpoints);
		}
		this.checkpoints = checkpoints;
		this.load(0);
	}

	private load(checkpoint: number): void {
		const { checkpoints } = this;
		this.steps = checkpoint * STEPS_A_CHECKPOINT;
		this.x = checkpoints[checkpoint * 3];
		this.y = checkpoints[checkpoint * 3 + 1];
		this.z = checkpoints[checkpoint * 3 + 2];
		this.readPoint();
	}

	private readPoint(): void {
		const { point } = this;
		this.read(this.start + this.steps / STEPS_A_SECOND, point);
		this.pointX = buffer.readf64(point, 0);
		this.pointY = buffer.readf64(point, 8);
		this.pointZ = buffer.readf64(point, 16);
	}

	private goTo(steps: number): void {
		const { checkpoints, stepKept, stepLag } = this;
		const nearest = math.min(steps.idiv(STEPS_A_CHECKPOINT), checkpoints.size().idiv(3) - 1);
		if (steps < this.steps || nearest * STEPS_A_CHECKPOINT > this.steps) this.load(nearest);
		for (const step of $range(this.steps + 1, steps)) {
			const { pointX: wasX, pointY: wasY, pointZ: wasZ } = this;
			this.steps = step;
			this.readPoint();
			this.x = this.pointX + (this.x - wasX) * stepKept - (this.pointX - wasX) * stepLag;
			this.y = this.pointY + (this.y - wasY) * stepKept - (this.pointY - wasY) * stepLag;
			this.z = this.pointZ + (this.z - wasZ) * stepKept - (this.pointZ - wasZ) * stepLag;
			if (step % STEPS_A_CHECKPOINT === 0 && step.idiv(STEPS_A_CHECKPOINT) * 3 === checkpoints.size()) {
				checkpoints.push(this.x, this.y, this.z);
			}
		}
	}
}
