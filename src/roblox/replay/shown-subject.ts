//!native
//!optimize 2
import { Column } from "../../replay/joint-row";
import { JOINT_STRIDE, ReplaySubject, ReplayValue } from "../../replay/replay";
import { FrameCurve } from "../../take/frame-curve";
import { lensAt } from "../../take/sample-frames";
import { RigJoint } from "../rig/find-joints";
import { rootPartOf } from "../root-part";
import { cframeOf7 } from "./grey-look";
import { readCFrames } from "./joint-cframes";
import { movingGroups } from "./moving-groups";
import { findRig } from "./rig-reader";
import { WornItem, wornBy } from "./worn-items";

const Workspace = game.GetService("Workspace");

/** How far a time may be from a frame, in frames, to mean that frame. */
const NEAR = 1e-6;

/** Returns the value that holds at a frame; undefined before its first change. */
function valueAt({ frames, values }: ReplayValue, frame: number): string | number | boolean | undefined {
	if (frames.isEmpty() || frames[0] > frame) return undefined;
	let low = 0;
	let high = frames.size() - 1;
	while (low < high) {
		const middle = (low + high + 1).idiv(2);
		if (frames[middle] <= frame) low = middle;
		else high = middle - 1;
	}
	return values[low];
}

/** The recorded state of a subject. It depends only on the time. */
export class SubjectState {
	/** Whether it was present. */
	public isPresent = false;
	private readonly curve: FrameCurve;
	private readonly values = new Map<string, ReplayValue>();
	private span = 0;

	constructor(
		public readonly subject: ReplaySubject,
		private readonly rate: number,
	) {
		this.curve = new FrameCurve(subject.root);
		for (const value of subject.values) this.values.set(value.name, value);
	}

	/** Goes to a time. Returns whether it was present. */
	public goTo(seconds: number): boolean {
		const isPresent = this.isIn(seconds * this.rate + NEAR);
		this.isPresent = isPresent;
		return isPresent;
	}

	/** Returns the CFrame of its root at a time. */
	public rootAt(seconds: number): CFrame {
		const [x, y, z, qx, qy, qz, qw] = this.curve.at(seconds);
		return new CFrame(x, y, z, qx, qy, qz, qw);
	}

	/** Returns the field of view of a camera at a time. */
	public fieldOfViewAt(seconds: number): number {
		return lensAt(this.subject.root, seconds);
	}

	/** Returns a value of the subject at a time, if it was recorded. */
	public value(name: string, seconds: number): string | number | boolean | undefined {
		const found = this.values.get(name);
		return found && valueAt(found, math.floor(seconds * this.rate + NEAR));
	}

	/** Returns whether a frame is in a span. Each span lasts until the frame after its last one begins. */
	private isIn(frame: number): boolean {
		const { spans } = this.subject;
		const near = spans[this.span];
		if (near !== undefined && frame >= near.first && frame < near.last + 1) return true;
		// The last span that begins before it.
		let low = 0;
		let high = spans.size() - 1;
		while (low < high) {
			const middle = (low + high + 1).idiv(2);
			if (spans[middle].first <= frame) low = middle;
			else high = middle - 1;
		}
		const found = spans[low];
		this.span = low;
		return found !== undefined && frame >= found.first && frame < found.last + 1;
	}
}

interface MovedPart {
	readonly part: BasePart;
	/** From the recorded part to this one. */
	readonly offset: CFrame;
}

/** An instance that shows a subject: a copy, a grey figure, or an instance of the game. */
export class ShownSubject {
	public readonly state: SubjectState;
	private readonly root?: BasePart;
	/** Whether it is placed by its root part instead of its pivot. */
	private readonly isRig: boolean;
	/** The existing joints, counted from 1: their offsets in rows, their steps, and their instances. */
	private count = 0;
	private readonly offsets: Column = new Map();
	private readonly steps: Column = new Map();
	private readonly instances = new Map<number, RigJoint>();
	/** Their previous `Transform`s, unless they belong to a copy. */
	private readonly before = new Map<number, CFrame>();
	private readonly moved = new Map<number, Array<MovedPart>>();
	/** The bytes of a row. */
	private readonly stride: number;
	/** The unpacked frames, and the joints in both. */
	private frame = -1;
	private from = new Map<number, CFrame>();
	private to = new Map<number, CFrame>();
	private readonly movedParts = new Array<BasePart>();
	private readonly movedPlaces = new Array<CFrame>();
	/** The items that it may hold or wear, and those being shown. */
	private readonly worn: ReadonlyArray<WornItem>;
	private shownTool?: string | number | boolean;
	private shownAccessories?: string | number | boolean;
	private readonly cuts: ReadonlySet<number>;
	/** Whether joints stay as they are until the next frame, before which the subject jumps. */
	private isHeld = false;
	/** Joints of the subject that the model lacks. */
	public readonly missing = new Array<string>();

	constructor(
		subject: ReplaySubject,
		rate: number,
		public readonly model: Model | BasePart,
		private readonly isCopy: boolean,
	) {
		this.state = new SubjectState(subject, rate);
		this.stride = subject.joints.size() * JOINT_STRIDE;
		this.isRig = subject.joints.some(({ kind }) => kind !== "part");
		this.cuts = new Set(subject.root.cuts);
		this.root = model.IsA("Model") ? rootPartOf(model) : undefined;
		this.worn = isCopy && model.IsA("Model") ? wornBy(model) : [];
		if (model.IsA("Model")) this.findJoints(model);
	}

	/** Moves the model to its subject's place at a time, relative to `at`. Returns whether it is visible. */
	public show(seconds: number, at: CFrame | undefined): boolean {
		const { model, root, state } = this;
		if (!state.goTo(seconds)) return false;
		const own = state.rootAt(seconds);
		const place = at ? at.mul(own) : own;
		if (!this.isRig || !root) model.PivotTo(place);
		else root.CFrame = place;
		if (this.count > 0) this.showJoints(seconds, place);
		if (this.worn.size() > 0) this.showWorn(seconds);
		return state.value("Visible", seconds) !== false;
	}

	/** Restores the joints. */
	public restore(): void {
		for (const [joint, instance] of this.instances) instance.Transform = this.before.get(joint)!;
	}

	private showJoints(seconds: number, place: CFrame): void {
		const { root } = this.state.subject;
		const position = seconds * root.rate;
		const last = root.count - 1;
		const frame = math.clamp(math.floor(position + NEAR), 0, last);
		if (frame !== this.frame) this.unpack(frame, math.min(frame + 1, last));
		const alpha = this.isHeld ? 0 : math.clamp(position - frame, 0, 1);
		const { from, to, instances } = this;
		if (this.movedParts.size() > 0) this.moveParts(place, alpha);
		else if (alpha <= NEAR)
			for (const index of $range(1, this.count)) instances.get(index)!.Transform = from.get(index)!;
		else {
			for (const index of $range(1, this.count)) {
				instances.get(index)!.Transform = from.get(index)!.Lerp(to.get(index)!, alpha);
			}
		}
	}

	/** Unpacks two frames. The second of the last pair is often the first of the next. */
	private unpack(first: number, second: number): void {
		const { rotations, translations } = this.state.subject;
		const { count, offsets, steps, stride } = this;
		if (this.frame >= 0 && first === this.frame + 1) {
			const spare = this.from;
			this.from = this.to;
			this.to = spare;
		} else {
			readCFrames(rotations, translations, first * stride, offsets, steps, count, this.from);
		}
		readCFrames(rotations, translations, second * stride, offsets, steps, count, this.to);
		this.frame = first;
		this.isHeld = this.cuts.has(first + 1);
	}

	/** Moves joints, and parts that are recorded against the root with everything that belongs to them. */
	private moveParts(place: CFrame, alpha: number): void {
		const { from, to, instances, moved, movedParts, movedPlaces } = this;
		let filled = 0;
		for (const index of $range(1, this.count)) {
			const own = from.get(index)!.Lerp(to.get(index)!, alpha);
			const joint = instances.get(index);
			if (joint) {
				joint.Transform = own;
				continue;
			}
			const lead = place.mul(own);
			for (const { offset } of moved.get(index)!) {
				movedPlaces[filled] = lead.mul(offset);
				filled += 1;
			}
		}
		Workspace.BulkMoveTo(movedParts, movedPlaces, Enum.BulkMoveMode.FireCFrameChanged);
	}

	/** Shows the items that the subject held and wore, and hides the others. */
	private showWorn(seconds: number): void {
		const tool = this.state.value("Tool", seconds);
		const accessories = this.state.value("Accessories", seconds);
		if (tool === this.shownTool && accessories === this.shownAccessories) return;
		this.shownTool = tool;
		this.shownAccessories = accessories;
		const worn = new Set(typeIs(accessories, "string") ? accessories.split("\n") : []);
		for (const item of this.worn) {
			const isShown = item.IsA("Tool") ? item.Name === tool : accessories === undefined || worn.has(item.Name);
			for (const part of item.GetDescendants()) {
				if (part.IsA("BasePart")) part.LocalTransparencyModifier = isShown ? 0 : 1;
			}
		}
	}

	private findJoints(model: Model): void {
		const { subject } = this.state;
		const found = new Map((this.root ? findRig(model, this.root) : []).map((joint) => [joint.name, joint]));
		const groups = new Map(
			(this.isRig || !this.root ? [] : movingGroups(model, this.root)).map(({ name, parts }) => [name, parts]),
		);
		subject.joints.forEach(({ name, kind, c0, c1, step }, index) => {
			const parts = kind === "part" ? (groups.get(name) ?? []) : [];
			const joint = kind === "part" ? undefined : found.get(name)?.joint;
			if (parts.isEmpty() && !joint) {
				this.missing.push(name);
				return;
			}
			this.count += 1;
			this.offsets.set(this.count, index * JOINT_STRIDE);
			this.steps.set(this.count, step);
			if (joint) {
				this.instances.set(this.count, joint);
				if (!this.isCopy) this.before.set(this.count, joint.Transform);
			} else this.addMoved(this.count, parts);
			// Scripts may have changed the copied joint; the frames contain that change.
			if (this.isCopy && joint?.IsA("Motor6D")) {
				joint.C0 = cframeOf7(c0);
				joint.C1 = cframeOf7(c1);
			}
		});
	}

	private addMoved(joint: number, parts: ReadonlyArray<BasePart>): void {
		const [lead] = parts;
		this.moved.set(
			joint,
			parts.map((part) => ({ part, offset: lead.CFrame.ToObjectSpace(part.CFrame) })),
		);
		for (const part of parts) this.movedParts.push(part);
	}
}
