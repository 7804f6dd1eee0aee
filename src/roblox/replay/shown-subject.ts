//!native
//!optimize 2
import { CAMERA_SAMPLE_SIZE, SAMPLE_FIELD_OF_VIEW } from "../../motion/camera-path";
import { alignRow, Column, createJointRow, unpackRow } from "../../replay/joint-row";
import { JOINT_STRIDE, ReplaySubject, ReplayValue } from "../../replay/replay";
import { sampleFrames } from "../../take/sample-frames";
import { RigJoint } from "../rig/find-joints";
import { rigidCFrame } from "../rig/rigid-cframe";
import { JOINT_ATTRIBUTE } from "./copy-look";
import { cframeOf7 } from "./grey-look";
import { findRig, rootPartOf } from "./rig-reader";

const Workspace = game.GetService("Workspace");

/** The value that holds at a frame. */
export function valueAt({ frames, values }: ReplayValue, frame: number): string | number | boolean {
	let low = 0;
	let high = frames.size() - 1;
	while (low < high) {
		const middle = (low + high + 1).idiv(2);
		if (frames[middle] <= frame) low = middle;
		else high = middle - 1;
	}
	return values[low];
}

/** Where a subject was, read from its replay. The state at a time depends on that time only. */
export class SubjectState {
	/** Whether it was there. */
	public isPresent = false;
	public fieldOfView = 0;
	private readonly sample = buffer.create(CAMERA_SAMPLE_SIZE);
	private span = 0;

	constructor(
		public readonly subject: ReplaySubject,
		private readonly rate: number,
	) {}

	/** Goes to a time; returns where its root is. */
	public rootAt(seconds: number): CFrame {
		const { subject, sample } = this;
		this.isPresent = this.isIn(seconds * this.rate);
		sampleFrames(subject.root, seconds, sample, "smooth");
		this.fieldOfView = buffer.readf64(sample, SAMPLE_FIELD_OF_VIEW);
		return rigidCFrame(sample, 0);
	}

	/** A value of the subject at a time, if it was recorded. */
	public value(name: string, seconds: number): string | number | boolean | undefined {
		const found = this.subject.values.find((other) => other.name === name);
		return found && valueAt(found, math.floor(seconds * this.rate + 1e-6));
	}

	/** Whether a frame lies in a span, each of which lasts until the frame after its last one begins. */
	private isIn(frame: number): boolean {
		const { spans } = this.subject;
		const near = spans[this.span];
		if (near !== undefined && frame >= near.first - 1e-6 && frame < near.last + 1) return true;
		const found = spans.findIndex(({ first, last }) => frame >= first - 1e-6 && frame < last + 1);
		if (found >= 0) this.span = found;
		return found >= 0;
	}
}

interface MovedPart {
	readonly part: BasePart;
	/** From the part that was recorded to this one. */
	readonly offset: CFrame;
}

/** What is moved like a subject: a copy, a grey figure, or an instance of the game's own. */
export class ShownSubject {
	public readonly state: SubjectState;
	private readonly root?: BasePart;
	/** Whether it stands where its root part does, and not where its pivot is. */
	private readonly isRig: boolean;
	private readonly count: number;
	private readonly steps: Column = new Map();
	/** The instances of joints, by the joint's number counted from 1. */
	private readonly instances = new Map<number, RigJoint>();
	/** What their `Transform` was before, if they are not a copy's. */
	private readonly before = new Map<number, CFrame>();
	private readonly moved = new Map<number, Array<MovedPart>>();
	private readonly movedParts = new Array<BasePart>();
	private readonly movedPlaces = new Array<CFrame>();
	private readonly tools: Array<Tool>;
	/** The frames that are unpacked, and the rows of both. */
	private frame = -1;
	private from = createJointRow(0);
	private to = createJointRow(0);
	private readonly cuts: ReadonlySet<number>;
	/** Joints of the subject that the model lacks. */
	public readonly missing = new Array<string>();

	constructor(
		subject: ReplaySubject,
		rate: number,
		public readonly model: Model | BasePart,
		private readonly isCopy: boolean,
	) {
		this.state = new SubjectState(subject, rate);
		this.count = subject.joints.size();
		this.isRig = subject.joints.some(({ kind }) => kind !== "part");
		this.cuts = new Set(subject.root.cuts);
		this.root = model.IsA("Model") ? rootPartOf(model) : undefined;
		this.from = createJointRow(this.count);
		this.to = createJointRow(this.count);
		subject.joints.forEach(({ step }, index) => this.steps.set(index + 1, step));
		this.tools = model.IsA("Model") ? (model.GetChildren().filter((child) => child.IsA("Tool")) as Array<Tool>) : [];
		if (model.IsA("Model")) this.findJoints(model);
	}

	/** Moves the model to where its subject was at a time, from `at`. */
	public show(seconds: number, at: CFrame | undefined): void {
		const { model, root, state, count } = this;
		const own = state.rootAt(seconds);
		const place = at ? at.mul(own) : own;
		if (!state.isPresent) return;
		if (!this.isRig || !root) model.PivotTo(place);
		else root.CFrame = place;
		if (count === 0) return;
		this.showJoints(seconds * state.subject.root.rate);
		if (this.movedParts.size() > 0) this.moveParts(place);
		if (this.tools.size() > 0) this.showTools(seconds);
	}

	/** Puts the joints back where they were before. */
	public restore(): void {
		for (const [joint, instance] of this.instances) instance.Transform = this.before.get(joint)!;
	}

	private showJoints(position: number): void {
		const { subject } = this.state;
		const last = subject.root.count - 1;
		const frame = math.clamp(math.floor(position + 1e-6), 0, last);
		if (frame !== this.frame) this.unpack(frame, math.min(frame + 1, last));
		const isCut = this.cuts.has(frame + 1);
		const alpha = isCut ? 0 : math.clamp(position - frame, 0, 1);
		const { tx, ty, tz, qx, qy, qz, qw } = this.from;
		const { tx: ux, ty: uy, tz: uz, qx: rx, qy: ry, qz: rz, qw: rw } = this.to;
		const rest = 1 - alpha;
		for (const [joint, instance] of this.instances) {
			instance.Transform = new CFrame(
				tx.get(joint)! * rest + ux.get(joint)! * alpha,
				ty.get(joint)! * rest + uy.get(joint)! * alpha,
				tz.get(joint)! * rest + uz.get(joint)! * alpha,
				qx.get(joint)! * rest + rx.get(joint)! * alpha,
				qy.get(joint)! * rest + ry.get(joint)! * alpha,
				qz.get(joint)! * rest + rz.get(joint)! * alpha,
				qw.get(joint)! * rest + rw.get(joint)! * alpha,
			);
		}
		this.alpha = alpha;
	}

	private alpha = 0;

	/** Reads two frames; the second of the last pair is often the first of the next. */
	private unpack(first: number, second: number): void {
		const { subject } = this.state;
		const { count, steps } = this;
		const stride = count * JOINT_STRIDE;
		if (this.frame >= 0 && first === this.frame + 1) {
			const spare = this.from;
			this.from = this.to;
			this.to = spare;
		} else {
			unpackRow(subject.rotations, subject.translations, first * stride, steps, count, this.from);
		}
		unpackRow(subject.rotations, subject.translations, second * stride, steps, count, this.to);
		alignRow(this.to, this.from, count);
		this.frame = first;
	}

	/** Moves the parts that are recorded against the root, with what belongs to them. */
	private moveParts(place: CFrame): void {
		const { from, to, alpha, movedParts, movedPlaces } = this;
		const rest = 1 - alpha;
		let index = 0;
		for (const [joint, parts] of this.moved) {
			const lead = place.mul(
				new CFrame(
					from.tx.get(joint)! * rest + to.tx.get(joint)! * alpha,
					from.ty.get(joint)! * rest + to.ty.get(joint)! * alpha,
					from.tz.get(joint)! * rest + to.tz.get(joint)! * alpha,
					from.qx.get(joint)! * rest + to.qx.get(joint)! * alpha,
					from.qy.get(joint)! * rest + to.qy.get(joint)! * alpha,
					from.qz.get(joint)! * rest + to.qz.get(joint)! * alpha,
					from.qw.get(joint)! * rest + to.qw.get(joint)! * alpha,
				),
			);
			for (const { offset } of parts) {
				movedPlaces[index] = lead.mul(offset);
				index += 1;
			}
		}
		Workspace.BulkMoveTo(movedParts, movedPlaces, Enum.BulkMoveMode.FireCFrameChanged);
	}

	/** Shows the tool that the subject held, and hides the others. */
	private showTools(seconds: number): void {
		const held = this.state.value("Tool", seconds);
		for (const tool of this.tools) {
			const modifier = tool.Name === held ? 0 : 1;
			for (const part of tool.GetDescendants()) {
				if (part.IsA("BasePart")) part.LocalTransparencyModifier = modifier;
			}
		}
	}

	private findJoints(model: Model): void {
		const { subject } = this.state;
		const found = new Map((this.root ? findRig(model, this.root) : []).map((joint) => [joint.name, joint]));
		const tagged = this.taggedParts(model);
		subject.joints.forEach(({ name, kind, c0, c1 }, index) => {
			if (kind === "part") {
				const parts = tagged.get(name) ?? [];
				if (parts.isEmpty()) this.missing.push(name);
				else this.addMoved(index + 1, parts, name);
				return;
			}
			const joint = found.get(name)?.joint;
			if (!joint) {
				this.missing.push(name);
				return;
			}
			this.instances.set(index + 1, joint);
			if (!this.isCopy) this.before.set(index + 1, joint.Transform);
			// Scripts may have left their mark on the joint that was copied; what they did is in the frames.
			if (this.isCopy && joint.IsA("Motor6D")) {
				joint.C0 = cframeOf7(c0);
				joint.C1 = cframeOf7(c1);
			}
		});
	}

	private addMoved(joint: number, parts: ReadonlyArray<BasePart>, name: string): void {
		const lead = parts.find((part) => part.Name === name) ?? parts[0];
		this.moved.set(
			joint,
			parts.map((part) => ({ part, offset: lead.CFrame.ToObjectSpace(part.CFrame) })),
		);
		for (const part of parts) this.movedParts.push(part);
	}

	/** The parts that each joint moves: by what a copy knows of its source, or else by their names. */
	private taggedParts(model: Model): Map<string, Array<BasePart>> {
		const tagged = new Map<string, Array<BasePart>>();
		for (const part of model.GetDescendants()) {
			if (!part.IsA("BasePart")) continue;
			const tag = part.GetAttribute(JOINT_ATTRIBUTE);
			const name = typeIs(tag, "string") ? tag : part.Name;
			const parts = tagged.get(name) ?? [];
			parts.push(part);
			tagged.set(name, parts);
		}
		return tagged;
	}
}
