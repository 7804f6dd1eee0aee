import { Workspace } from "@rbxts/services";
import { EndReason, Replay, ReplayPlayer, ReplayPlayerOptions } from "../../../src/camera";
import { headless } from "../../headless";
import { replayOf, subjectOf } from "../../replay/make-replay";
import { createFigure } from "./figure";

interface Scene {
	player: ReplayPlayer;
	other: ReplayPlayer;
	model: Model;
}

/** What callbacks do. */
const ACTS: { [name: string]: (scene: Scene) => void } = {
	"stops it": ({ player }) => player.stop(),
	"destroys it": ({ player }) => player.destroy(),
	"pauses it": ({ player }) => player.pause(),
	"plays it": ({ player }) => player.play(),
	"seeks it": ({ player }) => player.seek(0.7),
	"skips it": ({ player }) => player.skip(),
	"steps it": ({ player }) => player.step(1),
	"stops and plays it": ({ player }) => {
		player.stop();
		player.play();
	},
	"plays another": ({ other }) => other.play(),
	"plays and destroys another": ({ other }) => {
		other.play();
		other.destroy();
	},
	"destroys what it moves": ({ model }) => model.Destroy(),
	"stops it and throws": ({ player }) => {
		player.stop();
		error("broken", 0);
	},
	throws: () => error("broken", 0),
	"throws a table": () => error({ broken: true } as never),
	waits: () => task.wait(0.25),
	"waits for good": () => coroutine.yield(),
	"waits for the end": ({ player }) => player.ended.Wait(),
};

/** Where they do it: `resolve` is asked when playing begins, the others are handlers of signals. */
const SITES = ["resolve", "marker", "looped", "ended"];

const FRAME = 0.1;
const MOST_CALLS = 20;

function replay(): Replay {
	return replayOf(31, [subjectOf("Figure", 31)], { markers: [{ name: "here", seconds: 0.5 }] });
}

/** Whether a problem is Dolly's own sentence, or what the callback threw. */
function isExpected(problem: string): boolean {
	return problem.sub(1, 8) === "[dolly] " || problem === "broken" || problem.find("^a? ?table")[0] !== undefined;
}

export = () => {
	const test = headless ? it : itSKIP;
	beforeEach(() => headless?.enter("PlayClient"));

	function faultsOf(site: string, look: ReplayPlayerOptions["look"]): string {
		const faults = new Array<string>();
		for (const [key, act] of pairs(ACTS)) {
			const name = key as string;
			const say = (fault: string) => faults.push(`${name}: ${fault}`);
			const { model } = createFigure();
			const origin = model.GetPivot();
			const bound = headless!.countRenderSteps();
			let calls = 0;
			const call = () => {
				calls += 1;
				if (calls <= MOST_CALLS) act(scene);
			};
			const options: ReplayPlayerOptions = { look, loop: site === "looped" };
			const player = new ReplayPlayer(replay(), {
				...options,
				resolve: () => {
					if (site === "resolve") call();
					return model;
				},
			});
			const other = new ReplayPlayer(replay(), { ...options, resolve: () => model });
			const scene: Scene = { player, other, model };
			const ends = new Array<EndReason>();
			player.ended.Connect((reason) => ends.push(reason));
			if (site === "marker") player.marker.Connect(call);
			if (site === "looped") player.looped.Connect(call);
			if (site === "ended") player.ended.Connect(call);
			const problems = new Array<string>();
			task.spawn(() => {
				const [ok, problem] = pcall(() => player.play());
				if (!ok) problems.push(typeIs(problem, "table") ? "a table" : tostring(problem));
			});
			headless!.advance(25 * FRAME, FRAME);
			player.loop = false;
			headless!.advance(15 * FRAME, FRAME);
			if (calls === 0) say("the callback was not called");
			player.destroy();
			other.destroy();
			headless!.advance(2 * FRAME, FRAME);
			if (player.isPlaying || other.isPlaying) say("a destroyed player plays");
			if (Workspace.FindFirstChild("DollyReplay")) say("copies are left");
			if (headless!.countRenderSteps() !== bound) say("render steps are left");
			if (name !== "destroys what it moves" && model.GetPivot() !== origin) say("it was not put back");
			for (const problem of headless!.takeErrors()) problems.push(problem.split("\n")[0]);
			for (const problem of problems) if (!isExpected(problem)) say(problem);
			model.Destroy();
			headless!.step(FRAME);
		}
		return `${faults.size()} faults\n${faults.join("\n")}`;
	}

	for (const site of SITES) {
		test(`copies go away whatever a callback does: ${site}`, () => {
			expect(faultsOf(site, "copy")).to.equal("0 faults\n");
		});

		test(`a model of the game's is put back whatever a callback does: ${site}`, () => {
			expect(faultsOf(site, "given")).to.equal("0 faults\n");
		});
	}
};
