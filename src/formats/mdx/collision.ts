import { inSlices } from "../../bytes/in-slices";
import { Reader } from "../../bytes/reader";
import type { Budget } from "../../bytes/budget";
import { FORMAT, readFloats, readTaggedCount } from "./fields";

/**
 * CLID: a coarse mesh for collisions.
 *
 * @example
 * const collision: MdxCollision | undefined = mdx.file.collision;
 * if (collision) print(`${buffer.len(collision.indices) / 6} triangles to collide with`);
 */
export interface MdxCollision {
	vertexCount: number;
	/** f32 × 3 per vertex, in the file's axes. */
	positions: buffer;
	/** u16 each, three per triangle. */
	indices: buffer;
	/** f32 × 3 per triangle. */
	normals: buffer;
}

export function readCollision(reader: Reader, budget: Budget): MdxCollision | undefined {
	if (reader.remaining() === 0) return undefined;
	const vertexCount = readTaggedCount(reader, "VRTX", 12, "CLID");
	const positions = readFloats(reader, vertexCount * 3, "CLID VRTX", budget);
	const at = reader.position;
	const indexCount = readTaggedCount(reader, "TRI ", 2, "CLID");
	if (indexCount % 3 !== 0) reader.fail(`CLID TRI has ${indexCount} indices; expected a multiple of 3`, at);
	const indices = reader.bytes(indexCount * 2, "CLID TRI");
	inSlices(indexCount, budget, FORMAT, at, (first, count) => {
		for (const index of $range(first, first + count - 1)) {
			const vertex = buffer.readu16(indices, index * 2);
			if (vertex >= vertexCount) reader.fail(`CLID TRI names vertex ${vertex}, but there are ${vertexCount}`, at);
		}
	});
	const normals = readFloats(reader, readTaggedCount(reader, "NRMS", 12, "CLID") * 3, "CLID NRMS", budget);
	reader.expectEnd("CLID");
	return { vertexCount, positions, indices, normals };
}
