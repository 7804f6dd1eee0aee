//!native
//!optimize 2

/** A channel of linear light, 0 to 1, as the engine's colours have it: on sRGB's curve. */
export function encodeLight(linear: number): number {
	const light = math.clamp(linear, 0, 1);
	return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** The engine's colour of linear light, as model files have it. */
export function linearColor(red: number, green: number, blue: number): Color3 {
	return new Color3(encodeLight(red), encodeLight(green), encodeLight(blue));
}
