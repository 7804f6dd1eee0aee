//!native
//!optimize 2
import { checkArray, checkFinite, checkKeys, describeValue, itemOf } from "../../../bytes/check-argument";
import { fail } from "../../../bytes/fail";
import { SHAKE_SIZE, ShakeLayer, ShakeNoise } from "../../../motion/shake-noise";
import { fromTurnVector } from "../../../rotation/turn-vector";
import { BuiltInModifier, Modifier, Moment, WorkingModifier } from "./modifier";

/**
 * The shake of a camera: up to eight layers, each with a frequency, and its amplitude on each axis as a root mean
 * square.
 *
 * @example
 * const engine: ShakeProfile = { hertz: [8, 20], degrees: [0.1, 0.05], studs: [0.02, 0.01] };
 * new CameraPlayer(take, { modifiers: [shake({ profile: engine })] }).play();
 */
export interface ShakeProfile {
	readonly hertz: ReadonlyArray<number>;
	readonly degrees: ReadonlyArray<number>;
	readonly studs: ReadonlyArray<number>;
}

/**
 * Options of `shake`.
 *
 * @example
 * const options: ShakeOptions = { seed: 7, degrees: 0.4 };
 * new CameraPlayer(take, { modifiers: [shake(options)] }).play();
 */
export interface ShakeOptions {
	/** A whole number. The same seed always shakes in the same way. Defaults to 0. */
	seed?: number;
	/** The rotation on each axis, as a root mean square. Defaults to the profile's: 1.5 for a hand. */
	degrees?: number;
	/** The movement on each axis, as a root mean square. Defaults to the profile's: 0.09 for a hand. */
	studs?: number;
	/** The profile. Defaults to `"hand"`, a camera held in a hand. */
	profile?: "hand" | ShakeProfile;
}

const OPTIONS: Array<keyof ShakeOptions> = ["degrees", "profile", "seed", "studs"];
const SHAKE_DEFAULTS = { seed: 0, profile: "hand" as "hand" | ShakeProfile };

/**
 * A hand, measured: 1.3, 0.43 and 0.16 degrees and 0.08, 0.013 and 0.001 studs in the bands 0.2 to 0.6, 0.6 to 2 and 2
 * to 6 Hz. A layer also has power in the neighbouring bands: these amplitudes make the sums right.
 */
const HAND: ShakeProfile = {
	hertz: [0.4, 1.3, 3.5],
	degrees: [1.44247, 0.41196, 0.17771],
	studs: [0.089373, 0.0064667, 0.00077566],
};

const MAX_LAYERS = 8;
const MAX_HERTZ = 1000;
const FARTHEST = 1e6;

function checkAmount(value: unknown, caller: string, argument: string): void {
	if (typeIs(value, "number") && value >= 0 && value <= FARTHEST) return;
	fail(caller, `${argument} is ${describeValue(value)}; expected 0 to ${FARTHEST}`);
}

function checkProfile(profile: ShakeProfile): void {
	checkKeys(profile, ["degrees", "hertz", "studs"], "shake", "profile");
	const { hertz, degrees, studs } = profile;
	checkArray(hertz, "shake", "profile.hertz");
	checkArray(degrees, "shake", "profile.degrees");
	checkArray(studs, "shake", "profile.studs");
	const layers = hertz.size();
	if (layers === 0 || layers > MAX_LAYERS) {
		fail("shake", `profile.hertz has ${layers} layers; expected 1 to ${MAX_LAYERS}`);
	}
	if (degrees.size() !== layers || studs.size() !== layers) {
		fail(
			"shake",
			`profile has ${layers} hertz, ${degrees.size()} degrees and ${studs.size()} studs; expected as many of each`,
		);
	}
	hertz.forEach((value: unknown, index) => {
		if (!typeIs(value, "number") || !(value > 0 && value <= MAX_HERTZ)) {
			fail("shake", `${itemOf("profile.hertz", index)} is ${describeValue(value)}; expected up to ${MAX_HERTZ}`);
		}
		checkAmount(degrees[index], "shake", itemOf("profile.degrees", index));
		checkAmount(studs[index], "shake", itemOf("profile.studs", index));
	});
}

/** Returns the factor that makes the root mean square of a sum of layers `wanted`. */
function scaleTo(wanted: number | undefined, layers: ReadonlyArray<number>): number {
	if (wanted === undefined) return 1;
	let square = 0;
	for (const each of layers) square += each * each;
	return square > 0 ? wanted / math.sqrt(square) : 0;
}

class WorkingShake implements WorkingModifier {
	private readonly noise: ShakeNoise;
	private readonly shaken = buffer.create(SHAKE_SIZE);
	private readonly before = buffer.create(SHAKE_SIZE);

	constructor(seed: number, layers: ReadonlyArray<ShakeLayer>) {
		this.noise = new ShakeNoise(seed, layers);
	}

	public apply(cframe: CFrame, fieldOfView: number, { seconds, duration, seam }: Moment) {
		const { shaken } = this;
		this.noise.write(seconds, shaken);
		if (seam > 0) this.mixStart(seconds - duration, seam);
		const [qx, qy, qz, qw] = fromTurnVector(
			buffer.readf64(shaken, 0),
			buffer.readf64(shaken, 8),
			buffer.readf64(shaken, 16),
		);
		const x = buffer.readf64(shaken, 24);
		const y = buffer.readf64(shaken, 32);
		const z = buffer.readf64(shaken, 40);
		return $tuple(cframe.mul(new CFrame(x, y, z, qx, qy, qz, qw)), fieldOfView);
	}

	/** Mixes the end of a loop with the shake before its start. */
	private mixStart(seconds: number, alpha: number): void {
		const { shaken, before } = this;
		this.noise.write(seconds, before);
		for (const at of $range(0, SHAKE_SIZE - 8, 8)) {
			const value = buffer.readf64(shaken, at);
			buffer.writef64(shaken, at, value + (buffer.readf64(before, at) - value) * alpha);
		}
	}
}

class Shake extends BuiltInModifier {
	constructor(
		private readonly seed: number,
		private readonly layers: ReadonlyArray<ShakeLayer>,
	) {
		super();
	}

	public work(): WorkingModifier {
		return new WorkingShake(this.seed, this.layers);
	}
}

/**
 * Makes a modifier that shakes the view, like a camera in a hand by default. The shake depends only on the seed and the
 * player's position: it looks the same every time.
 *
 * @example
 * new CameraPlayer(take, { modifiers: [shake({ degrees: 0.4 })] }).play();
 */
export function shake(options: ShakeOptions = {}): Modifier {
	checkKeys(options, OPTIONS, "shake", "options");
	const { seed, profile, degrees, studs } = { ...SHAKE_DEFAULTS, ...options };
	checkFinite(seed, "shake", "seed");
	if (seed % 1 !== 0) fail("shake", `seed is ${seed}; expected a whole number`);
	if (degrees !== undefined) checkAmount(degrees, "shake", "degrees");
	if (studs !== undefined) checkAmount(studs, "shake", "studs");
	if (profile !== "hand") {
		if (!typeIs(profile, "table")) {
			fail("shake", `profile is ${describeValue(profile)}; expected "hand" or a ShakeProfile`);
		}
		checkProfile(profile);
	}
	const { hertz, degrees: turns, studs: moves } = profile === "hand" ? HAND : profile;
	const turning = math.rad(scaleTo(degrees, turns));
	const moving = scaleTo(studs, moves);
	return new Shake(
		seed,
		hertz.map((each, layer) => ({ hertz: each, radians: turns[layer] * turning, studs: moves[layer] * moving })),
	);
}
