import { CAMERA_SAMPLE_SIZE, CameraPath } from "../../motion/camera-path";
import { rigidCFrame } from "../rig/rigid-cframe";
import { samplePath } from "../sample-path";
import { spareFrames } from "../spare-frames";

/** Seconds that one request may take. */
const TIMEOUT = 5;

/** Studs between two places that are asked for: streaming regions are this large. */
const SPACING = 64;

/** Seconds between two looks at where the path is by then, and the most such looks: a longer path has them farther apart. */
const STEP = 0.25;
const MOST_LOOKS = 4096;

/** Looks between two pauses, where one is due. */
const LOOKS_A_PAUSE = 32;

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
