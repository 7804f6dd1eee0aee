/** The sizes of texts; a line is as high as its size. */
export const TEXT_SIZE = 16;
export const SMALL_TEXT_SIZE = 15;

const FAMILY = "rbxasset://fonts/families/SourceSansPro.json";

export const REGULAR = new Font(FAMILY, Enum.FontWeight.Regular);
export const SEMIBOLD = new Font(FAMILY, Enum.FontWeight.SemiBold);
