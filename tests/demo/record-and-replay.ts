import { RunService, Workspace } from "@rbxts/services";
import { CameraPlayer, decodeArchive, encodeArchive, encodeRecording, Recorder, Take } from "../../src/camera";
import { rotationFromAxes } from "../../src/rotation/from-axes";
import { flyCamera } from "../roblox/camera/flying-camera";
import { frameErrors, truePosition, trueRotation } from "../take/flight";
import { Headless, headless } from "../headless";
import { Seeded } from "../random";
import { angleBetween } from "../rotation/angle-between";
import { pathSvg, Sighting } from "./path-svg";

const SECONDS = 30;
const RATE = 60;
const ARCHIVE = "dist/demo.archive";
const PICTURE = "dist/demo-path.svg";

/** Gaps between rendered frames as a busy client has them: mostly 120 to 40 frames a second, now and then 20. */
function unevenGaps(seed: number): () => number {
	const random = new Seeded(seed);
	return () => (random.unit() < 0.1 ? 0.05 : random.between(1 / 120, 1 / 40));
}

function record(engine: Headless): buffer {
	const land = flyCamera(engine, () => Workspace.CurrentCamera);
	const recorder = new Recorder({ map: "Figure eight", rate: RATE });
	recorder.start();
	engine.step(1 / RATE);
	engine.advance(SECONDS, unevenGaps(1));
	const archive = encodeArchive([recorder.stop()]);
	recorder.destroy();
	land();
	return archive;
}

function sight(seconds: number): Sighting {
	const camera = Workspace.CurrentCamera!.CFrame;
	const [x, y, z, xx, yx, zx, xy, yy, zy, xz, yz, zz] = camera.GetComponents();
	const [qx, qy, qz, qw] = rotationFromAxes(xx, xy, xz, yx, yy, yz, zx, zy, zz);
	const [tx, ty, tz] = truePosition(seconds);
	const [tqx, tqy, tqz, tqw] = trueRotation(seconds);
	return {
		seconds,
		recorded: new Vector3(tx, ty, tz),
		replayed: camera.Position,
		distance: math.sqrt((x - tx) ** 2 + (y - ty) ** 2 + (z - tz) ** 2),
		angle: angleBetween(qx, qy, qz, qw, tqx, tqy, tqz, tqw),
	};
}

/** Plays a take, at other uneven gaps than it was recorded at, and looks at the camera in every frame. */
function replay(engine: Headless, take: Take) {
	const player = new CameraPlayer(take);
	const sightings = new Array<Sighting>();
	let lag = 0;
	let start: number | undefined;
	RunService.BindToRenderStep("sightings", Enum.RenderPriority.Last.Value, () => {
		if (!player.isPlaying) return;
		start ??= engine.now();
		lag = math.max(lag, math.abs(player.position - (engine.now() - start)));
		sightings.push(sight(player.position));
	});
	player.play();
	engine.advance(SECONDS + 1, unevenGaps(2));
	RunService.UnbindFromRenderStep("sightings");
	player.destroy();
	return { sightings, lag };
}

function run(engine: Headless): string {
	const archive = record(engine);
	const [take] = decodeArchive(archive, RATE);
	const { sightings, lag } = replay(engine, take);
	const frames = take.count;
	const packed = buffer.len(encodeRecording(take));
	const atFrames = frameErrors(take);
	const studs = sightings.reduce((most, { distance }) => math.max(most, distance), 0);
	const degrees = sightings.reduce((most, { angle }) => math.max(most, angle), 0);

	engine.writeFile(ARCHIVE, archive);
	const title = `${SECONDS} s of flight in ${frames} frames, ${buffer.len(archive)} bytes`;
	engine.writeFile(PICTURE, buffer.fromstring(pathSvg(sightings, title)));

	const rows = [
		["frames", `${frames} at ${RATE} a second, from ${SECONDS} s rendered at 20 to 120 a second`],
		["bytes as an archive", string.format("%d, %.2f a frame", buffer.len(archive), buffer.len(archive) / frames)],
		["bytes packed", string.format("%d, %.2f a frame", packed, packed / frames)],
		["largest position error at the frames", string.format("%.6f studs", atFrames.position)],
		["largest rotation error at the frames", string.format("%.4f°", atFrames.degrees)],
		[
			"largest position error in the replay",
			string.format("%.6f studs, in %d rendered frames", studs, sightings.size()),
		],
		["largest rotation error in the replay", string.format("%.4f°", degrees)],
		["the replay's clock", string.format("never more than %.3f s off, in frames of up to 0.05 s", lag)],
		["the archive", ARCHIVE],
		["a picture of the path", PICTURE],
	];
	return rows.map(([name, value]) => string.format("%-38s %s", name, value)).join("\n");
}

assert(headless !== undefined, "[dolly] demo: it flies on the virtual clock of the headless engine");

/** What the demo found, for `npm run demo` to print. */
export const verdict = run(headless);
