import { sampleCFrame, Take } from "../../../src/camera";
import { Angle, anglesOf, isAngle } from "../../editor/key-values";
import { smoothLens, speedAt } from "../lane-shapes";
import type { CurveChannel } from "./channels";

/** The number of samples that find the range of a flight's values, and that count its full turns. */
const RANGE_SAMPLES = 600;
const ANGLE_SAMPLES = 6000;

/** Returns the equivalent of `angle` that is nearest to `other`, in degrees. */
export function unwrapped(angle: number, other: number): number {
	return angle + 360 * math.round((other - angle) / 360);
}

/**
 * The numbers of a flight over time. Angles continue past half a turn instead of jumping to the other side, until the
 * next cut.
 */
export class CurveValues {
	private readonly turns = new Map<Angle, { values: Array<number>; rate: number }>();

	constructor(public readonly flight: Take) {}

	public has(channel: CurveChannel): boolean {
		return channel !== "lens" || this.flight.fieldOfView !== undefined;
	}

	/** Returns the last time of the flight in seconds. */
	public last(): number {
		return math.max(this.flight.count - 1, 0) / this.flight.rate;
	}

	public at(channel: CurveChannel, seconds: number): number {
		const { flight } = this;
		if (channel === "speed") return speedAt(flight, seconds);
		if (channel === "lens") return smoothLens(flight, math.clamp(seconds, 0, this.last()));
		return this.of(channel, sampleCFrame(flight, seconds), seconds);
	}

	/** Returns a number of a CFrame on the flight. */
	public of(channel: CurveChannel, cframe: CFrame, seconds: number): number {
		if (channel === "x") return cframe.X;
		if (channel === "y") return cframe.Y;
		if (channel === "z") return cframe.Z;
		return isAngle(channel) ? this.near(channel, math.deg(anglesOf(cframe)[channel]), seconds) : 0;
	}

	/** Returns an angle with the turns that the curve has at a time. */
	public near(channel: Angle, angle: number, seconds: number): number {
		const { values, rate } = this.turnsOf(channel);
		return unwrapped(angle, values[math.clamp(math.round(seconds * rate), 0, values.size() - 1)]);
	}

	/** Returns the min and max of a number over the whole flight. */
	public rangeOf(channel: CurveChannel): LuaTuple<[min: number, max: number]> {
		let [min, max] = [math.huge, -math.huge];
		const count = math.max(math.min(this.flight.count, RANGE_SAMPLES), 2);
		for (const index of $range(0, count - 1)) {
			const value = this.at(channel, (this.last() * index) / (count - 1));
			min = math.min(min, value);
			max = math.max(max, value);
		}
		return $tuple(min, max);
	}

	private turnsOf(channel: Angle) {
		const known = this.turns.get(channel);
		if (known) return known;
		const { flight } = this;
		const count = math.min(flight.count, ANGLE_SAMPLES);
		const rate = count > 1 ? (count - 1) / math.max(this.last(), 1e-6) : 1;
		const values = new Array<number>();
		let following = 0;
		let previous = 0;
		for (const index of $range(0, count - 1)) {
			const seconds = index / rate;
			const cut = flight.cuts[following];
			const angle = math.deg(anglesOf(sampleCFrame(flight, seconds))[channel]);
			if (cut !== undefined && seconds >= cut / flight.rate - 1e-6) {
				following += 1;
				previous = 0;
			}
			previous = unwrapped(angle, previous);
			values.push(previous);
		}
		const turns = { values, rate };
		this.turns.set(channel, turns);
		return turns;
	}
}
