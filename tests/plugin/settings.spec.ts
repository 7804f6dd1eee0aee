import { RememberedSettings, Settings } from "../../plugin/settings";

/** A plugin that has these settings, and what it is given to remember. */
function pluginWith(stored: unknown, refuses = false) {
	const written = new Map<string, unknown>();
	const plugin = {
		GetSetting: (_: unknown, key: string) => (key === "DollySettings" ? stored : undefined),
		SetSetting: (_: unknown, key: string, value: unknown) => {
			if (refuses) error("no", 0);
			written.set(key, { ...(value as object) });
		},
	};
	return { settings: new RememberedSettings(plugin as unknown as Plugin), written };
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

/** Values at the bounds of each setting, and beyond them. */
const SOUND: Array<[key: keyof Settings, value: unknown]> = [
	["rate", 1],
	["rate", 240],
	["map", "Harbour"],
	["countdown", 0],
	["countdown", 60],
	["flySpeed", 1],
	["flySpeed", 1000],
	["speed", 100],
	["speed", -100],
	["upAxis", "Z"],
	["showPath", false],
	["owner", "me"],
];
const UNSOUND: typeof SOUND = [
	["rate", 0.99],
	["rate", 241],
	["rate", 0 / 0],
	["rate", "60"],
	["map", "two\nlines"],
	["map", " wide"],
	["countdown", -1],
	["countdown", 61],
	["countdown", 2.5],
	["flySpeed", 0.9],
	["flySpeed", 1001],
	["speed", 101],
	["speed", -101],
	["upAxis", "X"],
	["showPath", 0],
	["owner", 4],
];

export = () => {
	it("starts with its defaults, whatever else is stored", () => {
		for (const stored of [undefined, 7, "rate", {}, { other: 1 }]) {
			const { settings } = pluginWith(stored);
			for (const [key, value] of pairs(DEFAULTS as unknown as Map<keyof Settings, unknown>)) {
				expect(settings.get(key)).to.equal(value);
			}
		}
	});

	for (const [key, value] of SOUND) {
		it(`remembers ${key} ${value}`, () => {
			expect(pluginWith({ [key]: value }).settings.get(key)).to.equal(value);
		});
	}

	for (const [key, value] of UNSOUND) {
		it(`does not take over ${key} ${value}`, () => {
			expect(pluginWith({ [key]: value }).settings.get(key)).to.equal(DEFAULTS[key]);
		});
	}

	it("remembers a change at once, with all others", () => {
		const { settings, written } = pluginWith({ rate: 30, other: true });
		settings.set("speed", 2);
		expect(settings.get("speed")).to.equal(2);
		const kept = written.get("DollySettings") as Settings & { other?: boolean };
		expect(kept.speed).to.equal(2);
		expect(kept.rate).to.equal(30);
		expect(kept.map).to.equal("");
		expect(kept.other).to.equal(undefined);
	});

	it("holds a change that Studio does not keep", () => {
		const { settings } = pluginWith(undefined, true);
		settings.set("loop", true);
		expect(settings.get("loop")).to.equal(true);
	});
};
