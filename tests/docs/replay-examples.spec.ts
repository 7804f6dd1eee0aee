import { Workspace } from "@rbxts/services";
import { ReplayRecorder } from "../../src/camera";
import { headless } from "../headless";
import { playTogether } from "./code/play-together";
import { openTheatre } from "./code/theatre";

export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;
	const folder = () => Workspace.FindFirstChild("DollyReplay");

	/** A replay of a part that goes a stud along X each second, for four seconds. */
	function recordPart() {
		const part = new Instance("Part");
		part.Name = "Cart";
		part.Anchored = true;
		part.Parent = Workspace;
		const replays = new ReplayRecorder();
		replays.add(part);
		replays.start();
		for (const step of $range(0, 240)) {
			part.CFrame = new CFrame(step / 60, 0, 0);
			engine.step(1 / 60);
		}
		const replay = replays.stop();
		replays.destroy();
		return { part, replay };
	}

	const shownX = () => (folder()!.FindFirstChild("Cart") as BasePart).Position.X;

	test("play together: what two clients recorded runs in step", () => {
		const { part, replay } = recordPart();
		const duration = (replay.count - 1) / replay.rate;
		// The clock of the second machine is 0.1 % fast, and it began a second later.
		const first = { ...replay, serverStart: 1000, serverEnd: 1000 + duration };
		const second = { ...replay, serverStart: 1001, serverEnd: 1001 + duration * 1.001 };
		const players = playTogether([first, second], () => undefined);
		expect(players.map(({ position }) => math.round(position * 1000)).join(" ")).to.equal("1000 0");
		engine.advance(1);
		const [a, b] = players.map((player) => player.instanceOf("Cart")!.GetPivot().X);
		expect(math.abs(a - b - 1) < 0.02).to.equal(true);
		for (const player of players) player.destroy();
		part.Destroy();
	});

	test("theatre: keys fly the camera and change the speed, the bar seeks, and closing gives the camera back", () => {
		const { part, replay } = recordPart();
		const screen = new Instance("ScreenGui");
		screen.Parent = engine.players.join("Cy").WaitForChild("PlayerGui");
		const bar = new Instance("Frame");
		bar.Size = UDim2.fromOffset(400, 20);
		bar.Active = true;
		bar.Parent = screen;
		const fill = new Instance("Frame");
		fill.Parent = bar;
		const camera = Workspace.CurrentCamera!;
		camera.CameraType = Enum.CameraType.Custom;
		camera.CFrame = new CFrame(0, 10, 20);

		const theatre = openTheatre(replay, bar, fill);
		engine.advance(1);
		expect(math.abs(shownX() - 1) < 0.05).to.equal(true);
		expect(math.abs(fill.Size.X.Scale - 0.25) < 0.02).to.equal(true);

		engine.holdKey("W");
		engine.advance(1);
		engine.releaseKey("W");
		// 24 studs per second, ahead.
		expect(math.abs(camera.CFrame.Z - -4) < 0.5).to.equal(true);
		expect(camera.CFrame.Y).to.equal(10);

		engine.pressKey("Space");
		const paused = shownX();
		engine.advance(1);
		expect(shownX()).to.equal(paused);
		engine.userInput.drag(bar, [0.75]);
		engine.advance(0.1);
		expect(math.abs(shownX() - 3) < 0.05).to.equal(true);
		engine.pressKey("One");
		engine.pressKey("Space");
		engine.advance(1);
		expect(math.abs(shownX() - 3.25) < 0.05).to.equal(true);

		theatre.destroy();
		engine.step(1 / 60);
		expect(camera.CameraType).to.equal(Enum.CameraType.Custom);
		expect(folder()).to.equal(undefined);
		part.Destroy();
		screen.Destroy();
	});
};
