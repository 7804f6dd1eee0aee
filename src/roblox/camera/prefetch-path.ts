import { CAMERA_SAMPLE_SIZE, CameraPath } from "../../motion/camera-path";
import { rigidCFrame } from "../rig/rigid-cframe";

/** Seconds that one request may take. */
const TIMEOUT = 5;

/** Studs between two places that are asked for: streaming regions are this large. */
const SPACING = 64;

/** Seconds between two looks at where the path is by then. */
const STEP = 0.25;

/** The most places that one path asks for. */
const MOST_REQUESTS = 64;

/**
 * Asks the engine to stream in what lies along a path, place by place, as long as `isWanted` says so. Yields. Nothing comes of
 * it where there is no player or no streaming, and a request that fails is passed over.
 */
export function prefetchPath(path: CameraPath, origin: CFrame, isWanted: () => boolean): void {
	const player = game.GetService("Players").LocalPlayer;
	if (player === undefined || !game.GetService("Workspace").StreamingEnabled) return;
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	let last: Vector3 | undefined;
	let requests = 0;
	const steps = math.ceil(path.duration / STEP);
	for (const step of $range(0, steps)) {
		if (!isWanted() || requests === MOST_REQUESTS) return;
		path.sample(math.min(step * STEP, path.duration), sample);
		const { Position: position } = origin.mul(rigidCFrame(sample, 0));
		if (last && position.sub(last).Magnitude < SPACING) continue;
		last = position;
		requests += 1;
		pcall(() => player.RequestStreamAroundAsync(position, TIMEOUT));
	}
}
