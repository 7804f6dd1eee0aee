//!native
//!optimize 2

/*
 * Vertices are moved by matrices of twelve f64, the rows of a 3×4 matrix for column vectors. One matrix moves a whole
 * mesh, or, for a skinned one, each vertex has its own, blended from those of its joints.
 */

/** Bytes of such a matrix. */
export const MATRIX_SIZE = 96;

/** Writes the product of the matrix at `a` and the one at `b`, both of twelve f32, as twelve f64. */
export function multiplyF32(left: buffer, a: number, right: buffer, b: number, target: buffer, to: number): void {
	for (const row of $range(0, 2)) {
		const x = buffer.readf32(left, a + row * 16);
		const y = buffer.readf32(left, a + row * 16 + 4);
		const z = buffer.readf32(left, a + row * 16 + 8);
		for (const column of $range(0, 3)) {
			const at = b + column * 4;
			let sum = x * buffer.readf32(right, at) + y * buffer.readf32(right, at + 16) + z * buffer.readf32(right, at + 32);
			if (column === 3) sum += buffer.readf32(left, a + row * 16 + 12);
			buffer.writef64(target, to + row * 32 + column * 8, sum);
		}
	}
}

/** Blends the matrices of a vertex's four joints by their weights into `target`. */
export function blendMatrices(matrices: buffer, joints: buffer, weights: buffer, vertex: number, target: buffer): void {
	for (const at of $range(0, MATRIX_SIZE - 8, 8)) {
		let sum = 0;
		for (const influence of $range(vertex * 4, vertex * 4 + 3)) {
			const weight = buffer.readf32(weights, influence * 4);
			if (weight !== 0)
				sum += weight * buffer.readf64(matrices, buffer.readu16(joints, influence * 2) * MATRIX_SIZE + at);
		}
		buffer.writef64(target, at, sum);
	}
}

/** The determinant of a matrix's 3×3 part: negative where it mirrors. */
export function determinantOf(matrix: buffer): number {
	const [x, y, z] = cofactors(matrix, 0);
	return buffer.readf64(matrix, 0) * x + buffer.readf64(matrix, 8) * y + buffer.readf64(matrix, 16) * z;
}

/** A row of the 3×3 part's cofactors, which carry normals as the matrix carries surfaces. */
function cofactors(matrix: buffer, row: number) {
	const a = (row + 1) % 3;
	const b = (row + 2) % 3;
	const ax = buffer.readf64(matrix, a * 32);
	const ay = buffer.readf64(matrix, a * 32 + 8);
	const az = buffer.readf64(matrix, a * 32 + 16);
	const bx = buffer.readf64(matrix, b * 32);
	const by = buffer.readf64(matrix, b * 32 + 8);
	const bz = buffer.readf64(matrix, b * 32 + 16);
	return $tuple(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
}

/** Moves the point at byte `at`; a `translation` of 0 makes it a difference between points. */
export function movePoint(matrix: buffer, source: buffer, at: number, target: buffer, translation: number): void {
	const x = buffer.readf32(source, at);
	const y = buffer.readf32(source, at + 4);
	const z = buffer.readf32(source, at + 8);
	for (const row of $range(0, 2)) {
		const from = row * 32;
		const moved =
			buffer.readf64(matrix, from) * x +
			buffer.readf64(matrix, from + 8) * y +
			buffer.readf64(matrix, from + 16) * z +
			buffer.readf64(matrix, from + 24) * translation;
		buffer.writef32(target, at + row * 4, moved);
	}
}

function writeUnit(target: buffer, at: number, x: number, y: number, z: number): void {
	const length = math.sqrt(x * x + y * y + z * z);
	const scale = length > 0 ? 1 / length : 0;
	buffer.writef32(target, at, x * scale);
	buffer.writef32(target, at + 4, y * scale);
	buffer.writef32(target, at + 8, z * scale);
}

/** Turns a normal, given as numbers, and writes it with unit length at byte `at`. */
export function turnNormal(
	matrix: buffer,
	x: number,
	y: number,
	z: number,
	sign: number,
	target: buffer,
	at: number,
): void {
	const [ax, ay, az] = cofactors(matrix, 0);
	const [bx, by, bz] = cofactors(matrix, 1);
	const [cx, cy, cz] = cofactors(matrix, 2);
	writeUnit(
		target,
		at,
		sign * (ax * x + ay * y + az * z),
		sign * (bx * x + by * y + bz * z),
		sign * (cx * x + cy * y + cz * z),
	);
}

/** Turns the tangent at byte `at`; its handedness follows `sign`. */
export function turnTangent(matrix: buffer, source: buffer, at: number, sign: number, target: buffer): void {
	movePoint(matrix, source, at, target, 0);
	writeUnit(target, at, buffer.readf32(target, at), buffer.readf32(target, at + 4), buffer.readf32(target, at + 8));
	buffer.writef32(target, at + 12, sign * buffer.readf32(source, at + 12));
}

/** Triangles with their second and third vertices swapped: a mirror turns them inside out. */
export function turnedOver(indices: buffer, triangleCount: number): buffer {
	const result = buffer.create(triangleCount * 12);
	for (const at of $range(0, (triangleCount - 1) * 12, 12)) {
		buffer.writeu32(result, at, buffer.readu32(indices, at));
		buffer.writeu32(result, at + 4, buffer.readu32(indices, at + 8));
		buffer.writeu32(result, at + 8, buffer.readu32(indices, at + 4));
	}
	return result;
}

/** Texture coordinates scaled, turned by `rotation` radians, then moved. */
export function movedUvs(
	uvs: buffer,
	count: number,
	scaleU: number,
	scaleV: number,
	rotation: number,
	offsetU: number,
	offsetV: number,
): buffer {
	const result = buffer.create(count * 8);
	const sine = math.sin(rotation);
	const cosine = math.cos(rotation);
	for (const at of $range(0, (count - 1) * 8, 8)) {
		const u = buffer.readf32(uvs, at) * scaleU;
		const v = buffer.readf32(uvs, at + 4) * scaleV;
		buffer.writef32(result, at, cosine * u + sine * v + offsetU);
		buffer.writef32(result, at + 4, cosine * v - sine * u + offsetV);
	}
	return result;
}
