//!native
//!optimize 2
import { copyBuffer } from "../bytes/copy-buffer";
import { fail } from "../bytes/fail";
import { Budget } from "../bytes/budget";
import { slerp } from "../rotation/quaternion";
import { RIGID_STRIDE } from "./rigid-pose";

/**
 * The max error of thinned keys.
 *
 * @example
 * const tolerance: KeyTolerance = { degrees: 0.5, studs: 0.01 };
 * const { keyCount } = buildKeyframeSequence(clip, { tolerance });
 */
export interface KeyTolerance {
	degrees: number;
	/** In the clip's own unit of length: studs, once it is converted. */
	studs: number;
}

/** Rigid transforms of all joints (`RIGID_STRIDE` bytes each) at rising times. */
export interface RigidSamples {
	times: Array<number>;
	poses: Array<buffer>;
}

/** An hour at 30 samples per second. A longer clip has wrong units or a forged time. */
const MOST_SAMPLES = 108_000;

/** The max halvings of a grid interval: a jump becomes a ramp over 1/32 of it. */
const MAX_HALVINGS = 5;

/** Approximate bytes of a sample besides its transforms. */
const SAMPLE_BYTES = 64;

/** The max samples between two pause points. */
const SAMPLES_A_STEP = 512;

/** How many vertices take as long as sampling or comparing one transform of a joint. */
export const TRANSFORM_STEPS = 8;

/** Writes the transform of the joint at byte `at`, interpolated by `t` between two poses like the engine does. */
export function interpolateRigid(
	from: buffer,
	to: buffer,
	at: number,
	t: number,
	target: buffer,
	offset: number,
): void {
	for (const component of $range(0, 16, 8)) {
		const start = buffer.readf64(from, at + component);
		buffer.writef64(target, offset + component, start + (buffer.readf64(to, at + component) - start) * t);
	}
	const [x, y, z, w] = slerp(
		buffer.readf64(from, at + 24),
		buffer.readf64(from, at + 32),
		buffer.readf64(from, at + 40),
		buffer.readf64(from, at + 48),
		buffer.readf64(to, at + 24),
		buffer.readf64(to, at + 32),
		buffer.readf64(to, at + 40),
		buffer.readf64(to, at + 48),
		t,
	);
	buffer.writef64(target, offset + 24, x);
	buffer.writef64(target, offset + 32, y);
	buffer.writef64(target, offset + 40, z);
	buffer.writef64(target, offset + 48, w);
}

/** Returns the distance of two rigid transforms: degrees and length. */
export function rigidDistance(a: buffer, aAt: number, b: buffer, bAt: number) {
	const x = buffer.readf64(a, aAt) - buffer.readf64(b, bAt);
	const y = buffer.readf64(a, aAt + 8) - buffer.readf64(b, bAt + 8);
	const z = buffer.readf64(a, aAt + 16) - buffer.readf64(b, bAt + 16);
	let dot = 0;
	let across = 0;
	for (const component of $range(24, 48, 8)) {
		const p = buffer.readf64(a, aAt + component);
		const q = buffer.readf64(b, bAt + component);
		dot += p * q;
		across += p * p + q * q;
	}
	// |p - q|² for the nearer of q and -q: unlike the cosine, it does not lose small angles.
	const chord = math.sqrt(math.max(0, across - 2 * math.abs(dot)));
	return $tuple(math.deg(4 * math.asin(math.min(1, chord / 2))), math.sqrt(x * x + y * y + z * z));
}

/** Returns a distance in tolerances: above 1 is too far. */
function excess(a: buffer, aAt: number, b: buffer, bAt: number, tolerance: KeyTolerance): number {
	const [degrees, studs] = rigidDistance(a, aAt, b, bAt);
	return math.max(degrees / tolerance.degrees, studs / tolerance.studs);
}

/**
 * Samples a motion at `rate` per second, and more densely if a straight line between two samples misses the middle by
 * more than the tolerance.
 */
export function sampleRigid(
	sample: (seconds: number, target: buffer) => void,
	jointCount: number,
	duration: number,
	rate: number,
	tolerance: KeyTolerance,
	budget: Budget,
): RigidSamples {
	const size = jointCount * RIGID_STRIDE;
	const scratch = buffer.create(RIGID_STRIDE);
	const times = new Array<number>();
	const poses = new Array<buffer>();

	// Most middles are dropped after a look: they share one buffer.
	const between = buffer.create(size);

	const take = (seconds: number, pose: buffer) => {
		budget.countToPause(jointCount * TRANSFORM_STEPS);
		sample(seconds, pose);
		return pose;
	};
	const misses = (from: buffer, to: buffer) => {
		for (const at of $range(0, size - RIGID_STRIDE, RIGID_STRIDE)) {
			interpolateRigid(from, to, at, 0.5, scratch, 0);
			if (excess(between, at, scratch, 0, tolerance) > 1) return true;
		}
		return false;
	};
	const refine = (start: number, from: buffer, finish: number, to: buffer, halvings: number) => {
		const time = (start + finish) / 2;
		budget.step(jointCount, "buildKeyframeSequence");
		take(time, between);
		if (!misses(from, to)) return;
		budget.spendBytes(size + SAMPLE_BYTES, "buildKeyframeSequence");
		const middle = copyBuffer(between);
		if (halvings < MAX_HALVINGS) refine(start, from, time, middle, halvings + 1);
		times.push(time);
		poses.push(middle);
		if (halvings < MAX_HALVINGS) refine(time, middle, finish, to, halvings + 1);
	};

	const intervals = math.ceil(duration * rate);
	if (intervals > MOST_SAMPLES) {
		fail(
			"buildKeyframeSequence",
			`the clip lasts ${duration} seconds: ${intervals} samples at rate ${rate} are more than ${MOST_SAMPLES}`,
		);
	}
	budget.spendBytes((size + SAMPLE_BYTES) * (intervals + 1), "buildKeyframeSequence");
	times.push(0);
	poses.push(take(0, buffer.create(size)));
	for (const interval of $range(1, intervals)) {
		budget.step(jointCount, "buildKeyframeSequence");
		const start = times[times.size() - 1];
		const from = poses[poses.size() - 1];
		const finish = interval === intervals ? duration : interval / rate;
		const to = take(finish, buffer.create(size));
		refine(start, from, finish, to, 1);
		times.push(finish);
		poses.push(to);
	}
	return { times, poses };
}

/**
 * Chooses the samples that one joint keeps, so that straight lines between them pass every sample within tolerance. It
 * cuts an interval that misses a sample at the worst one.
 */
export function thinKeys(samples: RigidSamples, joint: number, tolerance: KeyTolerance, budget: Budget): Array<number> {
	const { times, poses } = samples;
	const at = joint * RIGID_STRIDE;
	const scratch = buffer.create(RIGID_STRIDE);
	const last = times.size() - 1;
	const kept = [0];
	// Down to this depth a cut may be anywhere; below, only in the middle, so that no motion takes more than n log n
	// steps.
	const deepest = 2 * math.ceil(math.log(last + 2, 2));
	// Intervals left to check, each with its depth; the leftmost is on top.
	const open = [0, last, 0];
	while (!open.isEmpty()) {
		const start = open.pop()!;
		const finish = open.pop()!;
		const depth = open.pop()!;
		let worst = 1;
		let cut = -1;
		for (const first of $range(start, finish - 1, SAMPLES_A_STEP)) {
			const last = math.min(first + SAMPLES_A_STEP, finish) - 1;
			for (const index of $range(math.max(first, start + 1), last)) {
				const t = (times[index] - times[start]) / (times[finish] - times[start]);
				interpolateRigid(poses[start], poses[finish], at, t, scratch, 0);
				const miss = excess(poses[index], at, scratch, 0, tolerance);
				if (miss > worst) {
					worst = miss;
					cut = index;
				}
			}
			budget.step(last - first + 1, "buildKeyframeSequence");
			budget.countToPause((last - first) * TRANSFORM_STEPS);
		}
		if (cut >= 0 && depth >= deepest) cut = (start + finish).idiv(2);
		if (cut >= 0) open.push(depth + 1, finish, cut, depth + 1, cut, start);
		else if (finish > start) kept.push(finish);
	}
	return kept;
}
