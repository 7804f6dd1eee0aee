/** SNAPV1.3 in Node, both ways, from docs/formats/snapv1.3.md alone, with rotations as matrices. */

const TURN_SCALE = 32767 / 0.2;

function matrixOf([x, y, z, w]) {
	return [
		[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
		[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
		[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
	];
}

/** Rodrigues' formula: the matrix of a rotation vector. */
function matrixOfVector([x, y, z]) {
	const angle = Math.hypot(x, y, z);
	const sine = angle < 1e-12 ? 1 : Math.sin(angle) / angle;
	const cosine = angle < 1e-12 ? 0.5 : (1 - Math.cos(angle)) / (angle * angle);
	const cross = [
		[0, -z, y],
		[z, 0, -x],
		[-y, x, 0],
	];
	const square = times(cross, cross);
	return cross.map((row, i) => row.map((value, j) => (i === j ? 1 : 0) + sine * value + cosine * square[i][j]));
}

function times(left, right) {
	return left.map((row) => [0, 1, 2].map((j) => row.reduce((sum, value, k) => sum + value * right[k][j], 0)));
}

/** The position and matrix of the 18 bytes of a frame. */
export function placeOf(bytes, at = 0) {
	const index = bytes[at + 8] & 3;
	const z = Buffer.from(bytes.subarray(at + 8, at + 12));
	z[0] &= 0xfc;
	const three = [12, 14, 16].map((place) => bytes.readInt16LE(at + place) / 32767);
	const dropped = Math.sqrt(Math.max(0, 1 - three.reduce((sum, value) => sum + value * value, 0)));
	const rotation = [...three.slice(0, index), dropped, ...three.slice(index)];
	const length = Math.hypot(...rotation);
	return {
		position: [bytes.readFloatLE(at), bytes.readFloatLE(at + 4), z.readFloatLE(0)],
		matrix: matrixOf(rotation.map((value) => value / length)),
	};
}

/** The angle between two rotation matrices, exact where it is small too. */
export function angleOf(left, right) {
	const squares = left.flatMap((row, i) => row.map((value, j) => (value - right[i][j]) ** 2));
	// ‖A − B‖ = 2√2 sin(angle / 2).
	return 2 * Math.asin(Math.min(1, Math.sqrt(squares.reduce((sum, value) => sum + value, 0)) / Math.sqrt(8)));
}

/** Every recording of a file: its map, and for each frame its millisecond, position and matrix. */
export function readSnap13(bytes) {
	if (bytes.toString("latin1", 0, 8) !== "SNAPV1.3") throw new Error("magic");
	let at = 9;
	const recordings = Array.from({ length: bytes[8] }, () => {
		const mapEnd = at + 1 + bytes[at];
		const map = bytes.toString("utf8", at + 1, mapEnd);
		const count = bytes.readUInt16LE(mapEnd);
		const duration = bytes.readUInt32LE(mapEnd + 2);
		at = mapEnd + 6;
		const frames = [];
		let state;
		let millisecond = 0;
		for (let index = 0; index < count; index++) {
			const bits = bytes[at];
			millisecond += bytes.readUInt16LE(at + 1);
			at += 3;
			const three = () => {
				at += 6;
				return [6, 4, 2].map((back) => bytes.readInt16LE(at - back));
			};
			if (bits === 4) {
				state = placeOf(bytes, at);
				at += 18;
			} else if (state === undefined || bits > 3) {
				throw new Error(`bits ${bits} in frame ${index}`);
			} else {
				let { position, matrix } = state;
				if (bits & 1) {
					const move = three();
					position = position.map((value, axis) => value + move[axis] / 4096);
				}
				if (bits & 2) {
					matrix = times(matrix, matrixOfVector(three().map((value) => value / TURN_SCALE)));
				}
				state = { position, matrix };
			}
			frames.push({ millisecond, bits, ...state });
		}
		if (millisecond !== duration) throw new Error(`${millisecond} ms, not ${duration}`);
		return { map, frames };
	});
	if (at !== bytes.length) throw new Error("bytes left over");
	return recordings;
}

/** A file of recordings: each a map and frames of `{ gap, frame }` (18 bytes) or `{ gap, move, turn }` (i16 each). */
export function writeSnap13(recordings) {
	const parts = [Buffer.from("SNAPV1.3"), Buffer.of(recordings.length)];
	for (const { map, frames } of recordings) {
		const name = Buffer.from(map);
		const tail = Buffer.alloc(6);
		tail.writeUInt16LE(frames.length, 0);
		tail.writeUInt32LE(
			frames.reduce((sum, { gap }) => sum + gap, 0),
			2,
		);
		parts.push(Buffer.of(name.length), name, tail);
		for (const { gap, frame, move, turn } of frames) {
			const head = Buffer.alloc(3);
			head[0] = frame ? 4 : (move ? 1 : 0) + (turn ? 2 : 0);
			head.writeUInt16LE(gap, 1);
			parts.push(head, frame ?? Buffer.from(Int16Array.from([...(move ?? []), ...(turn ?? [])]).buffer));
		}
	}
	return Buffer.concat(parts);
}
