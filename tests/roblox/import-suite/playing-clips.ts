import { RunService } from "@rbxts/services";
import { ClipTrack, ImportedModel, PlayOptions } from "../../../src";
import { skip } from "../../needs";
import { watchFrames } from "../../smoke/watch-frames";

/** A frame that takes longer may end the clip before anybody looks. */
const SLOW_FRAME = 0.2;

/** How long clips play before they are looked at, in seconds. */
const PLAYED = 0.5;

/** Skips the spec if physics does not run, as in a cloud task: what plays clips then waits for ever. */
export function skipWithoutPhysics(): void {
	let frames = 0;
	const counting = RunService.PreSimulation.Connect(() => (frames += 1));
	task.wait(0.25);
	counting.Disconnect();
	if (frames === 0) skip("PreSimulation does not fire here: physics does not run");
}

/** Hands a clip that stands still to `look`, and stops it again, whatever `look` does. */
export function showClip(
	imported: ImportedModel,
	clip: string,
	look: (track: ClipTrack) => void,
	options?: PlayOptions,
): void {
	const track = imported.play(clip, { ...options, fade: 0, speed: 0 });
	const [ok, problem] = pcall(() => look(track));
	track.stop(0);
	if (!ok) error(problem, 0);
}

/**
 * Plays a clip in real time, hands what it shows after half a second to `look` with the track's position, and destroys the
 * model. Skips the spec if the machine is too slow to look in time.
 */
export function expectPlaying(imported: ImportedModel, clip: string, look: (seconds: number) => void): void {
	const longestFrame = watchFrames();
	const track = imported.play(clip, { fade: 0 });
	task.wait(PLAYED);
	// Right after the mixer wrote and physics ran, before anything else may write.
	RunService.PostSimulation.Wait();
	const { position } = track;
	const longest = longestFrame();
	const [ok, problem] = pcall(() => look(position));
	imported.destroy();
	if (longest > SLOW_FRAME) skip(`a frame took ${longest} seconds: too few to watch a clip by`);
	if (!ok) error(problem, 0);
	assert(math.abs(position - PLAYED) < SLOW_FRAME, `the clip is at ${position} after ${PLAYED} seconds`);
}
