//!native
//!optimize 2
import { levelOf, LINEAR } from "./srgb";

/** The part of light that a surface reflects like a mirror if it is no metal. */
const DIELECTRIC = 0.04;

/** Divisors below this are taken for it. */
const SMALLEST = 1e-6;

/** How bright a colour looks. */
function brightness(red: number, green: number, blue: number): number {
	return math.sqrt(0.299 * red * red + 0.587 * green * green + 0.114 * blue * blue);
}

/**
 * How much of a metal a surface is that scatters `diffuse` and mirrors `specular` (each how bright it looks), of which the strongest channel
 * of the mirrored is `strongest`: the solution of both mixtures of metal and non-metal, as the specification of the extension describes.
 */
export function metalnessOf(diffuse: number, specular: number, strongest: number): number {
	if (specular < DIELECTRIC) return 0;
	const b = (diffuse * (1 - strongest)) / (1 - DIELECTRIC) + specular - 2 * DIELECTRIC;
	const root = math.sqrt(math.max(b * b - 4 * DIELECTRIC * (DIELECTRIC - specular), 0));
	return math.clamp((root - b) / (2 * DIELECTRIC), 0, 1);
}

/** One channel of the colour of a surface of that metalness. */
function colorOf(diffuse: number, specular: number, strongest: number, metalness: number): number {
	const scattered = (diffuse * (1 - strongest)) / (1 - DIELECTRIC) / math.max(1 - metalness, SMALLEST);
	const mirrored = (specular - DIELECTRIC * (1 - metalness)) / math.max(metalness, SMALLEST);
	const share = metalness * metalness;
	return math.clamp(scattered + (mirrored - scattered) * share, 0, 1);
}

/** The colour and the metalness of linear diffuse and specular colours. */
export function metalOf(
	diffuse: ReadonlyArray<number>,
	specular: ReadonlyArray<number>,
): LuaTuple<[red: number, green: number, blue: number, metalness: number]> {
	const [r, g, b] = [diffuse[0], diffuse[1], diffuse[2]];
	const [sr, sg, sb] = [specular[0], specular[1], specular[2]];
	const strongest = math.max(sr, sg, sb);
	const metalness = metalnessOf(brightness(r, g, b), brightness(sr, sg, sb), strongest);
	return $tuple(
		colorOf(r, sr, strongest, metalness),
		colorOf(g, sg, strongest, metalness),
		colorOf(b, sb, strongest, metalness),
		metalness,
	);
}

/**
 * Makes maps of colour, metalness and roughness of `size` pixels from pixel `first` on. `specular` has the mirrored colour and, in its alpha,
 * the gloss; `diffuse`, if there is one, has the same size. Factors multiply linear colours; the fourth of `specularFactor` is the gloss.
 */
export function metalPixels(
	diffuse: buffer | undefined,
	diffuseFactor: ReadonlyArray<number>,
	specular: buffer,
	specularFactor: ReadonlyArray<number>,
	first: number,
	size: number,
	colors: buffer,
	metals: buffer,
	roughs: buffer,
): void {
	const linear = LINEAR;
	const scattered = [0, 0, 0];
	const mirrored = [0, 0, 0];
	for (const at of $range(first * 4, (first + size - 1) * 4, 4)) {
		for (const channel of $range(0, 2)) {
			scattered[channel] = (diffuse ? linear[buffer.readu8(diffuse, at + channel)] : 1) * diffuseFactor[channel];
			mirrored[channel] = linear[buffer.readu8(specular, at + channel)] * specularFactor[channel];
		}
		const [red, green, blue, metalness] = metalOf(scattered, mirrored);
		const alpha = diffuse ? buffer.readu32(diffuse, at) & 0xff000000 : 0xff000000;
		const gloss = (buffer.readu8(specular, at + 3) / 255) * specularFactor[3];
		buffer.writeu32(colors, at, levelOf(red) + levelOf(green) * 0x100 + levelOf(blue) * 0x10000 + alpha);
		buffer.writeu32(metals, at, math.round(metalness * 255) * 0x10101 + 0xff000000);
		buffer.writeu32(roughs, at, math.round(math.clamp(1 - gloss, 0, 1) * 255) * 0x10101 + 0xff000000);
	}
}
