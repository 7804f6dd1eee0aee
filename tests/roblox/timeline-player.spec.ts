import { Workspace } from "@rbxts/services";
import { CameraPath, CameraPlayer, CameraPlayerOptions } from "../../src/camera";
import { failureOf } from "../expect-failure";
import { headless } from "../headless";
import { dressCamera } from "./camera/dress-camera";
import { CALL_NAMES, WatchedPlayer } from "./watched-player";

/** What makes a signal of the first player fire. */
interface Trigger {
	signal: "looped" | "marker" | "ended";
	/** Whether the first player loops, and when what it plays fails. */
	loop?: boolean;
	breaksAt?: number;
	/** What is done after it has played for half a second. */
	then?: (first: WatchedPlayer, second: WatchedPlayer) => void;
}

const TRIGGERS: { [name: string]: Trigger } = {
	"looped at the end": { signal: "looped", loop: true },
	"ended at the end": { signal: "ended" },
	"ended by skip": { signal: "ended", loop: true, then: (first) => first.call("skip") },
	"ended by stop": { signal: "ended", then: (first) => first.call("stop") },
	"ended by an error": { signal: "ended", breaksAt: 0.6 },
	"ended by destroy": { signal: "ended", then: (first) => first.call("destroy") },
};

const CAMERA_TRIGGERS: { [name: string]: Trigger } = {
	...TRIGGERS,
	"ended by another player": { signal: "ended", then: (_, second) => second.call("play") },
	"marker halfway": { signal: "marker" },
	"marker at the end": { signal: "marker" },
	"marker on skip": { signal: "marker", then: (first) => first.call("skip") },
};

/** A path of a second along X that fails from `breaksAt` seconds on. */
function brittlePath(markerAt: number, breaksAt = math.huge): CameraPath {
	return {
		name: "brittle",
		duration: 1,
		rate: 10,
		markers: [{ name: "here", seconds: markerAt }],
		sample(seconds, target) {
			if (seconds >= breaksAt) error("broken", 0);
			buffer.fill(target, 0, 0);
			buffer.writef64(target, 0, seconds * 10);
			buffer.writef64(target, 48, 1);
		},
	};
}

/**
 * Plays the first player until the trigger's signal fires, makes the calls from inside its handler, lets both play on, and
 * destroys them. Gives what went wrong, or an empty text.
 */
function run(
	trigger: Trigger,
	first: WatchedPlayer,
	second: WatchedPlayer,
	calls: () => void,
	check: () => string,
): string {
	const engine = headless!;
	let hasFired = false;
	let isBack = false;
	const signal = first.player[trigger.signal] as { Once(handler: () => void): unknown };
	signal.Once(() => {
		hasFired = true;
		calls();
	});
	task.spawn(() => {
		first.call("play");
		first.player.ended.Wait();
		isBack = true;
	});
	let problem = "";
	const advance = (frames: number) => {
		for (const _ of $range(1, frames)) {
			engine.step(0.25);
			if (problem === "") problem = check();
		}
	};
	advance(3);
	trigger.then?.(first, second);
	advance(5);
	if (!hasFired) return "the signal did not fire";
	first.call("destroy");
	second.call("destroy");
	advance(1);
	for (const message of engine.takeErrors()) {
		const isOurs = message.find("[dolly] ", 1, true)[0] === 1 || message.sub(1, 6) === "broken";
		if (!isOurs && problem === "") problem = message;
	}
	if (problem !== "") return problem;
	if (!isBack) return "ended.Wait() never came back";
	return first.fault() + second.fault();
}

/** Goes through every pair of calls, each on the first player or on the second. */
function everyPair(
	body: (name: string, calls: (first: WatchedPlayer, second: WatchedPlayer) => void) => string,
): string {
	for (const [one, onSecond] of everyCall()) {
		for (const [two, thenOnSecond] of everyCall()) {
			const problem = body(`${one} ${onSecond}, ${two} ${thenOnSecond}`, (first, second) => {
				(onSecond ? second : first).call(one);
				(thenOnSecond ? second : first).call(two);
			});
			if (problem !== "") return `${one}(${onSecond ? 2 : 1}) then ${two}(${thenOnSecond ? 2 : 1}): ${problem}`;
		}
	}
	return "";
}

function everyCall(): Array<[name: string, onSecond: boolean]> {
	const calls = new Array<[string, boolean]>();
	for (const name of CALL_NAMES) {
		calls.push([name, false]);
		calls.push([name, true]);
	}
	return calls;
}

export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;

	for (const [name, trigger] of pairs(CAMERA_TRIGGERS)) {
		test(`lets handlers of a CameraPlayer do anything, in pairs, on it and on another: ${name}`, () => {
			let runs = 0;
			const markerAt = name === "marker halfway" || trigger.signal !== "marker" ? 0.4 : 1;
			const problem = everyPair((_, calls) => {
				runs += 1;
				const isBack = dressCamera();
				const path = brittlePath(markerAt, trigger.breaksAt);
				const first = new WatchedPlayer(new CameraPlayer(path, { loop: trigger.loop }));
				const second = new WatchedPlayer(new CameraPlayer(brittlePath(0.4)));
				const check = () => {
					const playing = (first.player.isPlaying ? 1 : 0) + (second.player.isPlaying ? 1 : 0);
					if (playing > 1) return "both play at once";
					const isHeld = first.isUnderWay || second.isUnderWay;
					const isScriptable = Workspace.CurrentCamera!.CameraType === Enum.CameraType.Scriptable;
					if (isHeld && !isScriptable) return "the camera is not held";
					return isHeld || isBack() ? "" : "the camera was not given back";
				};
				return run(trigger, first, second, () => calls(first, second), check);
			});
			expect(problem).to.equal("");
			expect(runs).to.equal(256);
			// Nothing moves the camera any more.
			const cframe = new CFrame(4, 5, 6);
			Workspace.CurrentCamera!.CFrame = cframe;
			engine.step(0.25);
			expect(Workspace.CurrentCamera!.CFrame).to.equal(cframe);
		});
	}

	test("tells of the end once for each playing, after the thread that ended it has gone on", () => {
		const player = new CameraPlayer(brittlePath(0.4));
		const told = new Array<string>();
		player.ended.Connect((reason) => told.push(reason));
		player.stop();
		player.play();
		player.stop();
		expect(told.join(" ")).to.equal("");
		engine.step(0.1);
		expect(told.join(" ")).to.equal("stop");
		player.step(1);
		player.pause();
		player.seek(0.3);
		player.play();
		engine.step(0.1);
		player.destroy();
		player.destroy();
		expect(told.join(" ")).to.equal("stop");
		engine.step(0.1);
		expect(told.join(" ")).to.equal("stop destroy");
	});

	test("lets go of whoever heard of its ends, once it is destroyed and has told of them", () => {
		const player = new CameraPlayer(brittlePath(0.4));
		let told = 0;
		player.ended.Connect(() => (told += 1));
		for (const _ of $range(1, 2)) {
			player.play();
			engine.step(0.1);
			player.stop();
			engine.step(0.1);
		}
		player.play();
		player.destroy();
		expect(player.ended.isHeard()).to.equal(true);
		engine.step(0.1);
		expect(told).to.equal(3);
		for (const signal of [player.ended, player.looped, player.marker]) {
			expect((signal as { isHeard(): boolean }).isHeard()).to.equal(false);
		}
	});

	test("skips to the end that it goes to, which is the last while it stands still", () => {
		for (const [speed, position] of [
			[1, 1],
			[0, 1],
			[-1, 0],
		]) {
			const player = new CameraPlayer(brittlePath(0.4), { speed });
			player.seek(0.5);
			player.play();
			engine.step(0.1);
			player.skip();
			expect(player.position).to.equal(position);
			player.destroy();
		}
	});

	test("tells whoever waits of the playing that they began, not of the one before it", () => {
		const player = new CameraPlayer(brittlePath(0.4));
		player.play();
		let waited: number | undefined;
		task.spawn(() => {
			const started = os.clock();
			player.stop();
			player.play();
			player.ended.Wait();
			waited = os.clock() - started;
		});
		engine.advance(3, 0.125);
		// A first frame that shows the start, then a second.
		expect(waited).to.equal(1.125);
		player.destroy();
	});

	test("comes back from ended.Wait() though nothing lasts, or something else takes over", () => {
		let woken = new Array<string>();
		const playAndWait = (player: CameraPlayer) => {
			task.spawn(() => {
				player.play();
				const [reason] = player.ended.Wait();
				woken.push(reason);
			});
		};
		const instant = new CameraPlayer({ ...brittlePath(0), duration: 0 });
		playAndWait(instant);
		engine.advance(0.3, 0.1);
		expect(woken.join(" ")).to.equal("finished");
		woken = [];
		const replaced = new CameraPlayer(brittlePath(0));
		playAndWait(replaced);
		engine.step(0.1);
		const other = new CameraPlayer(brittlePath(0));
		other.play();
		engine.step(0.1);
		expect(woken.join(" ")).to.equal("replaced");
		other.destroy();
	});

	test("tells of markers while it plays, and of laps between those of the laps", () => {
		const path = brittlePath(0.4);
		const player = new CameraPlayer(
			{
				...path,
				markers: [
					{ name: "b", seconds: 0.95 },
					{ name: "a", seconds: 0 },
				],
			},
			{ loop: true },
		);
		const events = new Array<string>();
		player.marker.Connect((name, seconds) => events.push(`${name} ${seconds}`));
		player.looped.Connect((laps) => events.push(`loop ${laps}`));
		player.play();
		expect(events.isEmpty()).to.equal(true);
		// Eighths, whose sums are exact.
		engine.step(0.125);
		expect(events.join(", ")).to.equal("a 0");
		engine.advance(1.25, 0.125);
		expect(events.join(", ")).to.equal("a 0, b 0.95, loop 1, a 0");
		player.pause();
		engine.step(0.5);
		player.play();
		engine.step(0.1);
		expect(events.size()).to.equal(4);
		player.destroy();
	});

	/** A path of a second with three markers, and what a player of it hears from `calls`. */
	const heardBy = (options: CameraPlayerOptions, calls: (player: CameraPlayer) => void) => {
		const markers = [0.25, 0.5, 1].map((seconds) => ({ name: `${seconds}`, seconds }));
		const player = new CameraPlayer({ ...brittlePath(0), markers }, options);
		const heard = new Array<string>();
		player.marker.Connect((name, _, skipped) => heard.push(skipped ? `(${name})` : name));
		player.ended.Connect((reason) => heard.push(reason));
		calls(player);
		engine.step(0);
		player.destroy();
		engine.step(0);
		return heard.join(" ");
	};
	const playTo = (player: CameraPlayer, seconds: number) => {
		player.play();
		engine.advance(seconds + 0.05, 0.05);
	};

	test("fires the markers that skip passes, as skipped, and none that it has passed", () => {
		const skip = (player: CameraPlayer) => {
			playTo(player, 0.3);
			player.skip();
		};
		expect(heardBy({}, skip)).to.equal("0.25 (0.5) (1) finished");
		// Time has passed the first marker, which the camera shows in the next frame.
		const early = (player: CameraPlayer) => {
			player.play();
			engine.advance(0.3, 0.1);
			expect(player.position).to.be.near(0.2, 1e-9);
			player.skip();
		};
		expect(heardBy({}, early)).to.equal("(0.25) (0.5) (1) finished");
		expect(heardBy({ skipMarkers: false }, early)).to.equal("finished");
		expect(heardBy({ loop: true }, skip)).to.equal("0.25 (0.5) (1) finished");
		expect(heardBy({ skipMarkers: false }, skip)).to.equal("0.25 finished");
		const backwards = (player: CameraPlayer) => {
			player.seek(0.75);
			player.play();
			player.skip();
		};
		expect(heardBy({ speed: -1 }, backwards)).to.equal("(0.5) (0.25) finished");
		const twice = (player: CameraPlayer) => {
			player.marker.Once(() => player.skip());
			player.play();
			player.skip();
		};
		expect(heardBy({}, twice)).to.equal("(0.25) (0.5) (1) finished");
		const elsewhere = (player: CameraPlayer) => {
			player.marker.Once(() => player.seek(0.1));
			player.play();
			player.skip();
			expect([player.position, player.isPlaying].join(" ")).to.equal("0.1 true");
		};
		expect(heardBy({}, elsewhere)).to.equal("(0.25) destroy");
	});

	test("fires no markers that seek passes, unless it is told to", () => {
		const seek = (player: CameraPlayer) => {
			playTo(player, 0.3);
			player.seek(0.75);
			player.seek(0.5);
			player.seek(0.1);
		};
		expect(heardBy({}, seek)).to.equal("0.25 destroy");
		expect(heardBy({ seekMarkers: true }, seek)).to.equal("0.25 (0.5) (0.5) (0.25) destroy");
		const goOn = (player: CameraPlayer) => {
			player.seek(0.5);
			playTo(player, 0.1);
		};
		expect(heardBy({}, goOn)).to.equal("0.5 destroy");
		// What begins to play meets the markers where it begins.
		expect(heardBy({ seekMarkers: true }, goOn)).to.equal("(0.25) (0.5) 0.5 destroy");
	});

	test("refuses options about markers that are no booleans", () => {
		expect(failureOf(() => new CameraPlayer(brittlePath(0), { seekMarkers: 1 as never }))).to.equal(
			"[dolly] CameraPlayer: seekMarkers is 1; expected a boolean",
		);
		expect(failureOf(() => new CameraPlayer(brittlePath(0), { skipMarkers: "no" as never }))).to.equal(
			'[dolly] CameraPlayer: skipMarkers is "no"; expected a boolean',
		);
	});

	test("has what it shows in place when it tells of a marker", () => {
		const player = new CameraPlayer(brittlePath(0.375));
		let x = -1;
		player.marker.Connect(() => (x = Workspace.CurrentCamera!.CFrame.X));
		player.play();
		engine.advance(0.75, 0.125);
		expect(x).to.be.near(3.75, 1e-5);
		player.destroy();
	});

	test("goes on past a marker whose handler fails or waits", () => {
		const player = new CameraPlayer(brittlePath(0.4));
		let finished = 0;
		player.marker.Connect(() => error("broken handler", 0));
		player.marker.Connect(() => {
			task.wait(5);
		});
		player.ended.Connect(() => (finished += 1));
		player.play();
		engine.advance(2, 0.1);
		expect(finished).to.equal(1);
		expect(engine.takeErrors().size()).to.equal(1);
	});
};
