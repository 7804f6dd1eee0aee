import { RunService, Workspace } from "@rbxts/services";
import { sampleCFrame, takePath } from "../../src/camera";
import { expectNear } from "../expect-near";
import { headless } from "../headless";
import { takeOf } from "../take/make-take";
import { playCutscene } from "./code/cutscene";
import { watchCar } from "./code/film-1";
import { slowOpening } from "./code/film-2";
import { playFilm } from "./code/film-3";
import { watchForReplays } from "./code/instant-replay";
import { patrol } from "./code/security-camera";

function xyz({ Position: { X, Y, Z } }: CFrame): Array<number> {
	return [X, Y, Z];
}

export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;
	const camera = () => Workspace.CurrentCamera!;

	/** Moves something every frame, for `seconds`. */
	function during(seconds: number, gap: number, each: (now: number) => void): void {
		let now = 0;
		RunService.BindToRenderStep("during", Enum.RenderPriority.Camera.Value, (passed) => {
			now += passed;
			each(now);
		});
		engine.advance(seconds, gap);
		RunService.UnbindFromRenderStep("during");
	}

	test("instant replay: the last seconds, again, at half the speed", () => {
		const replay = watchForReplays(2, 0.5);
		during(5, 1 / 60, (now) => {
			camera().CFrame = new CFrame(now, 0, 0);
		});
		let isOver = false;
		task.spawn(() => {
			replay();
			isOver = true;
		});
		engine.step(1 / 60);
		expectNear(xyz(camera().CFrame), [3, 0, 0], 0.05);
		engine.advance(2, 1 / 60);
		expectNear(xyz(camera().CFrame), [4, 0, 0], 0.05);
		expect(isOver).to.equal(false);
		engine.advance(3, 1 / 60);
		expect(isOver).to.equal(true);
		expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
	});

	test("security camera: what was seen on the lift is seen on the lift", () => {
		const lift = new Instance("Model");
		lift.WorldPivot = new CFrame(0, 10, 0);
		camera().CFrame = new CFrame(1, 12, 3);
		let player: ReturnType<typeof patrol> | undefined;
		task.spawn(() => (player = patrol(lift, 1)));
		engine.advance(1.2, 1 / 60);
		lift.WorldPivot = new CFrame(100, 0, 0);
		engine.advance(2, 1 / 60);
		expectNear(xyz(camera().CFrame), [101, 2, 3], 1e-3);
		player!.destroy();
	});

	test("cutscene: screens are hidden, markers heard, and a key ends it", () => {
		const localPlayer = engine.players.join("Ada");
		engine.players.setLocal(localPlayer);
		const character = engine.players.spawn(localPlayer);
		// The headless engine holds characters, because it has no ground.
		character.PrimaryPart!.Anchored = false;
		const playerGui = localPlayer.WaitForChild("PlayerGui");
		const screen = new Instance("ScreenGui");
		screen.Parent = playerGui;
		const sounds = new Instance("Folder");
		const thunder = new Instance("Sound");
		thunder.Name = "thunder";
		thunder.Parent = sounds;
		const take = takeOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], { rate: 2, markers: [{ name: "thunder", seconds: 1 }] });
		let isOver = false;
		task.spawn(() => {
			playCutscene(take, sounds);
			isOver = true;
		});
		engine.advance(0.5, 1 / 60);
		expect(screen.Enabled).to.equal(false);
		expect(character.PrimaryPart!.Anchored).to.equal(true);
		expect(thunder.Playing).to.equal(false);
		engine.advance(1, 1 / 60);
		expect(thunder.Playing).to.equal(true);
		engine.pressKey("Space");
		engine.advance(2, 1 / 60);
		expect(isOver).to.equal(true);
		expect(screen.Enabled).to.equal(true);
		expect(character.PrimaryPart!.Anchored).to.equal(false);
		expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
		engine.players.setLocal(undefined);
		engine.players.leave(localPlayer);
	});

	test("the page on filming: watches a car, slows an opening, and plays shots with their markers", () => {
		const car = new Instance("Model");
		const last = watchCar(car, 1);
		during(3, 1 / 60, (now) => {
			car.WorldPivot = new CFrame(now, 0, 0);
		});
		const take = last();
		expect(take.count).to.equal(31);
		expectNear(
			xyz(sampleCFrame(take, 1)).map((value) => math.round(value)),
			[3, 0, 0],
			0,
		);

		const xs = new Array<number>();
		for (const frame of $range(0, 120)) xs.push(frame + (frame % 2) * 0.2);
		const trembling = takeOf(xs, { markers: [{ name: "turn", seconds: 0.5 }] });
		const [slow, report] = slowOpening(trembling, 1);
		expect(slow.name).to.equal("m, slow");
		expect(slow.markers.map(({ name, seconds }) => `${name} ${seconds}`).join()).to.equal("title 0, turn 1");
		// Both halves keep their frames: 60 of them take two seconds, 61 one, at the same rate.
		expectNear([takePath(slow).duration], [3], 0.05);
		// Next to the end, where a frame has one neighbour on each side: from 1.2 to the mean of 0, 1.2 and 2.
		expect(report.join()).to.equal("smoothTake moves the camera by up to 0.133 studs and 0 degrees");

		const heard = new Array<string>();
		const shots = [
			takeOf([0, 1, 2, 3, 4, 5], { rate: 5, markers: [{ name: "thunder", seconds: 0.2 }] }),
			takeOf([9, 8, 7, 6, 5, 4], { rate: 5, markers: [{ name: "rain", seconds: 0.8 }] }),
		];
		const player = playFilm(shots, (name) => heard.push(name));
		engine.advance(3, 1 / 60);
		expect(heard.join(", ")).to.equal("thunder, rain");
		player.destroy();
	});
};
