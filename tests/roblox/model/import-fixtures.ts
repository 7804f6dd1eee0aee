import { builtVertices, farthest, woundFrom } from "../../built-vertices";
import { fromBase64, oracleData } from "../../oracle-data";

/** A GLB as people make them, and where an independent skinner has its vertices, in metres. */
export interface ImportFixture {
	name: string;
	glb: string;
	clip?: string;
	times: Array<number>;
	/** For each primitive its vertices (f32 × 3, Base64) at rest, then at each time. */
	primitives: Array<Array<string>>;
	/** Their normals, alike. */
	normals: Array<Array<string>>;
	/** The triangles of each primitive (u32 × 3, Base64), turned over where they are mirrored. */
	triangles: Array<string>;
}

export const importFixtures = () => oracleData<Array<ImportFixture>>("imports");

/** Metres in a stud. */
const STUD = 0.28;

/** The normals of a primitive at a moment. */
export function expectedNormals(text: string): Array<number> {
	const bytes = fromBase64(text);
	const numbers = new Array<number>();
	for (const at of $range(0, buffer.len(bytes) - 4, 4)) numbers.push(buffer.readf32(bytes, at));
	return numbers;
}

/** The vertices of a primitive at a moment, in studs. */
export function expectedVertices(text: string): Array<number> {
	return expectedNormals(text).map((metres) => metres / STUD);
}

/** The triangles of a primitive, as `builtTriangles` has them. */
export function expectedTriangles({ triangles }: ImportFixture, primitive: number): Array<string> {
	const bytes = fromBase64(triangles[primitive]);
	const result = new Array<string>();
	for (const at of $range(0, buffer.len(bytes) - 12, 12)) {
		result.push(woundFrom(buffer.readu32(bytes, at), buffer.readu32(bytes, at + 4), buffer.readu32(bytes, at + 8)));
	}
	return result;
}

/** The length of the box around all of a fixture's vertices at rest, in studs. */
export function sizeOf(fixture: ImportFixture): number {
	const low = [math.huge, math.huge, math.huge];
	const high = [-math.huge, -math.huge, -math.huge];
	for (const [rest] of fixture.primitives) {
		expectedVertices(rest).forEach((value, index) => {
			low[index % 3] = math.min(low[index % 3], value);
			high[index % 3] = math.max(high[index % 3], value);
		});
	}
	return math.sqrt((high[0] - low[0]) ** 2 + (high[1] - low[1]) ** 2 + (high[2] - low[2]) ** 2);
}

/** Which of the built parts shows each of the file's primitives: the nearest with as many vertices. */
export function partsOf(fixture: ImportFixture, parts: Array<MeshPart>): Array<MeshPart> {
	const left = [...parts];
	return fixture.primitives.map(([rest]) => {
		const expected = expectedVertices(rest);
		const distances = left.map((part) => farthest(builtVertices(part), expected));
		let best = 0;
		distances.forEach((distance, index) => {
			if (distance < distances[best]) best = index;
		});
		return left.remove(best)!;
	});
}
