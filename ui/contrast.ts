/** Converts a channel of sRGB to linear light; see WCAG 2.2, "relative luminance". */
function linear(channel: number): number {
	return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function luminance({ R, G, B }: Color3): number {
	return 0.2126 * linear(R) + 0.7152 * linear(G) + 0.0722 * linear(B);
}

/**
 * Returns the contrast of two colours, from 1 to 21. WCAG requires 4.5 between text and its background, and 3 for
 * everything else.
 */
export function contrastOf(one: Color3, other: Color3): number {
	const [a, b] = [luminance(one), luminance(other)];
	return (math.max(a, b) + 0.05) / (math.min(a, b) + 0.05);
}
