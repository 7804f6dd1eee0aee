import { LiveBuffer } from "../../src/take/live/live-buffer";
import { LivePacker } from "../../src/take/live/live-packer";
import { handHeld } from "../take/live/simulated-network";
import { Target } from "./fuzz";

/** Damaged packets of live flights among good ones: nothing fails, and what is shown is a place for a camera. */
export function liveTarget(): Target {
	const seeds = new Array<buffer>();
	const packer = new LivePacker(7, 0, 65_500, true, (packet) => seeds.push(packet));
	for (const frame of $range(0, 119)) {
		const [x, y, z, qx, qy, qz, qw, lens] = handHeld(frame / 60);
		packer.see(frame / 60, x, y, z, qx, qy, qz, qw, lens);
	}
	const held = new LiveBuffer();
	const sample = buffer.create(64);
	let clock = 0;
	return {
		name: "live",
		seeds,
		read: (input, random) => {
			clock += 1 / 60;
			if (random.int(0, 3) === 0) held.receive(seeds[random.int(0, seeds.size() - 1)], clock);
			held.receive(input, clock);
			held.advance(clock);
			if (held.newest < 0) return undefined;
			held.sample(sample);
			let [sum, length] = [0, 0];
			for (const index of $range(0, 7)) sum += buffer.readf64(sample, index * 8);
			for (const index of $range(3, 6)) length += buffer.readf64(sample, index * 8) ** 2;
			if (sum - sum !== 0) return "what is shown is not finite";
			return math.abs(length - 1) < 1e-6 ? undefined : `the rotation has a length of ${math.sqrt(length)}`;
		},
	};
}
