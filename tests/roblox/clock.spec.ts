import { RunService, Workspace } from "@rbxts/services";
import { CameraPath, CameraPlayer, Follower } from "../../src/camera";
import { Channel } from "../../src/motion/channel";
import { buildBones } from "../../src/roblox/rig/build-bones";
import { ClipMixer } from "../../src/roblox/rig/clip-mixer";
import { ClipTrack } from "../../src/roblox/rig/clip-track";
import { createSkeleton } from "../../src/scene/create-skeleton";
import { headless } from "../headless";
import { Seeded } from "../random";

/** Studs per second. */
const SPEED = 60;

/** In studs. What is compared went through the same numbers, and differs by nothing when it was measured. */
const ROUNDING = 1e-6;

/** Sixty studs per second along X, as far as anybody goes. */
function flight(duration: number): CameraPath {
	return {
		name: "flight",
		duration,
		sample(seconds, target) {
			buffer.fill(target, 0, 0);
			buffer.writef64(target, 0, seconds * SPEED);
			buffer.writef64(target, 48, 1);
		},
	};
}

/** The same for a rig. */
function slidingRig(duration: number) {
	const { skeleton } = createSkeleton("rig", [{ name: "Root", parent: -1 }]);
	const instance = new Instance("Part");
	const [root] = buildBones(skeleton, instance);
	const translation: Channel = {
		write(seconds, pose, offset) {
			buffer.writef32(pose, offset, seconds * SPEED);
		},
	};
	const clip = { name: "slide", duration, loop: false, skeleton, tracks: [{ joint: 0, translation }] };
	return { rig: { skeleton, instance }, root, clip };
}

/** Calls `work` once, in that phase of a frame. */
const PHASES: { [name: string]: (work: () => void) => void } = {
	"first render step": (work) => onceInRenderStep(Enum.RenderPriority.First.Value, work),
	"last render step": (work) => onceInRenderStep(Enum.RenderPriority.Last.Value, work),
	PreRender: (work) => RunService.PreRender.Once(work),
	PreSimulation: (work) => RunService.PreSimulation.Once(work),
	PostSimulation: (work) => RunService.PostSimulation.Once(work),
	Heartbeat: (work) => RunService.Heartbeat.Once(work),
	"task.wait": (work) => task.delay(0, work),
};

const SERVER_PHASES = ["PreSimulation", "PostSimulation", "Heartbeat", "task.wait"];
const CLIENT_PHASES = ["first render step", "last render step", "PreRender", ...SERVER_PHASES];

let bindings = 0;

function onceInRenderStep(priority: number, work: () => void): void {
	bindings += 1;
	const name = `once ${bindings}`;
	RunService.BindToRenderStep(name, priority, () => {
		RunService.UnbindFromRenderStep(name);
		work();
	});
}

/** Frame times from 1/144 to 1/20 s, with a hitch of up to a second now and then. */
function unevenly(random: Seeded): () => number {
	return () => (random.int(1, 15) === 1 ? random.between(0.2, 1) : random.between(1 / 144, 1 / 20));
}

export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;
	afterEach(() => engine?.enter("PlayClient"));

	const frameRates: { [name: string]: () => () => number } = {
		"20 fps": () => () => 1 / 20,
		"60 fps": () => () => 1 / 60,
		"144 fps": () => () => 1 / 144,
		hitches: () => unevenly(new Seeded(3)),
	};
	for (const [name, gaps] of pairs(frameRates)) {
		test(`a camera is 0 studs behind a car that a follower moves, relative to it and on a flight of its own: ${name}`, () => {
			const car = new Instance("Part");
			const own = new Instance("Camera");
			const follower = new Follower(flight(30), car);
			const offset = new CFrame(0, 5, 10);
			const still: CameraPath = {
				name: "still",
				duration: 30,
				sample(_, target) {
					buffer.fill(target, 0, 0);
					buffer.writef64(target, 8, offset.Y);
					buffer.writef64(target, 16, offset.Z);
					buffer.writef64(target, 48, 1);
				},
			};
			const relative = new CameraPlayer(still, { relativeTo: car });
			const beside = new CameraPlayer(flight(30), { camera: own });
			for (const player of [relative, beside, follower]) player.play();
			let worst = 0;
			let farthest = 0;
			// What is drawn.
			const drawn = RunService.PreRender.Connect(() => {
				const behind = Workspace.CurrentCamera!.CFrame.Position.sub(car.CFrame.mul(offset).Position).Magnitude;
				worst = math.max(worst, behind, math.abs(own.CFrame.X - car.CFrame.X));
				farthest = math.max(farthest, car.CFrame.X);
			});
			engine.advance(20, gaps());
			drawn.Disconnect();
			for (const player of [relative, beside, follower]) player.destroy();
			expect(worst).to.be.near(0, ROUNDING);
			expect(farthest > 18 * SPEED).to.equal(true);
		});
	}

	test("a clip and a camera that play for 10 s at 8 fps are within one frame of 10 s and of each other", () => {
		const { rig, clip } = slidingRig(30);
		const mixer = ClipMixer.of(rig);
		const camera = new CameraPlayer(flight(30));
		const track = mixer.play(clip, { fade: 0 });
		camera.play();
		engine.advance(10, 1 / 8);
		expect(track.position).to.be.near(10, 1e-9);
		expect(camera.position).to.be.near(10 - 1 / 8, 1e-9);
		// The same time, once it is drawn.
		camera.pause();
		expect(camera.position).to.be.near(10, 1e-9);
		mixer.destroy();
		camera.destroy();
	});

	test("a clip that plays for 10 s at 8 fps on a server is within two frames of 10 s", () => {
		engine.enter("LiveServer");
		const { rig, clip } = slidingRig(30);
		const mixer = ClipMixer.of(rig);
		const track = mixer.play(clip, { fade: 0 });
		engine.advance(10, 1 / 8);
		// Servers say at the end of a frame how long it took.
		expect(track.position).to.be.near(10 - 1 / 8, 1e-9);
		mixer.destroy();
	});

	test("players that start, go on or seek in any phases of one frame stay together, through pauses and changes of speed", () => {
		const random = new Seeded(11);
		const gap = unevenly(random);
		let worst = 0;
		let checked = 0;
		for (const first of CLIENT_PHASES) {
			for (const second of CLIENT_PHASES) {
				const part = new Instance("Part");
				const { rig, root, clip } = slidingRig(30);
				const follower = new Follower(flight(30), part);
				const mixer = ClipMixer.of(rig);
				const camera = new CameraPlayer(flight(30));
				const players = [follower, camera];
				let track: ClipTrack | undefined;
				// In that very frame some have heard, and others will.
				let isSeen = true;
				const stepUnseen = () => {
					isSeen = false;
					engine.step(gap());
					isSeen = true;
				};
				const inOneFrame = (work: (player: Follower | CameraPlayer) => void, workOnClip: () => void) => {
					PHASES[first](() => work(follower));
					PHASES[second](() => work(camera));
					PHASES[second](workOnClip);
					stepUnseen();
				};
				const atOnce = (work: (player: Follower | CameraPlayer) => void) => {
					PHASES[second](() => players.forEach(work));
					stepUnseen();
				};
				const drawn = RunService.PreRender.Connect(() => {
					if (!isSeen) return;
					const { X: x } = Workspace.CurrentCamera!.CFrame;
					worst = math.max(worst, math.abs(x - part.CFrame.X));
					if (track) worst = math.max(worst, math.abs(x - root.Transform.X));
					checked += 1;
				});
				inOneFrame(
					(player) => player.play(),
					() => (track = mixer.play(clip, { fade: 0 })),
				);
				engine.advance(1, gap);
				inOneFrame(
					(player) => player.seek(12),
					() => track!.seek(12),
				);
				engine.advance(1, gap);
				expect(follower.position).to.be.near(track!.position, 1e-9);
				// Tracks have no pause.
				track = undefined;
				mixer.destroy();
				atOnce((player) => (player.speed = 0.5));
				engine.advance(1, gap);
				atOnce((player) => player.pause());
				engine.advance(0.5, gap);
				expect(follower.position).to.be.near(camera.position, 1e-9);
				inOneFrame(
					(player) => player.play(),
					() => {},
				);
				engine.advance(1, gap);
				drawn.Disconnect();
				for (const player of players) player.destroy();
			}
		}
		expect(checked > 49 * 40).to.equal(true);
		expect(worst).to.be.near(0, ROUNDING);
	});

	test("players that start in any phases of one frame of a server stay together", () => {
		engine.enter("LiveServer");
		const random = new Seeded(12);
		for (const first of SERVER_PHASES) {
			for (const second of SERVER_PHASES) {
				const part = new Instance("Part");
				const { rig, root, clip } = slidingRig(30);
				const follower = new Follower(flight(30), part);
				const mixer = ClipMixer.of(rig);
				let track: ClipTrack | undefined;
				PHASES[first](() => follower.play());
				PHASES[second](() => (track = mixer.play(clip, { fade: 0 })));
				engine.advance(5, unevenly(random));
				expect(follower.position > 3).to.equal(true);
				expect(follower.position).to.be.near(track!.position, 1e-9);
				expect(part.CFrame.X).to.be.near(root.Transform.X, ROUNDING);
				follower.destroy();
				mixer.destroy();
			}
		}
	});

	test("goes on in edit mode, and while a playtest is paused and nothing is simulated", () => {
		for (const context of ["Edit", "PlayClient"] as const) {
			engine.enter(context);
			const part = new Instance("Part");
			const follower = new Follower(flight(30), part);
			const camera = new CameraPlayer(flight(30));
			follower.play();
			camera.play();
			engine.advance(2, 0.1);
			engine.setPaused(true);
			engine.advance(2, 0.1);
			expect(follower.position).to.be.near(4, 1e-9);
			expect(camera.position).to.be.near(4, 1e-9);
			engine.setPaused(false);
			engine.advance(2, 0.1);
			expect(follower.position).to.be.near(6, 1e-9);
			expect(camera.position).to.be.near(5.9, 1e-9);
			follower.destroy();
			camera.destroy();
		}
	});

	test("lets a path that waits or fails hold up nobody else", () => {
		const [slow, broken, good] = [new Instance("Part"), new Instance("Part"), new Instance("Part")];
		const path = flight(30);
		let samples = 0;
		const waiting: CameraPath = {
			...path,
			sample(seconds, target) {
				samples += 1;
				if (samples > 1) task.wait(0.5);
				path.sample(seconds, target);
			},
		};
		const failing: CameraPath = {
			...path,
			sample(seconds, target) {
				if (seconds > 0.5) error("broken", 0);
				path.sample(seconds, target);
			},
		};
		const players = [new Follower(waiting, slow), new Follower(failing, broken), new Follower(path, good)];
		for (const player of players) player.play();
		const ends = new Array<string>();
		players.forEach((player, index) => player.ended.Connect((reason) => ends.push(`${index} ${reason}`)));
		engine.advance(2, 0.1);
		expect(good.CFrame.X).to.be.near(2 * SPEED, 1e-4);
		expect(
			engine
				.takeErrors()
				.map((message) => message.split("\n")[0])
				.join(", "),
		).to.equal('[dolly] Follower: path "flight" yielded at 0.1 seconds; expected a sample without a wait, broken');
		expect(ends.join(", ")).to.equal("0 error, 1 error");
		// What was waited for comes to nothing.
		expect(samples).to.equal(2);
		expect(slow.CFrame).to.equal(CFrame.identity);
		for (const player of players) player.destroy();
		engine.advance(1, 0.1);
	});

	test("is bound to nothing while nobody plays", () => {
		const before = engine.countRenderSteps();
		const players = [new CameraPlayer(flight(1)), new Follower(flight(1), new Instance("Part"))];
		for (const player of players) player.play();
		expect(engine.countRenderSteps()).to.equal(before + 2);
		engine.advance(1.5, 0.1);
		expect(engine.countRenderSteps()).to.equal(before);
		for (const player of players) player.destroy();
	});
};
