/** What is drawn over the world looks the same in both themes: what is behind it is the place. */
export const INK = Color3.fromRGB(28, 29, 31);
export const PAPER = Color3.fromRGB(255, 255, 255);
export const TEXT = Color3.fromRGB(240, 241, 243);

/** How much of the world shows through the ground of a text. */
export const GROUND_TRANSPARENCY = 0.1;
