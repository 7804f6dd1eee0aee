import { RunService, Workspace } from "@rbxts/services";
import { CameraPlayer, encodeRecording, importModel, Recorder, Take } from "../../src";
import { Headless, headless } from "../headless";
import { Drawing } from "../pictures/drawing";
import { buildFilmSet, SET_PERIOD } from "./film-set";

const FIGURE = "dist/figure.glb";
const DRAWING = "dist/walk.drawing";
/** How long the figure walks through one period of the set, as `scripts/figure` has it. */
const SECONDS = 3.6;
/** Shots a second. */
const RATE = 20;
const CAMERA_SCRIPT = "film-walk";

/** Where the camera is after a share of the walk: on a way round the figure, which walks on in the meantime. */
function orbit(share: number): CFrame {
	const angle = (share + 0.04) * 2 * math.pi;
	const target = new Vector3(0, 2.6, SET_PERIOD * share + 0.2);
	// Nearer and lower before the figure, farther and higher behind it.
	const distance = 10 - 0.9 * math.cos(angle);
	const height = 1.2 - 1.2 * math.cos(angle);
	const away = new Vector3(math.sin(angle) * distance, height, math.cos(angle) * distance);
	return CFrame.lookAt(target.add(away), target);
}

/** Flies the camera round where the figure will walk. */
function recordFlight(engine: Headless, seconds: number): Take {
	const camera = Workspace.CurrentCamera!;
	camera.FieldOfView = 40;
	let start: number | undefined;
	RunService.BindToRenderStep(CAMERA_SCRIPT, Enum.RenderPriority.Camera.Value, () => {
		start ??= engine.now();
		camera.CFrame = orbit((engine.now() - start) / seconds);
	});
	const recorder = new Recorder({ map: "Park" });
	recorder.start();
	engine.advance(seconds + 1 / 60);
	const flight = recorder.stop();
	recorder.destroy();
	RunService.UnbindFromRenderStep(CAMERA_SCRIPT);
	return flight;
}

function run(engine: Headless): string {
	buildFilmSet(Workspace);
	const figure = engine.readFile(FIGURE);
	const flight = recordFlight(engine, SECONDS);
	importModel(figure, { parent: Workspace }).play("Walk", { loop: true, fade: 0 });
	const player = new CameraPlayer(flight, { loop: true });
	player.play();
	const drawing = new Drawing();
	const shots = math.round(SECONDS * RATE);
	// The first rendered frame shows the start; the last shot is one before the start comes again.
	engine.step(1 / 60);
	for (const shot of $range(1, shots)) {
		drawing.shoot(`${shot}`, Workspace, new CFrame(), Workspace.CurrentCamera);
		engine.advance(1 / RATE);
	}
	player.destroy();
	engine.writeFile(DRAWING, drawing.toBuffer());
	return [
		["the figure", `${buffer.len(figure)} bytes of meshopt-compressed GLB`],
		["the flight", `${buffer.len(encodeRecording(flight))} bytes of packed take`],
		["the film", `${SECONDS} s, ${shots} shots through the camera that replays the flight`],
	]
		.map(([name, value]) => string.format("%-38s %s", name, value))
		.join("\n");
}

assert(headless !== undefined, "[dolly] demo: it is filmed on the virtual clock of the headless engine");

/** What was filmed, for `npm run demo` to print. */
export const verdict = run(headless);
