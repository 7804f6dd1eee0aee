import { source, Source } from "@rbxts/vide";
import { cleanName } from "./place/clean-name";

/** The settings that the plugin remembers between sessions, and their defaults. */
export interface Settings {
	rate: number;
	map: string;
	/** Seconds before a recording begins. */
	countdown: number;
	/** Whether selected models are recorded too, as a replay. */
	recordsSelection: boolean;
	/** Whether recordings use the fly camera, and its speed in studs per second. */
	flies: boolean;
	flySpeed: number;
	speed: number;
	loop: boolean;
	showPath: boolean;
	upAxis: "Y" | "Z";
	/** Whether imports are published at once, and for which owner. */
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

/** Values of the right type can be invalid: anything may have written them. */
const SOUND: { [K in keyof Settings]?: (value: Settings[K]) => boolean } = {
	rate: (rate) => rate >= 1 && rate <= 240,
	map: (map) => cleanName(map) === map,
	countdown: (seconds) => seconds >= 0 && seconds <= 60 && seconds % 1 === 0,
	flySpeed: (speed) => speed >= 1 && speed <= 1000,
	speed: (speed) => math.abs(speed) <= 100,
	upAxis: (axis) => axis === "Y" || axis === "Z",
};

/** One value for all settings: keys cannot hold periods, and a single write cannot succeed by half. */
const KEY = "DollySettings";

/** The remembered settings, one source each. Each change is saved at once. */
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
				// A value of another type comes from another version, or was written by hand.
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
		// A setting that cannot be saved applies to this session only.
		pcall(() => this.plugin.SetSetting(KEY, this.values));
	}
}
