import { CAMERA_SAMPLE_SIZE, CameraPath } from "../../motion/camera-path";
import { rigidCFrame } from "../rig/rigid-cframe";
import { samplePath } from "../sample-path";
import { spareFrames } from "../spare-frames";

/** Seconds after which a request counts as failed. */
const TIMEOUT = 5;

/** Studs between two requested positions: the size of streaming regions. */
const SPACING = 64;

/** Seconds between two samples of the path, and the max number of samples: a longer path has them farther apart. */
const STEP = 0.25;
const MOST_LOOKS = 4096;

/** Samples between two pauses, if one is due. */
const LOOKS_A_PAUSE = 32;

/** The max number of requests for a path. */
const MOST_REQUESTS = 64;

/**
 * Asks the engine to stream in the surroundings of a path, one position after another, while `isWanted` returns true.
 * Yields. Does nothing without a player or streaming, and skips a request that fails.
 */
export function prefetchPath(path: CameraPath, origin: CFrame, isWanted: () => boolean): void {
	const player = game.GetService("Players").LocalPlayer;
	if (player === undefined || !game.GetService("Workspace").StreamingEnabled) return;
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	let last: Vector3 | undefined;
	let requests = 0;
	const steps = math.clamp(math.ceil(path.duration / STEP), 1, MOST_LOOKS);
	const pause = spareFrames();
	for (const step of $range(0, steps)) {
		if (step % LOOKS_A_PAUSE === 0) pause();
		if (!isWanted() || requests === MOST_REQUESTS) return;
		const seconds = (step / steps) * path.duration;
		samplePath(path, seconds, sample, "CameraPlayer");
		const { Position: position } = origin.mul(rigidCFrame(sample, 0));
		if (last && position.sub(last).Magnitude < SPACING) continue;
		last = position;
		requests += 1;
		pcall(() => player.RequestStreamAroundAsync(position, TIMEOUT));
	}
}
