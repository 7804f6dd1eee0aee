import { RunService, Workspace } from "@rbxts/services";
import { encodeRecording, importModel, ReplayPlayer, ReplayRecorder } from "../../src";
import { Headless, headless } from "../headless";
import { Drawing } from "../pictures/drawing";
import { buildFilmSet, SET_PERIOD } from "./film-set";

const FIGURE = "dist/figure.glb";
const DRAWING = "dist/killcam.drawing";
/** How long the figure walks through one period of the set, as `scripts/figure` has it. */
const WALK_SECONDS = 3.6;
/** Shots per second. */
const RATE = 15;
/** When the ball meets the figure, how long the fall takes, and when the game's own view ends. */
const HIT = 1.9;
const FALL = 0.45;
const LIVE = 3;
/** How much is kept, and how fast it is shown again. */
const KEEP = 2.4;
const SPEED = 0.4;

const BALL_SPEED = 16;
const CHEST = 3.1;

/** Where the figure is after some seconds of its walk. */
function walkedTo(seconds: number): Vector3 {
	return new Vector3(0, 0, (SET_PERIOD * seconds) / WALK_SECONDS);
}

/** The ball comes from the left, meets the figure, bounces off and falls. */
function ballAt(seconds: number): CFrame {
	const passed = seconds - HIT;
	const meeting = walkedTo(HIT).add(new Vector3(-1.3, CHEST, 0));
	if (passed < 0)
		return new CFrame(meeting.add(new Vector3(BALL_SPEED * passed, -4 * passed * passed - 2 * passed, 0)));
	const height = math.max(CHEST + 5 * passed - 16 * passed * passed, 0.7);
	return new CFrame(meeting.X - 5 * passed, height, meeting.Z + passed).mul(CFrame.Angles(0, 0, 6 * passed));
}

/** How the figure lies after the ball met it: turned over its feet, to the right, with a small bounce at the end. */
function fallenBy(seconds: number): number {
	const alpha = math.clamp((seconds - HIT) / FALL, 0, 1);
	const bounce =
		seconds > HIT + FALL
			? 0.06 * math.abs(math.sin((seconds - HIT - FALL) * 9)) * math.exp(-5 * (seconds - HIT - FALL))
			: 0;
	return -(alpha * alpha * 0.5 - bounce) * math.pi * 0.97;
}

/** The game's own camera walks behind the figure. */
function chase(seconds: number): CFrame {
	const target = walkedTo(math.min(seconds, HIT + 0.15)).add(new Vector3(0, 2.4, 0));
	return CFrame.lookAt(target.add(new Vector3(-3.5, 2.6, -9)), target.add(new Vector3(0, 0.2, 2)));
}

/** The killcam goes around the place of the hit. */
function orbit(alpha: number): CFrame {
	const target = walkedTo(HIT).add(new Vector3(0.4 + 0.8 * alpha, 2.9 - 1.6 * alpha * alpha, -1.4 * (1 - alpha)));
	const angle = math.pi * (0.98 - 1.1 * alpha);
	const distance = 10.5 - 1.2 * math.sin(alpha * math.pi);
	const away = new Vector3(math.sin(angle) * distance, 1.2 + 2 * alpha, -math.cos(angle) * distance);
	return CFrame.lookAt(target.add(away), target);
}

function createBall(): Part {
	const ball = new Instance("Part");
	ball.Name = "Ball";
	ball.Shape = Enum.PartType.Ball;
	ball.Size = new Vector3(1.4, 1.4, 1.4);
	ball.Color = new Color3(0.9, 0.32, 0.24);
	ball.Anchored = true;
	ball.CFrame = ballAt(0);
	ball.Parent = Workspace;
	return ball;
}

function run(engine: Headless): string {
	buildFilmSet(Workspace);
	const camera = Workspace.CurrentCamera!;
	camera.FieldOfView = 40;
	const imported = importModel(engine.readFile(FIGURE), { parent: Workspace });
	imported.model.Name = "Figure";
	const standing = imported.model.GetPivot();
	const track = imported.play("Walk", { loop: true, fade: 0 });
	const ball = createBall();

	const replays = new ReplayRecorder({ keepLast: KEEP });
	replays.add(imported.model);
	replays.add(ball);
	replays.start();

	let seconds = 0;
	const action = RunService.PreSimulation.Connect((gap) => {
		seconds += gap;
		ball.CFrame = ballAt(seconds);
		if (seconds < HIT) return;
		track.speed = 0;
		const feet = new CFrame(walkedTo(HIT));
		imported.model.PivotTo(
			feet
				.mul(CFrame.Angles(0, 0, fallenBy(seconds)))
				.mul(feet.Inverse())
				.mul(standing),
		);
	});
	const drawing = new Drawing();
	const shoot = () => drawing.shoot("", Workspace, new CFrame(), camera);
	let shots = 0;
	for (const _ of $range(1, LIVE * RATE)) {
		engine.advance(1 / RATE);
		camera.CFrame = chase(seconds);
		shoot();
		shots += 1;
	}
	const replay = replays.stop();
	action.Disconnect();

	const killcam = new ReplayPlayer(replay, { speed: SPEED });
	killcam.play();
	while (killcam.isPlaying) {
		camera.CFrame = orbit(killcam.position / killcam.duration);
		shoot();
		shots += 1;
		engine.advance(1 / RATE);
	}
	killcam.destroy();
	engine.writeFile(DRAWING, drawing.toBuffer());
	const [first] = replay.subjects;
	return [
		["the replay", `${replay.count} frames of ${replay.subjects.size()} subjects, ${first.joints.size()} joints`],
		["packed", `${buffer.len(encodeRecording(replay))} bytes`],
		["the film", `${shots} shots, ${LIVE} s live and ${KEEP} s again at ${SPEED} of the speed`],
	]
		.map(([name, value]) => string.format("%-38s %s", name, value))
		.join("\n");
}

assert(headless !== undefined, "[dolly] demo: it is filmed on the virtual clock of the headless engine");

/** What was filmed, for `npm run demo` to print. */
export const verdict = run(headless);
