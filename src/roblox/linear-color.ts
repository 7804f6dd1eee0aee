//!native
//!optimize 2

/** Converts a channel of linear light, 0 to 1, to sRGB's curve, as used by the engine. */
export function encodeLight(linear: number): number {
	const light = math.clamp(linear, 0, 1);
	return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** Returns the engine's colour for linear light, as used by model files. */
export function linearColor(red: number, green: number, blue: number): Color3 {
	return new Color3(encodeLight(red), encodeLight(green), encodeLight(blue));
}
