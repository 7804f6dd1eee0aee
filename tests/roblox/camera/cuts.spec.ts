import { RunService, Workspace } from "@rbxts/services";
import { CameraPlayer, decodeArchive, encodeArchive, Recorder, Take } from "../../../src/camera";
import { headless } from "../../headless";
import { Seeded } from "../../random";

/** A way that the camera went without a jump: from `x` studs along X, at a height and turned by an angle of its own. */
interface Way {
	from: number;
	to: number;
	height: number;
	yaw: number;
}

/** Studs a second between jumps. */
const SPEED = 12;

/**
 * Studs and degrees by which the camera may miss the way. Where it stops dead, right before a jump, the parabola through its
 * last three frames leans out by an eighth of the way of a frame; beside that f32 is little. Rotations are packed to 0.0061°.
 */
const STUDS = SPEED / 60 / 8 + 1e-3;
const DEGREES = 0.02;

function yawOf(cframe: CFrame): number {
	const { X, Z } = cframe.LookVector;
	return math.deg(math.atan2(-X, -Z));
}

/** How far a camera is from all the ways that it went; a turn counts a stud a degree. */
function farFrom(ways: Array<Way>, cframe: CFrame): number {
	let least = math.huge;
	for (const { from, to, height, yaw } of ways) {
		const along = math.max(from - cframe.X, cframe.X - to, 0);
		const turn = math.abs(((yawOf(cframe) - yaw + 540) % 360) - 180);
		least = math.min(least, math.max(along / STUDS, math.abs(cframe.Y - height) / STUDS, turn / DEGREES));
	}
	return least;
}

/** Flies a camera that jumps now and then, sometimes twice in a row, and records it. */
function recordJumps(seed: number, replacesCameras: boolean, pauses: boolean) {
	const engine = headless!;
	const random = new Seeded(seed);
	const ways = new Array<Way>();
	const recorder = new Recorder({ rate: 60 });
	let x = 0;
	let calm = 0;
	const jump = () => {
		x += random.between(-500, 500);
		const last = ways[ways.size() - 1];
		// Sometimes it only turns, sometimes it only goes elsewhere.
		const kind = ways.isEmpty() ? 2 : random.int(0, 2);
		const height = kind === 0 ? last.height : random.between(-500, 500);
		const yaw = kind === 1 ? last.yaw : random.between(-170, 170);
		ways.push({ from: x, to: x, height, yaw: kind === 0 ? (last.yaw + 60) % 180 : yaw });
	};
	jump();
	recorder.start();
	for (const _ of $range(1, 600)) {
		const gap = random.between(1 / 240, 1 / 20);
		calm -= 1;
		if (calm < 0 && random.unit() < 0.1) {
			jump();
			// A second jump may follow at once, a third only after a while: three fast steps are motion.
			if (random.unit() < 0.7) calm = 12;
			if (replacesCameras && random.unit() < 0.5) {
				const camera = new Instance("Camera");
				camera.Parent = Workspace;
				Workspace.CurrentCamera = camera;
			} else if (pauses && random.unit() < 0.3) {
				recorder.pause();
				engine.step(0.1);
				recorder.resume();
			}
		} else {
			x += SPEED * gap;
		}
		const way = ways[ways.size() - 1];
		way.to = x;
		Workspace.CurrentCamera!.CFrame = new CFrame(x, way.height, 0).mul(CFrame.Angles(0, math.rad(way.yaw), 0));
		engine.step(gap);
	}
	return { take: recorder.stop(), ways };
}

/** Plays a take slowly and gives how far the camera was at worst from where it had been recorded, in tolerances. */
function worstOf(take: Take, ways: Array<Way>, speed: number): { worst: number; frames: number } {
	const engine = headless!;
	const player = new CameraPlayer(take, { speed });
	let worst = 0;
	let frames = 0;
	RunService.BindToRenderStep("look", Enum.RenderPriority.Last.Value, () => {
		if (!player.isPlaying) return;
		frames += 1;
		worst = math.max(worst, farFrom(ways, Workspace.CurrentCamera!.CFrame));
	});
	player.play();
	engine.advance(player.duration / math.abs(speed) + 0.1, 1 / 60);
	RunService.UnbindFromRenderStep("look");
	assert(!player.isPlaying);
	player.destroy();
	return { worst, frames };
}

export = () => {
	const test = headless ? it : itSKIP;

	test("a still camera that jumps 100 studs is shown at 0 and at 100, and nowhere else", () => {
		const engine = headless!;
		for (const fps of [20, 60, 144]) {
			const recorder = new Recorder({ rate: 60 });
			Workspace.CurrentCamera!.CFrame = new CFrame();
			recorder.start();
			engine.advance(0.5, 1 / fps);
			Workspace.CurrentCamera!.CFrame = new CFrame(100, 0, 0);
			engine.advance(0.5, 1 / fps);
			const ways = [0, 100].map((x) => ({ from: x, to: x, height: 0, yaw: 0 }));
			const { worst, frames } = worstOf(recorder.stop(), ways, 0.25);
			expect(worst <= 1).to.equal(true);
			expect(frames > 200).to.equal(true);
		}
	});

	for (const [name, replaces, pauses] of [
		["jumps, alone and two in a row", false, false],
		["jumps and replaced cameras", true, false],
		["jumps and pauses", false, true],
	] as Array<[string, boolean, boolean]>) {
		test(`no frame at a quarter of the speed shows a place where the camera never was: ${name}`, () => {
			for (const seed of $range(1, 4)) {
				const { take, ways } = recordJumps(seed, replaces, pauses);
				expect(take.cuts.size() > 15).to.equal(true);
				for (const speed of [0.25, -0.25]) {
					const { worst, frames } = worstOf(take, ways, speed);
					expect(worst <= 1).to.equal(true);
					expect(frames > 1000).to.equal(true);
				}
			}
		});
	}

	test("nor where the take went through an archive, which keeps no cuts", () => {
		for (const seed of $range(1, 4)) {
			const { take, ways } = recordJumps(seed, false, false);
			const [read] = decodeArchive(encodeArchive([take]), take.rate);
			expect(worstOf(read, ways, 0.25).worst <= 1).to.equal(true);
		}
	});
};
