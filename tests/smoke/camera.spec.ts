import { Players, RunService, Workspace } from "@rbxts/services";
import { CAMERA_SAMPLE_SIZE } from "../../src/motion/camera-path";
import { CameraPlayer, Recorder } from "../../src";
import { takePath } from "../../src/take/take-path";
import { headless } from "../headless";
import { needs } from "../needs";
import { watchFrames } from "./watch-frames";

const SECONDS = 2;
const STUDS_A_SECOND = 10;

/** What 18 bytes a frame and the curve between frames may cost: f32 at coordinates below 100, and a speed that is even. */
const STUDS = 1e-2;

/** How late a frame may come, beside the longest that went by meanwhile: the engine may do something else besides. */
const LATE = 0.5;

/** Seconds between two characters that fall off a place without ground, sped up so that both halves meet several. */
const FALLING = 0.7;

export = () => {
	const test = needs("a client", it, itSKIP);

	/**
	 * A character that spawns meanwhile gives the camera back to the default scripts, which move it at 200. So the flight is written
	 * right after them, at 201, where players write too, and the recorder looks at 202.
	 */
	function recordAndReplay(): void {
		const camera = () => Workspace.CurrentCamera!;
		const formerType = camera().CameraType;
		camera().CameraType = Enum.CameraType.Scriptable;

		let x = 0;
		RunService.BindToRenderStep("smoke-fly", Enum.RenderPriority.Camera.Value + 1, (delta) => {
			x += delta * STUDS_A_SECOND;
			camera().CFrame = new CFrame(x, 20, 0);
		});
		const recorder = new Recorder({ map: "smoke" });
		const longestFrame = watchFrames();
		recorder.start();
		task.wait(SECONDS);
		const take = recorder.stop();
		RunService.UnbindFromRenderStep("smoke-fly");
		const path = takePath(take);
		recorder.destroy();

		expect(path.duration).to.be.near(SECONDS, LATE + longestFrame());
		const sample = buffer.create(CAMERA_SAMPLE_SIZE);
		const at = (seconds: number) => {
			path.sample(seconds, sample);
			return buffer.readf64(sample, 0);
		};
		for (const tenth of $range(0, 10)) {
			const seconds = (path.duration * tenth) / 10;
			expect(at(seconds)).to.be.near(at(0) + seconds * STUDS_A_SECOND, STUDS);
		}

		const look = new CFrame(-5, 6, 7);
		const character = Players.LocalPlayer?.Character;
		camera().CameraType = Enum.CameraType.Scriptable;
		camera().CFrame = look;
		const player = new CameraPlayer(take);
		let frames = 0;
		let farthest = 0;
		RunService.BindToRenderStep("smoke-watch", Enum.RenderPriority.Last.Value, () => {
			if (!player.isPlaying) return;
			frames += 1;
			farthest = math.max(farthest, math.abs(camera().CFrame.X - at(player.position)));
		});
		const longestReplayed = watchFrames();
		const started = os.clock();
		player.play();
		expect(camera().CameraType).to.equal(Enum.CameraType.Scriptable);
		while (player.isPlaying && os.clock() - started < SECONDS + 5) task.wait();
		const lasted = os.clock() - started;
		RunService.UnbindFromRenderStep("smoke-watch");
		player.destroy();

		expect(lasted).to.be.near(path.duration, LATE + longestReplayed());
		// A window in the background may render ten frames a second.
		expect(frames > SECONDS * 5).to.equal(true);
		expect(farthest < STUDS).to.equal(true);
		// The camera is back where it was, unless it follows a new character.
		if (Players.LocalPlayer?.Character === character) {
			expect(camera().CFrame.Position.sub(look.Position).Magnitude < 1e-4).to.equal(true);
		}
		camera().CameraType = formerType;
	}

	test("records two seconds of the camera and replays them, in real time", recordAndReplay);

	(headless ? it : itSKIP)("does so while the character falls, dies and spawns again and again", () => {
		const { players } = headless!;
		const ada = players.join();
		players.setLocal(ada);
		let spawned = 0;
		const falling = task.spawn(() => {
			while (true) {
				spawned += 1;
				players.spawn(ada, new Vector3(0, 100 * spawned, 500));
				task.wait(FALLING);
			}
		});
		const [ok, problem] = pcall(recordAndReplay);
		task.cancel(falling);
		players.setLocal(undefined);
		players.leave(ada);
		if (!ok) error(problem, 0);
		expect(spawned > 4).to.equal(true);
	});
};
