import { LiveBuffer } from "../../../src/take/live/live-buffer";
import { LivePacker } from "../../../src/take/live/live-packer";
import { Seeded } from "../../random";

/** Where a subject is at a time, for packers and for the truth. */
export type Flight = (
	seconds: number,
) => LuaTuple<[x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number, lens: number]>;

/** A hand-held camera at up to 25 studs and 110° per second: sums of sines, which are known at any time. */
export const handHeld: Flight = (t) => {
	const yaw = 1.4 * math.sin(0.9 * t) + 0.12 * math.sin(5.3 * t + 1) + 0.01 * math.sin(17 * t);
	const pitch = 0.35 * math.sin(1.3 * t + 0.4) + 0.03 * math.sin(7.1 * t) + 0.008 * math.sin(19 * t + 2);
	const [sy, cy, sp, cp] = [math.sin(yaw / 2), math.cos(yaw / 2), math.sin(pitch / 2), math.cos(pitch / 2)];
	return $tuple(
		-300 + 20 * math.sin(0.8 * t) + 1.2 * math.sin(3.1 * t) + 0.02 * math.sin(21 * t),
		40 + 3 * math.sin(0.7 * t + 1) + 0.3 * math.sin(4.2 * t) + 0.02 * math.sin(23 * t + 1),
		900 + 18 * math.cos(0.8 * t) + 0.9 * math.sin(2.7 * t + 2),
		cy * sp,
		sy * cp,
		-sy * sp,
		cy * cp,
		70 - 20 * math.sin(0.5 * t),
	);
};

/** The network and the machines of a run. */
export interface Network {
	seconds: number;
	/** Seconds from sender to watcher at the least, and at most so many more, evenly spread: packets overtake each other. */
	delay: number;
	jitter: number;
	loss: number;
	/** Frames per second of both games, which vary by a third. */
	sendingRate: number;
	watchingRate: number;
	/** By how much the watcher's clock is off, and how fast it goes. */
	offset: number;
	pace: number;
	seed: number;
}

export interface Outcome {
	/** Errors of what was shown against the flight at the time that was shown, sorted. */
	studs: Array<number>;
	degrees: Array<number>;
	lens: number;
	bytesPerSecond: number;
	/** Seconds that the view was behind, in the mean over the second half. */
	behind: number;
	/** The largest step back of the time that was shown, in seconds. */
	back: number;
}

export function at(sorted: Array<number>, share: number): number {
	return sorted[math.floor((sorted.size() - 1) * share)];
}

/** Sends a flight through a network and compares what is shown, after the first two seconds, with the truth. */
export function fly(flight: Flight, network: Network): Outcome {
	const random = new Seeded(network.seed);
	const arriving = new Array<{ packet: buffer; at: number }>();
	let [now, bytes] = [0, 0];
	const packer = new LivePacker(7, 0, 65_000, false, (packet) => {
		bytes += buffer.len(packet);
		if (random.unit() >= network.loss) {
			arriving.push({ packet, at: now + network.delay + random.unit() * network.jitter });
		}
	});
	const held = new LiveBuffer();
	const sample = buffer.create(64);
	const outcome: Outcome = { studs: [], degrees: [], lens: 0, bytesPerSecond: 0, behind: 0, back: 0 };
	let [look, show, former, views] = [0, 0, -math.huge, 0];
	while (now < network.seconds) {
		now = math.min(look, show);
		if (look <= show) {
			const [x, y, z, qx, qy, qz, qw, lens] = flight(now);
			packer.see(now, x, y, z, qx, qy, qz, qw, lens);
			look += random.between(0.67, 1.33) / network.sendingRate;
			continue;
		}
		const clock = network.offset + now * network.pace;
		for (const index of $range(arriving.size() - 1, 0, -1)) {
			if (arriving[index].at <= now) held.receive(arriving.unorderedRemove(index)!.packet, clock);
		}
		held.advance(clock);
		show += random.between(0.67, 1.33) / network.watchingRate;
		if (held.newest < 0) continue;
		held.sample(sample);
		// Frames are counted from 65,000, and the first lap of 65,536 is left out.
		const shown = (held.shown - 65_536 - 65_000) / 60;
		if (now < 2) continue;
		outcome.back = math.max(outcome.back, former - shown);
		former = shown;
		if (now > network.seconds / 2) {
			outcome.behind += now - shown;
			views += 1;
		}
		const [x, y, z, qx, qy, qz, qw, lens] = flight(shown);
		const read = (index: number) => buffer.readf64(sample, index * 8);
		outcome.studs.push(math.sqrt((read(0) - x) ** 2 + (read(1) - y) ** 2 + (read(2) - z) ** 2));
		const dot = math.abs(read(3) * qx + read(4) * qy + read(5) * qz + read(6) * qw);
		outcome.degrees.push(math.deg(2 * math.acos(math.min(dot, 1))));
		outcome.lens = math.max(outcome.lens, math.abs(read(7) - lens));
	}
	outcome.studs.sort();
	outcome.degrees.sort();
	outcome.bytesPerSecond = bytes / network.seconds;
	outcome.behind /= math.max(views, 1);
	return outcome;
}
