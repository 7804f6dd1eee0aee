import { Reader } from "../../bytes/reader";
import { readFloats } from "./fields";

/** CLID: a coarse mesh for collisions. */
export interface MdxCollision {
	vertexCount: number;
	/** f32 × 3 a vertex, in the file's axes. */
	positions: buffer;
	/** u16 each, three a triangle. */
	indices: buffer;
	/** f32 × 3 a triangle. */
	normals: buffer;
}

function readTagged(reader: Reader, tag: string): number {
	const at = reader.position;
	const found = reader.text(4, `CLID ${tag}`);
	if (found !== tag) reader.fail(`CLID ${tag} is missing, ${string.format("%q", found)} stands there`, at);
	return reader.u32(`CLID ${tag} count`);
}

export function readCollision(reader: Reader): MdxCollision | undefined {
	if (reader.remaining() === 0) return undefined;
	const vertexCount = readTagged(reader, "VRTX");
	const positions = readFloats(reader, vertexCount * 3, "CLID VRTX");
	const at = reader.position;
	const indexCount = readTagged(reader, "TRI ");
	if (indexCount % 3 !== 0) reader.fail(`CLID TRI has ${indexCount} indices, no whole number of triangles`, at);
	const indices = reader.bytes(indexCount * 2, "CLID TRI");
	for (const index of $range(0, indexCount - 1)) {
		const vertex = buffer.readu16(indices, index * 2);
		if (vertex >= vertexCount) reader.fail(`CLID TRI names vertex ${vertex}, but there are ${vertexCount}`, at);
	}
	const normals = readFloats(reader, readTagged(reader, "NRMS") * 3, "CLID NRMS");
	reader.expectEnd("CLID");
	return { vertexCount, positions, indices, normals };
}
