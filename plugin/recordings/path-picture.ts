import { isRecording, Job, Recording, sampleCFrame, Take, takeFromPath } from "../../src/camera";
import { cameraOf, cutsOf, durationOf } from "./recording-facts";

/** Points per drawing: within the limit of a Path2D, and more than 24 pixels need. */
const POINTS = 32;

/** Each coordinate is one of these digits, from 0 to 63. */
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
const MOST = DIGITS.size() - 1;

/** Studs below which a flight counts as standing still. */
const STANDING = 0.05;

/** Returns the camera's motion, with at least one frame per point. */
function flightOf(recording: Recording, duration: number): Take | undefined {
	if (isRecording(recording, "take")) return recording;
	if (isRecording(recording, "replay")) return cameraOf(recording);
	const rate = math.clamp(POINTS / math.max(duration, 1e-3), 0.01, 60);
	// What is drawn cannot wait for the next frame.
	const job = new Job({ pause: () => {} });
	// A film of replays without cameras has no flight.
	const [ok, flight] = pcall(() => takeFromPath(recording, { rate, job }));
	return ok ? (flight as Take) : undefined;
}

/** Returns the points of a flight from above, one list per part between cuts. */
function strokesOf(recording: Recording): Array<Array<Vector2>> {
	const duration = durationOf(recording);
	const flight = flightOf(recording, duration);
	if (!flight || flight.count === 0) return [];
	const cuts = cutsOf(recording);
	const strokes: Array<Array<Vector2>> = [[]];
	let nextCut = 0;
	for (const index of $range(0, POINTS - 1)) {
		const seconds = (duration * index) / (POINTS - 1);
		if (nextCut < cuts.size() && cuts[nextCut] <= seconds) {
			strokes.push([]);
			while (nextCut < cuts.size() && cuts[nextCut] <= seconds) nextCut += 1;
		}
		const { X, Z } = sampleCFrame(flight, seconds).Position;
		strokes[strokes.size() - 1].push(new Vector2(X, Z));
	}
	return strokes.filter((stroke) => !stroke.isEmpty());
}

/**
 * Writes the camera path from above as a short text: two digits per point, a space at each cut. Empty if the recording
 * has no camera.
 */
export function writePathPicture(recording: Recording): string {
	const strokes = strokesOf(recording);
	if (strokes.isEmpty()) return "";
	let low = strokes[0][0];
	let high = low;
	for (const stroke of strokes) {
		for (const point of stroke) {
			low = low.Min(point);
			high = high.Max(point);
		}
	}
	const size = high.sub(low);
	const reach = math.max(size.X, size.Y);
	const middle = low.add(high).div(2);
	const digit = (value: number) => {
		const share = reach > STANDING ? value / reach + 0.5 : 0.5;
		const at = math.clamp(math.round(share * MOST), 0, MOST);
		return DIGITS.sub(at + 1, at + 1);
	};
	return strokes
		.map((stroke) => stroke.map(({ X, Y }) => digit(X - middle.X) + digit(Y - middle.Y)).join(""))
		.join(" ");
}

/** Reads the strokes of such a text, with coordinates from 0 to 1. Returns none if the text is invalid. */
export function readPathPicture(text: string): Array<Array<Vector2>> {
	const strokes = new Array<Array<Vector2>>();
	if (text.size() > POINTS * 4) return strokes;
	for (const [word] of text.gmatch("%S+")) {
		const points = new Array<Vector2>();
		const digits = word as string;
		for (const at of $range(1, digits.size() - 1, 2)) {
			const [x] = DIGITS.find(digits.sub(at, at), 1, true);
			const [y] = DIGITS.find(digits.sub(at + 1, at + 1), 1, true);
			if (x !== undefined && y !== undefined) points.push(new Vector2((x - 1) / MOST, (y - 1) / MOST));
		}
		if (!points.isEmpty()) strokes.push(points);
	}
	return strokes;
}
