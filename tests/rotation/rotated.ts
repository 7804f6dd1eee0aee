import { rotate } from "../../src/rotation/quaternion";

/** A vector turned by a rotation x y z w. */
export function rotated(rotation: ReadonlyArray<number>, vector: ReadonlyArray<number>): [number, number, number] {
	const [x, y, z] = rotate(rotation[0], rotation[1], rotation[2], rotation[3], vector[0], vector[1], vector[2]);
	return [x, y, z];
}
