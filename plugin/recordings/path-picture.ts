import { isRecording, Recording, sampleCFrame, Take, takeFromPath } from "../../src/camera";
import { cameraOf, cutsOf, durationOf } from "./recording-facts";

/** Points of a drawing: as many as a Path2D surely takes, and more than 24 pixels need. */
const POINTS = 32;

/** Each coordinate is a digit of these, from 0 to 63. */
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
const MOST = DIGITS.size() - 1;

/** Studs below which a flight counts as standing. */
const STANDING = 0.05;

/** What the camera does, with a frame for each point at least. */
function flightOf(recording: Recording, duration: number): Take | undefined {
	if (isRecording(recording, "take")) return recording;
	if (isRecording(recording, "replay")) return cameraOf(recording);
	const rate = math.clamp(POINTS / math.max(duration, 1e-3), 0.01, 60);
	// A film of replays without cameras has no flight.
	const [ok, flight] = pcall(() => takeFromPath(recording, { rate }));
	return ok ? (flight as Take) : undefined;
}

/** The points of a flight from above, each list up to a cut. */
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

/** A recording's way seen from above, as a short text: two digits a point, a space at each cut. Empty if it has no camera. */
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

/** The strokes of such a text, from 0 to 1 each way. What is no such text, whoever wrote it, has none. */
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
