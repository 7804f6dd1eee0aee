//!native
//!optimize 2
import { Column, createSeenRow, packRow, SeenRow, stepFor } from "../../replay/joint-row";
import { JOINT_STRIDE, ReplayJoint, ReplaySpan, ReplaySubject, ReplayValue, SubjectKind } from "../../replay/replay";
import { slerpWeights } from "../../rotation/quaternion";
import { encodeFrame, FRAME_SIZE } from "../../take/frame";
import { shortLens } from "../../take/lens";
import { trustTake } from "../../take/take";
import { FoundJoint, frame7, JointReader, reachesOf } from "./rig-reader";

/** Frames that a recording without an end has room for at first. */
const FIRST_FRAMES = 256;

/** A root that goes farther and faster than this between two looks has jumped: nothing is shown between. In studs, and studs per second. */
const JUMP_STUDS = 6;
const JUMP_SPEED = 300;

/** What one look saw of a subject: its root, field of view and joints. */
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

	/** @param most the most frames that are kept */
	constructor(
		public readonly name: string,
		private readonly most: number,
	) {}

	/** Notes what it is from `frame` on. */
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
		// What held before the frames that are kept is one change.
		while (frames.size() > 1 && frames[1] <= frame - this.most) {
			frames.shift();
			values.shift();
		}
	}
}

/**
 * What a recorder keeps of one subject: frames in buffers that go round when only the last ones are kept, and grow otherwise. Frames are
 * numbered from the start of the recording.
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
	/** What is recorded beside: what the user named. */
	public readonly named: ReadonlyArray<SteppedValue>;
	private lastWritten = -2;

	/** @param most the most frames that are kept; `math.huge` for all */
	constructor(
		public readonly name: string,
		public readonly kind: SubjectKind,
		public readonly look: string | undefined,
		private readonly precision: number,
		private readonly most: number,
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

	/** Takes the joints of a rig: those of known names go on in their columns, others get columns of their own. */
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
		// A joint that this rig lacks keeps the one that it had: its parts are gone, and it is not looked at.
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

	/** Sees the joints, if there are any, of a subject whose root is at `origin`. */
	public seeJoints(origin: CFrame): void {
		if (this.described.size() > 0) this.reader.look(origin, this.perStep, this.current.row);
	}

	/** Writes frame `frame`, `alpha` of the way from the previous look to the current one, `gap` seconds later. Makes no garbage. */
	public write(frame: number, alpha: number, gap: number): void {
		const { previous, current } = this;
		if (!current.isSeen) return;
		const from = previous.isSeen ? previous : current;
		if (frame >= this.capacity && this.most === math.huge) this.reserve(frame);
		const at = this.most === math.huge ? frame : frame % this.capacity;
		const { x, y, z, qx, qy, qz, qw } = from;
		const { qx: rx, qy: ry, qz: rz, qw: rw } = current;
		const dx = current.x - x;
		const dy = current.y - y;
		const dz = current.z - z;
		const farthest = math.max(JUMP_STUDS, JUMP_SPEED * gap);
		const isJump = dx * dx + dy * dy + dz * dz > farthest * farthest;
		const share = isJump ? (alpha < 0.5 ? 0 : 1) : alpha;
		const [a, b] = slerpWeights(qx * rx + qy * ry + qz * rz + qw * rw, share);
		// Packing makes it unit length.
		encodeFrame(
			x + dx * share,
			y + dy * share,
			z + dz * share,
			a * qx + b * rx,
			a * qy + b * ry,
			a * qz + b * rz,
			a * qw + b * rw,
			this.roots,
			at * FRAME_SIZE,
			"ReplayRecorder",
		);
		if (this.kind === "camera") {
			buffer.writef32(this.lenses, at * 4, from.lens + (current.lens - from.lens) * share);
		}
		const count = this.described.size();
		if (count > 0) {
			const { rotations, translations, halfTurns } = this;
			packRow(from.row, current.row, share, halfTurns, count, rotations, translations, at * count * JOINT_STRIDE);
		}
		this.note(frame, isJump);
	}

	/** Ends the span: the subject is gone. */
	public leave(): void {
		this.previous.isSeen = false;
		this.current.isSeen = false;
		this.lastWritten = -2;
	}

	/** Ends a stretch: what comes next is not joined with what was. */
	public breakOff(): void {
		this.previous.isSeen = false;
		this.lastWritten = -2;
	}

	/** Makes the current look the previous one, and the other free for the next. */
	public turnLooks(): void {
		const { previous } = this;
		this.previous = this.current;
		this.current = previous;
		this.current.isSeen = false;
	}

	/** Whether anything was seen in `count` frames from `first` on. */
	public isIn(first: number): boolean {
		const last = this.spans[this.spans.size() - 1];
		return last !== undefined && last.last >= first;
	}

	/** What was recorded in `count` frames from `first` on, as a subject of a replay. */
	public subject(first: number, count: number, rate: number, map: string): ReplaySubject {
		const jointCount = this.described.size();
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
		for (const cut of this.cuts) if (cut > first && cut < first + count) cuts.add(cut - first);
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
			// A name of the user's may be one of ours.
			if (at.isEmpty() || met.has(name)) continue;
			met.add(name);
			result.push({ name, frames: at, values: held });
		}
		return result.sort((a, b) => a.name < b.name);
	}

	/** Rows of frames in order; those without the subject hold the nearest row. */
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

	private note(frame: number, isJump: boolean): void {
		const { spans, cuts } = this;
		const last = spans[spans.size() - 1];
		if (this.lastWritten === frame - 1 && last !== undefined) last.last = frame;
		else {
			if (last !== undefined && last.last === frame - 1) cuts.push(frame);
			spans.push({ first: frame, last: frame });
		}
		if (isJump) cuts.push(frame);
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

	/** Gives rows room for more joints; those that are new rest in the frames before. */
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
