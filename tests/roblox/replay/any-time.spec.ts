import { RunService, Workspace } from "@rbxts/services";
import { Replay, ReplayPlayer, ReplayRecorder, ReplaySpan, retimeRecording } from "../../../src/camera";
import { headless } from "../../headless";
import { Seeded } from "../../random";
import { replayOf, subjectOf } from "../../replay/make-replay";
import { createFigure } from "./figure";

/** When the world of two machines begins, on the server's clock. */
const WORLD_START = 1_800_000_000;

/** Everything that a player shows at this moment, in words. */
function shownBy(player: ReplayPlayer, subjects: ReadonlyArray<string>): string {
	const lines = new Array<string>();
	for (const subject of subjects) {
		const model = player.instanceOf(subject);
		lines.push(`${subject} ${model !== undefined} ${model?.Parent !== undefined} ${player.value(subject, "Mood")}`);
		for (const part of model?.GetDescendants() ?? [])
			if (part.IsA("BasePart")) lines.push(`${part.Name} ${part.CFrame}`);
	}
	const { CFrame: place, FieldOfView: fieldOfView } = Workspace.CurrentCamera!;
	lines.push(`camera ${place} ${fieldOfView}`);
	return lines.join("\n");
}

export = () => {
	const test = headless ? it : itSKIP;
	beforeEach(() => headless?.enter("PlayClient"));

	test("a thousand seeks show what playing through shows", () => {
		const walker = createFigure("Walker");
		const guest = createFigure("Guest", new CFrame(0, 0, 20));
		guest.model.Parent = undefined;
		const camera = Workspace.CurrentCamera!;
		const replays = new ReplayRecorder({ rate: 30 });
		replays.add(walker.model, { values: ["Mood"] });
		replays.add(guest.model);
		replays.add(camera);
		replays.start();
		let seconds = 0;
		const walking = RunService.PreSimulation.Connect((gap) => {
			seconds += gap;
			walker.pose(seconds);
			guest.pose(seconds * 0.7);
			walker.model.SetAttribute("Mood", `mood ${math.floor(seconds * 4)}`);
			camera.CFrame = new CFrame(seconds, 10, 5).mul(CFrame.Angles(0, seconds, 0));
			camera.FieldOfView = 60 + 10 * math.sin(seconds);
		});
		headless!.advance(0.8);
		guest.model.Parent = Workspace;
		headless!.advance(0.9);
		guest.model.Parent = undefined;
		headless!.advance(0.8);
		walking.Disconnect();
		const replay = replays.stop();
		replays.destroy();
		const names = ["Walker", "Guest"];

		const player = new ReplayPlayer(replay, { speed: 0.37 });
		// What a frame draws: joints are where the last simulation put them, and the camera has been moved.
		let drawn = "";
		let position = 0;
		RunService.BindToRenderStep("drawn", Enum.RenderPriority.Last.Value, () => {
			position = player.position;
			drawn = shownBy(player, names);
		});
		player.play();
		const positions = new Array<number>();
		const states = new Array<string>();
		headless!.step(1 / 60);
		headless!.step(1 / 60);
		while (player.isPlaying) {
			positions.push(position);
			states.push(drawn);
			headless!.step(1 / 60);
		}
		expect(positions.size() > 300).to.equal(true);
		expect(new Set(states).size() > 300).to.equal(true);

		player.play();
		player.pause();
		const random = new Seeded(20261118);
		let differences = 0;
		for (const _ of $range(1, 1000)) {
			const index = random.int(0, positions.size() - 1);
			player.seek(positions[index]);
			headless!.step(1 / 60);
			headless!.step(1 / 60);
			if (drawn !== states[index]) differences += 1;
		}
		expect(differences).to.equal(0);
		RunService.UnbindFromRenderStep("drawn");
		player.destroy();
		walker.model.Destroy();
		guest.model.Destroy();
		camera.FieldOfView = 70;
	});

	test("a subject is shown from the first frame of a span until the frame after its last, at every edge", () => {
		const count = 6;
		const spansOf: Array<Array<ReplaySpan>> = [[]];
		for (const first of $range(0, count - 1)) {
			for (const last of $range(first, count - 1)) {
				spansOf.push([{ first, last }]);
				if (last + 2 < count)
					spansOf.push([
						{ first, last },
						{ first: last + 2, last: count - 1 },
					]);
			}
		}
		const faults = new Array<string>();
		for (const spans of spansOf) {
			const player = new ReplayPlayer(replayOf(count, [subjectOf("Ada", count, { spans })]), { look: "grey" });
			player.play();
			player.pause();
			for (const half of $range(0, 2 * (count - 1))) {
				const position = half / 2;
				const isThere = spans.some(({ first, last }) => position >= first && position < last + 1);
				player.seek(position / 30);
				const isShown = player.instanceOf("Ada")?.Parent !== undefined;
				if (isShown !== isThere)
					faults.push(`${spans.map((span) => `${span.first}-${span.last}`).join("+")} at ${position}`);
			}
			player.destroy();
		}
		expect(faults.join(", ")).to.equal("");
		expect(spansOf.size()).to.equal(32);
	});

	/**
	 * Ten minutes on a machine whose clock runs at `rate` of the server's, and whose idea of the server's time is `off` seconds off. They
	 * begin at `begin` of the server's time, in which a part goes along X at 10 studs per second.
	 */
	function recordOn(rate: number, off: number, begin: number, frame: number): Replay {
		const { serverTime } = headless!;
		serverTime.setRate(1 / rate);
		serverTime.setOffset(0);
		serverTime.setOffset(begin + off - Workspace.GetServerTimeNow());
		const part = new Instance("Part");
		part.Name = "Cart";
		part.Anchored = true;
		part.Parent = Workspace;
		const move = () => {
			part.CFrame = new CFrame((Workspace.GetServerTimeNow() - off - WORLD_START) * 10, 0, 0);
		};
		const moving = RunService.PreSimulation.Connect(move);
		move();
		const replays = new ReplayRecorder({ rate: 10 });
		replays.add(part);
		replays.start();
		headless!.advance(600, frame);
		const replay = replays.stop();
		replays.destroy();
		moving.Disconnect();
		part.Destroy();
		serverTime.setRate(1);
		serverTime.setOffset(0);
		return replay;
	}

	test("two machines' recordings of ten minutes run within a sixtieth of a second of each other", () => {
		const first = retimeRecording(recordOn(1.0001, 0.002, WORLD_START, 1 / 60), { clock: "server" });
		const second = retimeRecording(recordOn(0.9999, -0.003, WORLD_START + 2.3, 1 / 50), { clock: "server" });
		const players = [first, second].map(
			(replay) => new ReplayPlayer(replay, { look: "grey", parent: new Instance("Folder") }),
		);
		let worst = 0;
		for (const player of players) {
			player.play();
			player.pause();
		}
		const start = second.serverStart!;
		for (const seconds of [0, 1, 60, 300, 450, 590]) {
			const places = players.map((player, index) => {
				player.seek(start + seconds - [first, second][index].serverStart!);
				return player.instanceOf("Cart")!.GetPivot().X / 10;
			});
			worst = math.max(worst, math.abs(places[0] - places[1]));
		}
		expect(worst).to.be.near(0, 1 / 60);
		// The machines' own clocks are 120 ms apart by then.
		expect(math.abs((first.count - 1) / first.rate - 600) > 0.05).to.equal(true);
		for (const player of players) player.destroy();
	});
};
