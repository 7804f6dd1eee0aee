import { Axes } from "../../src/scene/axes";

/** What each choice of axes does to a vector, written out. */
export const TURNED: { [name in Axes]: (x: number, y: number, z: number) => Array<number> } = {
	yUp: (x, y, z) => [x, y, z],
	zUp: (x, y, z) => [x, z, -y],
};

export const turnings: Array<Axes> = ["yUp", "zUp"];

/** The point that a 3×4 matrix of f32 at byte `at` takes a point to. */
export function transformed(world: buffer, at: number, point: Array<number>): Array<number> {
	return [0, 16, 32].map((row) => {
		const [a, b, c, d] = [0, 4, 8, 12].map((column) => buffer.readf32(world, at + row + column));
		return a * point[0] + b * point[1] + c * point[2] + d;
	});
}
