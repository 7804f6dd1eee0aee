import { readModel } from "../../src";
import { buildMrn, buildSkeletonData, MrnPacketContents } from "../builders/mrn";
import { buildNsa, NsaFactors } from "../builders/nsa";
import { examplePackets } from "../formats/morpheme/example-network";
import { mutate } from "../mutate";
import { Seeded } from "../random";
import { Target } from "./fuzz";
import { sceneFault } from "./scene-fault";

const SKELETON = 1;
const ANIMATION = 0x10;
const MOST_TIMES = 2000;
const LONGEST = 600_000;

const NUMBERS = [0, 1, -1, 1e-9, 0.5, 30, 1e5, 1e9, 1e20, 3e38, -3e38];
const WORDS = [0, 1, 2, 255, 4096, 0x7fffffff, 0xffffffff];

/** Mostly something that motion has, sometimes any number. */
function numberOf(random: Seeded): number {
	return random.int(0, 7) === 0 ? NUMBERS[random.int(0, NUMBERS.size() - 1)] : random.between(-1, 2);
}

function listOf<T extends defined>(count: number, make: (index: number) => T): Array<T> {
	const list = new Array<T>();
	for (const index of $range(0, count - 1)) list.push(make(index));
	return list;
}

function makeSkeleton(random: Seeded): buffer {
	const count = 1 + math.floor(2 ** random.between(0, 9));
	const vector = (): [number, number, number] => [numberOf(random), numberOf(random), numberOf(random)];
	return buildSkeletonData({
		bones: listOf(count, (index) => ({
			name: `${index % 5}`,
			translation: vector(),
			rotation: [...vector(), numberOf(random)] as [number, number, number, number],
		})),
		chains: [{ parent: -1, start: 0, length: count }],
	});
}

function makeAnimation(random: Seeded): buffer {
	const boneCount = 1 + math.floor(2 ** random.between(0, 6));
	const samples = 1 + math.floor(2 ** random.between(0, 9));
	const rate = random.int(0, 3) === 0 ? NUMBERS[random.int(0, NUMBERS.size() - 1)] : 30;
	const duration = random.int(0, 3) === 0 ? NUMBERS[random.int(0, NUMBERS.size() - 1)] : (samples - 1) / rate;
	const factors = (): NsaFactors => ({
		min: [numberOf(random), numberOf(random), numberOf(random)],
		extent: [numberOf(random), numberOf(random), numberOf(random)],
	});
	const moving = listOf(random.int(0, boneCount), (bone) => ({
		bone,
		init: [128, 128, 128] as [number, number, number],
		factor: [0, 0, 0] as [number, number, number],
		value: (sample: number) => sample / samples,
	}));
	return buildNsa({
		duration,
		rate,
		boneCount,
		dynamics: {
			samples,
			initial: factors(),
			translationFactors: [factors()],
			rotationFactors: [factors()],
			translations: moving,
			rotations: moving,
		},
		root:
			random.int(0, 1) === 0
				? undefined
				: { rate, samples, translation: { factors: factors(), value: (sample) => sample }, constant: [0, 0, 0, 1] },
	});
}

/** Where a packet's data may hold pointers: whole numbers of 64 bits that lead somewhere inside it. */
function pointersIn(data: buffer): Array<number> {
	const places = new Array<number>();
	const size = buffer.len(data);
	for (const at of $range(0, size - 8, 8)) {
		const low = buffer.readu32(data, at);
		if (low > 0 && low < size && low % 4 === 0 && buffer.readu32(data, at + 4) === 0) places.push(at);
	}
	return places;
}

/** Has two pointers lead to one place, or one to anywhere; or a small number, which may be a count, be another. */
function redirect(data: buffer, random: Seeded): void {
	const places = pointersIn(data);
	if (places.isEmpty() || random.int(0, 2) === 0) {
		const at = random.int(0, math.max(buffer.len(data).idiv(4) - 1, 0)) * 4;
		if (at + 4 > buffer.len(data) || buffer.readu32(data, at) > 0xffff) return;
		buffer.writeu32(data, at, WORDS[random.int(0, WORDS.size() - 1)]);
		return;
	}
	const at = places[random.int(0, places.size() - 1)];
	const other = buffer.readu32(data, places[random.int(0, places.size() - 1)]);
	const anywhere = random.int(0, buffer.len(data).idiv(4)) * 4;
	buffer.writeu32(data, at, random.int(0, 1) === 0 ? other : anywhere);
}

function copyOf(source: buffer): buffer {
	const copy = buffer.create(buffer.len(source));
	buffer.copy(copy, 0, source);
	return copy;
}

function makeNetwork(random: Seeded): buffer {
	const packets = new Array<MrnPacketContents>();
	for (const packet of examplePackets()) {
		if (random.int(0, 3) > 0) packets.push({ ...packet, data: copyOf(packet.data) });
	}
	for (const index of $range(1, random.int(0, 4))) {
		const isSkeleton = random.int(0, 1) === 0;
		const data = isSkeleton ? makeSkeleton(random) : makeAnimation(random);
		packets.push({ type: isSkeleton ? SKELETON : ANIMATION, index, data });
	}
	if (packets.isEmpty()) return buffer.create(0);
	for (const _ of $range(1, random.int(0, 3))) redirect(packets[random.int(0, packets.size() - 1)].data, random);
	for (const _ of $range(1, random.int(0, 2))) {
		const packet = packets[random.int(0, packets.size() - 1)];
		const room = LONGEST.idiv(2 * (buffer.len(packet.data) + 48));
		for (const _ of $range(1, math.min(2 ** random.int(0, 11), MOST_TIMES, room))) packets.push(packet);
	}
	return buildMrn(packets);
}

/** Networks as packets with pointers in them: their numbers, where pointers lead, and how often packets come is what is wild. */
export function mrnPointersTarget(): Target {
	return {
		name: "mrn-pointers",
		seeds: [],
		make: (random) => {
			const input = random.int(0, 5) === 0 ? makeAnimation(random) : makeNetwork(random);
			return random.int(0, 5) === 0 ? mutate(input, input, random) : input;
		},
		read: (input, random, job) => sceneFault(readModel(input, { job }), random, job),
	};
}
