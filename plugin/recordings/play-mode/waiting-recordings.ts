import { HttpService } from "@rbxts/services";
import { cleanup, source } from "@rbxts/vide";
import { encodeRecording, Recording } from "../../../src/camera";
import { tryHistory } from "../../history";
import { sentenceOf } from "../../sentence";
import { addRecording } from "../kept-recording";
import { receiveFromPlaytests, RecordingSender } from "./connection-route";
import { leaveRecording, SettingsReader } from "./settings-route";
import { FROM_PLAY_MODE, MOST_BYTES, WaitingRecording } from "./waiting-recording";

/** Seconds between two looks at what waits, and for takes from play mode. */
const PAUSE = 1;

/** What a panel does with what becomes of waiting takes. */
interface WaitingEvents {
	say(this: void, message: string): void;
	complain(this: void, problem: unknown): void;
	onPlaced(this: void, holder: StringValue): void;
}

/** A take that is to be left in the settings. */
interface UnsavedRecording {
	waiting: WaitingRecording;
	/** The packed take and why the settings did not hold it, once that was tried. */
	packed?: buffer;
	problem?: string;
}

/**
 * Takes that wait: until the place can be changed or, in play mode, until they can leave it. In the edit session they are in
 * the settings too, so that they outlive it.
 */
export class WaitingRecordings {
	/** How many there are, for the panel to show. */
	public readonly count = source(0);
	/** Those among them that were refused, each with its reason; they wait for the person. */
	public readonly refused = source<ReadonlyArray<WaitingRecording>>([]);
	/** How many wait for the place, not for the person. */
	public readonly patient = source(0);
	private list = new Array<WaitingRecording>();
	private readonly sender = new RecordingSender();
	private readonly reader: SettingsReader;
	/** Those that are to be left in the settings, and are not yet. */
	private unsaved = new Array<UnsavedRecording>();
	/** The ids of takes that were here, whichever way they came, and whether they are done with: in the place, or thrown away. */
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

	/** Has a take wait until it can be placed or handed over; with a `problem`, until the person asks for it. */
	public add(take: Recording, what: string, problem?: string): void {
		this.receive({ id: HttpService.GenerateGUID(false), what, take, problem }, this.isEdit);
	}

	/** Tries those again that were refused, because the person says so. */
	public tryAgain(): void {
		for (const waiting of this.list) waiting.problem = undefined;
		this.tell();
		if (this.isEdit) this.place();
		else this.handOver();
	}

	/** Gives up those that were refused, because the person says so. */
	public throwAway(): void {
		for (const { id, problem } of this.list) if (problem !== undefined) this.arrived.set(id, true);
		this.list = this.list.filter(({ problem }) => problem === undefined);
		this.tell();
		if (this.isEdit) task.spawn(() => this.lookIntoSettings());
	}

	/** Hands over what waits in play mode; what cannot go now stays for the next time. Yields. */
	public handOver(): void {
		if (this.isHandingOver) return;
		this.isHandingOver = true;
		let waiting = this.next();
		while (waiting && !this.isOver) {
			const packed = encodeRecording(waiting.take);
			const size = buffer.len(packed);
			if (size > MOST_BYTES) {
				waiting.problem = `"${waiting.take.name}" has ${size} bytes, and ${MOST_BYTES} can leave the playtest. Record less at once.`;
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

	/** The first that nothing speaks against. */
	private next(): WaitingRecording | undefined {
		return this.list.find(({ problem }) => problem === undefined);
	}

	/** Gives a take to the edit session, from play mode: by the connection, or by the settings where that is not answered. */
	private give(waiting: WaitingRecording, packed: buffer): void {
		this.events.say(`Handing ${waiting.take.name} to the edit session…`);
		const isThere = this.sender.send(waiting.id, packed);
		if (!isThere) leaveRecording(this.plugin, { ...waiting, what: FROM_PLAY_MODE }, packed);
		const where = isThere ? "The edit session has" : "Dolly's settings have";
		this.events.say(`${where} ${waiting.take.name}. It comes into the place when the playtest ends.`);
	}

	/** Does something now and once a second from now on. It may yield. */
	private lookAgain(body: () => void): void {
		task.spawn(() => {
			while (!this.isOver) {
				body();
				task.wait(PAUSE);
			}
		});
	}

	/** Takes one in, unless it was here before; `isNew` to the settings, it is left there. */
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
	 * Leaves in the settings what is to outlive the session, takes what waits there, and removes what is in the place by now.
	 * One at a time, because each reads the list and writes it back. Yields.
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

	/** Leaves a take in the settings, and says once if they do not hold it; false if it is to be tried again. Yields. */
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
		// It waits in this session all the same.
		if (unsaved.problem !== former) {
			this.events.complain(`"${waiting.take.name}" is lost if Studio is closed now. ${unsaved.problem}`);
		}
		return buffer.len(packed) > MOST_BYTES;
	}

	/** Puts what waits into the place, as far as it can be changed now; one that is refused does not keep the others. */
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
				this.events.say(`${how}. Ctrl+Z takes it back.`);
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
