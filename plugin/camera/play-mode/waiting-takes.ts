import { HttpService } from "@rbxts/services";
import { cleanup, source } from "@rbxts/vide";
import { encodeRecording, Take } from "../../../src";
import { tryHistory } from "../../history";
import { refuse } from "../../refuse";
import { addTake } from "../take-module";
import { receiveFromPlaytests, TakeSender } from "./connection-route";
import { leaveTake, SettingsReader } from "./settings-route";
import { FROM_PLAY_MODE, MOST_BYTES, WaitingTake } from "./waiting-take";

/** Seconds between two looks at what waits, and for takes from play mode. */
const PAUSE = 1;

/** What a panel does with what becomes of waiting takes. */
interface WaitingEvents {
	say(this: void, message: string): void;
	complain(this: void, problem: unknown): void;
	onPlaced(this: void, module: ModuleScript): void;
}

/** Takes that wait: until the place can be changed or, in play mode, until they can leave it. */
export class WaitingTakes {
	/** How many there are, for the panel to show. */
	public readonly count = source(0);
	private readonly list = new Array<WaitingTake>();
	private readonly sender = new TakeSender();
	/** The ids of takes from play mode that came here, whichever way, and whether they are in the place. */
	private readonly arrived = new Map<string, boolean>();
	private isHandingOver = false;
	private isOver = false;

	constructor(
		private readonly plugin: Plugin,
		private readonly isEdit: boolean,
		private readonly events: WaitingEvents,
	) {
		if (isEdit) this.followPlayMode();
		this.lookAgain(() => (isEdit ? this.place() : this.handOver()));
		cleanup(() => {
			this.isOver = true;
			this.sender.destroy();
		});
	}

	/** Has a take wait until it can be placed or handed over. */
	public add(take: Take, what: string): void {
		this.list.push({ id: HttpService.GenerateGUID(false), what, take, remove: () => {} });
		if (this.isEdit) this.count(this.list.size());
	}

	/** Hands over what waits in play mode; what cannot go now stays for the next time. Yields. */
	public handOver(): void {
		if (this.isHandingOver) return;
		this.isHandingOver = true;
		while (!this.list.isEmpty() && !this.isOver) {
			const [waiting] = this.list;
			const packed = encodeRecording(waiting.take);
			const size = buffer.len(packed);
			const isTooLarge = size > MOST_BYTES;
			const [ok, problem] = pcall(() => {
				if (isTooLarge) refuse("play mode", `the take has ${size} bytes; ${MOST_BYTES} can leave play mode`);
				this.give(waiting, packed);
			});
			if (!ok) this.events.complain(problem);
			if (!ok && !isTooLarge) break;
			this.list.shift();
		}
		this.count(this.list.size());
		this.isHandingOver = false;
	}

	/** Gives a take to the edit session, from play mode: by the connection, or by the settings where that is not answered. */
	private give({ id, take }: WaitingTake, packed: buffer): void {
		this.events.say("Handing the take to the edit session…");
		const isThere = this.sender.send(id, packed);
		if (!isThere) leaveTake(this.plugin, id, take, packed);
		const where = isThere ? "The edit session has the take" : "The take is in the settings";
		this.events.say(`${where}: it will be in the place when play mode ends.`);
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

	/** Receives takes from play mode, and looks for those that it has left, once a second. */
	private followPlayMode(): void {
		const reader = new SettingsReader(this.plugin);
		const what = FROM_PLAY_MODE;
		const add = (waiting: WaitingTake) => {
			if (this.arrived.has(waiting.id)) return;
			this.arrived.set(waiting.id, false);
			this.list.push(waiting);
		};
		cleanup(receiveFromPlaytests((id, take) => add({ id, what, take, remove: () => {} })));
		this.lookAgain(() => {
			for (const found of reader.read(this.arrived, this.events.complain)) add(found);
		});
	}

	/** Puts what waits into the place, as far as it can be changed now. Yields. */
	private place(): void {
		while (!this.list.isEmpty()) {
			const { id, what, take, remove } = this.list[0];
			let module: ModuleScript | undefined;
			const [ok, isPlaced] = pcall(() => tryHistory(what, () => (module = addTake(take))));
			if (ok && !isPlaced) break;
			this.list.shift();
			// What cannot be placed stays where it came from, and does not keep the others.
			if (ok) pcall(remove);
			else this.events.complain(isPlaced);
			if (!module) continue;
			this.arrived.set(id, true);
			this.events.onPlaced(module);
			this.events.say(`"${module.Name}" ${what === FROM_PLAY_MODE ? "came from play mode" : "is in the place"}.`);
		}
		this.count(this.list.size());
	}
}
