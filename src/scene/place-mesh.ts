//!native
//!optimize 2
import { Budget } from "../bytes/budget";
import { rotate } from "../rotation/quaternion";
import { isIdentity, MATRIX_SIZE } from "./matrix";
import { Mesh } from "./mesh";
import { moveMesh } from "./move-mesh";
import { Placement } from "./scene";

/** A mesh, and the space of its vertices. */
export interface PlacedMesh<T extends Mesh> {
	mesh: T;
	place: Placement;
}

/**
 * Writes the scale of a world matrix (twelve f32 at byte `at`), in the rotated space, without rotation and translation.
 */
function writeScale(
	world: buffer,
	at: number,
	[qx, qy, qz, qw]: [number, number, number, number],
	target: buffer,
): void {
	for (const column of $range(0, 2)) {
		const from = at + column * 4;
		const [x, y, z] = rotate(
			-qx,
			-qy,
			-qz,
			qw,
			buffer.readf32(world, from),
			buffer.readf32(world, from + 16),
			buffer.readf32(world, from + 32),
		);
		buffer.writef64(target, column * 8, x);
		buffer.writef64(target, column * 8 + 32, y);
		buffer.writef64(target, column * 8 + 64, z);
	}
}

/** Numbers this close to those of the identity, or of a uniform scale, are rounding in f32. */
const ROUNDING = 1e-6;

/**
 * Removes rounding from a uniform scale, so that meshes which are only scaled share their normals, and from the
 * identity, so that those which are only moved share everything.
 */
function snapToScale(matrix: buffer): void {
	const first = buffer.readf64(matrix, 0);
	const scale = math.abs(first - 1) <= ROUNDING ? 1 : first;
	for (const row of $range(0, 2)) {
		for (const column of $range(0, 2)) {
			const wanted = row === column ? scale : 0;
			if (!(math.abs(buffer.readf64(matrix, row * 32 + column * 8) - wanted) <= ROUNDING * scale)) return;
		}
	}
	for (const row of $range(0, 2)) {
		for (const column of $range(0, 2)) {
			buffer.writef64(matrix, row * 32 + column * 8, row === column ? scale : 0);
		}
	}
}

/** Returns the same key for matrices that differ only by rounding in f32. */
function keyOf(matrix: buffer): string {
	let largest = 0;
	for (const at of $range(0, MATRIX_SIZE - 8, 8)) largest = math.max(largest, math.abs(buffer.readf64(matrix, at)));
	const numbers = new Array<string>();
	for (const at of $range(0, MATRIX_SIZE - 8, 8)) {
		numbers.push(string.format("%d", math.round(buffer.readf64(matrix, at) / (largest * ROUNDING))));
	}
	return `${string.format("%.6g", largest)} ${numbers.join(" ")}`;
}

/**
 * Places meshes by world matrices: movement and rotation become a placement, and scale is applied to the vertices.
 * Meshes of equal scale share their vertices.
 */
export class MeshPlacer<T extends Mesh> {
	private readonly scaled = new Map<T, Map<string, T>>();
	private readonly matrix = buffer.create(MATRIX_SIZE);

	constructor(
		private readonly budget: Budget,
		private readonly format: string,
	) {}

	/**
	 * @param world the world matrices of nodes, and the byte at which the mesh's own starts
	 * @param rotation the rotation of that node in the world
	 */
	public place(
		mesh: T,
		world: buffer,
		at: number,
		rotation: [number, number, number, number],
		path: string,
	): PlacedMesh<T> {
		const { matrix } = this;
		const place: Placement = {
			position: [buffer.readf32(world, at + 12), buffer.readf32(world, at + 28), buffer.readf32(world, at + 44)],
			rotation,
		};
		writeScale(world, at, rotation, matrix);
		snapToScale(matrix);
		if (isIdentity(matrix, 0)) return { mesh, place };
		const key = keyOf(matrix);
		const same = this.scaled.get(mesh) ?? new Map<string, T>();
		this.scaled.set(mesh, same);
		const before = same.get(key);
		if (before !== undefined) return { mesh: before, place };
		const scaled = moveMesh(mesh, matrix, this.budget, this.format, path);
		same.set(key, scaled);
		return { mesh: scaled, place };
	}
}
