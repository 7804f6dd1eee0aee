//!native
//!optimize 2
import { checkKeys, checkText, checkType, describeValue, itemOf } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { Report } from "../../bytes/report";
import { MAX_MARKERS } from "../../motion/marker";
import { checkRate, frameBefore } from "../../motion/rate";
import { Replay, ReplayMarker } from "../../replay/replay";
import { DistinctNames } from "../../bytes/distinct-names";
import { MAX_NAME_BYTES } from "../../take/take";
import { cframeComponents } from "../camera/cframe";
import { ServerTimes } from "../camera/server-times";
import { Signal } from "../signal";
import { rootPartOf } from "../root-part";
import { copyLook } from "./copy-look";
import { findMovingParts, findRig, FoundJoint } from "./rig-reader";
import { rememberOriginal } from "./originals";
import { defaultLook, RecordedInstance, subjectKindOf } from "./replay-subject";
import { SubjectTrack } from "./subject-track";
import { accessoriesOf, keepWorn } from "./worn-items";

const RunService = game.GetService("RunService");

/**
 * Options of `ReplayRecorder`.
 *
 * @example
 * const options: ReplayRecorderOptions = { keepLast: 8, rate: 30 };
 * const replays = new ReplayRecorder(options);
 */
export interface ReplayRecorderOptions {
	/** Frames per second, 1 to 120. Defaults to 30. */
	rate?: number;
	/** Keeps only the last `keepLast` seconds, 600 at most, in a fixed amount of memory. Defaults to everything. */
	keepLast?: number;
	/** The max error of hands and feet, in studs. Defaults to 0.005 per joint. */
	precision?: number;
	/** The name of its replays. Defaults to the map's name. */
	name?: string;
	/** The name of the map. Defaults to "". */
	map?: string;
}

/**
 * Options of `recorder.add`.
 *
 * @example
 * const options: SubjectOptions = { name: "Kart", parts: "moving", values: ["Speed"] };
 * replays.add(kart, options);
 */
export interface SubjectOptions {
	/**
	 * The subject's name in the replay. Defaults to the instance's name. Equal names get a number, also the name of a
	 * player who left and came back: find players by `look`.
	 */
	name?: string;
	/**
	 * The key by which a player's `resolve` finds the appearance on another machine. Defaults to a player's user id.
	 */
	look?: string;
	/**
	 * `joints` records Motor6Ds, AnimationConstraints and Bones; `moving` records the parts of a vehicle that move
	 * against its body, such as wheels; `none` records only the root. Defaults to `joints`.
	 */
	parts?: "joints" | "moving" | "none";
	/** Attributes or properties whose changes are recorded: numbers, strings and booleans. Defaults to none. */
	values?: ReadonlyArray<string>;
}

/**
 * The state of a `ReplayRecorder`.
 *
 * @example
 * const state: ReplayRecorderState = replays.state;
 * if (state === "idle") replays.start();
 */
export type ReplayRecorderState = "idle" | "recording" | "paused" | "destroyed";

const RECORDER_DEFAULTS = { rate: 30, precision: 0.005, map: "" };
const SUBJECT_DEFAULTS = { parts: "joints" as Required<SubjectOptions>["parts"] };
const OPTIONS: Array<keyof ReplayRecorderOptions> = ["keepLast", "map", "name", "precision", "rate"];
const SUBJECT_OPTIONS: Array<keyof SubjectOptions> = ["look", "name", "parts", "values"];
const MAX_RATE = 120;
const MAX_WINDOW = 600;
const MAX_DATA_BYTES = 1024;

/** Seconds without a change after which a rig is complete: characters are built part by part. */
const SETTLING = 1;

/** Larger numbers are not a position. */
const FARTHEST = 1e30;

let recorders = 0;

/** Fails if there is no such property. */
function readProperty(instance: Instance, name: string): unknown {
	return (instance as unknown as { [key: string]: unknown })[name];
}

/** An added subject, and the state of its instance. */
interface Recorded {
	readonly subject: RecordedInstance;
	readonly track: SubjectTrack;
	readonly parts: Required<SubjectOptions>["parts"];
	readonly values: ReadonlyArray<string>;
	readonly isCamera: boolean;
	readonly isPlayer: boolean;
	/** The last instance, and its root part. */
	instance?: Camera | Model | BasePart;
	root?: BasePart;
	/** Whether to find its joints again, and the number of samples since its descendants last changed. */
	isChanged: boolean;
	readonly connections: Array<RBXScriptConnection>;
	/** Animators whose throttling was switched off, with the previous value. */
	readonly animators: Map<Animator, boolean>;
	humanoid?: Humanoid;
	/** The names of its tool and accessories. */
	tool: string;
	accessories: string;
	/** A part whose visibility stands for the subject's. */
	face?: BasePart;
	/** Its appearance when its rig was complete, and when its parts last changed, in seconds of the recording. */
	look?: Model | BasePart;
	changedAt: number;
	hasLook: boolean;
}

/**
 * Records a camera, characters with their joints, vehicles and props together, on one clock. It samples everything once
 * per rendered frame, right after the camera, and writes frames at exact multiples of 1/rate. Subjects may come and go
 * during the recording. A server samples after each step of the simulation and sees neither cameras nor animated
 * joints: record on clients.
 *
 * @example
 * const replays = new ReplayRecorder({ keepLast: 8 });
 * replays.add(player);
 * replays.start();
 * task.wait(10);
 * new ReplayPlayer(replays.peek(), { speed: 0.5 }).play();
 */
export class ReplayRecorder {
	/** Fires with the replay when `stop` ends the recording. */
	public readonly stopped = new Signal<[replay: Replay]>();
	/** The current state. */
	public readonly state: ReplayRecorderState = "idle";
	/** Seconds recorded so far, without pauses. With `keepLast` it keeps counting. */
	public readonly duration: number = 0;
	/** Frames per second. */
	public readonly rate: number;
	/** What could not be recorded as shown, one line per kind. */
	public readonly report: Array<string>;

	private readonly now: Writable<Pick<ReplayRecorder, "duration" | "state">> = this;
	private readonly notes = new Report();
	private readonly name: string;
	private readonly map: string;
	private readonly precision: number;
	private readonly most: number;
	private readonly bindingName: string;
	private recorded = new Array<Recorded>();
	/** Removed subjects whose frames are kept. */
	private gone = new Array<Recorded>();
	private names = new DistinctNames(MAX_NAME_BYTES);
	private markers = new Array<ReplayMarker>();
	private serverTimes = new ServerTimes();
	/** The next frame to write, and the time of the last sample. */
	private nextFrame = 0;
	private hasLooked = false;
	private isBeginning = true;
	private isBound = false;
	private connection?: RBXScriptConnection;

	constructor(options: ReplayRecorderOptions = {}) {
		checkKeys(options, OPTIONS, "ReplayRecorder", "options");
		const { rate, keepLast, precision, map } = { ...RECORDER_DEFAULTS, ...options };
		const { name = map } = options;
		checkRate(rate, "ReplayRecorder");
		if (!(rate >= 1 && rate <= MAX_RATE)) fail("ReplayRecorder", `rate is ${rate}; expected 1 to ${MAX_RATE}`);
		checkText(map, MAX_NAME_BYTES, "ReplayRecorder", "map");
		checkText(name, MAX_NAME_BYTES, "ReplayRecorder", "name");
		if (keepLast !== undefined && !(typeIs(keepLast, "number") && keepLast > 0 && keepLast <= MAX_WINDOW)) {
			fail(
				"ReplayRecorder",
				`keepLast is ${describeValue(keepLast)}; expected above 0 and at most ${MAX_WINDOW} seconds`,
			);
		}
		if (!typeIs(precision, "number") || !(precision > 0 && precision <= 1)) {
			fail("ReplayRecorder", `precision is ${describeValue(precision)}; expected above 0 and at most 1 stud`);
		}
		this.rate = rate;
		this.name = name;
		this.map = map;
		this.precision = precision;
		this.most = keepLast === undefined ? math.huge : frameBefore(keepLast, rate) + 1;
		this.report = this.notes.lines;
		recorders += 1;
		this.bindingName = `dolly-replay-recorder-${recorders}`;
	}

	/**
	 * Records a subject from now on. A Player is recorded through all respawns. Does nothing if the subject is already
	 * recorded.
	 */
	public add(subject: RecordedInstance, options: SubjectOptions = {}): void {
		this.expectAlive("add");
		const kind = subjectKindOf(subject, "ReplayRecorder");
		checkKeys(options, SUBJECT_OPTIONS, "ReplayRecorder", "options");
		const { parts, values = [], look = defaultLook(subject) } = { ...SUBJECT_DEFAULTS, ...options };
		const { name = subject.Name } = options;
		checkText(name, MAX_NAME_BYTES, "ReplayRecorder", "name");
		if (look !== undefined) checkText(look, MAX_NAME_BYTES, "ReplayRecorder", "look");
		if (parts !== "joints" && parts !== "moving" && parts !== "none") {
			fail("ReplayRecorder", `parts is ${describeValue(parts)}; expected "joints", "moving" or "none"`);
		}
		checkType(values, "table", "ReplayRecorder", "values");
		values.forEach((value, index) => checkText(value, MAX_NAME_BYTES, "ReplayRecorder", itemOf("values", index)));
		if (kind === "camera" && !RunService.IsClient()) {
			fail(
				"ReplayRecorder",
				"subject is a Camera; expected a Player, Model or part on a server, which renders no camera",
			);
		}
		if (this.recorded.some((other) => other.subject === subject)) return;
		if (!RunService.IsClient() && parts === "joints" && kind !== "part") {
			this.notes.add("joints stand still on servers, where animations are not evaluated; record on clients", name);
		}
		const track = new SubjectTrack(this.names.add(name), kind, look, this.precision, this.most, this.rate, values);
		this.recorded.push({
			subject,
			track,
			parts,
			values,
			isCamera: kind === "camera",
			isPlayer: subject.IsA("Player"),
			isChanged: true,
			connections: [],
			animators: new Map(),
			changedAt: 0,
			hasLook: false,
			tool: "",
			accessories: "",
		});
	}

	/** Stops recording a subject. The replay keeps its frames so far. */
	public remove(subject: RecordedInstance): void {
		this.expectAlive("remove");
		const found = this.recorded.find((other) => other.subject === subject);
		if (!found) return;
		this.recorded = this.recorded.filter((other) => other !== found);
		this.letGo(found);
		found.track.leave();
		if (this.state !== "idle") this.gone.push(found);
	}

	/** Starts to record. The first sample is frame 0. */
	public start(): void {
		this.expectState("start", "idle");
		this.reset();
		this.bind();
		this.now.state = "recording";
	}

	/** Pauses until `resume`. The replay leaves out whatever happens meanwhile. */
	public pause(): void {
		this.expectState("pause", "recording");
		this.unbind();
		this.now.state = "paused";
	}

	/** Continues after `pause`. The replay cuts there. */
	public resume(): void {
		this.expectState("resume", "paused");
		for (const { track } of this.recorded) track.breakOff();
		this.bind();
		this.now.state = "recording";
	}

	/** Ends the recording and returns it. The recorder can start again. */
	public stop(): Replay {
		this.expectState("stop", "recording", "paused");
		const replay = this.build();
		this.end();
		this.stopped.Fire(replay);
		return replay;
	}

	/** Returns the recording so far, and goes on recording. */
	public peek(): Replay {
		this.expectState("peek", "recording", "paused");
		return this.build();
	}

	/** Adds a marker at this moment, with optional data. Players fire it when they pass it. */
	public mark(name: string, data?: string | number): void {
		this.expectState("mark", "recording", "paused");
		checkText(name, MAX_NAME_BYTES, "ReplayRecorder", "name");
		if (typeIs(data, "string")) checkText(data, MAX_DATA_BYTES, "ReplayRecorder", "data");
		else if (data !== undefined && !(typeIs(data, "number") && data - data === 0)) {
			fail("ReplayRecorder", `data is ${describeValue(data)}; expected a string or a finite number`);
		}
		if (this.markers.size() >= MAX_MARKERS) {
			fail("ReplayRecorder", `mark was called for marker ${MAX_MARKERS + 1}; expected at most ${MAX_MARKERS}`);
		}
		this.markers.push({ name, seconds: this.duration, data });
	}

	/** Throws the recording away. The recorder can start again. */
	public discard(): void {
		this.expectState("discard", "recording", "paused");
		this.end();
	}

	/** Throws away the current recording, lets go of all subjects, and disconnects `stopped`. */
	public destroy(): void {
		if (this.state === "destroyed") return;
		this.end();
		this.recorded = [];
		this.now.state = "destroyed";
		this.stopped.Destroy();
	}

	private expectAlive(method: string): void {
		if (this.state === "destroyed") fail("ReplayRecorder", `${method} needs a recorder that is not destroyed`);
	}

	private expectState(method: string, ...allowed: Array<ReplayRecorderState>): void {
		if (!allowed.includes(this.state)) {
			fail("ReplayRecorder", `${method} needs a recorder that is ${allowed.join(" or ")}; it is ${this.state}`);
		}
	}

	private end(): void {
		this.unbind();
		for (const recorded of this.recorded) this.letGo(recorded);
		this.now.state = "idle";
		this.reset();
	}

	/** Drops all frames. Subjects stay. */
	private reset(): void {
		this.gone = [];
		this.names = new DistinctNames(MAX_NAME_BYTES);
		this.recorded = this.recorded.map((recorded) => {
			const { name, kind, look } = recorded.track;
			const track = new SubjectTrack(
				this.names.add(name),
				kind,
				look,
				this.precision,
				this.most,
				this.rate,
				recorded.values,
			);
			return {
				...recorded,
				track,
				instance: undefined,
				root: undefined,
				humanoid: undefined,
				isChanged: true,
				hasLook: false,
				look: undefined,
				changedAt: 0,
			};
		});
		this.markers = [];
		this.serverTimes = new ServerTimes();
		this.nextFrame = 0;
		this.hasLooked = false;
		this.now.duration = 0;
	}

	private bind(): void {
		this.isBound = true;
		this.isBeginning = true;
		if (!RunService.IsClient()) {
			this.connection = RunService.Heartbeat.Connect((gap) => this.look(gap));
			return;
		}
		// After the camera scripts and players: everything is sampled as drawn.
		const priority = Enum.RenderPriority.Camera.Value + 2;
		RunService.BindToRenderStep(this.bindingName, priority, (gap) => this.look(gap));
	}

	private unbind(): void {
		if (!this.isBound) return;
		this.isBound = false;
		if (this.connection) this.connection.Disconnect();
		else RunService.UnbindFromRenderStep(this.bindingName);
		this.connection = undefined;
	}

	private look(gap: number): void {
		if (this.hasLooked && !this.isBeginning && !(gap > 0)) return;
		const before = this.duration;
		// A pause is left out: the next frame follows the last one.
		if (this.hasLooked) this.now.duration += this.isBeginning ? 1 / this.rate : gap;
		const now = this.duration;
		for (const recorded of this.recorded) {
			this.see(recorded);
			recorded.track.follow(now);
		}
		const passed = now - before;
		const last = frameBefore(now, this.rate);
		// A hitch longer than `keepLast` writes only the frames that are kept.
		if (last - this.nextFrame >= this.most) this.nextFrame = last - this.most + 1;
		for (const frame of $range(this.nextFrame, last)) {
			const alpha = passed > 0 ? math.clamp((frame / this.rate - before) / passed, 0, 1) : 1;
			for (const { track } of this.recorded) track.write(frame, alpha);
		}
		this.nextFrame = math.max(this.nextFrame, last + 1);
		for (const recorded of this.recorded) {
			if (recorded.instance) {
				this.readValues(recorded, recorded.instance);
				if (!recorded.hasLook && now - recorded.changedAt >= SETTLING) this.keepLook(recorded);
			}
			recorded.track.turnLooks();
		}
		this.serverTimes.read(now, this.isBeginning, now - this.most / this.rate);
		this.isBeginning = false;
		this.hasLooked = true;
		this.forget();
	}

	/** Drops subjects and markers that no kept frame shows. */
	private forget(): void {
		const first = this.nextFrame - this.most;
		if (first <= 0) return;
		if (!this.gone.isEmpty()) this.gone = this.gone.filter(({ track }) => track.isIn(first));
		while (this.markers.size() > 0 && this.markers[0].seconds < first / this.rate) this.markers.shift();
	}

	/** Samples a subject, if it is present. */
	private see(recorded: Recorded): void {
		const { track, subject, isCamera } = recorded;
		const present = recorded.isPlayer ? (subject as Player).Character : (subject as Camera | Model | BasePart);
		const instance = isCamera || present?.IsDescendantOf(game) ? present : undefined;
		if (instance !== recorded.instance) this.meet(recorded, instance);
		if (!instance) return;
		if (recorded.isChanged && !this.findJoints(recorded, instance)) return;
		const look = track.current;
		const cframe = isCamera ? (instance as Camera).CFrame : this.rootOf(recorded, instance as Model | BasePart);
		const [x, y, z, qx, qy, qz, qw] = cframeComponents(cframe);
		if (qw !== qw || !(math.abs(x) + math.abs(y) + math.abs(z) < FARTHEST)) return;
		look.x = x;
		look.y = y;
		look.z = z;
		look.qx = qx;
		look.qy = qy;
		look.qz = qz;
		look.qw = qw;
		if (isCamera) look.lens = (instance as Camera).FieldOfView;
		look.isSeen = true;
		track.seeJoints(cframe);
	}

	/** Returns the root: a rig's root part, or the pivot of anything else. */
	private rootOf({ root, parts, track }: Recorded, instance: Model | BasePart): CFrame {
		return root && parts === "joints" && !track.joints.isEmpty() ? root.CFrame : instance.GetPivot();
	}

	/** Makes another instance, or none, stand for the subject. */
	private meet(recorded: Recorded, instance: Camera | Model | BasePart | undefined): void {
		this.letGo(recorded);
		recorded.track.leave();
		recorded.instance = instance;
		recorded.root = undefined;
		recorded.humanoid = undefined;
		recorded.isChanged = true;
		if (!instance?.IsA("Model")) return;
		const change = () => {
			recorded.isChanged = true;
		};
		recorded.connections.push(instance.DescendantAdded.Connect(change), instance.DescendantRemoving.Connect(change));
	}

	/** Finds the joints of an instance. Returns false while it has no part, like a character that is being built. */
	private findJoints(recorded: Recorded, instance: Camera | Model | BasePart): boolean {
		recorded.isChanged = false;
		recorded.hasLook = false;
		recorded.changedAt = this.duration;
		const { track, parts } = recorded;
		if (instance.IsA("Camera")) return true;
		const root = instance.IsA("Model") ? rootPartOf(instance) : instance;
		recorded.root = root;
		if (!root) return false;
		track.size = root.Size;
		if (!instance.IsA("Model") || parts === "none") return true;
		const found: Array<FoundJoint> = parts === "moving" ? findMovingParts(instance, root) : findRig(instance, root);
		track.setJoints(found);
		recorded.face = found.find(({ part1 }) => part1 !== undefined && part1.Transparency < 1)?.part1 ?? root;
		recorded.humanoid = instance.FindFirstChildOfClass("Humanoid");
		recorded.tool = instance.FindFirstChildOfClass("Tool")?.Name ?? "";
		recorded.accessories = accessoriesOf(instance);
		for (const animator of instance.GetDescendants()) {
			if (!animator.IsA("Animator") || recorded.animators.has(animator)) continue;
			recorded.animators.set(animator, animator.PreferLodEnabled);
			// Far characters freeze otherwise.
			animator.PreferLodEnabled = false;
		}
		return true;
	}

	/** Reads the values that change in steps. */
	private readValues(recorded: Recorded, instance: Camera | Model | BasePart): void {
		const { track, humanoid, face } = recorded;
		const frame = math.max(this.nextFrame - 1, 0);
		if (face) track.visible.set(face.Transparency < 1, frame);
		if (humanoid) {
			track.health.set(humanoid.Health, frame);
			track.tool.set(recorded.tool, frame);
			track.accessories.set(recorded.accessories, frame);
		}
		for (const stepped of track.named) {
			const { name } = stepped;
			let value: unknown = instance.GetAttribute(name);
			if (value === undefined) {
				const [ok, property] = pcall(readProperty, instance, name);
				value = ok ? property : undefined;
			}
			if (typeIs(value, "string") && value.size() <= MAX_DATA_BYTES) stepped.set(value, frame);
			else if (typeIs(value, "boolean")) stepped.set(value, frame);
			else if (typeIs(value, "number") && value - value === 0) stepped.set(value, frame);
			else this.notes.add("values that are not a string, a number or a boolean are not recorded", name);
		}
	}

	/** Copies the appearance of a subject whose rig is complete: it may be gone, or in pieces, at playback. */
	private keepLook(recorded: Recorded): void {
		const { instance, humanoid } = recorded;
		recorded.hasLook = true;
		if (!instance || instance.IsA("Camera") || (humanoid && humanoid.Health <= 0)) return;
		const before = recorded.look;
		const [ok, copy] = pcall(copyLook, instance);
		if (!ok) this.notes.add(`the look of subjects cannot be copied: ${copy}`, recorded.track.name);
		recorded.look = (ok ? (copy as Model | BasePart | undefined) : undefined) ?? before;
		if (before?.IsA("Model") && recorded.look?.IsA("Model") && before !== recorded.look)
			keepWorn(before, recorded.look);
		if (before !== recorded.look) before?.Destroy();
	}

	/** Restores a subject's instance, and disconnects from it. */
	private letGo({ connections, animators }: Recorded): void {
		for (const connection of connections) connection.Disconnect();
		connections.clear();
		for (const [animator, isPreferred] of animators) animator.PreferLodEnabled = isPreferred;
		animators.clear();
	}

	private build(): Replay {
		const written = this.nextFrame;
		const first = math.max(written - this.most, 0);
		const count = written - first;
		const subjects = [...this.gone, ...this.recorded]
			.filter(({ track }) => track.isIn(first))
			.map((recorded) => {
				const { track, subject } = recorded;
				if (!recorded.look) this.keepLook(recorded);
				const built = track.subject(first, count, this.rate, this.map);
				rememberOriginal(built, { subject, look: recorded.look });
				return built;
			});
		const start = first / this.rate;
		const finish = math.max(count - 1, 0) / this.rate;
		const [serverStart, serverEnd] = this.serverTimes.span(start, start + finish);
		this.notes.flush();
		return {
			name: this.name,
			map: this.map,
			rate: this.rate,
			count,
			subjects,
			markers: this.markers
				.filter(({ seconds }) => seconds >= start)
				.map((marker) => ({ ...marker, seconds: math.clamp(marker.seconds - start, 0, finish) })),
			serverStart: count > 0 ? serverStart : undefined,
			serverEnd: count > 0 ? serverEnd : undefined,
		};
	}
}
