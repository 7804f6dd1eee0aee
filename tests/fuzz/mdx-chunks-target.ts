import { readModel } from "../../src";
import * as chunks from "../builders/mdx/chunks";
import { Curve, eventTrack, Key, NodeFields, track } from "../builders/mdx/tracks";
import { mutate } from "../mutate";
import { Seeded } from "../random";
import { Target } from "./fuzz";
import { sceneFault } from "./scene-fault";

type Point = [number, number, number];

/** The reader takes no number above 1e30. */
const NUMBERS = [0, 1, -1, 0.5, 100, 1e-20, 1e9, 1e18, 1e29, -1e29];
const LATEST = 2 ** 31 - 1;
const TIMES = [0, 1, 100, 1000, 3333, 1e6, LATEST];

/** Lists come to so many things at most, and an input to about so many bytes. */
const MOST = 1500;
const LONGEST = 800_000;
const MOST_GEOSETS = 60;

/** A model whose lists are of any length, and whose numbers, times and references are mostly sound and sometimes not. */
class Model {
	private left = LONGEST;
	private nextId = 0;
	/** Whether numbers may be of any size; otherwise the model is sound, and only much. */
	private readonly isWild: boolean;
	private readonly globals: number;

	constructor(private readonly random: Seeded) {
		this.isWild = random.int(0, 2) === 0;
		this.globals = this.count(4);
	}

	/** How many of something: mostly few, sometimes very many, as long as there is room for things of that size. */
	private count(size: number): number {
		const most = math.min(MOST, this.left.idiv(size));
		const wanted = this.random.int(0, 3) === 0 ? 2 ** this.random.int(0, 11) : this.random.int(0, 4);
		const count = math.clamp(wanted, 0, most);
		this.left -= count * size;
		return count;
	}

	private number(): number {
		return this.isWild && this.random.int(0, 9) === 0
			? NUMBERS[this.random.int(0, NUMBERS.size() - 1)]
			: this.random.between(-10, 10);
	}

	private point(): Point {
		return [this.number(), this.number(), this.number()];
	}

	private list<T extends defined>(size: number, make: (index: number) => T): Array<T> {
		const list = new Array<T>();
		for (const index of $range(0, this.count(size) - 1)) list.push(make(index));
		return list;
	}

	private track(tag: string, width: number): buffer {
		const { random } = this;
		const curve = random.int(0, 3) as Curve;
		const hasTangents = curve === Curve.Hermite || curve === Curve.Bezier;
		let time = 0;
		const keys = new Array<Key>();
		for (const _ of $range(0, this.count(4 + width * (hasTangents ? 12 : 4)))) {
			const key: Key = [time];
			// Rotations are packed, and may not be too long.
			const number = () => (width === 4 ? random.between(-0.5, 0.5) : this.number());
			for (const _ of $range(1, hasTangents ? width * 3 : width)) key.push(number());
			time = math.min(time + TIMES[random.int(0, 3)], LATEST);
			keys.push(key);
		}
		const clock = this.globals > 0 && random.int(0, 2) === 0 ? random.int(0, this.globals - 1) : -1;
		return track(tag, curve, clock, keys);
	}

	private node(kind: string): NodeFields {
		const { random } = this;
		const objectId = this.nextId;
		this.nextId += 1;
		const tracks = new Array<buffer>();
		if (random.int(0, 1) === 0) tracks.push(this.track("KGTR", 3));
		if (random.int(0, 2) === 0) tracks.push(this.track("KGRT", 4));
		if (random.int(0, 2) === 0) tracks.push(this.track("KGSC", 3));
		// Half of them on a chain.
		const parentId = random.int(0, 1) === 0 ? objectId - 1 : random.int(-1, objectId - 1);
		return { name: `${kind} ${random.int(0, 3)}`, objectId, parentId, flags: random.int(0, 7) * 8, tracks };
	}

	private geoset(bones: number): buffer {
		const { random } = this;
		const count = 3 + this.count(36);
		const numbers = (size: number) => this.listOf(size, () => this.number());
		const groups = 1 + random.int(0, 3);
		return chunks.geoset({
			positions: numbers(count * 3),
			normals: numbers(count * 3),
			uvs: [numbers(count * 2)],
			indices: this.listOf(3 * random.int(0, count), () => random.int(0, count - 1)),
			groups: this.listOf(count, () => random.int(0, groups - 1)),
			groupSizes: this.listOf(groups, () => 2),
			matrices: this.listOf(groups * 2, () => random.int(0, math.max(bones - 1, 0))),
		});
	}

	private listOf<T extends defined>(count: number, make: () => T): Array<T> {
		const list = new Array<T>();
		for (const _ of $range(1, count)) list.push(make());
		return list;
	}

	public build(): buffer {
		const { random } = this;
		const sequences = this.list(140, (index) => {
			const start = TIMES[random.int(0, 3)];
			return {
				name: `Sequence ${index % 3}`,
				start,
				finish: math.min(start + TIMES[random.int(1, this.isWild ? 6 : 3)], LATEST),
			};
		});
		const durations = this.listOf(this.globals, () => TIMES[random.int(0, TIMES.size() - 1)]);
		const bones = this.list(120, () => this.node("Bone"));
		const helpers = this.list(110, () => this.node("Helper"));
		const events = this.list(120, () => {
			let time = 0;
			const times = this.list(4, () => (time += TIMES[random.int(0, 3)]));
			return { node: this.node("Event"), track: eventTrack(-1, ...times) };
		});
		const attachments = this.list(400, (attachmentId) => ({ node: this.node("Attachment"), attachmentId }));
		const cameras = this.list(130, () => ({
			name: "Camera",
			pivot: this.point(),
			target: this.point(),
			fieldOfView: this.isWild ? this.number() : 1,
			tracks: random.int(0, 1) === 0 ? [this.track("KCTR", 3), this.track("KTTR", 3)] : [],
		}));
		const geosets = this.listOf(math.min(this.count(400), MOST_GEOSETS), () => this.geoset(bones.size()));
		const fades = this.list(40, () => ({
			geosetId: random.int(0, math.max(geosets.size() - 1, 0)),
			tracks: [this.track("KGAO", 1)],
		}));
		const pivots = this.listOf(this.nextId, () => this.point());
		return chunks.mdxFile(
			chunks.vers(),
			chunks.modl({ name: "made", objectCount: this.nextId }),
			chunks.seqs(...sequences),
			chunks.glbs(...durations),
			chunks.geos(...geosets),
			chunks.geoa(...fades),
			chunks.bone(...bones),
			chunks.help(...helpers),
			chunks.atch(attachments.size() - 1, ...attachments),
			chunks.pivt(pivots),
			chunks.cams(...cameras),
			chunks.evts(...events),
		);
	}
}

/** MDX as chunks: what is wild is what they say and how often, never how they say it; one in four has a word overwritten too. */
export function mdxChunksTarget(): Target {
	return {
		name: "mdx-chunks",
		seeds: [],
		make: (random) => {
			const input = new Model(random).build();
			return random.int(0, 3) === 0 ? mutate(input, input, random) : input;
		},
		read: (input, random, job) => sceneFault(readModel(input, { job }), random, job),
	};
}
