import { RunService, Workspace } from "@rbxts/services";
import { CameraPath, CameraPlayer, CameraPlayerOptions } from "../../../src/camera";
import { takePath } from "../../../src/take/take-path";
import { failureOf } from "../../expect-failure";
import { headless } from "../../headless";
import { needs } from "../../needs";
import { straightTake } from "../../take/make-take";
import { dressCamera } from "./dress-camera";

const NAN = 0 / 0;

/** A path that moves a stud a frame along X, ten frames a second. */
function straightPath(frameCount: number): CameraPath {
	return takePath(straightTake(frameCount, { rate: 10 }));
}

function currentX(): number {
	return Workspace.CurrentCamera!.CFrame.X;
}

export = () => {
	it("refuses options that make no sense", () => {
		const path = straightPath(2);
		const refuses = (options: unknown, message: string) =>
			expect(failureOf(() => new CameraPlayer(path, options as CameraPlayerOptions))).to.equal(
				`[dolly] CameraPlayer: ${message}`,
			);
		refuses({ speed: math.huge }, "speed is inf; expected a finite number");
		refuses({ speed: "fast" }, 'speed is "fast"; expected a finite number');
		refuses({ loop: 1 }, 'loop is 1; expected true, false or "pingPong"');
		refuses({ interpolation: "cubic" }, 'interpolation is "cubic"; expected one of smooth, linear, step');
		refuses({ camera: 1 }, "camera is 1; expected a Camera");
		expect(failureOf(() => new CameraPlayer(undefined as never))).to.equal(
			"[dolly] CameraPlayer: source is missing; expected a Take, a Shot, a Film or a CameraPath",
		);
		const player = new CameraPlayer(path);
		expect(failureOf(() => player.seek(NAN)).sub(1, 37)).to.equal("[dolly] CameraPlayer: seconds is nan;");
		expect(failureOf(() => player.step(0.5))).to.equal(
			"[dolly] CameraPlayer: frames is 0.5; expected a whole number for step",
		);
	});

	describe("in the headless engine", () => {
		const itHeadless = headless ? it : itSKIP;
		const engine = headless!;

		itHeadless("moves the camera along the path in real time", () => {
			const player = new CameraPlayer(straightPath(11));
			player.play();
			expect(player.isPlaying).to.equal(true);
			expect(player.duration).to.equal(1);
			expect(Workspace.CurrentCamera!.CameraType).to.equal(Enum.CameraType.Scriptable);
			engine.step(0.05);
			expect(currentX()).to.equal(0);
			engine.advance(0.3, 0.05);
			expect(currentX()).to.be.near(3, 1e-5);
			expect(player.position).to.be.near(0.3, 1e-9);
			engine.advance(0.35, 0.05);
			expect(currentX()).to.be.near(6.5, 1e-5);
			expect(Workspace.CurrentCamera!.Focus.X).to.be.near(6.5, 1e-5);
			player.destroy();
		});

		itHeadless("keeps time whatever the frame rate is", () => {
			for (const gap of [1 / 20, 1 / 60, 1 / 240, 0.0371]) {
				const player = new CameraPlayer(straightPath(101));
				player.play();
				const frames = math.round(7 / gap);
				for (const _ of $range(0, frames)) engine.step(gap);
				expect(player.position).to.be.near(frames * gap, 1e-6);
				expect(currentX()).to.be.near(frames * gap * 10, 1e-3);
				player.destroy();
			}
		});

		itHeadless("gives the camera back at the end and says so once", () => {
			const isBack = dressCamera();
			const player = new CameraPlayer(straightPath(11));
			let finished = 0;
			let wasBack = false;
			player.ended.Connect(() => {
				finished += 1;
				wasBack = isBack();
			});
			player.play();
			engine.advance(0.5, 0.1);
			expect(isBack()).to.equal(false);
			engine.advance(2, 0.1);
			expect(finished).to.equal(1);
			expect(wasBack).to.equal(true);
			expect(isBack()).to.equal(true);
			expect(player.isPlaying).to.equal(false);
			expect(player.position).to.equal(1);
			player.play();
			expect(player.position).to.equal(0);
			player.destroy();
		});

		itHeadless("gives the camera back on stop, on destroy and while paused", () => {
			const isBack = dressCamera();
			const player = new CameraPlayer(straightPath(11));
			const reasons = new Array<string>();
			player.ended.Connect((reason) => reasons.push(reason));
			player.play();
			engine.advance(0.3, 0.1);
			player.stop();
			expect(isBack()).to.equal(true);
			expect(player.position).to.equal(0);
			player.stop();
			player.play();
			engine.advance(0.3, 0.1);
			player.pause();
			expect(isBack()).to.equal(false);
			player.destroy();
			expect(isBack()).to.equal(true);
			engine.step(0.1);
			expect(reasons.join(" ")).to.equal("stop destroy");
			player.destroy();
			expect(failureOf(() => player.play())).to.equal(
				"[dolly] CameraPlayer: play needs a player that is not destroyed",
			);
			engine.advance(0.1);
			expect(isBack()).to.equal(true);
		});

		itHeadless("gives the camera back when the path fails, and passes the failure on", () => {
			const isBack = dressCamera();
			const good = straightPath(11);
			const path: CameraPath = {
				name: "broken",
				duration: 1,
				sample(seconds, target, interpolation) {
					if (seconds > 0.5) error("broken path", 0);
					good.sample(seconds, target, interpolation);
				},
			};
			const player = new CameraPlayer(path);
			const reasons = new Array<string>();
			player.ended.Connect((reason) => reasons.push(reason));
			player.play();
			engine.advance(0.4, 0.1);
			expect(engine.takeErrors().size()).to.equal(0);
			engine.advance(1, 0.1);
			const errors = engine.takeErrors();
			expect(errors.size()).to.equal(1);
			expect(errors[0].sub(1, 11)).to.equal("broken path");
			expect(isBack()).to.equal(true);
			expect(player.isPlaying).to.equal(false);
			expect(reasons.join(" ")).to.equal("error");
			player.seek(0.8);
			expect(failureOf(() => player.play())).to.equal("broken path");
			expect(isBack()).to.equal(true);
			player.destroy();
		});

		itHeadless("refuses a speed that is no finite number, and plays on as before", () => {
			const player = new CameraPlayer(straightPath(101), { speed: 2 });
			player.play();
			engine.step(0.1);
			for (const bad of [NAN, math.huge, -math.huge, "fast" as never, undefined as never]) {
				player.seek(0);
				engine.step(0.1);
				player.speed = bad;
				engine.advance(0.3, 0.1);
				const errors = engine.takeErrors();
				expect(errors.size()).to.equal(1);
				expect(errors[0].sub(1, 31)).to.equal("[dolly] CameraPlayer: speed is ");
				expect(errors[0].find("expected a finite number. It stays 2", 1, true)[0]).to.be.ok();
				expect(player.speed).to.equal(2);
				expect(player.isPlaying).to.equal(true);
				expect(currentX()).to.be.near(6, 1e-5);
			}
			player.loop = 5 as never;
			engine.step(0.1);
			expect(engine.takeErrors()[0].find("[dolly] CameraPlayer: loop is 5; expected true, false", 1, true)[0]).to.equal(
				1,
			);
			expect(player.loop).to.equal(false);
			// Where somebody calls, the refusal is that call's.
			player.pause();
			player.speed = NAN;
			expect(failureOf(() => player.play()).sub(1, 31)).to.equal("[dolly] CameraPlayer: speed is ");
			expect(player.isPlaying).to.equal(false);
			player.play();
			expect(player.isPlaying).to.equal(true);
			player.destroy();
		});

		itHeadless("plays faster, slower and backwards", () => {
			const player = new CameraPlayer(straightPath(11), { speed: 2 });
			let finished = 0;
			player.ended.Connect(() => (finished += 1));
			player.play();
			engine.step(0.1);
			engine.advance(0.2, 0.1);
			expect(currentX()).to.be.near(4, 1e-5);
			// The time of the frame in hand has gone by at the speed that it had: the camera shows it next.
			player.speed = -0.5;
			engine.step(0.1);
			expect(currentX()).to.be.near(6, 1e-5);
			engine.advance(0.4, 0.1);
			expect(currentX()).to.be.near(4, 1e-5);
			engine.advance(1, 0.1);
			expect(finished).to.equal(1);
			expect(player.position).to.equal(0);
			// Backwards from the start there is nothing: it begins at the end.
			player.play();
			engine.step(0.1);
			expect(currentX()).to.be.near(10, 1e-5);
			player.destroy();
		});

		itHeadless("loops in both directions and says so", () => {
			const player = new CameraPlayer(straightPath(11), { loop: true });
			const laps = new Array<number>();
			let finished = 0;
			player.looped.Connect((count) => laps.push(count));
			player.ended.Connect(() => (finished += 1));
			player.play();
			engine.step(0.05);
			engine.advance(2.25, 0.05);
			expect(player.position).to.be.near(0.25, 1e-6);
			expect(laps.join(" ")).to.equal("1 1");
			player.speed = -1;
			engine.step(0.05);
			expect(player.position).to.be.near(0.3, 1e-6);
			engine.advance(0.5, 0.05);
			expect(player.position).to.be.near(0.8, 1e-6);
			player.speed = 100;
			engine.step(0.035);
			engine.step(0);
			expect(player.position).to.be.near(0.25, 1e-6);
			expect(laps.join(" ")).to.equal("1 1 1 4");
			expect(finished).to.equal(0);
			player.loop = false;
			engine.step(0.1);
			engine.step(0);
			expect(finished).to.equal(1);
		});

		itHeadless("ends a path of a single frame at once, and stays on it when looping", () => {
			const player = new CameraPlayer(straightPath(1));
			let finished = 0;
			player.ended.Connect(() => (finished += 1));
			player.play();
			engine.advance(0.2, 0.1);
			expect(finished).to.equal(1);
			player.loop = true;
			player.play();
			engine.advance(1, 0.1);
			expect(player.isPlaying).to.equal(true);
			expect(finished).to.equal(1);
			player.destroy();
		});

		itHeadless("stays with the camera while paused and goes on from there", () => {
			const player = new CameraPlayer(straightPath(11));
			player.play();
			engine.step(0.1);
			engine.advance(0.4, 0.1);
			expect(player.position).to.be.near(0.4, 1e-9);
			player.pause();
			expect(player.isPlaying).to.equal(false);
			// Where rigs that began with it are, which have the time of the frame in hand: the camera shows it next.
			expect(player.position).to.be.near(0.5, 1e-9);
			engine.advance(3, 0.1);
			expect(currentX()).to.be.near(5, 1e-5);
			expect(Workspace.CurrentCamera!.CameraType).to.equal(Enum.CameraType.Scriptable);
			player.play();
			engine.step(0.1);
			engine.advance(0.2, 0.1);
			expect(currentX()).to.be.near(7, 1e-5);
			player.destroy();
		});

		needs(
			"a client",
			it,
			itSKIP,
		)("seeks, held at both ends, and shows it at once where it has the camera", () => {
			const isBack = dressCamera();
			const player = new CameraPlayer(straightPath(11));
			player.seek(0.5);
			expect(player.position).to.equal(0.5);
			expect(isBack()).to.equal(true);
			player.play();
			expect(currentX()).to.be.near(5, 1e-5);
			player.pause();
			player.seek(0.85);
			expect(currentX()).to.be.near(8.5, 1e-5);
			player.seek(-4);
			expect(player.position).to.equal(0);
			player.seek(99);
			expect(player.position).to.equal(1);
			player.destroy();
		});

		itHeadless("steps onto the path's own frames", () => {
			const player = new CameraPlayer(straightPath(11));
			player.seek(0.32);
			player.step(1);
			expect(currentX()).to.be.near(4, 1e-5);
			expect(player.isPlaying).to.equal(false);
			player.step(-3);
			expect(currentX()).to.be.near(1, 1e-5);
			player.step(-3);
			expect(player.position).to.equal(0);
			engine.advance(1);
			expect(currentX()).to.equal(0);
			player.destroy();
		});

		itHeadless("interpolates as it was told to", () => {
			const player = new CameraPlayer(straightPath(11), { interpolation: "step" });
			player.seek(0.55);
			player.play();
			expect(currentX()).to.equal(5);
			player.interpolation = "linear";
			engine.step(0.01);
			expect(currentX()).to.be.near(5.5, 1e-5);
			player.destroy();
		});

		itHeadless("is stopped by a second player that starts on the same camera", () => {
			const isBack = dressCamera();
			const first = new CameraPlayer(straightPath(11));
			const second = new CameraPlayer(straightPath(11), { speed: 2 });
			const reasons = new Array<string>();
			first.ended.Connect((reason) => reasons.push(reason));
			first.play();
			engine.advance(0.3, 0.1);
			second.play();
			expect(first.isPlaying).to.equal(false);
			engine.step(0.1);
			expect(reasons.join(" ")).to.equal("replaced");
			engine.advance(0.2, 0.1);
			expect(currentX()).to.be.near(4, 1e-5);
			engine.advance(1, 0.1);
			expect(isBack()).to.equal(true);
		});

		itHeadless("leaves two cameras to two players", () => {
			const camera = new Instance("Camera");
			const first = new CameraPlayer(straightPath(11));
			const second = new CameraPlayer(straightPath(11), { camera });
			first.play();
			second.play();
			engine.advance(0.3, 0.1);
			expect(first.isPlaying && second.isPlaying).to.equal(true);
			expect(camera.CFrame.X).to.be.near(2, 1e-5);
			first.destroy();
			second.destroy();
		});

		itHeadless("goes over to a camera that replaces the current one, and gives that one back", () => {
			const player = new CameraPlayer(straightPath(11));
			player.play();
			engine.advance(0.3, 0.1);
			const camera = new Instance("Camera");
			camera.Parent = Workspace;
			Workspace.CurrentCamera = camera;
			const isBack = dressCamera(camera);
			engine.advance(0.2, 0.1);
			expect(currentX()).to.be.near(4, 1e-5);
			Workspace.CurrentCamera!.Destroy();
			engine.advance(0.2, 0.1);
			expect(isBack()).to.equal(true);
			expect(currentX()).to.be.near(6, 1e-5);
			engine.advance(1, 0.1);
			expect(engine.takeErrors().size()).to.equal(0);
			expect(Workspace.CurrentCamera!.CameraType).never.to.equal(Enum.CameraType.Scriptable);
		});

		itHeadless("goes on in time while there is no camera", () => {
			const player = new CameraPlayer(straightPath(11));
			player.play();
			engine.step(0.1);
			RunService.BindToRenderStep("spoil", 1, () => (Workspace.CurrentCamera = undefined));
			engine.advance(0.5, 0.1);
			RunService.UnbindFromRenderStep("spoil");
			expect(player.position).to.be.near(0.5, 1e-6);
			engine.step(0.1);
			expect(currentX()).to.be.near(6, 1e-5);
			expect(engine.takeErrors().size()).to.equal(0);
			player.destroy();
		});

		itHeadless("sets the field of view where the path has one, and only there", () => {
			const good = straightPath(11);
			const path: CameraPath = {
				name: "zoom",
				duration: 1,
				sample(seconds, target) {
					good.sample(seconds, target);
					buffer.writef64(target, 56, seconds < 0.45 ? 0 : 50);
				},
			};
			Workspace.CurrentCamera!.FieldOfView = 70;
			const player = new CameraPlayer(path);
			player.play();
			engine.advance(0.3, 0.1);
			expect(Workspace.CurrentCamera!.FieldOfView).to.equal(70);
			engine.advance(0.4, 0.1);
			expect(Workspace.CurrentCamera!.FieldOfView).to.equal(50);
			player.stop();
			expect(Workspace.CurrentCamera!.FieldOfView).to.equal(70);
		});
	});
};
