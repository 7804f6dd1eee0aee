//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { Budget } from "../bytes/budget";
import { MeshMeasure } from "./measure-mesh";
import { Mesh } from "./mesh";

const OWNER = "splitMesh";

/** Vertices or triangles between two pause points. */
const ELEMENTS_A_STEP = 4096;

/** Marks a vertex that the current part does not have yet. */
const ABSENT = 0xffffffff;

/**
 * Copies the elements of `chosen` (u32 × count) out of an attribute. Elements that stay neighbours are copied together.
 */
function gather(source: buffer, chosen: buffer, count: number, stride: number, result: buffer, budget: Budget): void {
	for (const first of $range(0, count - 1, ELEMENTS_A_STEP)) {
		const size = math.min(ELEMENTS_A_STEP, count - first);
		gatherRuns(source, chosen, first, size, stride, result);
		budget.step(size, OWNER);
	}
}

function gatherRuns(
	source: buffer,
	chosen: buffer,
	first: number,
	count: number,
	stride: number,
	result: buffer,
): void {
	let start = buffer.readu32(chosen, first * 4);
	let to = first;
	for (const place of $range(first + 1, first + count - 1)) {
		const vertex = buffer.readu32(chosen, place * 4);
		if (vertex - start !== place - to) {
			buffer.copy(result, to * stride, source, start * stride, (place - to) * stride);
			start = vertex;
			to = place;
		}
	}
	buffer.copy(result, to * stride, source, start * stride, (first + count - to) * stride);
}

/** Makes the parts of a mesh, all in the same buffers, which are as large as the largest part may be. */
class PartMaker {
	private readonly rooms = new Map<buffer, buffer>();

	constructor(
		private readonly mesh: Mesh,
		private readonly mostVertices: number,
		private readonly budget: Budget,
	) {}

	public make(name: string, chosen: buffer, vertexCount: number, indices: buffer, triangleCount: number): Mesh {
		const { mesh } = this;
		const take = (source: buffer | undefined, stride: number) =>
			source && this.gathered(source, chosen, vertexCount, stride);
		return {
			name,
			vertexCount,
			triangleCount,
			positions: this.gathered(mesh.positions, chosen, vertexCount, 12),
			normals: take(mesh.normals, 12),
			uvs: mesh.uvs.map((set) => this.gathered(set, chosen, vertexCount, 8)),
			colors: take(mesh.colors, 16),
			joints: take(mesh.joints, 8),
			weights: take(mesh.weights, 16),
			indices,
		};
	}

	private gathered(source: buffer, chosen: buffer, count: number, stride: number): buffer {
		const room = this.rooms.get(source) ?? buffer.create(this.mostVertices * stride);
		this.rooms.set(source, room);
		gather(source, chosen, count, stride, room, this.budget);
		return room;
	}
}

function clear(places: buffer, chosen: buffer, count: number): void {
	for (const at of $range(0, count - 1)) {
		buffer.writeu32(places, buffer.readu32(chosen, at * 4) * 4, ABSENT);
	}
}

/**
 * Cuts a measured mesh into parts within limits, in the order of its triangles, and calls `visit` with one after the
 * other. Every triangle of three vertices is in exactly one part; a triangle that names a vertex twice is dropped. A
 * vertex that parts share is repeated with all its attributes, and one without a triangle is dropped. A mesh within the
 * limits with nothing to drop is visited as it is.
 *
 * A part's buffers may be larger than it, and the next part reuses them: the memory needed is that of one part besides
 * the mesh.
 *
 * @example
 * splitMesh(mesh, measureMesh(mesh, budget), 60000, 20000, budget, (part) => fillMesh(editable, part, center, rig, budget));
 */
export function splitMesh(
	mesh: Mesh,
	measure: MeshMeasure,
	maxVertices: number,
	maxTriangles: number,
	budget: Budget,
	visit: (part: Mesh) => void,
): void {
	if (!(maxVertices >= 3)) fail("splitMesh", `maxVertices is ${maxVertices}, but a triangle has 3`);
	if (!(maxTriangles >= 1)) fail("splitMesh", `maxTriangles is ${maxTriangles}`);
	const { vertexCount, triangleCount, indices } = mesh;
	const isWhole = measure.vertexCount === vertexCount && measure.triangleCount === triangleCount;
	if (isWhole && vertexCount <= maxVertices && triangleCount <= maxTriangles) {
		visit(mesh);
		return;
	}

	let made = 0;
	const mostVertices = math.min(measure.vertexCount, maxVertices);
	const maker = new PartMaker(mesh, mostVertices, budget);
	// The index of each vertex in the current part, and the vertices of the part: both reused from part to part.
	const places = buffer.create(vertexCount * 4);
	buffer.fill(places, 0, 0xff);
	const chosen = buffer.create(mostVertices * 4);
	const partIndices = buffer.create(math.min(measure.triangleCount, maxTriangles) * 12);
	let vertices = 0;
	let triangles = 0;
	for (const first of $range(0, triangleCount - 1, ELEMENTS_A_STEP)) {
		const last = math.min(first + ELEMENTS_A_STEP, triangleCount) - 1;
		for (const at of $range(first * 12, last * 12, 12)) {
			const a = buffer.readu32(indices, at) * 4;
			const b = buffer.readu32(indices, at + 4) * 4;
			const c = buffer.readu32(indices, at + 8) * 4;
			if (a === b || b === c || c === a) continue;
			let placeA = buffer.readu32(places, a);
			let placeB = buffer.readu32(places, b);
			let placeC = buffer.readu32(places, c);
			let isFull = triangles >= maxTriangles;
			if (vertices + 3 > maxVertices && !isFull) {
				let added = 0;
				if (placeA === ABSENT) added += 1;
				if (placeB === ABSENT) added += 1;
				if (placeC === ABSENT) added += 1;
				isFull = vertices + added > maxVertices;
			}
			if (isFull) {
				made += 1;
				visit(maker.make(`${mesh.name} ${made}`, chosen, vertices, partIndices, triangles));
				clear(places, chosen, vertices);
				vertices = 0;
				triangles = 0;
				placeA = ABSENT;
				placeB = ABSENT;
				placeC = ABSENT;
			}
			if (placeA === ABSENT) {
				placeA = vertices;
				buffer.writeu32(places, a, vertices);
				buffer.writeu32(chosen, vertices * 4, a / 4);
				vertices += 1;
			}
			if (placeB === ABSENT) {
				placeB = vertices;
				buffer.writeu32(places, b, vertices);
				buffer.writeu32(chosen, vertices * 4, b / 4);
				vertices += 1;
			}
			if (placeC === ABSENT) {
				placeC = vertices;
				buffer.writeu32(places, c, vertices);
				buffer.writeu32(chosen, vertices * 4, c / 4);
				vertices += 1;
			}
			const to = triangles * 12;
			buffer.writeu32(partIndices, to, placeA);
			buffer.writeu32(partIndices, to + 4, placeB);
			buffer.writeu32(partIndices, to + 8, placeC);
			triangles += 1;
		}
		budget.step(last - first + 1, OWNER);
	}
	if (triangles > 0) {
		const name = made === 0 ? mesh.name : `${mesh.name} ${made + 1}`;
		visit(maker.make(name, chosen, vertices, partIndices, triangles));
	}
}
