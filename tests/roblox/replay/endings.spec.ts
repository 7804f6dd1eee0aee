import { RunService, Workspace } from "@rbxts/services";
import {
	CameraPlayer,
	createTake,
	encodeCFrame,
	Replay,
	ReplayPlayer,
	ReplayPlayerOptions,
	ReplayRecorder,
} from "../../../src/camera";
import { headless } from "../../headless";
import { createFigure, Figure } from "./figure";

interface Stage {
	readonly player: ReplayPlayer;
	readonly figure: Figure;
	readonly replay: Replay;
	/** Players that an ending starts; they are destroyed after it. */
	readonly others: Array<{ destroy(): void }>;
}

/** What a handler throws. */
const BROKEN = "broken on purpose";

/** Ends a playing, or lets it end. The name says what happens. */
const ENDINGS: { [name: string]: (stage: Stage) => void } = {
	"the end is reached": () => headless!.advance(4),
	stop: ({ player }) => player.stop(),
	destroy: ({ player }) => player.destroy(),
	skip: ({ player }) => player.skip(),
	"stop while paused": ({ player }) => {
		player.pause();
		headless!.advance(0.2);
		player.stop();
	},
	"destroy while paused": ({ player }) => {
		player.pause();
		player.destroy();
	},
	"backwards to the start": ({ player }) => {
		player.speed = -1;
		headless!.advance(4);
	},
	"a seek to the end": ({ player }) => {
		player.seek(100);
		headless!.advance(0.2);
	},
	"a loop that is stopped": ({ player }) => {
		player.loop = true;
		headless!.advance(5);
		player.stop();
	},
	"a second replay": ({ replay, others }) => {
		const other = new ReplayPlayer(replay);
		others.push(other);
		other.play();
	},
	"a CameraPlayer": ({ others }) => {
		const frames = buffer.create(36);
		encodeCFrame(new CFrame(1, 2, 3), frames, 0);
		encodeCFrame(new CFrame(1, 2, 4), frames, 18);
		const other = new CameraPlayer(createTake({ rate: 1, frames }));
		others.push(other);
		other.play();
	},
	"a handler of a marker that fails": ({ player }) => {
		player.marker.Connect(() => error(BROKEN, 0));
		headless!.advance(4);
	},
	"a handler of a marker that stops": ({ player }) => {
		player.marker.Connect(() => player.stop());
		headless!.advance(4);
	},
	"a handler of a marker that destroys": ({ player }) => {
		player.marker.Connect(() => player.destroy());
		headless!.advance(4);
	},
	"a handler of a marker that starts another": ({ player, replay, others }) => {
		player.marker.Connect(() => {
			const other = new ReplayPlayer(replay);
			others.push(other);
			other.play();
		});
		headless!.advance(4);
	},
	"a handler of a marker that yields": ({ player }) => {
		player.marker.Connect(() => task.wait(0.3));
		headless!.advance(4);
	},
	"a handler of the end that fails": ({ player }) => {
		player.ended.Connect(() => error(BROKEN, 0));
		player.stop();
	},
	"a handler of the end that plays once more": ({ player }) => {
		player.ended.Once(() => player.play());
		player.stop();
		headless!.advance(5);
	},
	"the original leaves and comes back": ({ figure, player }) => {
		figure.model.Parent = undefined;
		headless!.advance(0.2);
		figure.model.Parent = Workspace;
		headless!.advance(0.2);
		player.stop();
	},
	"the original grows": ({ figure, player }) => {
		const hat = new Instance("Part");
		hat.Name = "Hat";
		hat.Parent = figure.model;
		headless!.advance(0.2);
		player.stop();
	},
	"the game destroys the copies": () => {
		Workspace.FindFirstChild("DollyReplay")!.Destroy();
		headless!.advance(0.2);
	},
	"the game destroys one copy": ({ player }) => {
		Workspace.FindFirstChild("DollyReplay")!.FindFirstChild("Figure")!.Destroy();
		headless!.advance(0.2);
		player.stop();
	},
	"the game shows the original": ({ figure, player }) => {
		figure.part("Head").LocalTransparencyModifier = 0.5;
		headless!.advance(0.2);
		player.stop();
	},
	"the camera is replaced": ({ player }) => {
		const camera = new Instance("Camera");
		camera.CameraType = Enum.CameraType.Scriptable;
		camera.CFrame = new CFrame(9, 9, 9);
		Workspace.CurrentCamera!.Parent = undefined;
		camera.Parent = Workspace;
		Workspace.CurrentCamera = camera;
		headless!.advance(0.2);
		player.stop();
		Workspace.CurrentCamera!.CameraType = Enum.CameraType.Custom;
		Workspace.CurrentCamera!.CFrame = new CFrame(5, 5, 5);
	},
};

export = () => {
	const test = headless ? it : itSKIP;
	beforeEach(() => headless?.enter("PlayClient"));

	/** A figure with a spark and a name tag, and a replay of it with a marker after a second. */
	function prepare(): { figure: Figure; replay: Replay } {
		const figure = createFigure();
		const spark = new Instance("ParticleEmitter");
		spark.Parent = figure.part("LeftHand");
		const tag = new Instance("BillboardGui");
		tag.Parent = figure.part("Head");
		Workspace.CurrentCamera!.CameraType = Enum.CameraType.Custom;
		Workspace.CurrentCamera!.CFrame = new CFrame(5, 5, 5);
		Workspace.CurrentCamera!.FieldOfView = 70;
		const replays = new ReplayRecorder({ rate: 30 });
		replays.add(figure.model);
		replays.add(Workspace.CurrentCamera!);
		replays.start();
		let seconds = 0;
		const walking = RunService.PreSimulation.Connect((gap) => {
			seconds += gap;
			figure.pose(seconds);
		});
		headless!.advance(1);
		replays.mark("half");
		headless!.advance(1);
		walking.Disconnect();
		const replay = replays.stop();
		replays.destroy();
		return { figure, replay };
	}

	/** All that a player may change, in words. */
	function stateOf({ model }: Figure): string {
		const lines = new Array<string>();
		for (const instance of model.GetDescendants()) {
			if (instance.Name === "Hat") continue;
			if (instance.IsA("BasePart")) {
				const { Transparency, LocalTransparencyModifier, CanCollide, CanQuery, Anchored, CFrame: place } = instance;
				lines.push(
					`${instance.Name} ${Transparency} ${LocalTransparencyModifier} ${CanCollide} ${CanQuery} ${Anchored} ${place}`,
				);
			} else if (instance.IsA("Motor6D"))
				lines.push(`${instance.Name} ${instance.C0} ${instance.C1} ${instance.Transform}`);
			else if (instance.IsA("ParticleEmitter") || instance.IsA("BillboardGui")) {
				lines.push(`${instance.ClassName} ${instance.Enabled}`);
			}
		}
		const camera = Workspace.CurrentCamera!;
		lines.push(`camera ${camera.CameraType.Name} ${camera.CFrame} ${camera.FieldOfView}`);
		lines.push(`copies ${Workspace.FindFirstChild("DollyReplay") !== undefined}`);
		lines.push(`bound ${headless!.countRenderSteps()}`);
		return lines.join("\n");
	}

	function changesOf(before: string, after: string): string {
		const lines = before.split("\n");
		return after
			.split("\n")
			.filter((line, index) => line !== lines[index])
			.join("; ");
	}

	function faultsOf(options: ReplayPlayerOptions, skipped: Array<string>): string {
		const faults = new Array<string>();
		for (const [key, finish] of pairs(ENDINGS)) {
			const name = key as string;
			if (skipped.includes(name)) continue;
			const { figure, replay } = prepare();
			const before = stateOf(figure);
			const player = new ReplayPlayer(replay, {
				...options,
				resolve: options.look === "given" ? () => figure.model : undefined,
			});
			const reasons = new Array<string>();
			player.ended.Connect((reason) => reasons.push(reason));
			player.play();
			headless!.advance(0.5);
			if (stateOf(figure) === before) faults.push(`${name}: nothing was changed`);
			const others = new Array<{ destroy(): void }>();
			finish({ player, figure, replay, others });
			headless!.step(1 / 60);
			for (const other of others) other.destroy();
			headless!.advance(0.1);
			if (reasons.size() !== (name === "a handler of the end that plays once more" ? 2 : 1)) {
				faults.push(`${name}: ended fired ${reasons.size()} times`);
			}
			if (player.isPlaying) faults.push(`${name}: it still plays`);
			const after = stateOf(figure);
			if (after !== before) faults.push(`${name}: ${changesOf(before, after)}`);
			player.destroy();
			headless!.advance(0.1);
			if (stateOf(figure) !== before) faults.push(`${name}, then destroy: ${changesOf(before, stateOf(figure))}`);
			for (const problem of headless!.takeErrors()) {
				if (problem.find(BROKEN)[0] === undefined) faults.push(`${name}: ${problem}`);
			}
			figure.model.Destroy();
			headless!.step(1 / 60);
		}
		return faults.join("\n");
	}

	test("every ending puts everything back and destroys the copies", () => {
		expect(ENDINGS["stop"]).to.be.ok();
		let count = 0;
		for (const [] of pairs(ENDINGS)) count += 1;
		expect(count >= 20).to.equal(true);
		expect(faultsOf({}, [])).to.equal("");
	});

	test("every ending puts given instances back where they were", () => {
		// Those are of copies.
		const skipped = [
			"a second replay",
			"a handler of a marker that starts another",
			"the game destroys the copies",
			"the game destroys one copy",
			"the game shows the original",
		];
		expect(faultsOf({ look: "given", hideOriginals: false }, skipped)).to.equal("");
	});

	test("resolve that ends the playing leaves everything as it was, and no error", () => {
		const { figure, replay } = prepare();
		const second = { ...replay.subjects.find(({ kind }) => kind !== "camera")!, name: "Second" };
		const two: Replay = { ...replay, subjects: [...replay.subjects, second] };
		const before = stateOf(figure);
		for (const calls of [1, 2]) {
			for (const look of ["copy", "given"] as const) {
				for (const ending of ["stop", "destroy"] as const) {
					let asked = 0;
					const given = look === "given" ? createFigure("Given", new CFrame(0, 0, 50)) : undefined;
					const player: ReplayPlayer = new ReplayPlayer(two, {
						look,
						resolve: () => {
							asked += 1;
							if (asked === calls) player[ending]();
							return given?.model;
						},
					});
					headless!.advance(0.1);
					const givenBefore = given && stateOf(given);
					player.play();
					expect(player.isPlaying).to.equal(false);
					headless!.advance(0.2);
					expect(asked).to.equal(calls);
					expect(changesOf(before, stateOf(figure))).to.equal("");
					if (given) expect(changesOf(givenBefore!, stateOf(given))).to.equal("");
					given?.model.Destroy();
					player.destroy();
				}
			}
		}
		expect(headless!.takeErrors().join()).to.equal("");
		figure.model.Destroy();
	});
};
