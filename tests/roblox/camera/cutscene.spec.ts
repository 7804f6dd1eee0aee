import { ContextActionService, Players, StarterGui, UserInputService, Workspace } from "@rbxts/services";
import {
	CameraPath,
	CameraPlayer,
	CameraPlayerOptions,
	CutsceneOptions,
	ReplayPlayer,
	ReplayRecorder,
} from "../../../src/camera";
import { takePath } from "../../../src/take/take-path";
import { expectNear } from "../../expect-near";
import { failureOf } from "../../expect-failure";
import { headless } from "../../headless";
import { straightTake } from "../../take/make-take";

const FRAME = 0.125;
const { Health } = Enum.CoreGuiType;

/** A second along X. */
function flight(): CameraPath {
	return takePath(straightTake(11, { rate: 10, markers: [{ name: "last", seconds: 0.9 }] }));
}

/** A flight that fails after 0.6 seconds. */
function brittle(): CameraPath {
	const path = flight();
	return {
		name: "brittle",
		duration: 1,
		sample(seconds, target) {
			if (seconds >= 0.6) error("broken", 0);
			path.sample(seconds, target);
		},
	};
}

function advance(seconds: number): void {
	headless!.advance(seconds, FRAME);
}

/** The local player's screen and character, as a game has them. */
class Stage {
	public readonly player = headless!.players.join("Ada");
	public readonly playerGui: Instance;
	public readonly shop: ScreenGui;
	public readonly menu: ScreenGui;
	public readonly subtitles: ScreenGui;

	constructor() {
		headless!.players.setLocal(this.player);
		this.spawn();
		this.playerGui = this.player.FindFirstChildOfClass("PlayerGui")!;
		this.shop = this.addScreen("Shop", true);
		this.menu = this.addScreen("Menu", false);
		this.subtitles = this.addScreen("Subtitles", true);
		StarterGui.SetCoreGuiEnabled(Health, false);
	}

	public spawn(): BasePart {
		const root = headless!.players.spawn(this.player).PrimaryPart!;
		// The headless engine holds characters, because it has no ground.
		root.Anchored = false;
		return root;
	}

	public addScreen(name: string, isEnabled: boolean, parent: Instance = this.playerGui): ScreenGui {
		const screen = new Instance("ScreenGui");
		screen.Name = name;
		screen.Enabled = isEnabled;
		screen.ResetOnSpawn = false;
		screen.Parent = parent;
		return screen;
	}

	public root(): BasePart {
		return this.player.Character!.PrimaryPart!;
	}

	public bars(): ScreenGui | undefined {
		return this.playerGui.FindFirstChild("DollyCutscene") as ScreenGui | undefined;
	}

	/** What is seen of it, in a line. */
	public state(): string {
		const screens = this.playerGui
			.GetDescendants()
			.filter((instance): instance is ScreenGui => instance.IsA("ScreenGui") && instance.Enabled)
			.map(({ Name }) => Name)
			.sort();
		const cores = Enum.CoreGuiType.GetEnumItems()
			.filter((core) => core !== Enum.CoreGuiType.All && StarterGui.GetCoreGuiEnabled(core))
			.size();
		const character = this.root().Anchored ? "frozen" : "free";
		return `${screens.join(" ")}, ${cores} core, ${character}, ${headless!.countActions()} actions`;
	}

	public clear(): void {
		StarterGui.SetCoreGuiEnabled(Enum.CoreGuiType.All, true);
		headless!.players.setLocal(undefined);
		headless!.players.leave(this.player);
		headless!.step(FRAME);
	}
}

const CORES = Enum.CoreGuiType.GetEnumItems().size() - 1;

/** How a playing ends, after five frames. */
interface Ending {
	path?: () => CameraPath;
	options?: CameraPlayerOptions;
	end: (player: CameraPlayer) => void;
	reason: string;
}

function playOther(options?: CameraPlayerOptions): void {
	const other = new CameraPlayer(flight(), options);
	other.play();
	advance(2);
	other.destroy();
}

const ENDINGS: { [name: string]: Ending } = {
	"the end": { end: () => advance(1), reason: "finished" },
	stop: { end: (player) => player.stop(), reason: "stop" },
	"stop while paused": {
		end: (player) => {
			player.pause();
			advance(0.5);
			player.stop();
		},
		reason: "stop",
	},
	destroy: { end: (player) => player.destroy(), reason: "destroy" },
	skip: { end: (player) => player.skip(), reason: "finished" },
	"a key": { end: () => headless!.pressKey("Space"), reason: "finished" },
	"a gamepad's button": { end: () => headless!.pressKey("ButtonB"), reason: "finished" },
	"another player": { end: () => playOther(), reason: "replaced" },
	"another cutscene": { end: () => playOther({ cutscene: true }), reason: "replaced" },
	"an error": { path: brittle, end: () => advance(0.5), reason: "error" },
	"the end of blendOut": { options: { blendOut: 0.5 }, end: () => advance(2), reason: "finished" },
	"stop in blendOut": {
		options: { blendOut: 0.5 },
		end: (player) => {
			advance(0.75);
			player.stop();
		},
		reason: "stop",
	},
	"a key in blendOut": {
		options: { blendOut: 0.5 },
		end: () => {
			advance(0.75);
			headless!.pressKey("Space");
		},
		reason: "finished",
	},
	"handlers that fail": {
		end: (player) => {
			player.marker.Connect(() => error("of the game's", 0));
			player.ended.Connect(() => error("of the game's", 0));
			player.skip();
		},
		reason: "finished",
	},
};

/** What the game does meanwhile, after how many of the five frames, and what is to be seen afterwards. */
interface Doing {
	act: (stage: Stage, frame: number) => void;
	after: string;
}

const after = (screens: string, cores = CORES - 1, character = "free") =>
	`${screens}, ${cores} core, ${character}, 0 actions`;

const DOINGS: { [name: string]: Doing } = {
	nothing: { act: () => {}, after: after("Shop Subtitles") },
	"shows what is hidden": {
		act: ({ shop }) => (shop.Enabled = true),
		after: after("Shop Subtitles"),
	},
	"shows what was not shown": {
		act: ({ menu }, frame) => {
			if (frame === 2) menu.Enabled = true;
		},
		after: after("Menu Shop Subtitles"),
	},
	"adds a screen": {
		act: (stage, frame) => {
			if (frame === 3) stage.addScreen("Trade", true);
		},
		after: after("Shop Subtitles Trade"),
	},
	"adds a screen in a folder, and one that is not shown": {
		act: (stage, frame) => {
			if (frame !== 3) return;
			const folder = new Instance("Folder");
			folder.Parent = stage.playerGui;
			stage.addScreen("Trade", true, folder);
			stage.addScreen("Quests", false);
		},
		after: after("Shop Subtitles Trade"),
	},
	"destroys a screen": {
		act: ({ shop }, frame) => {
			if (frame === 3) shop.Destroy();
		},
		after: after("Subtitles"),
	},
	"shows a GUI of Roblox's": {
		act: (_, frame) => {
			if (frame === 3) StarterGui.SetCoreGuiEnabled(Health, true);
		},
		after: after("Shop Subtitles", CORES),
	},
	"lets the character go": {
		act: (stage) => (stage.root().Anchored = false),
		after: after("Shop Subtitles"),
	},
	respawns: {
		act: (stage, frame) => {
			if (frame === 2 || frame === 3) stage.spawn();
		},
		after: after("Shop Subtitles"),
	},
	"has anchored the character before": {
		act: (stage, frame) => {
			if (frame === 0) stage.root().Anchored = true;
		},
		after: after("Shop Subtitles", CORES - 1, "frozen"),
	},
};

export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;
	let stage: Stage;
	beforeEach(() => {
		if (headless) stage = new Stage();
	});
	afterEach(() => {
		headless?.setSignals("Deferred");
		if (headless) stage.clear();
	});

	for (const [name, ending] of pairs(ENDINGS)) {
		test(`everything is as the game wants it, after ${name}`, () => {
			stage.clear();
			let cases = 0;
			for (const signals of ["Deferred", "Immediate"] as const) {
				for (const [doing, { act, after }] of pairs(DOINGS)) {
					cases += 1;
					engine.setSignals(signals);
					stage = new Stage();
					act(stage, 0);
					const cutscene = { keep: ["Subtitles"] };
					const player = new CameraPlayer((ending.path ?? flight)(), { cutscene, ...ending.options });
					const reasons = new Array<string>();
					player.ended.Connect((reason) => reasons.push(reason));
					player.play();
					const isFrozen = stage.state();
					expect(isFrozen).to.equal("DollyCutscene Subtitles, 0 core, frozen, 2 actions");
					for (const frame of $range(1, 5)) {
						act(stage, frame);
						engine.step(FRAME);
						// A spawn is seen in the next frame.
						expect(stage.state()).to.equal(isFrozen);
					}
					ending.end(player);
					engine.step(FRAME);
					engine.takeErrors();
					assert(stage.state() === after, `the game ${doing}: ${stage.state()}; expected ${after} (${signals})`);
					expect(reasons.join()).to.equal(ending.reason);
					player.destroy();
					stage.clear();
				}
			}
			expect(cases).to.equal(20);
			engine.setSignals("Deferred");
			stage = new Stage();
		});
	}

	test("bars leave a picture of the ratio, above and below or at the sides", () => {
		const play = (letterbox: number | false) => {
			const player = new CameraPlayer(flight(), { cutscene: { letterbox } });
			player.play();
			engine.step(FRAME);
			const bars = stage.bars()!.GetChildren() as Array<Frame>;
			const sizes = bars.map(({ AbsolutePosition: at, AbsoluteSize: size }) => [at.X, at.Y, size.X, size.Y]);
			player.destroy();
			return sizes.reduce((all, size) => [...all, ...size], new Array<number>());
		};
		// The screen has 1280 by 720.
		const height = (720 - 1280 / 2.35) / 2;
		expectNear(play(2.35), [0, 0, 1280, height, 0, 720 - height, 1280, height], 1);
		expectNear(play(1), [0, 0, 280, 720, 1000, 0, 280, 720], 1);
		expectNear(play(16 / 9), [0, 0, 1280, 0, 0, 720, 1280, 0], 1);
		expect(play(false).size()).to.equal(0);
		expect(stage.bars()).to.equal(undefined);
	});

	test("each comfort may be left out", () => {
		const seen = (cutscene: CutsceneOptions | boolean) => {
			const player = new CameraPlayer(flight(), { cutscene });
			player.play();
			const state = stage.state();
			player.destroy();
			return state;
		};
		const own = after("Shop Subtitles");
		expect(seen(false)).to.equal(own);
		expect(seen({ hideGuis: false, freeze: false, letterbox: false, skip: false })).to.equal(
			own.gsub("Shop", "DollyCutscene Shop")[0],
		);
		expect(seen({ hideGuis: false, skip: false })).to.equal(
			`DollyCutscene Shop Subtitles, ${CORES - 1} core, frozen, 1 actions`,
		);
		expect(seen({ freeze: false })).to.equal("DollyCutscene, 0 core, free, 1 actions");
		expect(seen(true)).to.equal("DollyCutscene, 0 core, frozen, 2 actions");
		expect(stage.state()).to.equal(own);
	});

	test("of two cutscenes at a time the keys skip the newer, and what both hold stays until both have ended", () => {
		const cameras = [0, 1].map(() => new Instance("Camera"));
		const [first, second] = cameras.map((camera) => new CameraPlayer(flight(), { camera, cutscene: true }));
		first.play();
		second.play();
		const both = "DollyCutscene DollyCutscene, 0 core, frozen, 4 actions";
		expect(stage.state()).to.equal(both);
		stage.menu.Enabled = true;
		engine.step(FRAME);
		expect(stage.state()).to.equal(both);
		engine.pressKey("Space");
		expect(`${first.isPlaying} ${second.isPlaying}`).to.equal("true false");
		engine.step(FRAME);
		expect(stage.state()).to.equal("DollyCutscene, 0 core, frozen, 2 actions");
		engine.pressKey("Space");
		engine.step(FRAME);
		expect(stage.state()).to.equal(after("Menu Shop Subtitles"));
		for (const player of [first, second]) player.destroy();
	});

	test("a cutscene that takes over shows nothing of the game between the two", () => {
		engine.setSignals("Immediate");
		const seen = new Array<boolean>();
		stage.shop.GetPropertyChangedSignal("Enabled").Connect(() => seen.push(stage.shop.Enabled));
		const first = new CameraPlayer(flight(), { cutscene: true });
		const second = new CameraPlayer(flight(), { cutscene: true });
		first.play();
		engine.step(FRAME);
		second.play();
		expect(first.isPlaying).to.equal(false);
		advance(2);
		expect(seen.map(tostring).join()).to.equal("false, true");
		for (const player of [first, second]) player.destroy();
	});

	test("a handler that ends or begins the playing when it hears of a write leaves nothing behind", () => {
		engine.setSignals("Immediate");
		const calls: { [name: string]: (player: CameraPlayer) => void } = {
			stop: (player) => player.stop(),
			play: (player) => player.play(),
			destroy: (player) => player.destroy(),
		};
		let cases = 0;
		for (const [name, call] of pairs(calls)) {
			for (const heard of ["Enabled", "Anchored"] as const) {
				for (const value of [true, false]) {
					cases += 1;
					const player = new CameraPlayer(flight(), { cutscene: true });
					let isDone = false;
					const hear = (now: boolean) => {
						if (isDone || now !== value) return;
						isDone = true;
						call(player);
					};
					const root = stage.root();
					const connection =
						heard === "Enabled"
							? stage.shop.GetPropertyChangedSignal("Enabled").Connect(() => hear(stage.shop.Enabled))
							: root.GetPropertyChangedSignal("Anchored").Connect(() => hear(root.Anchored));
					player.play();
					advance(0.5);
					if (player.isPlaying) player.stop();
					// The playing that a handler began when the first one ended.
					const isAgain = player.isPlaying;
					const playing = "DollyCutscene, 0 core, frozen, 2 actions";
					expect(stage.state()).to.equal(isAgain ? playing : after("Shop Subtitles"));
					advance(2);
					connection.Disconnect();
					expect(isDone).to.equal(true);
					expect(isAgain).to.equal(name === "play" && value === (heard === "Enabled"));
					assert(stage.state() === after("Shop Subtitles"), `${name} at ${heard} ${value}: ${stage.state()}`);
					player.destroy();
				}
			}
		}
		expect(cases).to.equal(12);
		engine.step(FRAME);
	});

	test("the controls hear nothing, and keys that were down are cancelled", () => {
		const heard = new Array<string>();
		ContextActionService.BindActionAtPriority(
			"walk",
			(_, state) => {
				heard.push(state.Name);
				return Enum.ContextActionResult.Pass;
			},
			false,
			Enum.ContextActionPriority.High.Value,
			Enum.PlayerActions.CharacterForward,
		);
		const player = new CameraPlayer(flight(), { cutscene: true });
		engine.holdKey("W");
		player.play();
		engine.releaseKey("W");
		engine.pressKey("W");
		expect(heard.join()).to.equal("Begin, Cancel");
		player.stop();
		engine.pressKey("W");
		expect(heard.join()).to.equal("Begin, Cancel, Begin, End");
		ContextActionService.UnbindAction("walk");
		player.destroy();
	});

	test("a key that is typed into a text box skips nothing", () => {
		const box = new Instance("TextBox");
		box.Parent = stage.subtitles;
		const player = new CameraPlayer(flight(), { cutscene: { keep: ["Subtitles"] } });
		player.play();
		box.CaptureFocus();
		engine.pressKey("Space");
		engine.step(FRAME);
		expect(player.isPlaying).to.equal(true);
		box.ReleaseFocus();
		engine.pressKey("Space");
		engine.step(FRAME);
		expect(player.isPlaying).to.equal(false);
		player.destroy();
	});

	test("a skip fires the markers that it passes, and the game does not hear of the key", () => {
		const heard = new Array<string>();
		const keys = UserInputService.InputBegan.Connect((_, isProcessed) => heard.push(`key ${isProcessed}`));
		const player = new CameraPlayer(flight(), { cutscene: { skip: Enum.KeyCode.E } });
		player.marker.Connect((name, _, skipped) => heard.push(`${name} ${skipped}`));
		player.play();
		engine.pressKey("Space");
		engine.pressKey("E");
		engine.step(FRAME);
		// The space bar is a control, which is frozen.
		expect(heard.join()).to.equal("key true, last true, key true");
		keys.Disconnect();
		player.destroy();
	});

	test("touch screens have a button", () => {
		const player = new CameraPlayer(flight(), { cutscene: true });
		player.play();
		expect(stage.bars()!.FindFirstChild("Skip")).to.equal(undefined);
		player.stop();
		engine.setTouch(true);
		player.play();
		engine.userInput.press(stage.bars()!.FindFirstChild("Skip") as TextButton);
		engine.step(FRAME);
		expect(player.isPlaying).to.equal(false);
		expect(stage.state()).to.equal(after("Shop Subtitles"));
		engine.setTouch(false);
		player.destroy();
	});

	test("a replay plays as a cutscene too", () => {
		const recorder = new ReplayRecorder({ keepLast: 4 });
		recorder.add(stage.player.Character!);
		recorder.start();
		advance(1);
		const replay = recorder.peek();
		recorder.destroy();
		const player = new ReplayPlayer(replay, { cutscene: true });
		player.play();
		advance(0.5);
		expect(stage.state()).to.equal("DollyCutscene, 0 core, frozen, 2 actions");
		engine.pressKey("Space");
		engine.step(FRAME);
		expect(player.isPlaying).to.equal(false);
		expect(stage.state()).to.equal(after("Shop Subtitles"));
		player.destroy();
	});

	test("without a local player there is nothing to do", () => {
		engine.players.setLocal(undefined);
		const player = new CameraPlayer(flight(), { cutscene: true });
		player.play();
		advance(0.5);
		expect(Players.LocalPlayer).to.equal(undefined);
		expect(engine.countActions()).to.equal(0);
		expect(Workspace.CurrentCamera!.CameraType).to.equal(Enum.CameraType.Scriptable);
		player.destroy();
	});

	test("what is no cutscene is refused in words", () => {
		const refusals: Array<[cutscene: unknown, words: string]> = [
			[1, "cutscene is 1; expected true, false or a table of options"],
			[{ hideGui: true }, 'unknown option "hideGui" in cutscene; did you mean "hideGuis"?'],
			[{ hideGuis: 1 }, "cutscene.hideGuis is 1; expected a boolean"],
			[{ freeze: "yes" }, 'cutscene.freeze is "yes"; expected a boolean'],
			[{ keep: "Subtitles" }, 'cutscene.keep is "Subtitles"; expected a table'],
			[{ keep: [1] }, "item 1 of cutscene.keep is 1; expected a string"],
			[{ letterbox: true }, "cutscene.letterbox is true; expected a ratio of 0.1 to 10, or false"],
			[{ letterbox: 0 / 0 }, "cutscene.letterbox is nan; expected a ratio of 0.1 to 10, or false"],
			[{ skip: "Space" }, 'cutscene.skip is "Space"; expected an Enum.KeyCode, an array of them, or false'],
			[{ skip: [] }, "cutscene.skip has no keys; expected at least one, or false"],
			[{ skip: [Enum.CameraType.Watch] }, "item 1 of cutscene.skip is a EnumItem; expected an Enum.KeyCode"],
		];
		for (const [cutscene, words] of refusals) {
			const options = { cutscene } as CameraPlayerOptions;
			expect(failureOf(() => new CameraPlayer(flight(), options))).to.equal(`[dolly] CameraPlayer: ${words}`);
		}
	});
};
