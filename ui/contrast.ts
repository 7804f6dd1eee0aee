/** A channel of sRGB in linear light; see WCAG 2.2, "relative luminance". */
function linear(channel: number): number {
	return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function luminance({ R, G, B }: Color3): number {
	return 0.2126 * linear(R) + 0.7152 * linear(G) + 0.0722 * linear(B);
}

/** How well two colours are told apart, from 1 to 21: WCAG asks for 4.5 between a text and its ground, 3 for other things. */
export function contrastOf(one: Color3, other: Color3): number {
	const [a, b] = [luminance(one), luminance(other)];
	return (math.max(a, b) + 0.05) / (math.min(a, b) + 0.05);
}
