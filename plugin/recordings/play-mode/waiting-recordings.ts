import { HttpService } from "@rbxts/services";
import { cleanup, source } from "@rbxts/vide";
import { encodeRecording, Recording } from "../../../src/camera";
import { tryHistory } from "../../history";
import { sentenceOf } from "../../sentence";
import { addRecording } from "../kept-recording";
import { receiveFromPlaytests, RecordingSender } from "./connection-route";
import { leaveRecording, SettingsReader } from "./settings-route";
import { FROM_PLAY_MODE, MOST_BYTES, WaitingRecording } from "./waiting-recording";

/** Seconds between two checks for waiting takes and takes from play mode. */
const PAUSE = 1;

/** The panel's handlers for waiting takes. */
interface WaitingEvents {
	say(this: void, message: string): void;
	complain(this: void, problem: unknown): void;
	onPlaced(this: void, holder: StringValue): void;
}

/** A take to be stored in the settings. */
interface UnsavedRecording {
	waiting: WaitingRecording;
	/** The packed take, and why the settings did not hold it, after the first attempt. */
	packed?: buffer;
	problem?: string;
}

/**
 * Takes that wait until the place can be changed or, in play mode, until they can leave it. In the edit session they
 * are stored in the settings too, so that they outlive it.
 */
export class WaitingRecordings {
	/** Their number, for the panel. */
	public readonly count = source(0);
	/** The refused ones, each with its reason. They wait for the user. */
	public readonly refused = source<ReadonlyArray<WaitingRecording>>([]);
	/** The number of takes that wait for the place, not for the user. */
	public readonly patient = source(0);
	private list = new Array<WaitingRecording>();
	private readonly sender = new RecordingSender();
	private readonly reader: SettingsReader;
	/** The takes that are yet to be stored in the settings. */
	private unsaved = new Array<UnsavedRecording>();
	/** The ids of all received takes, and whether each is done: in the place, or thrown away. */
	private readonly arrived = new Map<string, boolean>();
	private isHandingOver = false;
	private isInSettings = false;
	private isOver = false;

	constructor(
		private readonly plugin: Plugin,
		private readonly isEdit: boolean,
		private readonly events: WaitingEvents,
	) {
		this.reader = new SettingsReader(plugin);
		if (isEdit) {
			cleanup(receiveFromPlaytests((id, take) => this.receive({ id, what: FROM_PLAY_MODE, take }, true)));
			this.lookAgain(() => this.lookIntoSettings());
		}
		this.lookAgain(() => (isEdit ? this.place() : this.handOver()));
		cleanup(() => {
			this.isOver = true;
			this.sender.destroy();
		});
	}

	/** Adds a take that waits until it can be placed or sent. With a `problem`, it waits for the user. */
	public add(take: Recording, what: string, problem?: string): void {
		this.receive({ id: HttpService.GenerateGUID(false), what, take, problem }, this.isEdit);
	}

	/** Tries the refused takes again, at the user's request. */
	public tryAgain(): void {
		for (const waiting of this.list) waiting.problem = undefined;
		this.tell();
		if (this.isEdit) this.place();
		else this.handOver();
	}

	/** Drops the refused takes, at the user's request. */
	public throwAway(): void {
		for (const { id, problem } of this.list) if (problem !== undefined) this.arrived.set(id, true);
		this.list = this.list.filter(({ problem }) => problem === undefined);
		this.tell();
		if (this.isEdit) task.spawn(() => this.lookIntoSettings());
	}

	/** Sends the waiting takes out of play mode. Those that cannot be sent stay for the next time. Yields. */
	public handOver(): void {
		if (this.isHandingOver) return;
		this.isHandingOver = true;
		let waiting = this.next();
		while (waiting && !this.isOver) {
			const packed = encodeRecording(waiting.take);
			const size = buffer.len(packed);
			if (size > MOST_BYTES) {
				waiting.problem = `"${waiting.take.name}" has ${size} bytes, and ${MOST_BYTES} can leave the playtest. Record a shorter take.`;
				this.events.complain(waiting.problem);
			} else {
				const { id } = waiting;
				const [ok, problem] = pcall((one: WaitingRecording) => this.give(one, packed), waiting);
				if (!ok) {
					this.events.complain(problem);
					break;
				}
				this.list = this.list.filter((other) => other.id !== id);
			}
			waiting = this.next();
		}
		this.tell();
		this.isHandingOver = false;
	}

	/** Returns the first take without a problem. */
	private next(): WaitingRecording | undefined {
		return this.list.find(({ problem }) => problem === undefined);
	}

	/**
	 * Sends a take from play mode to the edit session: through the connection or, if that does not answer, the
	 * settings.
	 */
	private give(waiting: WaitingRecording, packed: buffer): void {
		this.events.say(`Sending ${waiting.take.name} to the edit session…`);
		const isThere = this.sender.send(waiting.id, packed);
		if (!isThere) leaveRecording(this.plugin, { ...waiting, what: FROM_PLAY_MODE }, packed);
		const where = isThere ? "The edit session has" : "Dolly's settings have";
		this.events.say(`${where} ${waiting.take.name}. It is added to the place when the playtest ends.`);
	}

	/** Runs a function now and once per second. It may yield. */
	private lookAgain(body: () => void): void {
		task.spawn(() => {
			while (!this.isOver) {
				body();
				task.wait(PAUSE);
			}
		});
	}

	/** Adds a take unless it was received before. If `isNew` to the settings, stores it there. */
	private receive(waiting: WaitingRecording, isNew: boolean): void {
		if (this.arrived.has(waiting.id)) return;
		this.arrived.set(waiting.id, false);
		this.list.push(waiting);
		if (this.isEdit) this.tell();
		if (!isNew) return;
		this.unsaved.push({ waiting });
		task.spawn(() => this.lookIntoSettings());
	}

	/**
	 * Stores takes in the settings, receives takes that wait there, and removes those that are in the place. Handles
	 * one at a time, because each reads and writes the list. Yields.
	 */
	private lookIntoSettings(): void {
		if (this.isInSettings) return;
		this.isInSettings = true;
		const failed = new Array<UnsavedRecording>();
		while (!this.unsaved.isEmpty()) {
			const unsaved = this.unsaved.shift()!;
			if (this.list.includes(unsaved.waiting) && !this.leave(unsaved)) failed.push(unsaved);
		}
		this.unsaved = failed;
		for (const found of this.reader.read(this.arrived, this.events.complain)) this.receive(found, false);
		this.isInSettings = false;
	}

	/**
	 * Stores a take in the settings, and reports once if they do not hold it. Returns false if it has to be tried
	 * again. Yields.
	 */
	private leave(unsaved: UnsavedRecording): boolean {
		const { waiting, problem: former } = unsaved;
		const packed = unsaved.packed ?? encodeRecording(waiting.take);
		const [ok, problem] = pcall(() => leaveRecording(this.plugin, waiting, packed));
		if (ok) {
			if (former !== undefined) this.events.say(`${waiting.take.name} is kept if Studio is closed now.`);
			return true;
		}
		unsaved.packed = packed;
		unsaved.problem = sentenceOf(problem);
		// It waits in this session anyway.
		if (unsaved.problem !== former) {
			this.events.complain(`"${waiting.take.name}" is lost if Studio is closed now. ${unsaved.problem}`);
		}
		return buffer.len(packed) > MOST_BYTES;
	}

	/** Adds the waiting takes to the place, if it can be changed now. A refused take does not stop the others. */
	private place(): void {
		let isAnyPlaced = false;
		let waiting = this.next();
		while (waiting) {
			const { id, what, take } = waiting;
			let holder: StringValue | undefined;
			const [ok, isPlaced] = pcall(() => tryHistory(what, () => (holder = addRecording(take))));
			if (ok && !isPlaced) break;
			if (!ok) {
				waiting.problem = sentenceOf(isPlaced);
				this.events.complain(`"${take.name}" is not in the place. ${waiting.problem}`);
			} else {
				this.list = this.list.filter((other) => other.id !== id);
				this.arrived.set(id, true);
				isAnyPlaced = true;
				this.events.onPlaced(holder!);
				const how = what === FROM_PLAY_MODE ? `${holder!.Name} came from the playtest` : `Saved ${holder!.Name}`;
				this.events.say(`${how}. Ctrl+Z undoes it.`);
			}
			waiting = this.next();
		}
		this.tell();
		if (isAnyPlaced) task.spawn(() => this.lookIntoSettings());
	}

	private tell(): void {
		const refused = this.list.filter(({ problem }) => problem !== undefined);
		this.count(this.list.size());
		this.patient(this.list.size() - refused.size());
		this.refused(refused);
	}
}
