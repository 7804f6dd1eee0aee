//!native
//!optimize 2
import { createTake, Take } from "../../../src/camera";
import { FRAME_SIZE } from "../../../src/codecs";
import { encodeFrame } from "../../../src/take/frame";
import { Seeded } from "../../random";

/** Bits of f32 at the edges: zeros, the smallest and largest denormal, the smallest normal, 1, the largest; either sign. */
const EDGES = [0, 1, 0x007fffff, 0x00800000, 0x3f800000, 0x7f7fffff].reduce<Array<number>>(
	(all, bits) => [...all, bits, bits + 0x80000000],
	[],
);

/** The longest numbers of a rotation that is not too long: 3 × 18918² is below 32767². */
const LONGEST = 18918;

type Numbers = (index: number) => number;

/** Finite f32 as bits, of one kind of motion. */
function positionOf(random: Seeded, scratch: buffer): Numbers {
	const kind = random.int(0, 5);
	const start = random.between(-2000, 2000);
	const step = random.between(-2, 2);
	const bend = random.between(-0.01, 0.01);
	const bits = random.u32();
	return (index) => {
		if (kind === 0) return EDGES[random.int(0, EDGES.size() - 1)];
		if (kind === 1) {
			// Anything finite.
			const any = random.u32();
			return bit32.extract(any, 23, 8) === 255 ? any - 0x00800000 : any;
		}
		if (kind === 2) return bit32.extract(bits, 23, 8) === 255 ? 0 : bits;
		const jump = kind === 3 && random.int(0, 20) === 0 ? random.between(-1e6, 1e6) : 0;
		const noise = kind === 4 ? random.between(-1, 1) * 10 ** random.int(-6, 1) : 0;
		buffer.writef32(scratch, 0, start + step * index + bend * index * index + jump + noise);
		return buffer.readu32(scratch, 0);
	};
}

/** Numbers of a rotation, of one kind of turning. */
function rotationOf(random: Seeded): Numbers {
	const kind = random.int(0, 3);
	const start = random.int(-9000, 9000);
	const step = random.between(-30, 30);
	return (index) => {
		if (kind === 0) return start;
		if (kind === 1) return random.int(-LONGEST, LONGEST);
		const noise = kind === 2 ? random.int(-3, 3) : 0;
		return math.clamp(math.round(start + step * index) + noise, -LONGEST, LONGEST);
	};
}

/** Frames of any kind: edges, any bits, constants, curves, jumps, noise; the index of the dropped component at will. */
function randomFrames(count: number, random: Seeded): buffer {
	const scratch = buffer.create(4);
	const positions = [0, 1, 2].map(() => positionOf(random, scratch));
	const rotations = [0, 1, 2].map(() => rotationOf(random));
	const changes = random.int(0, 3);
	let dropped = random.int(0, 3);
	const frames = buffer.create(count * FRAME_SIZE);
	for (const frame of $range(0, count - 1)) {
		const at = frame * FRAME_SIZE;
		for (const axis of $range(0, 2)) {
			buffer.writeu32(frames, at + 4 * axis, positions[axis](frame));
			buffer.writei16(frames, at + 12 + 2 * axis, rotations[axis](frame));
		}
		if (changes > 0 && random.int(0, changes * 8) === 0) dropped = random.int(0, 3);
		buffer.writeu8(frames, at + 8, (buffer.readu8(frames, at + 8) & 0xfc) | dropped);
	}
	return frames;
}

export function randomText(random: Seeded, most: number): string {
	const letters = ["a", "Z", "0", " ", "é", "港", "\n", "\0"];
	let text = "";
	for (const _ of $range(1, random.int(0, most))) text += letters[random.int(0, letters.size() - 1)];
	return text;
}

/** A take of `count` frames with anything a take can have. */
export function randomTake(count: number, random: Seeded): Take {
	const rates = [60, 30, 0.001, 1000, 59.94, random.between(0.5, 300)];
	const rate = rates[random.int(0, rates.size() - 1)];
	const duration = math.max(count - 1, 0) / rate;
	const lenses = buffer.create(count * 4);
	for (const frame of $range(0, count - 1)) buffer.writef32(lenses, frame * 4, random.between(0, 179));
	const cuts = new Array<number>();
	if (random.int(0, 1) === 0) {
		for (const frame of $range(1, count - 1)) if (random.int(0, 99) === 0) cuts.push(frame);
	}
	const metadata: { [key: string]: string | number } = {};
	for (const _ of $range(1, random.int(0, 4))) {
		metadata[randomText(random, 9)] = random.int(0, 1) === 0 ? randomText(random, 40) : random.between(-1e300, 1e300);
	}
	const lens = [undefined, 0, 70, random.between(0, 179), lenses];
	const markers = new Array<{ name: string; seconds: number }>();
	for (const _ of $range(1, random.int(0, 3))) {
		markers.push({ name: randomText(random, 9), seconds: random.unit() * duration });
	}
	const serverStart = random.int(0, 1) === 0 ? undefined : random.between(0, 2e9);
	const serverEnd = serverStart !== undefined ? serverStart + duration : undefined;
	return createTake({
		name: randomText(random, 20),
		map: randomText(random, 20),
		rate,
		frames: randomFrames(count, random),
		fieldOfView: lens[random.int(0, lens.size() - 1)],
		markers,
		cuts,
		metadata: random.int(0, 1) === 0 ? undefined : metadata,
		serverStart,
		serverEnd,
	});
}

/** A calm flight of `count` frames. */
export function smoothFrames(count: number): buffer {
	const frames = buffer.create(count * FRAME_SIZE);
	for (const frame of $range(0, count - 1)) {
		const t = frame / 60;
		const half = 0.3 * math.sin(t / 2);
		const at = frame * FRAME_SIZE;
		const x = 200 + 40 * math.sin(t);
		encodeFrame(x, 90 + 5 * math.cos(t * 1.7), 30 * t - 500, 0, math.sin(half), 0, math.cos(half), frames, at, "test");
	}
	return frames;
}

function sameBytes(left: buffer | undefined, right: buffer | undefined): boolean {
	return (
		left === right || (left !== undefined && right !== undefined && buffer.tostring(left) === buffer.tostring(right))
	);
}

function lensesOf({ fieldOfView }: Take): buffer | undefined {
	return typeIs(fieldOfView, "buffer") ? fieldOfView : undefined;
}

/** In what two takes differ; nothing, where they are the same bit for bit. */
export function differenceOf(left: Take, right: Take): string {
	if (left.name !== right.name) return "name";
	if (left.map !== right.map) return "map";
	if (left.rate !== right.rate) return "rate";
	if (left.count !== right.count) return "count";
	if (!sameBytes(left.frames, right.frames)) return "frames";
	if (!sameBytes(lensesOf(left), lensesOf(right))) return "lenses";
	if (lensesOf(left) === undefined && left.fieldOfView !== right.fieldOfView) return "field of view";
	if (left.cuts.join(" ") !== right.cuts.join(" ")) return "cuts";
	if (left.markers.size() !== right.markers.size()) return "the number of markers";
	for (const index of $range(0, left.markers.size() - 1)) {
		const [a, b] = [left.markers[index], right.markers[index]];
		if (a.name !== b.name || a.seconds !== b.seconds) return `marker ${index}`;
	}
	if (left.serverStart !== right.serverStart || left.serverEnd !== right.serverEnd) return "times of the server";
	if ((left.metadata === undefined) !== (right.metadata === undefined)) return "metadata";
	for (const [from, to] of [
		[left.metadata ?? {}, right.metadata ?? {}],
		[right.metadata ?? {}, left.metadata ?? {}],
	]) {
		for (const [key, value] of pairs(from as unknown as Map<string, string | number>)) {
			if (to[key] !== value) return `metadata under "${key}"`;
		}
	}
	return "";
}
