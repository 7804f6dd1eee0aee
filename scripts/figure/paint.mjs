import { encodePng } from "../picture/png.mjs";
import { JACKET } from "./body.mjs";

/** Pixels of a cell's side; there are as many cells across as down. */
const CELL = 64;
const CELLS = 4;
/** A jacket's stripes are this many pixels high, and every other one is this bright. */
const STRIPE = 3;
const SHADE = 0.72;

/** The figure's extent in metres, across and up. */
const WIDTH = 0.8;
const HEIGHT = 1.65;

/** Cells keep this alpha of their side free on each edge, so that no colour runs into its neighbour. */
const MARGIN = 0.1;

const within = (alpha) => MARGIN + (1 - 2 * MARGIN) * Math.min(1, Math.max(0, alpha));

/**
 * A texture for the figure: a cell for each colour of its triangles, that of the jacket with stripes that go around it. Returns
 * the bytes of a PNG file, and the coordinates of a place of some colour.
 */
export function paintFigure(triangles) {
	const colors = [...new Set(triangles.map(({ color }) => color))];
	if (colors.length > CELLS * CELLS) throw new Error(`${colors.length} colours do not fit into ${CELLS * CELLS} cells`);
	const side = CELL * CELLS;
	const pixels = Buffer.alloc(side * side * 3, 255);
	colors.forEach((color, index) => {
		const [left, top] = [(index % CELLS) * CELL, Math.floor(index / CELLS) * CELL];
		for (let y = 0; y < CELL; y++) {
			const isDark = color === JACKET && Math.floor(y / STRIPE) % 2 === 1;
			const shown = color.map((value) => Math.round(255 * value * (isDark ? SHADE : 1)));
			for (let x = 0; x < CELL; x++) pixels.set(shown, ((top + y) * side + left + x) * 3);
		}
	});
	return {
		png: encodePng({ width: side, height: side, pixels }),
		coordinatesOf(color, [x, y]) {
			const index = colors.indexOf(color);
			const [u, v] = [within(x / WIDTH + 0.5), within(1 - y / HEIGHT)];
			return [((index % CELLS) + u) / CELLS, (Math.floor(index / CELLS) + v) / CELLS];
		},
	};
}
