import { RunService, Workspace } from "@rbxts/services";
import {
	CameraPath,
	CameraPlayer,
	createFilm,
	encodeRecording,
	Follower,
	RecordingRemote,
	Recorder,
	sampleCFrame,
	smoothTake,
	Take,
	takeFromPath,
} from "../../../src/camera";
import { FRAME_SIZE } from "../../../src/codecs";
import { pathOf } from "../../../src/replay/flight-source";
import { failureOf } from "../../expect-failure";
import { expectNear } from "../../expect-near";
import { headless } from "../../headless";
import { Seeded } from "../../random";
import { straightTake, takeOf, xsOf } from "../../take/make-take";
import { decodeTake } from "../../take/decode-take";

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
			const take = decodeTake(encodeRecording(smoothTake(recorder.stop(), 0.1)));
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

		itHeadless(
			"is played nowhere else than among numbers, whatever it is relative to, and takes no camera before",
			() => {
				const lift = new Instance("Part");
				const before = new CameraPlayer(takeOf([7, 7, 7], { rate: 1 }));
				before.play();
				for (const place of [new CFrame(3e38, 0, 0), new CFrame(0 / 0, 0, 0)]) {
					lift.CFrame = place;
					const player = new CameraPlayer(takeOf([3e38, 3e38]), { relativeTo: lift });
					expect(failureOf(() => player.play())).to.equal(
						'[dolly] CameraPlayer: path "m" leaves the range of numbers relative to relativeTo',
					);
					player.destroy();
					engine.step(1 / 60);
					expect(camera().CFrame.X).to.equal(7);
					expect(before.isPlaying).to.equal(true);
				}
				before.destroy();
			},
		);

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

	describe("a recorder of a function", () => {
		/** Records `subject` at 30 frames a second for three seconds, of which it fails in the second. */
		function record(fault: () => CFrame): Take {
			let now = 0;
			const recorder = new Recorder({
				rate: 30,
				subject: () => (now > 1 && now < 2 ? fault() : new CFrame(now, 0, 0)),
			});
			recorder.start();
			during(1 / 60, 3, (passed) => (now = passed));
			return recorder.stop();
		}

		itHeadless("holds and cuts while it fails or gives no CFrame, and warns once", () => {
			const faults: Array<[() => unknown, string]> = [
				[() => error("gone", 0), "subject failed: "],
				[() => undefined, "subject returned missing; expected a CFrame; holding the last frame"],
				[() => task.wait(0.5), "subject yielded; expected a CFrame without a wait; holding the last frame"],
			];
			for (const [fault, problem] of faults) {
				engine.takeErrors();
				engine.takeWarnings();
				const take = record(fault as never);
				expect(engine.takeErrors().join()).to.equal("");
				const report = engine.takeWarnings();
				expect(report.size()).to.equal(1);
				expect(report[0].find(`[dolly] Recorder: ${problem}`, 1, true)[0]).to.equal(1);
				expect(take.count >= 90).to.equal(true);
				expect(take.cuts.size()).to.equal(1);
				const xs = xsOf(take);
				const cut = take.cuts[0];
				expect(cut >= 59 && cut <= 61).to.equal(true);
				expect(xs[cut - 1] <= 1.02 && xs[cut] >= 1.9).to.equal(true);
			}
		});

		itHeadless("that stops it from inside gives a take and goes no further", () => {
			let take: Take | undefined;
			let looks = 0;
			const recorder: Recorder = new Recorder({
				subject: () => {
					looks += 1;
					if (looks === 10) take = recorder.stop();
					return new CFrame(looks, 0, 0);
				},
			});
			recorder.start();
			engine.advance(1, 1 / 60);
			expect(looks).to.equal(10);
			expect(take!.count).to.equal(9);
			expect(recorder.state).to.equal("idle");
		});
	});

	describe("frames that are handed out", () => {
		itHeadless("are all there and as they were, however little is kept, through hitches and peeks", () => {
			const random = new Seeded(11);
			for (const keepLast of [0.05, 0.3, 0.9, 2]) {
				const whole = new Recorder({ rate: 60 });
				const short = new Recorder({ rate: 60, keepLast });
				const parts = new Array<string>();
				let expected = 0;
				short.frames.Connect((frames, first) => {
					expect(first).to.equal(expected);
					expected += buffer.len(frames) / FRAME_SIZE;
					parts.push(buffer.tostring(frames));
				});
				whole.start();
				short.start();
				for (const step of $range(1, 240)) {
					during(1, random.int(1, 20) === 1 ? 1.3 : 1 / 60, (now) => {
						camera().CFrame = new CFrame(math.sin(step / 20 + now) * 3, 0, 0);
					});
					if (random.int(1, 3) === 1) short.peek();
				}
				const last = short.stop();
				const all = buffer.tostring(whole.stop().frames);
				expect(parts.join("") === all).to.equal(true);
				expect(all.sub(-buffer.len(last.frames)) === buffer.tostring(last.frames)).to.equal(true);
				expect(last.count).to.equal(math.floor(keepLast * 60 + 1e-6) + 1);
			}
		});
	});

	describe("a follower", () => {
		itHeadless("moves a part along a take, lets it go at the end, and puts it back on stop", () => {
			const part = new Instance("Part");
			part.CFrame = new CFrame(0, 50, 0);
			const ghost = new Follower(takeOf([0, 1, 2, 3, 4, 5], { rate: 10 }), part);
			const heard = new Array<string>();
			ghost.ended.Connect((reason) => heard.push(reason));
			ghost.play();
			engine.advance(0.25, 0.05);
			expectNear(xyz(part.CFrame), [2.5, 0, 0], 1e-4);
			engine.advance(1, 0.05);
			expectNear(xyz(part.CFrame), [5, 0, 0], 1e-4);
			expect(heard.join(", ")).to.equal("finished");
			// Whoever it is handed over to moves it from here on.
			part.CFrame = new CFrame(0, 50, 0);
			engine.step(0.1);
			expectNear(xyz(part.CFrame), [0, 50, 0], 1e-4);
			part.CFrame = new CFrame(8, 0, 0);
			ghost.stop();
			expectNear(xyz(part.CFrame), [8, 0, 0], 1e-4);
			part.CFrame = new CFrame(0, 50, 0);
			ghost.play();
			engine.step(0.1);
			ghost.stop();
			expectNear(xyz(part.CFrame), [0, 50, 0], 1e-4);
			const other = new Follower(takeOf([7, 7, 7], { rate: 10 }), part);
			ghost.play();
			other.play();
			engine.step(0.1);
			expect(heard.join(", ")).to.equal("finished, stop, replaced");
			expectNear(xyz(part.CFrame), [7, 0, 0], 1e-4);
			other.destroy();
			expectNear(xyz(part.CFrame), [0, 50, 0], 1e-4);
			ghost.destroy();
		});

		itHeadless("returns at the end, or holds it on something that moves, where it is told to", () => {
			const part = new Instance("Part");
			part.CFrame = new CFrame(0, 50, 0);
			const lift = new Instance("Part");
			const there = takeOf([0, 1, 2], { rate: 10 });
			new Follower(there, part, { atEnd: "return" }).play();
			engine.advance(1, 0.1);
			expectNear(xyz(part.CFrame), [0, 50, 0], 1e-4);
			const held = new Follower(there, part, { atEnd: "hold", relativeTo: lift });
			held.play();
			engine.advance(1, 0.1);
			lift.CFrame = new CFrame(0, 9, 0);
			engine.step(0.1);
			expectNear(xyz(part.CFrame), [2, 9, 0], 1e-4);
			held.stop();
			expectNear(xyz(part.CFrame), [0, 50, 0], 1e-4);
			expect(failureOf(() => new Follower(there, part, { atEnd: "fly" as never }))).to.equal(
				'[dolly] Follower: atEnd is "fly"; expected "stay", "return" or "hold"',
			);
		});

		itHeadless("follows nothing that moves with it", () => {
			const there = takeOf([0, 1, 2], { rate: 10 });
			const ship = new Instance("Model");
			const hull = new Instance("Part");
			const door = new Instance("Part");
			hull.Parent = ship;
			door.Parent = ship;
			const problem = "[dolly] Follower: relativeTo moves with instance; expected an instance that does not";
			for (const [instance, relativeTo] of [
				[door, door],
				[ship, hull],
				[door, ship],
			] as Array<[PVInstance, PVInstance]>) {
				expect(failureOf(() => new Follower(there, instance, { relativeTo }))).to.equal(problem);
			}
			// A door on a ship whose pivot is the hull's is another matter.
			ship.PrimaryPart = hull;
			new Follower(there, door, { relativeTo: ship }).destroy();
			expect(failureOf(() => new Follower(there, hull, { relativeTo: ship }))).to.equal(problem);
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
			// The first frame's time goes by at the speed of 1.
			const wanted = times.map((at) => (at <= 1 / 60 ? 1 : 0));
			player.marker.Connect((name) => (told[tonumber(name)!] += 1));
			player.play();
			engine.step(1 / 60);
			// Where it would be if it never began again: a crossing is a whole number of laps between a marker and both ends.
			let now = 1 / 60;
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
			// Places are 64 studs apart where the path comes by there, a quarter of a second after the last look.
			engine.players.setStreaming((position) => {
				asked.push(position.X);
				return 0;
			});
			const even = new CameraPlayer(straightTake(5, { rate: 1 }, 64));
			asked.clear();
			even.prefetch();
			engine.advance(2, 1 / 10);
			expect(asked.join(" ")).to.equal("0 64 128 192 256");
			even.destroy();
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

	describe("prefetching a long path", () => {
		itHeadless("looks at it a few thousand times, and tells in words where that fails", () => {
			const localPlayer = engine.players.join("Ada");
			engine.players.setLocal(localPlayer);
			engine.players.setStreaming(() => 0);
			let looks = 0;
			let last = 0;
			let isBroken = false;
			const still: CameraPath = {
				name: "year",
				duration: 31_536_000,
				sample(seconds, target) {
					looks += 1;
					last = seconds;
					if (isBroken) error("no");
					buffer.fill(target, 0, 0, 64);
					buffer.writef64(target, 48, 1);
				},
			};
			const player = new CameraPlayer(still);
			player.prefetch();
			engine.advance(10, 1 / 10);
			expect(looks).to.equal(4097);
			expect(last).to.equal(still.duration);
			isBroken = true;
			for (const _ of $range(1, 2)) {
				engine.takeErrors();
				player.prefetch();
				engine.step(1 / 60);
				const [message] = engine.takeErrors();
				expect(message.find('[dolly] CameraPlayer: prefetch cannot sample path "year"', 1, true)[0]).to.equal(1);
			}
			player.destroy();
			engine.players.setStreaming(undefined);
			engine.players.setLocal(undefined);
			engine.players.leave(localPlayer);
		});
	});

	describe("a chain", () => {
		it("cuts from one to the next, or blends over the time that they share", () => {
			const a = takeOf([0, 1, 2, 3, 4, 5], { rate: 10, markers: [{ name: "a", seconds: 0.1 }] });
			const b = takeOf([100, 101, 102, 103, 104, 105], { rate: 10, markers: [{ name: "b", seconds: 0.1 }] });
			const cut = pathOf(createFilm([a, b]), "test");
			expectNear([cut.duration, cut.cuts![0]], [1, 0.5], 1e-9);
			expectNear([cut.markers![0].seconds, cut.markers![1].seconds], [0.1, 0.6], 1e-9);
			const blended = pathOf(createFilm([a, b], { blend: 0.2, easing: "linear" }), "test");
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
			expect(pathOf(createFilm([a, { ...b, rate: 48 }, a]), "test").rate).to.equal(48);
			// A single frame is shown for the time of one, and the last of all at the end.
			const still = createFilm([a, takeOf([50]), takeOf([60], { rate: 10 }), takeOf([70])]);
			const stills = pathOf(still, "test");
			expectNear(stills.cuts as Array<number>, [0.5, 0.5 + 1 / 60, 0.6 + 1 / 60], 1e-9);
			for (const [seconds, x] of [
				[0.49, 4.9],
				[0.505, 50],
				[0.6, 60],
				[0.7, 70],
			]) {
				expectNear(xyz(sampleCFrame(stills, seconds)), [x, 0, 0], 1e-3);
			}
			// No longer than what there is.
			expectNear([pathOf(createFilm([a, b, a], { blend: 9 }), "test").duration], [1], 1e-9);
		});
	});

	describe("a camera player", () => {
		const path: () => Take = () => takeOf([100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100], { rate: 10 });
		const straight = (share: number) => share;

		itHeadless("blends in from where the camera is", () => {
			camera().CFrame = new CFrame(0, 0, 0);
			const player = new CameraPlayer(path(), { blendIn: 0.5, easing: straight });
			player.play();
			engine.step(0.05);
			expectNear(xyz(camera().CFrame), [0, 0, 0], 1e-4);
			engine.advance(0.25, 0.05);
			expectNear(xyz(camera().CFrame), [50, 0, 0], 1e-3);
			engine.advance(0.5, 0.05);
			expectNear(xyz(camera().CFrame), [100, 0, 0], 1e-4);
			player.destroy();
		});

		itHeadless("asks its easing for shares from 0 to 1, and no more once it has blended", () => {
			const shares = new Array<number>();
			const easing = (share: number) => {
				shares.push(share);
				return share;
			};
			const player = new CameraPlayer(path(), { blendIn: 0.4, blendOut: 0.4, easing });
			player.play();
			engine.step(0.1);
			engine.advance(0.8, 0.1);
			const blended = shares.size();
			expect(math.max(...shares) < 1 && math.min(...shares) === 0).to.equal(true);
			engine.advance(0.1, 0.1);
			expect(shares.size()).to.equal(blended);
			engine.advance(1, 0.1);
			expect(shares.size() > blended && math.max(...shares) <= 1).to.equal(true);
			expect(player.isPlaying).to.equal(false);
			player.destroy();
		});

		itHeadless("blends its lens in too, where the path has one", () => {
			for (const [lens, quarter] of [
				[30, 60],
				[0, 70],
			]) {
				camera().FieldOfView = 70;
				const take = takeOf([0, 0, 0, 0, 0, 0], { rate: 5, fieldOfView: lens });
				const player = new CameraPlayer(take, { blendIn: 0.8, easing: straight });
				player.play();
				engine.step(0.1);
				engine.advance(0.2, 0.1);
				expect(camera().FieldOfView).to.be.near(quarter, 1e-4);
				engine.advance(0.6, 0.1);
				expect(camera().FieldOfView).to.be.near(lens > 0 ? lens : 70, 1e-4);
				player.destroy();
				expect(camera().FieldOfView).to.equal(70);
			}
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

		itHeadless("ends its way back at once where another camera becomes the current one", () => {
			const player = new CameraPlayer(path(), { blendOut: 5, easing: straight });
			let ended = "";
			player.ended.Connect((reason) => (ended = reason));
			player.play();
			engine.advance(1.5, 0.1);
			expect(player.isPlaying).to.equal(true);
			const former = camera();
			const other = new Instance("Camera");
			other.CFrame = new CFrame(0, 5, 0);
			other.Parent = Workspace;
			Workspace.CurrentCamera = other;
			engine.step(0.1);
			expect(ended).to.equal("finished");
			expectNear(xyz(other.CFrame), [0, 5, 0], 0);
			former.Destroy();
			player.destroy();
		});

		itHeadless("that is paused skips through its blend, and one paused in its blend goes on with it", () => {
			const player = new CameraPlayer(path(), { blendOut: 1 });
			const heard = new Array<string>();
			player.ended.Connect((reason) => heard.push(reason));
			player.play();
			engine.step(0.1);
			player.pause();
			engine.step(0.1);
			player.skip();
			engine.advance(0.5, 0.1);
			player.pause();
			engine.advance(5, 0.1);
			expect(heard.size()).to.equal(0);
			player.play();
			expect(player.position).to.equal(player.duration);
			engine.advance(0.3, 0.1);
			expect(heard.size()).to.equal(0);
			engine.advance(0.5, 0.1);
			expect(heard.join(", ")).to.equal("finished");
			expect(player.isPlaying).to.equal(false);
			player.destroy();
		});

		itHeadless("ends with one message where its easing gives no number, and gives the camera back", () => {
			const { CameraType: before } = camera();
			const half = "at half";
			const cases: Array<[(share: number) => unknown, string]> = [
				[() => undefined, "easing returned missing for"],
				[() => 0 / 0, "easing returned nan for"],
				[() => 1e300, "easing returned 1e+300 for"],
				[(share) => (share < 0.4 ? share : error(half, 0)), "easing failed at"],
			];
			for (const [easing, problem] of cases) {
				for (const options of [{ blendIn: 1 }, { blendOut: 1 }]) {
					engine.takeErrors();
					const player = new CameraPlayer(path(), { ...options, easing: easing as never });
					const heard = new Array<string>();
					player.ended.Connect((reason) => heard.push(reason));
					const [, atOnce] = pcall(() => player.play());
					engine.advance(4, 0.1);
					const errors = [...(typeIs(atOnce, "string") ? [atOnce] : []), ...engine.takeErrors()];
					expect(errors.size()).to.equal(1);
					expect(errors[0].find(`[dolly] CameraPlayer: ${problem}`, 1, true)[0]).to.equal(1);
					expect(heard.join(", ")).to.equal("error");
					expect(camera().CameraType).to.equal(before);
					player.destroy();
				}
			}
		});

		itHeadless("keeps the lens to what a camera has where its easing swings beyond", () => {
			camera().FieldOfView = 70;
			for (const share of [-5, 5]) {
				const options = { blendIn: 0.2, blendOut: 0.5, easing: () => share };
				const player = new CameraPlayer(takeOf([0, 1, 2, 3], { rate: 10, fieldOfView: 110 }), options);
				player.play();
				for (const _ of $range(1, 40)) {
					engine.step(1 / 60);
					expect(camera().FieldOfView >= 1 && camera().FieldOfView <= 120).to.equal(true);
				}
				player.destroy();
			}
		});

		itHeadless("takes no camera from another where its easing fails", () => {
			const first = new CameraPlayer(path());
			first.play();
			engine.step(0.1);
			const second = new CameraPlayer(path(), { blendIn: 1, easing: () => 0 / 0 });
			expect(failureOf(() => second.play())).to.be.ok();
			engine.step(0.1);
			expect(first.isPlaying).to.equal(true);
			expect(engine.takeErrors().size()).to.equal(0);
			first.destroy();
			second.destroy();
		});

		itHeadless("ends when the camera that it was given is destroyed", () => {
			const own = new Instance("Camera");
			const player = new CameraPlayer(path(), { camera: own });
			const heard = new Array<string>();
			player.ended.Connect((reason) => heard.push(reason));
			player.play();
			engine.step(0.1);
			own.Destroy();
			engine.step(0.1);
			expect(heard.join(", ")).to.equal("destroy");
			expect(failureOf(() => player.play())).to.equal(
				"[dolly] CameraPlayer: play needs a player that is not destroyed",
			);
		});

		itHeadless("refuses an interpolation that is none, once, and plays on as before", () => {
			const player = new CameraPlayer(path());
			player.play();
			engine.step(0.1);
			player.interpolation = "bogus" as never;
			engine.advance(0.3, 0.1);
			expect(
				engine
					.takeErrors()
					.map((text) => text.split("\n")[0])
					.join(),
			).to.equal('[dolly] CameraPlayer: interpolation is "bogus"; expected one of smooth, linear, step');
			expect(player.interpolation).to.equal("smooth");
			expect(player.isPlaying).to.equal(true);
			player.destroy();
		});

		itHeadless("refuses options that nobody reads, and so do recorders, followers and receivers", () => {
			const cases: Array<[() => unknown, string]> = [
				[
					() => new CameraPlayer(path(), { blendin: 1 } as never),
					'CameraPlayer: unknown option "blendin"; did you mean "blendIn"?',
				],
				[
					() => new Follower(path(), new Instance("Part"), { end: 1 } as never),
					'Follower: unknown option "end"; expected one of atEnd, interpolation, loop, loopBlend, modifiers, relativeTo, seekMarkers, skipMarkers, speed',
				],
				[() => new Recorder({ keeplast: 1 } as never), 'Recorder: unknown option "keeplast"; did you mean "keepLast"?'],
				[
					() => new RecordingRemote(new Instance("RemoteEvent"), { maxbytes: 1 } as never),
					'RecordingRemote: unknown option "maxbytes"; did you mean "maxBytes"?',
				],
			];
			for (const [call, problem] of cases) expect(failureOf(call)).to.equal(`[dolly] ${problem}`);
		});

		itHeadless("refuses places that are none, wherever a path is read", () => {
			const at = (x: number, qw: number): CameraPath => ({
				name: "far",
				duration: 1,
				sample(_, target) {
					buffer.fill(target, 0, 0, 64);
					buffer.writef64(target, 0, x);
					buffer.writef64(target, 48, qw);
				},
			});
			for (const [x, qw, problem] of [
				[1e300, 1, "is not finite, or too large,"],
				[0 / 0, 1, "is not finite, or too large,"],
				[0, 0, "has no rotation"],
			] as Array<[number, number, string]>) {
				const message = `path "far" ${problem} at 0 seconds`;
				expect(failureOf(() => new CameraPlayer(at(x, qw)).play())).to.equal(`[dolly] CameraPlayer: ${message}`);
				expect(failureOf(() => sampleCFrame(at(x, qw), 0))).to.equal(`[dolly] sampleCFrame: ${message}`);
			}
			for (const rate of [0 / 0, "a"]) {
				expect(failureOf(() => new CameraPlayer({ ...at(0, 1), rate: rate as never }))).to.equal(
					`[dolly] CameraPlayer: path.rate is ${typeIs(rate, "string") ? '"a"' : "nan"}; expected a number of frames per second, 0.001 to 1000`,
				);
			}
			expect(failureOf(() => takeFromPath({ ...at(0, 1), cuts: [0.5, 0.2] }))).to.equal(
				"[dolly] takeFromPath: item 2 of path.cuts is 0.2; expected rising seconds",
			);
			expect(failureOf(() => takeFromPath(path() as never))).to.equal(
				"[dolly] takeFromPath: path is a Take; expected a Shot, a Film or a CameraPath",
			);
			const chain = pathOf(createFilm([path(), path()]), "test");
			for (const [target, problem] of [
				[buffer.create(8), "target holds 8 bytes; expected at least 64"],
				[undefined, "target is missing; expected a buffer"],
				["x", 'target is "x"; expected a buffer'],
			] as Array<[never, string]>) {
				expect(failureOf(() => chain.sample(0, target))).to.equal(`[dolly] sample: ${problem}`);
			}
			expect(
				failureOf(() => createFilm(path() as never)).find("[dolly] createFilm: clips has the key", 1, true)[0],
			).to.equal(1);
		});

		itHeadless("skips to its end, and ends as finished", () => {
			const player = new CameraPlayer(path(), { loop: true });
			const heard = new Array<string>();
			player.ended.Connect((reason) => heard.push(reason));
			player.skip();
			expect(heard.size()).to.equal(0);
			player.play();
			engine.step(0.1);
			player.skip();
			engine.step(0.1);
			expect(heard.join(", ")).to.equal("finished");
			expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
			player.destroy();
		});
	});
};
