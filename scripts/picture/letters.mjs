/** The letters that captions are written in: capitals, five pixels wide and seven high. */
const CHARACTERS = " ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:-_+/()%=|×?";
const WIDTH = 5;
const HEIGHT = 7;

/** 35 bits each, row by row from the top left, in hexadecimal. */
const ROWS = [
	"000000000 3a31fc631 7a31f463e 3a308422e 7a318c63e 7e10f421f 7e10f4210 3a30bc62f 4631fc631 38842108e",
	"1c4210a4c 4654c5251 42108421f 4775ac631 47359c631 3a318c62e 7a31f4210 3a318d64d 7a31f5251 3e107043e",
	"7c8421084 46318c62e 46318c544 4631ad771 462a22a31 462a21084 7c222221f 3a33ae62e 11842108e 3a211111f",
	"7c441062e 08ca97c42 7e1e0862e 1910f462e 7c2222108 3a317462e 3a317844c 00000018c 000003088 018c03180",
	"0000f8000 00000001f 0084f9080 042222210 088842082 208210888 632222263 001f07c00 108421084 022a22a20",
	"3a2111004",
].flatMap((line) => line.split(" "));

const GLYPHS = new Map([...CHARACTERS].map((character, index) => [character, BigInt(`0x${ROWS[index]}`)]));

/** How many pixels wide a text is. */
export const textWidth = (text) => text.length * (WIDTH + 1);

/** How many pixels lie between the tops of two lines. */
export const LINE_HEIGHT = HEIGHT + 4;

/** Writes a text over pixels, its top left corner at `left`, `top`; what has no letter shows as a question mark. */
export function writeText(image, text, left, top, color = [32, 36, 44]) {
	[...text.toUpperCase()].forEach((character, index) => {
		const glyph = GLYPHS.get(character) ?? GLYPHS.get("?");
		for (let bit = 0; bit < WIDTH * HEIGHT; bit++) {
			if (!((glyph >> BigInt(WIDTH * HEIGHT - 1 - bit)) & 1n)) continue;
			const x = left + index * (WIDTH + 1) + (bit % WIDTH);
			const y = top + Math.floor(bit / WIDTH);
			if (x < image.width && y < image.height) image.pixels.set(color, (y * image.width + x) * 3);
		}
	});
}
