import { Budget } from "../../bytes/budget";
import { changeVector } from "../../scene/axes";
import { CameraPath } from "../../motion/camera-path";
import { Channel } from "../../motion/channel";
import { FixedChannel } from "../../motion/fixed-channel";
import { pathFromChannels } from "../../motion/path-from-channels";
import { MdxCamera } from "./cameras";
import { FORMAT, Vector } from "./fields";
import { MdxFile } from "./file";
import { UPRIGHT } from "./hierarchy";
import { globalChannel, sequenceChannel, TrackSource } from "./track-channel";

/**
 * The file's angle is that of the picture's diagonal. Divided by this it is the vertical one of the client's 4:3
 * picture (√(1 + (4/3)²) = 5/3). From the source of other readers, not checked on a real file: some read it as the
 * vertical angle.
 */
const DIAGONAL_TO_VERTICAL = 5 / 3;

/** Approximate bytes of a flight: a small file could ask for cameras times sequences of them. */
const PATH_BYTES = 2048;

type MakeChannel = (source: TrackSource) => Channel | undefined;

function verticalDegrees(camera: MdxCamera, budget: Budget): number | undefined {
	if (camera.fieldOfView > 0 && camera.fieldOfView < math.pi)
		return math.deg(camera.fieldOfView / DIAGONAL_TO_VERTICAL);
	budget.warn(`field of view is ${camera.fieldOfView} radians; expected between 0 and π`, `camera "${camera.name}"`);
	return undefined;
}

function buildPath(
	name: string,
	camera: MdxCamera,
	milliseconds: number,
	fieldOfView: number | undefined,
	make: MakeChannel,
): CameraPath {
	const placeOf = (tag: string, place: Vector) => {
		const track = camera.tracks.get(tag);
		const channel = track && make({ track, rest: place, upright: "directions" });
		return channel ?? new FixedChannel(...changeVector(place, UPRIGHT));
	};
	const roll = camera.tracks.get("KCRL");
	return pathFromChannels({
		name,
		duration: milliseconds / 1000,
		position: placeOf("KCTR", camera.pivot),
		target: placeOf("KTTR", camera.target),
		roll: roll && make({ track: roll }),
		fieldOfView,
	});
}

/** Returns the duration of the longest of a camera's global sequences, in milliseconds. */
function globalDuration(file: MdxFile, camera: MdxCamera): number {
	let longest = 0;
	for (const [, track] of camera.tracks) {
		if (track.globalSequence >= 0) longest = math.max(longest, file.globalSequences[track.globalSequence]);
	}
	return longest;
}

function isAnimated(camera: MdxCamera, make: MakeChannel): boolean {
	for (const tag of ["KCTR", "KCRL", "KTTR"]) {
		const track = camera.tracks.get(tag);
		if (track && make({ track })) return true;
	}
	return false;
}

/**
 * Makes a path for each camera and each sequence in which it moves, named after both (`Camera01: Stand`). A camera that
 * moves in none has one path with its own name, as long as its longest global sequence.
 */
export function buildCameraPaths(file: MdxFile, budget: Budget): Array<CameraPath> {
	const paths = new Array<CameraPath>();
	for (const camera of file.cameras) {
		const fieldOfView = verticalDegrees(camera, budget);
		const before = paths.size();
		budget.step(file.sequences.size() * 3, FORMAT, 0);
		for (const sequence of file.sequences) {
			const make: MakeChannel = (source) => sequenceChannel(file, source, sequence);
			if (!isAnimated(camera, make)) continue;
			budget.spendBytes(PATH_BYTES, FORMAT, 0);
			const name = `${camera.name}: ${sequence.name}`;
			paths.push(buildPath(name, camera, sequence.finish - sequence.start, fieldOfView, make));
		}
		if (paths.size() === before) {
			budget.spendBytes(PATH_BYTES, FORMAT, 0);
			const make: MakeChannel = (source) => globalChannel(file, source);
			paths.push(buildPath(camera.name, camera, globalDuration(file, camera), fieldOfView, make));
		}
	}
	return paths;
}
