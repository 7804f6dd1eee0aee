/** Drawings over the world have the same colours in both themes, because the place is behind them. */
export const INK = Color3.fromRGB(28, 29, 31);
export const PAPER = Color3.fromRGB(255, 255, 255);
export const TEXT = Color3.fromRGB(240, 241, 243);

/** The transparency of text backgrounds. */
export const GROUND_TRANSPARENCY = 0.1;
