import { RunService, Workspace } from "@rbxts/services";
import { FRAME_SIZE } from "../../../src/codecs";
import { Recorder, Take } from "../../../src/camera";
import { takePath } from "../../../src/take/take-path";
import { failureOf } from "../../expect-failure";
import { pathErrors } from "../../take/flight";
import { headless } from "../../headless";
import { needs } from "../../needs";
import { Seeded } from "../../random";
import { flyCamera } from "./flying-camera";

const NAN = 0 / 0;
const TEN_MINUTES = 600;

function xsOf({ count, frames }: Take): string {
	const xs = new Array<string>();
	for (const frame of $range(0, count - 1)) xs.push(string.format("%g", buffer.readf32(frames, frame * FRAME_SIZE)));
	return xs.join(" ");
}

function put(x: number): void {
	Workspace.CurrentCamera!.CFrame = new CFrame(x, 0, 0);
}

export = () => {
	it("refuses options that make no sense", () => {
		expect(failureOf(() => new Recorder(5 as never))).to.equal("[dolly] Recorder: options is 5; expected a table");
		expect(failureOf(() => new Recorder({ name: 5 as never }))).to.equal(
			"[dolly] Recorder: name is 5; expected a string",
		);
		expect(failureOf(() => new Recorder({ map: string.rep("m", 256) }))).to.equal(
			"[dolly] Recorder: map is 256 bytes long; expected at most 255",
		);
		for (const rate of [0, -1, NAN, 1001]) {
			expect(failureOf(() => new Recorder({ map: "m", rate })).sub(1, 26)).to.equal("[dolly] Recorder: rate is ");
		}
		expect(failureOf(() => new Recorder({ map: "m", subject: 5 as never }))).to.equal(
			"[dolly] Recorder: subject is 5; expected a Camera, part, Model, Attachment or function",
		);
	});

	it("keeps the last hour at most, and more than nothing", () => {
		for (const keepLast of [0, -1, 3600.5, math.huge, NAN]) {
			expect(
				failureOf(() => new Recorder({ keepLast })).find("; expected above 0 and at most 3600 seconds")[0],
			).to.be.ok();
		}
		for (const keepLast of [0.001, 3600]) new Recorder({ keepLast, rate: 1 }).destroy();
	});

	(headless ? it : itSKIP)("marks and cuts where it is told to, and forgets markers with their frames", () => {
		for (const keepLast of [undefined, 1]) {
			const recorder = new Recorder({ rate: 10, keepLast });
			recorder.start();
			put(0);
			headless!.advance(1, 0.1);
			recorder.mark("early");
			headless!.advance(1, 0.1);
			recorder.cut();
			put(1);
			headless!.advance(0.5, 0.1);
			recorder.mark("late");
			const take = recorder.stop();
			recorder.destroy();
			const told = take.markers.map(({ name, seconds }) => `${name} ${math.round(seconds * 10)}`).join(", ");
			expect(told).to.equal(keepLast === undefined ? "early 9, late 24" : "late 10");
			expect(take.cuts.size()).to.equal(1);
			// A step of one stud is no jump by itself.
			expect(buffer.readf32(take.frames, take.cuts[0] * FRAME_SIZE)).to.equal(1);
			expect(buffer.readf32(take.frames, (take.cuts[0] - 1) * FRAME_SIZE)).to.equal(0);
		}
	});

	(headless ? it : itSKIP)("ends, once and in words, if its subject is destroyed", () => {
		const part = new Instance("Part");
		part.Name = "Kart";
		part.CFrame = new CFrame(7, 0, 0);
		part.Parent = Workspace;
		const recorder = new Recorder({ rate: 10, subject: part });
		const takes = new Array<Take>();
		recorder.stopped.Connect((take) => takes.push(take));
		recorder.start();
		headless!.advance(1, 0.1);
		part.Destroy();
		headless!.advance(1, 0.1);
		expect(takes.size()).to.equal(1);
		expect(xsOf(takes[0]).match("^[7 ]+$")[0]).to.be.ok();
		expect(recorder.state).to.equal("idle");
		expect(headless!.takeWarnings().join()).to.equal(
			'[dolly] Recorder: subject "Kart" was destroyed; the recording ended',
		);
		recorder.destroy();
	});

	it("says which state a call needs", () => {
		const recorder = new Recorder({ map: "m" });
		expect(failureOf(() => recorder.stop())).to.equal(
			"[dolly] Recorder: stop needs a recorder that is recording or paused; it is idle",
		);
		expect(failureOf(() => recorder.pause())).to.equal(
			"[dolly] Recorder: pause needs a recorder that is recording; it is idle",
		);
		expect(failureOf(() => recorder.resume())).to.equal(
			"[dolly] Recorder: resume needs a recorder that is paused; it is idle",
		);
		expect(failureOf(() => recorder.discard()).find("it is idle")[0]).to.be.ok();
		recorder.destroy();
		recorder.destroy();
		expect(failureOf(() => recorder.start())).to.equal(
			"[dolly] Recorder: start needs a recorder that is idle; it is destroyed",
		);
	});

	describe("in the headless engine", () => {
		const itHeadless = headless ? it : itSKIP;
		const engine = headless!;

		itHeadless("keeps count through hitches of a second, and stays between the frames around them", () => {
			const land = flyCamera(engine, () => Workspace.CurrentCamera);
			const rendered = new Array<{ time: number; x: number }>();
			const watch = RunService.PreRender.Connect(() =>
				rendered.push({ time: engine.now(), x: Workspace.CurrentCamera!.CFrame.X }),
			);
			const recorder = new Recorder({ map: "m" });
			recorder.start();
			let frame = 0;
			engine.advance(60, () => {
				frame += 1;
				return frame % 20 === 0 ? 1 : 1 / 60;
			});
			const { count, frames } = recorder.stop();
			watch.Disconnect();
			land();
			const start = rendered[0].time;
			const duration = rendered[rendered.size() - 1].time - start;
			expect(count).to.equal(math.floor(60 * duration + 1e-6) + 1);
			let inHitches = 0;
			let at = 0;
			for (const index of $range(0, count - 1)) {
				while (at + 2 < rendered.size() && rendered[at + 1].time - start < index / 60) at += 1;
				const [before, after] = [rendered[at], rendered[at + 1]];
				if (after.time - before.time < 0.5) continue;
				inHitches += 1;
				const x = buffer.readf32(frames, index * FRAME_SIZE);
				expect(x >= math.min(before.x, after.x) - 1e-5 && x <= math.max(before.x, after.x) + 1e-5).to.equal(true);
			}
			expect(inHitches > 40 * 59).to.equal(true);
		});

		itHeadless("sees the camera after the camera scripts and leaves no binding behind", () => {
			const seen = new Array<string>();
			RunService.BindToRenderStep("late", Enum.RenderPriority.Camera.Value + 3, () => put(99));
			RunService.BindToRenderStep("script", Enum.RenderPriority.Camera.Value, () => put(1));
			const recorder = new Recorder({ map: "m" });
			recorder.start();
			engine.advance(3 / 60);
			seen.push(xsOf(recorder.stop()));
			RunService.UnbindFromRenderStep("late");
			RunService.UnbindFromRenderStep("script");
			expect(seen.join()).to.equal("1 1 1");
			engine.takeWarnings();
			expect(engine.takeErrors().size()).to.equal(0);
			put(5);
			engine.advance(1);
			expect(recorder.frameCount).to.equal(3);
		});

		itHeadless("has its start and end on the server's clock, through pauses and with keepLast", () => {
			const { serverTime } = headless!;
			serverTime.setOffset(7);
			const recorder = new Recorder({ rate: 10 });
			recorder.start();
			headless!.step(0.05);
			const started = Workspace.GetServerTimeNow();
			headless!.advance(2, 0.05);
			const whole = recorder.peek();
			expect(whole.count).to.equal(21);
			expect(whole.serverStart!).to.be.near(started, 1e-6);
			expect(whole.serverEnd!).to.be.near(started + 2, 1e-6);
			recorder.pause();
			headless!.advance(3, 0.05);
			recorder.resume();
			headless!.advance(1, 0.05);
			const paused = recorder.stop();
			expect(paused.count).to.equal(31);
			expect(paused.serverStart!).to.be.near(started, 1e-6);
			expect(paused.serverEnd!).to.be.near(started + 6, 1e-6);
			const last = new Recorder({ rate: 10, keepLast: 1 });
			last.start();
			headless!.advance(5, 0.05);
			// The server's clock, as far as it is known here, was corrected meanwhile.
			serverTime.setOffset(7.01);
			headless!.advance(0.5, 0.05);
			const kept = last.stop();
			const now = Workspace.GetServerTimeNow();
			expect(kept.count).to.equal(11);
			expect(now - kept.serverEnd! >= -1e-6 && now - kept.serverEnd! <= 0.1).to.equal(true);
			expect(kept.serverEnd! - kept.serverStart!).to.be.near(1, 1e-6);
			serverTime.setOffset(0);
		});

		itHeadless("records on a client that is not connected, without times of the server", () => {
			const { serverTime } = headless!;
			serverTime.setConnected(false);
			const recorder = new Recorder({ rate: 10 });
			recorder.start();
			headless!.advance(1, 0.1);
			const take = recorder.stop();
			serverTime.setConnected(true);
			expect(take.count).to.equal(10);
			expect(take.serverStart).to.equal(undefined);
			expect(take.serverEnd).to.equal(undefined);
		});

		itHeadless("leaves out the time that it is paused", () => {
			const recorder = new Recorder({ map: "m", rate: 10 });
			const fired = new Array<string>();
			recorder.started.Connect(() => fired.push("started"));
			recorder.paused.Connect(() => fired.push("paused"));
			recorder.resumed.Connect(() => fired.push("resumed"));
			recorder.stopped.Connect((take) => fired.push(`stopped ${take.count}`));
			put(1);
			recorder.start();
			engine.advance(0.5, 0.1);
			recorder.pause();
			put(2);
			engine.advance(3, 0.1);
			put(3);
			recorder.resume();
			engine.advance(0.3, 0.1);
			expect(recorder.frameCount).to.equal(8);
			expect(recorder.duration).to.be.near(0.7, 1e-9);
			const take = recorder.stop();
			expect(xsOf(take)).to.equal("1 1 1 1 1 3 3 3");
			expect(take.cuts.join(" ")).to.equal("5");
			expect(fired.join(" ")).to.equal("started paused resumed stopped 8");
		});

		itHeadless("hands out frames from the first on in every recording", () => {
			const recorder = new Recorder({ map: "m", rate: 10 });
			const heard = new Array<string>();
			recorder.frames.Connect((frames, first) => heard.push(`${first}: ${buffer.len(frames) / FRAME_SIZE}`));
			for (const frames of [5, 1, 35]) {
				recorder.start();
				engine.advance(frames / 10, 0.1);
				recorder.stop();
				engine.step(0.1);
			}
			// A second of them at a time.
			expect(heard.join(", ")).to.equal("0: 5, 0: 1, 0: 10, 10: 10, 20: 10, 30: 5");
		});

		itHeadless("hands out every frame by itself where one comes a second", () => {
			const recorder = new Recorder({ map: "m", rate: 1 });
			const heard = new Array<string>();
			recorder.frames.Connect((frames, first) => heard.push(`${first}: ${buffer.len(frames) / FRAME_SIZE}`));
			recorder.start();
			engine.advance(7, 1);
			expect(heard.join(", ")).to.equal("0: 1, 1: 1, 2: 1, 3: 1");
			recorder.stop();
			expect(heard[4]).to.equal("4: 3");
		});

		itHeadless("records parts on a server, and cameras on clients alone", () => {
			engine.enter("PlayServer");
			const part = new Instance("Part");
			part.CFrame = new CFrame(6, 0, 0);
			const recorder = new Recorder({ map: "m", rate: 10, subject: part });
			const camera = new Recorder({ map: "m" });
			const problem = failureOf(() => camera.start());
			recorder.start();
			engine.advance(0.3, 0.1);
			const take = recorder.stop();
			engine.enter("PlayClient");
			expect(problem).to.equal(
				"[dolly] Recorder: subject is a camera; expected a part, Model or function on a server, which renders no camera",
			);
			expect(xsOf(take)).to.equal("6 6 6");
		});

		itHeadless("passes over a frame that lasts no time", () => {
			const recorder = new Recorder({ map: "m", rate: 40 });
			put(1);
			recorder.start();
			engine.advance(0.3, 0.1);
			put(3);
			engine.step(0);
			put(1);
			engine.advance(0.2, 0.1);
			// Between the frames that last, it would be seen on its way back from there.
			expect(xsOf(recorder.stop())).to.equal(string.rep("1 ", 16) + "1");
		});

		itHeadless("takes places up to 1e30 studs off for one, and holds the last frame beyond", () => {
			const recorder = new Recorder({ map: "m", rate: 10 });
			put(9e29);
			recorder.start();
			engine.advance(0.2, 0.1);
			for (const far of [new CFrame(1.1e30, 0, 0), new CFrame(0, -6e29, 6e29), new CFrame(6e29, 6e29, 0)]) {
				Workspace.CurrentCamera!.CFrame = far;
				engine.step(0.1);
			}
			expect(xsOf(recorder.stop())).to.equal("9e+29 9e+29 9e+29 9e+29 9e+29");
			put(0);
		});

		itHeadless("starts afresh after stop and after discard", () => {
			const recorder = new Recorder({ map: "m", rate: 10 });
			let discarded = 0;
			recorder.discarded.Connect(() => (discarded += 1));
			recorder.start();
			engine.advance(1, 0.1);
			recorder.discard();
			expect(discarded).to.equal(1);
			expect(recorder.frameCount).to.equal(0);
			expect(recorder.duration).to.equal(0);
			recorder.start();
			engine.advance(0.3, 0.1);
			expect(recorder.stop().count).to.equal(3);
			recorder.start();
			engine.advance(0.2, 0.1);
			expect(recorder.stop().count).to.equal(2);
		});

		needs(
			"a client",
			it,
			itSKIP,
		)("gives a take without frames where nothing was rendered", () => {
			const recorder = new Recorder();
			recorder.start();
			expect(recorder.stop().count).to.equal(0);
		});

		itHeadless("gives takes its name, its map and its rate", () => {
			const recorder = new Recorder({ map: "Harbour", name: "Opening", rate: 30 });
			recorder.start();
			engine.advance(1, 1 / 60);
			const { name, map, rate, count } = recorder.stop();
			expect(`${name} ${map} ${rate} ${count}`).to.equal("Opening Harbour 30 30");
			expect(new Recorder({ map: "Harbour" }).name).to.equal("Harbour");
		});

		itHeadless("shows what it has so far while it goes on", () => {
			const recorder = new Recorder({ rate: 10 });
			expect(failureOf(() => recorder.peek()).find("it is idle")[0]).to.be.ok();
			put(1);
			recorder.start();
			engine.advance(0.3, 0.1);
			expect(xsOf(recorder.peek())).to.equal("1 1 1");
			put(1.5);
			engine.advance(0.2, 0.1);
			recorder.pause();
			expect(xsOf(recorder.peek())).to.equal("1 1 1 1.5 1.5");
			recorder.resume();
			engine.advance(0.1, 0.1);
			expect(xsOf(recorder.stop())).to.equal("1 1 1 1.5 1.5 1.5");
		});

		itHeadless("keeps a cut where the camera jumps, and where another takes its place", () => {
			const recorder = new Recorder({ rate: 60 });
			put(0);
			recorder.start();
			engine.advance(0.5, 1 / 20);
			put(100);
			engine.advance(0.5, 1 / 20);
			const camera = new Instance("Camera");
			camera.CFrame = new CFrame(100.5, 0, 0);
			camera.Parent = Workspace;
			Workspace.CurrentCamera = camera;
			engine.advance(0.5, 1 / 20);
			const take = recorder.stop();
			// The first rendered frame is at 0: ten later the camera has jumped, 0.5 s or 30 frames on.
			expect(take.cuts.join(" ")).to.equal("30 60");
			xsOf(take)
				.split(" ")
				.forEach((x, frame) => expect(x).to.equal(frame < 30 ? "0" : frame < 60 ? "100" : "100.5"));
		});

		itHeadless("holds the last frame while there is no camera, and cuts to the next camera", () => {
			put(1);
			const recorder = new Recorder({ map: "m", rate: 10 });
			recorder.start();
			engine.advance(0.2, 0.1);
			// Gone in the middle of a frame, before the recorder looks; the engine makes another before the next frame.
			RunService.BindToRenderStep("spoil", 1, () => (Workspace.CurrentCamera = undefined));
			engine.step(0.1);
			engine.step(0.1);
			RunService.UnbindFromRenderStep("spoil");
			RunService.BindToRenderStep("place", 1, () => put(7));
			engine.step(0.15);
			engine.step(0.15);
			RunService.UnbindFromRenderStep("place");
			expect(xsOf(recorder.stop())).to.equal("1 1 1 1 1 7 7");
		});

		itHeadless("waits for a camera before it begins", () => {
			const recorder = new Recorder({ map: "m", rate: 10 });
			RunService.BindToRenderStep("spoil", 1, () => (Workspace.CurrentCamera = undefined));
			recorder.start();
			engine.advance(0.3, 0.1);
			expect(recorder.frameCount).to.equal(0);
			RunService.UnbindFromRenderStep("spoil");
			engine.advance(0.2, 0.1);
			expect(recorder.stop().count).to.equal(2);
		});

		itHeadless("holds the last frame while the camera's CFrame is not finite", () => {
			put(1);
			const recorder = new Recorder({ map: "m", rate: 10 });
			recorder.start();
			engine.advance(0.2, 0.1);
			put(NAN);
			engine.advance(0.2, 0.1);
			put(4);
			engine.advance(0.2, 0.1);
			expect(xsOf(recorder.stop())).to.equal("1 1 1 1 4 4");
		});

		itHeadless("records the camera that it was told to", () => {
			const camera = new Instance("Camera");
			camera.CFrame = new CFrame(42, 0, 0);
			camera.FieldOfView = 33;
			const recorder = new Recorder({ map: "m", rate: 10, subject: camera });
			recorder.start();
			engine.advance(0.2, 0.1);
			const take = recorder.stop();
			expect(xsOf(take)).to.equal("42 42");
			expect(take.fieldOfView).to.equal(33);
		});

		itHeadless("lets go of its frames once, however it ends", () => {
			const recorder = new Recorder({ map: "m" });
			recorder.start();
			engine.advance(0.1);
			engine.takeWarnings();
			recorder.pause();
			recorder.stop();
			recorder.destroy();
			expect(engine.takeWarnings().join()).to.equal("");
		});

		itHeadless("records nothing more once it is destroyed", () => {
			const recorder = new Recorder({ map: "m" });
			let calls = 0;
			recorder.stopped.Connect(() => (calls += 1));
			recorder.start();
			engine.advance(0.1);
			recorder.destroy();
			engine.advance(0.1);
			expect(recorder.frameCount).to.equal(0);
			expect(calls).to.equal(0);
			expect(engine.takeErrors().size()).to.equal(0);
		});

		for (const [fps, studs, degrees] of [
			[20, 1e-2, 0.05],
			[60, 1e-3, 0.01],
			[144, 1e-3, 0.01],
			[240, 1e-3, 0.01],
		]) {
			itHeadless(`replays ten minutes recorded at ${fps} frames a second on the true curve`, () => {
				const land = flyCamera(engine, () => Workspace.CurrentCamera);
				const recorder = new Recorder({ map: "m" });
				recorder.start();
				engine.step(1 / fps);
				engine.advance(TEN_MINUTES, 1 / fps);
				const take = recorder.stop();
				land();
				expect(recorder.duration).to.be.near(TEN_MINUTES, 1e-6);
				expect(take.count).to.equal(36001);
				expect(recorder.frameCount).to.equal(36001);
				const worst = pathErrors(takePath(take), 60, "smooth");
				expect(worst.position <= studs).to.equal(true);
				expect(worst.degrees <= degrees).to.equal(true);
			});
		}

		itHeadless("keeps time through random gaps up to 50 ms", () => {
			const random = new Seeded(5);
			const land = flyCamera(engine, () => Workspace.CurrentCamera);
			const recorder = new Recorder({ map: "m", rate: 100 });
			recorder.start();
			engine.step(1 / 60);
			engine.advance(TEN_MINUTES, () => random.between(0.001, 0.05));
			const take = recorder.stop();
			land();
			expect(take.count).to.equal(60001);
			const worst = pathErrors(takePath(take), 100, "smooth");
			expect(worst.position <= 1e-3).to.equal(true);
			expect(worst.degrees <= 0.01).to.equal(true);
		});
	});
};
