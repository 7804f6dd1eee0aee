//!native
//!optimize 2
import { FixedStep } from "../../src/take/fixed-step";
import { findCuts } from "../../src/take/find-cuts";
import { encodeFrame, FRAME_SIZE } from "../../src/take/frame";
import { Seeded } from "../random";

const SECONDS = 1.2;
const FLIGHTS = 1000;

/** What happens half a second into a flight: a flick, or a teleport by so many studs. */
interface Event {
	isFlick: boolean;
	studs: number;
}

type Push = (seconds: number, x: number, y: number, z: number, yaw: number, pitch: number) => void;

/** From 0 to 1 as a hand moves: with the least jerk. */
function reach(x: number): number {
	const t = math.clamp(x, 0, 1);
	return t * t * t * (10 - 15 * t + 6 * t * t);
}

/**
 * A second of a camera at 0 to 40 studs a second, with tremor in half of them, that flies free or orbits a character up to 20 studs ahead.
 * Returns the frame of a teleport.
 */
function fly(random: Seeded, fps: number, { isFlick, studs }: Event, isEven: boolean, push: Push): number {
	const speed = random.unit() < 0.3 ? 0 : random.between(0, 40);
	const surge = random.between(-20, 20);
	const heading = random.between(0, 2 * math.pi);
	const turning = random.between(-1, 1);
	const radius = random.unit() < 0.5 ? 0 : random.between(0.5, 20);
	const flick = math.rad(random.between(20, 180)) * (random.unit() < 0.5 ? -1 : 1);
	const nod = random.between(-0.3, 0.3);
	const lasting = random.between(0.04, 0.2);
	const tremor = random.unit() < 0.5 ? 0 : random.between(0, 0.02);
	const away = [random.between(-1, 1), random.between(-0.4, 0.4), random.between(-1, 1)];
	const distance = math.sqrt(away[0] ** 2 + away[1] ** 2 + away[2] ** 2);
	const turnAway = random.unit() < 0.5 ? 0 : random.between(-3, 3);
	const follows = random.unit() < 0.5;
	const teleport = math.floor((SECONDS * fps) / 2);
	let [seconds, x, y, z] = [0, 0, 5, 0];
	for (const frame of $range(0, math.floor(SECONDS * fps))) {
		const gap = frame === 0 ? 0 : (isEven ? 1 : random.between(0.9, 1.1)) / fps;
		seconds += gap;
		const alpha = isFlick ? reach((seconds - 0.5) / lasting) : 0;
		const hasJumped = studs > 0 && frame >= teleport;
		const yaw = turning * seconds + flick * alpha + (hasJumped ? turnAway : 0);
		const pitch = 0.2 * math.sin(seconds) + nod * alpha;
		const course = heading + (turning * seconds) / 2 + (follows ? flick * alpha : 0);
		const pace = math.max(speed + surge * seconds, 0) * gap;
		x += math.sin(course) * pace;
		y += math.sin(3 * seconds) * 0.1 * speed * gap;
		z += math.cos(course) * pace;
		const far = hasJumped ? studs / distance : 0;
		push(
			seconds,
			x + radius * math.sin(yaw) * math.cos(pitch) + far * away[0] + random.between(-tremor, tremor),
			y - radius * math.sin(pitch) + far * away[1] + random.between(-tremor, tremor),
			z + radius * math.cos(yaw) * math.cos(pitch) + far * away[2] + random.between(-tremor, tremor),
			yaw,
			pitch,
		);
	}
	return teleport;
}

/** The rotation of a yaw and a pitch. */
function rotationOf(yaw: number, pitch: number) {
	const [cy, sy, cp, sp] = [math.cos(yaw / 2), math.sin(yaw / 2), math.cos(pitch / 2), math.sin(pitch / 2)];
	return $tuple(cy * sp, sy * cp, -sy * sp, cy * cp);
}

/** The cuts that the recorder makes of a flight, and the frame of a teleport. */
function recordedCuts(random: Seeded, fps: number, event: Event): [ReadonlyArray<number>, number] {
	const steps = new FixedStep(fps);
	let [frame, cutAt] = [0, 0];
	const teleport = math.floor((SECONDS * fps) / 2);
	fly(random, fps, event, false, (seconds, x, y, z, yaw, pitch) => {
		const [qx, qy, qz, qw] = rotationOf(yaw, pitch);
		steps.push(seconds, x, y, z, qx, qy, qz, qw);
		if (frame === teleport) cutAt = math.ceil(seconds * fps - 1e-6);
		frame += 1;
	});
	return [steps.take("flight", "").cuts, cutAt];
}

/** The cuts that are found in the frames of a flight, and the frame of a teleport. */
function foundCuts(random: Seeded, fps: number, event: Event): [ReadonlyArray<number>, number] {
	const count = math.floor(SECONDS * fps) + 1;
	const frames = buffer.create(count * FRAME_SIZE);
	let frame = 0;
	const teleport = fly(random, fps, event, true, (_, x, y, z, yaw, pitch) => {
		const [qx, qy, qz, qw] = rotationOf(yaw, pitch);
		encodeFrame(x, y, z, qx, qy, qz, qw, frames, frame * FRAME_SIZE, "test");
		frame += 1;
	});
	return [findCuts(frames, count, fps), teleport];
}

export = () => {
	for (const [name, cutsOf] of [
		["the recorder", recordedCuts],
		["findCuts", foundCuts],
	] as const) {
		for (const [fps, most] of [
			[30, 0.005],
			[60, 0],
			[144, 0],
		]) {
			it(`${name} takes flicks of 20 to 180° in 40 to 200 ms for motion at ${fps} fps`, () => {
				const random = new Seeded(fps);
				let wrong = 0;
				for (const _ of $range(1, FLIGHTS)) {
					if (!cutsOf(random, fps, { isFlick: true, studs: 0 })[0].isEmpty()) wrong += 1;
				}
				if (wrong > most * FLIGHTS) error(`${wrong} of ${FLIGHTS} flicks are cuts`);
			});
		}
		for (const [studs, most] of [
			[2, 0.08],
			[5, 0.025],
			[10, 0.005],
			[50, 0.005],
		]) {
			it(`${name} cuts at teleports by ${studs} studs, and nowhere else`, () => {
				for (const fps of [30, 60, 144]) {
					const random = new Seeded(fps * studs);
					let [missed, others] = [0, 0];
					for (const _ of $range(1, FLIGHTS)) {
						const [cuts, teleport] = cutsOf(random, fps, { isFlick: false, studs });
						if (!cuts.includes(teleport)) missed += 1;
						if (cuts.some((cut) => cut !== teleport)) others += 1;
					}
					if (missed > most * FLIGHTS) error(`${missed} of ${FLIGHTS} teleports are missed at ${fps} fps`);
					if (others > 0) error(`${others} of ${FLIGHTS} flights are cut elsewhere at ${fps} fps`);
				}
			});
		}
	}
};
