import { RunService, Workspace } from "@rbxts/services";
import { expectNear } from "../expect-near";
import { headless } from "../headless";
import { takeOf } from "../take/make-take";
import { playCutscene } from "./code/cutscene";
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
};
