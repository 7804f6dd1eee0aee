import { source, Source } from "@rbxts/vide";
import { cleanName } from "./place/clean-name";

/** What the plugin remembers from one session to the next, and what it starts with. */
export interface Settings {
	rate: number;
	map: string;
	/** Seconds before a recording begins. */
	countdown: number;
	/** Whether what is selected is recorded too, as a replay. */
	recordsSelection: boolean;
	/** Whether recordings are flown with the fly camera, and its studs per second. */
	flies: boolean;
	flySpeed: number;
	speed: number;
	loop: boolean;
	showPath: boolean;
	upAxis: "Y" | "Z";
	/** Whether imports are published at once, and for whom. */
	publishAtOnce: boolean;
	owner: "place" | "me";
}

const DEFAULTS: Settings = {
	rate: 60,
	map: "",
	countdown: 3,
	recordsSelection: false,
	flies: false,
	flySpeed: 32,
	speed: 1,
	loop: false,
	showPath: true,
	upAxis: "Y",
	publishAtOnce: false,
	owner: "place",
};

/** What of a right type is still no sound value: others may have written it. */
const SOUND: { [K in keyof Settings]?: (value: Settings[K]) => boolean } = {
	rate: (rate) => rate >= 1 && rate <= 240,
	map: (map) => cleanName(map) === map,
	countdown: (seconds) => seconds >= 0 && seconds <= 60 && seconds % 1 === 0,
	flySpeed: (speed) => speed >= 1 && speed <= 1000,
	speed: (speed) => math.abs(speed) <= 100,
	upAxis: (axis) => axis === "Y" || axis === "Z",
};

/** One value for all of them: keys may hold no periods, and one write can fail or succeed but not half. */
const KEY = "DollySettings";

/** The remembered settings, each a source; a change is remembered at once. */
export class RememberedSettings {
	private readonly values: Settings;
	private readonly sources = new Map<string, Source<unknown>>();

	constructor(private readonly plugin: Plugin) {
		const stored = plugin.GetSetting(KEY);
		this.values = { ...DEFAULTS };
		if (typeIs(stored, "table")) {
			const known = stored as Map<string, unknown>;
			const values = this.values as unknown as Map<string, unknown>;
			for (const [key, value] of pairs(DEFAULTS as unknown as Map<string, unknown>)) {
				// A value of another type was written by another version, or by hand.
				const isSound = SOUND[key as keyof Settings] as ((value: unknown) => boolean) | undefined;
				const wanted = known.get(key);
				if (typeOf(wanted) === typeOf(value) && (!isSound || isSound(wanted))) values.set(key, wanted);
			}
		}
		for (const [key, value] of pairs(this.values as unknown as Map<string, unknown>)) {
			this.sources.set(key, source(value));
		}
	}

	public get<K extends keyof Settings>(key: K): Settings[K] {
		return this.sources.get(key)!() as Settings[K];
	}

	public set<K extends keyof Settings>(key: K, value: Settings[K]): void {
		this.values[key] = value;
		this.sources.get(key)!(value);
		// What cannot be remembered still holds for this session.
		pcall(() => this.plugin.SetSetting(KEY, this.values));
	}
}
