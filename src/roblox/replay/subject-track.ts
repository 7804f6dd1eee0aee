//!native
//!optimize 2
import { Column, createSeenRow, packRow, SeenRow, stepFor } from "../../replay/joint-row";
import { JOINT_STRIDE, ReplayJoint, ReplaySpan, ReplaySubject, ReplayValue, SubjectKind } from "../../replay/replay";
import { frameAfter, frameBefore } from "../../motion/rate";
import { FRAME_SIZE } from "../../take/frame";
import { shortLens } from "../../take/lens";
import { trustTake } from "../../take/take";
import { RecentLooks } from "./recent-looks";
import { FoundJoint, frame7, JointReader, reachesOf } from "./rig-reader";

/** The initial capacity, in frames, of a recording without an end. */
const FIRST_FRAMES = 256;

/** One sample of a subject: its root, field of view and joints. */
export class Look {
	public x = 0;
	public y = 0;
	public z = 0;
	public qx = 0;
	public qy = 0;
	public qz = 0;
	public qw = 1;
	public lens = 0;
	public row: SeenRow;
	public isSeen = false;

	constructor(jointCount: number) {
		this.row = createSeenRow(jointCount);
	}
}

/** A value that changes in steps. */
export class SteppedValue {
	public readonly frames = new Array<number>();
	public readonly values = new Array<string | number | boolean>();
	private last?: string | number | boolean;

	/** @param most the max number of frames to keep */
	constructor(
		public readonly name: string,
		private readonly most: number,
	) {}

	/** Notes its value from `frame` on. */
	public set(value: string | number | boolean, frame: number): void {
		if (value === this.last) return;
		this.last = value;
		const { frames, values } = this;
		if (frames.size() > 0 && frames[frames.size() - 1] === frame) {
			values[values.size() - 1] = value;
			return;
		}
		frames.push(frame);
		values.push(value);
		// All values before the kept frames merge into one change.
		while (frames.size() > 1 && frames[1] <= frame - this.most) {
			frames.shift();
			values.shift();
		}
	}
}

/**
 * The recorded data of one subject: frames in buffers, which are rings if only the last ones are kept, and grow
 * otherwise. Frames are numbered from the start of the recording.
 */
export class SubjectTrack {
	public previous: Look;
	public current: Look;
	public joints: Array<FoundJoint> = [];
	public size: Vector3 = Vector3.zero;
	private described: Array<ReplayJoint> = [];
	/** The steps of a radian and of half a turn of each joint. */
	private perStep: Column = new Map();
	private halfTurns: Column = new Map();
	private reader = new JointReader([], undefined);
	private capacity: number;
	private roots: buffer;
	private lenses: buffer;
	private rotations = buffer.create(0);
	private translations = buffer.create(0);
	/** Spans of frames, the last of which may be open. */
	private readonly spans = new Array<{ first: number; last: number }>();
	private readonly cuts = new Array<number>();
	public readonly visible: SteppedValue;
	public readonly health: SteppedValue;
	public readonly tool: SteppedValue;
	public readonly accessories: SteppedValue;
	/** The values that the user named. */
	public readonly named: ReadonlyArray<SteppedValue>;
	private lastWritten = -2;
	/** Whether a step is a jump is known two samples later. Its frames are then written again. */
	private readonly recent = new RecentLooks();
	/** How many of the oldest waiting steps were judged early, for a replay that was requested meanwhile. */
	private judgedEarly = 0;

	/** @param most the max number of frames to keep; `math.huge` for all */
	constructor(
		public readonly name: string,
		public readonly kind: SubjectKind,
		public readonly look: string | undefined,
		private readonly precision: number,
		private readonly most: number,
		private readonly rate: number,
		values: ReadonlyArray<string>,
	) {
		this.visible = new SteppedValue("Visible", most);
		this.health = new SteppedValue("Health", most);
		this.tool = new SteppedValue("Tool", most);
		this.accessories = new SteppedValue("Accessories", most);
		this.named = values.map((value) => new SteppedValue(value, most));
		this.capacity = most < math.huge ? most : FIRST_FRAMES;
		this.roots = buffer.create(this.capacity * FRAME_SIZE);
		this.lenses = buffer.create(this.capacity * 4);
		this.previous = new Look(0);
		this.current = new Look(0);
	}

	/** Sets the joints of a rig: those of known names continue in their columns, others get new columns. */
	public setJoints(found: ReadonlyArray<FoundJoint>): void {
		const places = new Map(this.described.map(({ name }, index) => [name, index]));
		const root = found.find(({ kind, parent }) => kind === "motor" && parent < 0)?.part0;
		const isSame = found.size() === this.joints.size() && found.every(({ name }, index) => places.get(name) === index);
		if (isSame) {
			this.joints = [...found];
			this.reader = new JointReader(this.joints, root);
			return;
		}
		const before = this.described.size();
		const reaches = reachesOf(found);
		const order = new Array<FoundJoint>();
		const described = [...this.described];
		found.forEach((joint, index) => {
			let place = places.get(joint.name);
			if (place === undefined) {
				place = described.size();
				places.set(joint.name, place);
				const parent = joint.parent < 0 ? -1 : (places.get(found[joint.parent].name) ?? -1);
				const { X, Y, Z } = joint.size;
				described.push({
					name: joint.name,
					parent: parent < place ? parent : -1,
					kind: joint.kind,
					step: stepFor(reaches[index], this.precision),
					c0: frame7(joint.c0),
					c1: frame7(joint.c1),
					size: [X, Y, Z],
				});
			}
			order[place] = joint;
		});
		// A joint that this rig lacks keeps its previous one: its parts are gone, and it is not sampled.
		this.described = described;
		this.joints = described.map((_, index) => order[index] ?? this.joints[index]);
		this.reader = new JointReader(this.joints, root);
		this.perStep = new Map();
		this.halfTurns = new Map();
		described.forEach(({ step }, index) => {
			this.perStep.set(index + 1, 1 / step);
			this.halfTurns.set(index + 1, math.pi / step);
		});
		this.widen(before, described.size());
		this.previous = this.withRow(this.previous, described.size());
		this.current = this.withRow(this.current, described.size());
	}

	/** Samples the joints, if any, of a subject whose root is at `origin`. */
	public seeJoints(origin: CFrame): void {
		if (this.described.size() > 0) this.reader.look(origin, this.perStep, this.current.row);
	}

	/** Notes the root in the current sample, `seconds` into the recording, before its frames are written. */
	public follow(seconds: number): void {
		const { previous, current, recent } = this;
		if (!current.isSeen || !previous.isSeen) this.settle();
		if (!current.isSeen) return;
		const { x, y, z, qx, qy, qz, qw, lens } = current;
		recent.push(seconds, x, y, z, qx, qy, qz, qw, lens);
		if (recent.isRipe()) this.judgeOldest();
	}

	/**
	 * Writes frame `frame`, interpolated by `alpha` between the previous sample and the current one. Allocates nothing.
	 */
	public write(frame: number, alpha: number): void {
		const { previous, current } = this;
		if (!current.isSeen) return;
		const from = previous.isSeen ? previous : current;
		if (frame >= this.capacity && this.most === math.huge) this.reserve(frame);
		this.writeRoot(frame, 0, alpha);
		const count = this.described.size();
		if (count > 0) {
			const { rotations, translations, halfTurns } = this;
			const at = this.placeOf(frame) * count * JOINT_STRIDE;
			packRow(from.row, current.row, alpha, halfTurns, count, rotations, translations, at);
		}
		this.note(frame);
	}

	/** Ends the span: the subject is gone. */
	public leave(): void {
		this.settle();
		this.previous.isSeen = false;
		this.current.isSeen = false;
		this.lastWritten = -2;
	}

	/** Ends a stretch: the next frames are not joined with the previous ones. */
	public breakOff(): void {
		this.settle();
		this.previous.isSeen = false;
		this.lastWritten = -2;
	}

	/** Makes the current sample the previous one, and frees the other for the next. */
	public turnLooks(): void {
		const { previous } = this;
		this.previous = this.current;
		this.current = previous;
		this.current.isSeen = false;
	}

	/** Returns whether the subject was present in any kept frame from `first` on. */
	public isIn(first: number): boolean {
		const last = this.spans[this.spans.size() - 1];
		return last !== undefined && last.last >= first;
	}

	/** Returns `count` frames from `first` on as a subject of a replay. */
	public subject(first: number, count: number, rate: number, map: string): ReplaySubject {
		const jointCount = this.described.size();
		const early = this.judgeEarly();
		const spans = new Array<ReplaySpan>();
		for (const span of this.spans) {
			const start = math.max(span.first, first);
			const last = math.min(span.last, first + count - 1);
			if (last >= start) spans.push({ first: start - first, last: last - first });
		}
		const rows = (source: buffer, stride: number) => this.unrolled(source, stride, first, count, spans);
		const frames = rows(this.roots, FRAME_SIZE);
		const lenses = this.kind === "camera" ? rows(this.lenses, 4) : undefined;
		const cuts = new Set<number>();
		for (const cut of [...this.cuts, ...early]) if (cut > first && cut < first + count) cuts.add(cut - first);
		for (const { first: start, last } of spans) {
			if (start > 0) cuts.add(start);
			if (last + 1 < count) cuts.add(last + 1);
		}
		const { name, kind, look } = this;
		const { X, Y, Z } = this.size;
		return {
			name,
			kind,
			look,
			spans,
			root: trustTake({
				name,
				map,
				rate,
				count,
				frames,
				fieldOfView: lenses && shortLens(lenses, count),
				markers: [],
				cuts: [...cuts].sort((a, b) => a < b),
			}),
			size: [X, Y, Z],
			joints: this.described,
			rotations: rows(this.rotations, jointCount * JOINT_STRIDE),
			translations: rows(this.translations, jointCount * JOINT_STRIDE),
			values: this.valuesIn(first, count),
		};
	}

	private valuesIn(first: number, count: number): Array<ReplayValue> {
		const result = new Array<ReplayValue>();
		const met = new Set<string>();
		for (const { name, frames, values } of [this.visible, this.health, this.tool, this.accessories, ...this.named]) {
			const at = new Array<number>();
			const held = new Array<string | number | boolean>();
			frames.forEach((frame, index) => {
				const following = frames[index + 1];
				if (frame >= first + count || (following !== undefined && following <= first)) return;
				at.push(math.max(frame - first, 0));
				held.push(values[index]);
			});
			// A user's value may have a built-in name.
			if (at.isEmpty() || met.has(name)) continue;
			met.add(name);
			result.push({ name, frames: at, values: held });
		}
		return result.sort((a, b) => a.name < b.name);
	}

	/** Returns rows of frames in order. Frames without the subject repeat the nearest row. */
	private unrolled(
		source: buffer,
		stride: number,
		first: number,
		count: number,
		spans: ReadonlyArray<ReplaySpan>,
	): buffer {
		const target = buffer.create(count * stride);
		if (stride === 0) return target;
		let filled = 0;
		spans.forEach(({ first: start, last }, index) => {
			let frame = start;
			while (frame <= last) {
				const place = this.placeOf(frame + first);
				const run = math.min(last - frame + 1, this.capacity - place);
				buffer.copy(target, frame * stride, source, place * stride, run * stride);
				frame += run;
			}
			for (const gap of $range(filled, start - 1)) {
				buffer.copy(target, gap * stride, target, (index === 0 ? start : filled - 1) * stride, stride);
			}
			filled = last + 1;
		});
		for (const gap of $range(filled, count - 1)) {
			if (filled > 0) buffer.copy(target, gap * stride, target, (filled - 1) * stride, stride);
		}
		return target;
	}

	private writeRoot(frame: number, step: number, alpha: number): void {
		const at = this.placeOf(frame);
		const lens = this.recent.writeRoot(step, alpha, this.roots, at * FRAME_SIZE);
		if (this.kind === "camera") buffer.writef32(this.lenses, at * 4, lens);
	}

	/** Writes the frames of a step again: before a jump, the root stays in place. */
	private rewrite(step: number, isJump: boolean): void {
		const { recent, rate, lastWritten, capacity } = this;
		const [from, to] = recent.secondsOf(step);
		const first = math.max(frameBefore(from, rate) + 1, lastWritten - capacity + 1);
		for (const frame of $range(first, math.min(frameAfter(to, rate) - 1, lastWritten))) {
			this.writeRoot(frame, step, isJump ? 0 : math.clamp((frame / rate - from) / (to - from), 0, 1));
		}
	}

	/** Judges a step. If it is a jump, returns the frame before which it cuts. */
	private judge(step: number): number | undefined {
		const { recent } = this;
		const isJump = recent.isJump(step);
		if (isJump || step >= recent.waiting - this.judgedEarly) this.rewrite(step, isJump);
		if (!isJump) return undefined;
		const [, to] = recent.secondsOf(step);
		return frameAfter(to, this.rate);
	}

	private judgeOldest(): void {
		const cut = this.judge(this.recent.waiting - 1);
		if (cut !== undefined) this.cuts.push(cut);
		this.recent.waiting -= 1;
		this.judgedEarly = math.max(this.judgedEarly - 1, 0);
	}

	/** Judges all waiting steps, because the next sample starts anew. */
	private settle(): void {
		while (this.recent.waiting > 0) this.judgeOldest();
		this.recent.clear();
	}

	/** Judges the waiting steps by the known samples, and returns the cuts. They are judged again later. */
	private judgeEarly(): Array<number> {
		const early = new Array<number>();
		for (const step of $range(0, this.recent.waiting - 1)) {
			const cut = this.judge(step);
			if (cut !== undefined) early.push(cut);
		}
		this.judgedEarly = this.recent.waiting;
		return early;
	}

	private note(frame: number): void {
		const { spans, cuts } = this;
		const last = spans[spans.size() - 1];
		if (this.lastWritten === frame - 1 && last !== undefined) last.last = frame;
		else {
			if (last !== undefined && last.last === frame - 1) cuts.push(frame);
			spans.push({ first: frame, last: frame });
		}
		this.lastWritten = frame;
		const oldest = frame - this.most;
		while (spans.size() > 1 && spans[0].last <= oldest) spans.shift();
		while (cuts.size() > 0 && cuts[0] <= oldest) cuts.shift();
	}

	private placeOf(frame: number): number {
		return this.most < math.huge ? frame % this.capacity : frame;
	}

	/** Makes room for a frame, if all are kept. */
	private reserve(frame: number): void {
		const capacity = math.max(this.capacity * 2, frame + 1);
		const jointBytes = this.described.size() * JOINT_STRIDE;
		const grown = (source: buffer, stride: number) => {
			const target = buffer.create(capacity * stride);
			buffer.copy(target, 0, source);
			return target;
		};
		this.roots = grown(this.roots, FRAME_SIZE);
		this.lenses = grown(this.lenses, 4);
		this.rotations = grown(this.rotations, jointBytes);
		this.translations = grown(this.translations, jointBytes);
		this.capacity = capacity;
	}

	/** Gives rows room for more joints. New joints rest in the earlier frames. */
	private widen(before: number, after: number): void {
		const widened = (source: buffer) => {
			const target = buffer.create(this.capacity * after * JOINT_STRIDE);
			if (before === 0) return target;
			for (const row of $range(0, this.capacity - 1)) {
				buffer.copy(target, row * after * JOINT_STRIDE, source, row * before * JOINT_STRIDE, before * JOINT_STRIDE);
			}
			return target;
		};
		this.rotations = widened(this.rotations);
		this.translations = widened(this.translations);
	}

	private withRow(look: Look, jointCount: number): Look {
		const row = createSeenRow(jointCount);
		look.row = row;
		look.isSeen = false;
		return look;
	}
}
