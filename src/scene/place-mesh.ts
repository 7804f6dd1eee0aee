//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { inSlices } from "../bytes/in-slices";
import { Budget } from "../bytes/budget";
import { rotationFromAxes } from "../rotation/from-axes";
import { multiply, rotate } from "../rotation/quaternion";
import { FARTHEST } from "./check-reach";
import { determinantOf, MATRIX_SIZE } from "./matrix";
import { Mesh } from "./mesh";
import { moveMesh } from "./move-mesh";
import { Placement } from "./scene";

type Rotation = [number, number, number, number];

/** A mesh, and the space of its vertices. */
export interface PlacedMesh<T extends Mesh> {
	mesh: T;
	place: Placement;
	/** The factors of its vertices within `place`, if any is not 1. */
	scale?: [number, number, number];
	/** The origin and rotation of the node, if `place` has another rotation. */
	pivot?: Placement;
}

/**
 * Writes the scale of a world matrix (twelve f32 at byte `at`), in the rotated space, without rotation and translation.
 */
function writeScale(world: buffer, at: number, [qx, qy, qz, qw]: Rotation, target: buffer): void {
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

/** Axes are at right angles if their cosine is below this: each node down a chain adds rounding in f32. */
const RIGHT = 2e-6;

/** A matrix that mirrors along X. */
const MIRROR = buffer.create(MATRIX_SIZE);
[-1, 1, 1].forEach((factor, axis) => buffer.writef64(MIRROR, axis * 40, factor));

/** Returns the length of a column, which is its scale. */
function lengthOf(matrix: buffer, column: number): number {
	const x = buffer.readf64(matrix, column);
	const y = buffer.readf64(matrix, column + 32);
	const z = buffer.readf64(matrix, column + 64);
	return math.sqrt(x * x + y * y + z * z);
}

/** Divides each column of a matrix by a number. */
function divideColumns(matrix: buffer, x: number, y: number, z: number): void {
	for (const row of $range(0, 64, 32)) {
		buffer.writef64(matrix, row, buffer.readf64(matrix, row) / x);
		buffer.writef64(matrix, row + 8, buffer.readf64(matrix, row + 8) / y);
		buffer.writef64(matrix, row + 16, buffer.readf64(matrix, row + 16) / z);
	}
}

/** Returns the largest cosine between two columns of these lengths: 0 without shear. */
function slantOf(matrix: buffer, x: number, y: number, z: number): number {
	let xy = 0;
	let yz = 0;
	let zx = 0;
	for (const row of $range(0, 64, 32)) {
		const inX = buffer.readf64(matrix, row);
		const inY = buffer.readf64(matrix, row + 8);
		const inZ = buffer.readf64(matrix, row + 16);
		xy += inX * inY;
		yz += inY * inZ;
		zx += inZ * inX;
	}
	return math.max(math.abs(xy) / (x * y), math.abs(yz) / (y * z), math.abs(zx) / (z * x));
}

/** Whether a matrix of three axes is no rotation but the identity. */
function isTurnless(matrix: buffer): boolean {
	for (const diagonal of $range(0, 80, 40)) {
		// The cosine of the angle that an axis turns by.
		if (!(buffer.readf64(matrix, diagonal) > 1 - RIGHT * RIGHT)) return false;
	}
	return true;
}

/** Returns the largest coordinate, without its sign, of `count` points from the one at `first` on. */
function reachOf(positions: buffer, first: number, count: number): number {
	let reach = 0;
	for (const at of $range(first * 12, (first + count) * 12 - 4, 4)) {
		const distance = math.abs(buffer.readf32(positions, at));
		if (distance > reach) reach = distance;
	}
	return reach;
}

/** Returns the same key for matrices that differ only by rounding in f32. */
function keyOf(matrix: buffer): string {
	const numbers = new Array<string>();
	for (const at of $range(0, MATRIX_SIZE - 8, 8)) {
		numbers.push(string.format("%d", math.round(buffer.readf64(matrix, at) / ROUNDING)));
	}
	return numbers.join(" ");
}

/** Returns the factors without rounding: uniform ones are equal, and those of 1 are undefined. */
function factors(x: number, y: number, z: number): [number, number, number] | undefined {
	const isUniform = math.abs(y - x) <= ROUNDING * x && math.abs(z - x) <= ROUNDING * x;
	if (!isUniform) return [x, y, z];
	return math.abs(x - 1) <= ROUNDING ? undefined : [x, x, x];
}

/**
 * Places meshes by world matrices: movement and rotation become a placement, and scale becomes factors, so that all nodes
 * of a mesh share its vertices. All mirrored nodes of a mesh share a second one. Only shear and flattening are applied to
 * the vertices; meshes of equal shear share theirs.
 */
export class MeshPlacer<T extends Mesh> {
	private readonly mirrored = new Map<T, T>();
	private readonly sheared = new Map<T, Map<string, T>>();
	private readonly reaches = new Map<T, number>();
	private readonly matrix = buffer.create(MATRIX_SIZE);

	constructor(
		private readonly budget: Budget,
		private readonly format: string,
	) {}

	/**
	 * @param world the world matrices of nodes, and the byte at which the mesh's own starts
	 * @param rotation the rotation of that node in the world
	 */
	public place(mesh: T, world: buffer, at: number, rotation: Rotation, path: string): PlacedMesh<T> {
		const { matrix } = this;
		const place: Placement = {
			position: [buffer.readf32(world, at + 12), buffer.readf32(world, at + 28), buffer.readf32(world, at + 44)],
			rotation,
		};
		writeScale(world, at, rotation, matrix);
		const [x, y, z] = [lengthOf(matrix, 0), lengthOf(matrix, 8), lengthOf(matrix, 16)];
		const longest = math.max(x, y, z);
		this.checkReach(mesh, longest, path);
		if (!(math.min(x, y, z) > longest * ROUNDING) || slantOf(matrix, x, y, z) > RIGHT) {
			if (longest > 0) divideColumns(matrix, longest, longest, longest);
			return {
				mesh: this.shear(mesh, path),
				place,
				scale: longest > 0 ? factors(longest, longest, longest) : undefined,
			};
		}
		divideColumns(matrix, x, y, z);
		const scale = factors(x, y, z);
		const isMirrored = determinantOf(matrix, 0) < 0;
		const shown = isMirrored ? this.mirror(mesh, path) : mesh;
		if (isMirrored) divideColumns(matrix, -1, 1, 1);
		if (isTurnless(matrix)) return { mesh: shown, place, scale };
		const axis = (column: number, row: number) => buffer.readf64(matrix, column * 8 + row * 32);
		const [tx, ty, tz, tw] = rotationFromAxes(
			axis(0, 0),
			axis(0, 1),
			axis(0, 2),
			axis(1, 0),
			axis(1, 1),
			axis(1, 2),
			axis(2, 0),
			axis(2, 1),
			axis(2, 2),
		);
		const [qx, qy, qz, qw] = multiply(rotation[0], rotation[1], rotation[2], rotation[3], tx, ty, tz, tw);
		return { mesh: shown, place: { position: place.position, rotation: [qx, qy, qz, qw] }, scale, pivot: place };
	}

	/** Refuses vertices that leave the range of numbers. */
	private checkReach(mesh: T, scale: number, path: string): void {
		if (scale <= 1) return;
		let reach = this.reaches.get(mesh);
		if (reach === undefined) {
			reach = 0;
			inSlices(mesh.vertexCount, this.budget, this.format, path, (first, count) => {
				reach = math.max(reach!, reachOf(mesh.positions, first, count));
			});
			this.reaches.set(mesh, reach);
		}
		if (!(reach * scale <= FARTHEST)) {
			fail(this.format, "the placed vertices leave the range of numbers", path);
		}
	}

	/** The mesh as `matrix` mirrors, shears or flattens it. */
	private shear(mesh: T, path: string): T {
		const key = keyOf(this.matrix);
		const same = this.sheared.get(mesh) ?? new Map<string, T>();
		this.sheared.set(mesh, same);
		const before = same.get(key);
		if (before !== undefined) return before;
		const sheared = moveMesh(mesh, this.matrix, this.budget, this.format, path);
		same.set(key, sheared);
		return sheared;
	}

	/** The mesh with its X axis the other way. */
	private mirror(mesh: T, path: string): T {
		const before = this.mirrored.get(mesh);
		if (before !== undefined) return before;
		const mirrored = moveMesh(mesh, MIRROR, this.budget, this.format, path);
		this.mirrored.set(mesh, mirrored);
		return mirrored;
	}
}
