import { RunService, Workspace } from "@rbxts/services";
import {
	CameraPlayer,
	chainTakes,
	decodeTake,
	encodeTake,
	FRAME_SIZE,
	Follower,
	Recorder,
	sampleCFrame,
	smoothTake,
	Take,
	takeFromPath,
} from "../../../src/camera";
import { expectNear } from "../../expect-near";
import { headless } from "../../headless";
import { Seeded } from "../../random";
import { straightTake, takeOf, xsOf } from "../../take/make-take";

function xyz({ Position: { X, Y, Z } }: CFrame): Array<number> {
	return [X, Y, Z];
}

/** A lens from 70 to 40 and back in four seconds. */
function lensAt(seconds: number): number {
	return 70 - 30 * math.sin((math.clamp(seconds, 0, 4) / 4) * math.pi);
}

export = () => {
	const itHeadless = headless ? it : itSKIP;
	const engine = headless!;
	const camera = () => Workspace.CurrentCamera!;

	function during(gap: number, seconds: number, each: (now: number) => void): void {
		const start = engine.now();
		RunService.BindToRenderStep("during", Enum.RenderPriority.Camera.Value, () => each(engine.now() - start));
		engine.advance(seconds, gap);
		RunService.UnbindFromRenderStep("during");
	}

	describe("the lens", () => {
		itHeadless("is recorded, edited, packed and played within 0.01°", () => {
			const recorder = new Recorder({ rate: 60 });
			recorder.start();
			let first: number | undefined;
			during(1 / 240, 4.5, (now) => {
				first ??= now;
				camera().FieldOfView = lensAt(now - first);
			});
			const take = decodeTake(encodeTake(smoothTake(recorder.stop(), 0.1)));
			camera().FieldOfView = 70;
			const player = new CameraPlayer(take);
			let worst = 0;
			player.play();
			engine.step(1 / 90);
			for (const _ of $range(1, 350)) {
				engine.step(1 / 90);
				worst = math.max(worst, math.abs(camera().FieldOfView - lensAt(player.position)));
			}
			player.destroy();
			expect(worst > 0 && worst < 0.01).to.equal(true);
			expect(camera().FieldOfView).to.be.near(70, 1e-4);
		});

		itHeadless("that never changes is one number", () => {
			camera().FieldOfView = 55;
			const recorder = new Recorder();
			recorder.start();
			engine.advance(1, 1 / 60);
			expect(recorder.stop().fieldOfView).to.equal(55);
			camera().FieldOfView = 70;
		});
	});

	describe("a recorder", () => {
		itHeadless("records parts, models, attachments, bones and functions", () => {
			const part = new Instance("Part");
			part.PivotOffset = new CFrame(0, 1, 0);
			part.CFrame = new CFrame(1, 2, 3);
			const model = new Instance("Model");
			model.WorldPivot = new CFrame(4, 5, 6);
			const attachment = new Instance("Attachment");
			attachment.CFrame = new CFrame(0, 0, 7);
			attachment.Parent = part;
			const bone = new Instance("Bone");
			bone.CFrame = new CFrame(0, 0, 1);
			bone.Transform = new CFrame(8, 0, 0);
			bone.Parent = part;
			const where = new CFrame(9, 9, 9);
			for (const [subject, place] of [
				[part, [1, 3, 3]],
				[model, [4, 5, 6]],
				[attachment, [1, 2, 10]],
				[bone, [9, 2, 4]],
				[() => where, [9, 9, 9]],
			] as Array<[Part, Array<number>]>) {
				const recorder = new Recorder({ subject });
				recorder.start();
				engine.advance(0.5, 1 / 60);
				const take = recorder.stop();
				expectNear(xyz(sampleCFrame(take, 0.2)), place, 1e-5);
				expect(take.fieldOfView).to.equal(undefined);
			}
		});

		itHeadless("records and plays relative to something that moves", () => {
			const lift = new Instance("Part");
			lift.CFrame = new CFrame(0, 100, 0).mul(CFrame.Angles(0, math.pi / 2, 0));
			camera().CFrame = lift.CFrame.mul(new CFrame(1, 2, 3));
			const recorder = new Recorder({ relativeTo: lift });
			recorder.start();
			during(1 / 60, 1, (now) => {
				lift.CFrame = new CFrame(0, 100 + now * 10, 0).mul(CFrame.Angles(0, math.pi / 2, 0));
				camera().CFrame = lift.CFrame.mul(new CFrame(1, 2, 3));
			});
			const take = recorder.stop();
			expectNear(xyz(sampleCFrame(take, 0.7)), [1, 2, 3], 1e-4);
			lift.CFrame = new CFrame(50, 0, 0);
			const player = new CameraPlayer(take, { relativeTo: lift });
			player.play();
			engine.advance(0.5, 1 / 60);
			expectNear(xyz(camera().CFrame), [51, 2, 3], 1e-4);
			player.destroy();
		});

		itHeadless("keeps the last seconds alone, exactly, however long it goes on", () => {
			const place = (seconds: number) => new CFrame(math.sin(seconds) * 10, 0, 0);
			let now = 0;
			const recorder = new Recorder({ subject: () => place(now), rate: 30, keepLast: 8 });
			recorder.start();
			RunService.BindToRenderStep("fly", Enum.RenderPriority.Camera.Value, (passed) => {
				now += passed;
			});
			engine.advance(60, 1 / 60);
			expect(recorder.frameCount).to.equal(241);
			const take = recorder.peek();
			expect(take.count).to.equal(241);
			expect(buffer.tostring(recorder.peek().frames)).to.equal(buffer.tostring(take.frames));
			// The last frame is the last multiple of 1/rate, and what it shows was there then.
			const last = math.floor(recorder.duration * 30 + 1e-6) / 30;
			const late = now - recorder.duration;
			for (const frame of $range(0, 240)) {
				const [x] = xyz(sampleCFrame(take, frame / 30));
				expectNear([x], [place(last - (240 - frame) / 30 + late).X], 1e-3);
			}
			RunService.UnbindFromRenderStep("fly");
			recorder.destroy();
		});

		itHeadless("hands out finished frames as they come, all of them once", () => {
			const recorder = new Recorder({ rate: 30 });
			const parts = new Array<string>();
			let expected = 0;
			recorder.frames.Connect((frames, first) => {
				expect(first).to.equal(expected);
				expected += buffer.len(frames) / FRAME_SIZE;
				parts.push(buffer.tostring(frames));
			});
			recorder.start();
			during(1 / 60, 3.5, (now) => {
				camera().CFrame = new CFrame(now * 3, 0, 0);
			});
			const take = recorder.stop();
			expect(parts.size() >= 4).to.equal(true);
			expect(parts.join("")).to.equal(buffer.tostring(take.frames));
		});
	});

	describe("a follower", () => {
		itHeadless("moves a part along a take, holds the end, and puts it back on stop", () => {
			const part = new Instance("Part");
			part.CFrame = new CFrame(0, 50, 0);
			const ghost = new Follower(takeOf([0, 1, 2, 3, 4, 5], { rate: 10 }), part);
			const heard = new Array<string>();
			ghost.finished.Connect(() => heard.push("finished"));
			ghost.ended.Connect((reason) => heard.push(`ended ${reason}`));
			ghost.play();
			engine.step(0.1);
			engine.advance(0.25, 0.05);
			expectNear(xyz(part.CFrame), [2.5, 0, 0], 1e-4);
			engine.advance(1, 0.05);
			expectNear(xyz(part.CFrame), [5, 0, 0], 1e-4);
			expect(heard.join(", ")).to.equal("finished, ended finished");
			ghost.stop();
			expectNear(xyz(part.CFrame), [0, 50, 0], 1e-4);
			const other = new Follower(takeOf([7, 7, 7], { rate: 10 }), part);
			ghost.play();
			other.play();
			engine.step(0.1);
			expect(heard[2]).to.equal("ended replaced");
			expectNear(xyz(part.CFrame), [7, 0, 0], 1e-4);
			other.destroy();
			expectNear(xyz(part.CFrame), [0, 50, 0], 1e-4);
			ghost.destroy();
		});
	});

	describe("markers", () => {
		const LASTS = 10;

		itHeadless("at 1,000 times are told of once a crossing, at any speed, over loops and hitches", () => {
			const random = new Seeded(17);
			const times = new Array<number>();
			for (const _ of $range(1, 1000)) times.push(random.between(0, LASTS));
			const markers = times.map((seconds, index) => ({ name: `${index}`, seconds }));
			const player = new CameraPlayer(straightTake(LASTS * 10 + 1, { rate: 10, markers }), { loop: true });
			const told = times.map(() => 0);
			const wanted = times.map(() => 0);
			player.marker.Connect((name) => (told[tonumber(name)!] += 1));
			player.play();
			engine.step(1 / 60);
			// Where it would be if it never began again: a crossing is a whole number of laps between a marker and both ends.
			let now = 0;
			for (const _ of $range(1, 600)) {
				player.speed = random.between(-4, 8);
				const gap = random.int(1, 20) === 1 ? 1 : random.between(1 / 240, 1 / 15);
				const before = now;
				now += player.speed * gap;
				engine.step(gap);
				times.forEach((at, index) => {
					wanted[index] +=
						player.speed > 0
							? math.floor((now - at) / LASTS) - math.floor((before - at) / LASTS)
							: math.ceil((before - at) / LASTS) - math.ceil((now - at) / LASTS);
				});
			}
			engine.step(0);
			player.destroy();
			let crossings = 0;
			times.forEach((_, index) => {
				expect(told[index]).to.equal(wanted[index]);
				crossings += wanted[index];
			});
			expect(crossings > 10_000).to.equal(true);
		});
	});

	describe("prefetching", () => {
		itHeadless("asks for what lies along the path, one place after another, until the player is gone", () => {
			const localPlayer = engine.players.join("Ada");
			engine.players.setLocal(localPlayer);
			const asked = new Array<number>();
			let open = 0;
			let mostOpen = 0;
			engine.players.setStreaming((position) => {
				asked.push(position.X);
				open += 1;
				mostOpen = math.max(mostOpen, open);
				task.delay(1, () => (open -= 1));
				return 1;
			});
			const path = straightTake(31, { rate: 1 }, 100);
			const player = new CameraPlayer(path);
			player.prefetch();
			player.prefetch();
			engine.advance(5.5, 1 / 10);
			expect(asked.size()).to.equal(6);
			expect(mostOpen).to.equal(1);
			asked.forEach((x, index) => expect(x - (asked[index - 1] ?? -64) >= 64).to.equal(true));
			player.destroy();
			engine.advance(3, 1 / 10);
			expect(asked.size()).to.equal(6);
			// A long way asks for 64 places and no more; a request that never comes back is given up.
			engine.players.setStreaming((position) => {
				asked.push(position.X);
				return math.huge;
			});
			const far = new CameraPlayer(straightTake(101, { rate: 1 }, 100));
			asked.clear();
			far.prefetch();
			engine.advance(400, 1);
			expect(asked.size()).to.equal(64);
			far.destroy();
			engine.players.setStreaming(undefined);
			engine.players.setLocal(undefined);
			engine.players.leave(localPlayer);
		});
	});

	describe("a chain", () => {
		it("cuts from one to the next, or blends over the time that they share", () => {
			const a = takeOf([0, 1, 2, 3, 4, 5], { rate: 10, markers: [{ name: "a", seconds: 0.1 }] });
			const b = takeOf([100, 101, 102, 103, 104, 105], { rate: 10, markers: [{ name: "b", seconds: 0.1 }] });
			const cut = chainTakes([a, b]);
			expectNear([cut.duration, cut.cuts![0]], [1, 0.5], 1e-9);
			expectNear([cut.markers![0].seconds, cut.markers![1].seconds], [0.1, 0.6], 1e-9);
			const straight = (share: number) => share;
			const blended = chainTakes([a, b], { blend: 0.2, easing: straight });
			expectNear([blended.duration, blended.cuts!.size()], [0.8, 0], 1e-9);
			for (const [seconds, x] of [
				[0.3, 3],
				[0.35, 3.5 + (100.5 - 3.5) * 0.25],
				[0.4, (4 + 101) / 2],
				[0.5, 102],
				[0.8, 105],
			]) {
				expectNear(xyz(sampleCFrame(blended, seconds)), [x, 0, 0], 1e-3);
			}
			const film = takeFromPath(blended, { rate: 10 });
			expectNear(xsOf(film), [0, 1, 2, 3, 52.5, 102, 103, 104, 105], 1e-3);
			// No longer than what there is.
			expectNear([chainTakes([a, b, a], { blend: 9 }).duration], [1], 1e-9);
		});
	});

	describe("a camera player", () => {
		const path: () => Take = () => takeOf([100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100], { rate: 10 });
		const straight = (share: number) => share;

		itHeadless("blends in from where the camera is", () => {
			camera().CFrame = new CFrame(0, 0, 0);
			const player = new CameraPlayer(path(), { blendIn: 0.5, easing: straight });
			player.play();
			engine.step(0.1);
			expectNear(xyz(camera().CFrame), [0, 0, 0], 1e-4);
			engine.advance(0.25, 0.05);
			expectNear(xyz(camera().CFrame), [50, 0, 0], 1e-3);
			engine.advance(0.5, 0.05);
			expectNear(xyz(camera().CFrame), [100, 0, 0], 1e-4);
			player.destroy();
		});

		itHeadless("blends out to the view that the game's own scripts make meanwhile, and ends then", () => {
			camera().CFrame = new CFrame(0, 10, 0);
			// A camera script as the engine's: it goes on from the view that it finds, unless the camera is Scriptable.
			RunService.BindToRenderStep("own", Enum.RenderPriority.Camera.Value, (gap) => {
				if (camera().CameraType === Enum.CameraType.Scriptable) return;
				camera().CFrame = camera().CFrame.add(new Vector3(0, 10 * gap, 0));
			});
			const player = new CameraPlayer(path(), { blendOut: 1, easing: straight });
			let ended = "";
			player.ended.Connect((reason) => (ended = reason));
			player.play();
			engine.step(0.1);
			engine.advance(0.9, 0.1);
			expectNear(xyz(camera().CFrame), [100, 0, 0], 1e-4);
			const height = 10;
			while (player.position < 1) engine.step(0.1);
			expectNear(xyz(camera().CFrame), [100, 0, 0], 1e-4);
			expect(ended).to.equal("");
			for (const step of $range(1, 9)) {
				engine.step(0.1);
				const [x, y] = xyz(camera().CFrame);
				const share = step / 10;
				expectNear([x, y], [100 * (1 - share), share * (height + step)], 1e-3);
			}
			expect(ended).to.equal("");
			engine.step(0.1);
			engine.step(0.1);
			RunService.UnbindFromRenderStep("own");
			expect(ended).to.equal("finished");
			expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
			const [x, y] = xyz(camera().CFrame);
			expect(x === 0 && y > height).to.equal(true);
			player.destroy();
		});

		itHeadless("skips to its end, and ends as finished", () => {
			const player = new CameraPlayer(path(), { loop: true });
			const heard = new Array<string>();
			player.finished.Connect(() => heard.push("finished"));
			player.ended.Connect((reason) => heard.push(reason));
			player.skip();
			expect(heard.size()).to.equal(0);
			player.play();
			engine.step(0.1);
			player.skip();
			engine.step(0.1);
			expect(heard.join(", ")).to.equal("finished, finished");
			expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
			player.destroy();
		});
	});
};
