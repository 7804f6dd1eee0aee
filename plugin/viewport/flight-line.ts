import { decodeCFrame, sampleCFrame, Take } from "../../src/camera";
import { FRAME_SIZE } from "../../src/codecs";
import { createLines } from "../../ui/path-drawing";
import { theme } from "../../ui/theme";
import { BallLook, Balls } from "./ball";
import type { Eye } from "./eye";
import { INK, PAPER } from "./screen-colors";

/** Points per second of the line, and the max number of points: a long flight gets a coarser line. */
const POINTS_PER_SECOND = 20;
const MOST_POINTS = 1000;

/** The possible seconds between dots, and the max number of dots. */
const SPACINGS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200];
const MOST_DOTS = 60;

const DOT: BallLook = { radius: 6, edge: 3.5, color: PAPER, edgeColor: INK, edgeTransparency: 0.5 };

/** Returns the seconds between dots for a flight's duration. */
export function dotSpacing(duration: number): number {
	return SPACINGS.find((spacing) => duration / spacing <= MOST_DOTS) ?? duration / MOST_DOTS;
}

/** The path of a flight: a line in the accent colour, broken at cuts, with dots at equal intervals of time. */
export class FlightLine {
	private readonly edge: WireframeHandleAdornment;
	private readonly line: WireframeHandleAdornment;
	private readonly dots: Balls;
	private spacing = 1;

	constructor(parent: Instance, onDot: (seconds: number) => void) {
		this.edge = createLines("PathEdge", parent);
		this.edge.Thickness = 5;
		this.line = createLines("Path", parent);
		this.line.Thickness = 3;
		this.line.ZIndex = 1;
		this.dots = new Balls("Dot", parent, (index) => onDot((index + 1) * this.spacing), 2);
	}

	public draw(take: Take): void {
		this.edge.Clear();
		this.line.Clear();
		this.edge.Color3 = INK;
		this.line.Color3 = theme().accentLine;
		const { frames, rate, count, cuts } = take;
		const step = math.max(math.round(rate / POINTS_PER_SECOND), math.ceil(count / MOST_POINTS), 1);
		let first = 0;
		for (const index of $range(0, cuts.size())) {
			const after = cuts[index] ?? count;
			const points = new Array<Vector3>();
			for (const part of $range(0, math.ceil((after - 1 - first) / step))) {
				const frame = math.min(first + part * step, after - 1);
				points.push(decodeCFrame(frames, frame * FRAME_SIZE).Position);
			}
			if (points.size() > 1) {
				this.edge.AddPath(points, false);
				this.line.AddPath(points, false);
			}
			first = after;
		}
		const duration = (count - 1) / rate;
		this.spacing = dotSpacing(duration);
		const dots = new Array<Vector3>();
		// No dots at the ends, which have keys.
		for (const index of $range(1, math.ceil(duration / this.spacing - 1e-6) - 1)) {
			dots.push(sampleCFrame(take, index * this.spacing).Position);
		}
		this.dots.show(dots, () => DOT);
	}

	public follow(eye: Eye): void {
		this.dots.follow(eye);
	}
}
