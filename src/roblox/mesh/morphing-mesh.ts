//!native
//!optimize 2
import { Budget } from "../../bytes/budget";
import { Mesh } from "../../scene/mesh";
import { SceneMorph } from "../../scene/morph";
import { SceneMesh } from "../../scene/scene";
import { VertexIds } from "./fill-mesh";
import { queueMorph, queueMorphAgain } from "./morph-queue";
import { MeshWriter, meshWriter } from "./mesh-writer";

const OWNER = "buildMeshParts";

/** More vertices than this would move too rarely to look like motion. */
const MAX_MOVED = 10_000;

/** Vertices between two looks at the clock: below a tenth of a millisecond, interpreted. */
const SLICE = 512;

/** Bytes of a vertex that moves, and of a target's vertex: a place, a vector, and perhaps another. */
const VERTEX_BYTES = 80;
const MOVE_BYTES = 48;

const ABSENT = 0xffffffff;

/** How a target moves what clips can move. */
interface Target {
	/** The places of what it moves, counted from 0; undefined if it moves all, in their order. */
	places?: Array<number>;
	positions: Array<Vector3>;
	normals?: Array<Vector3>;
}

/** What was built of a mesh: a piece of it, and which of the mesh's vertices those of the piece are, unless the same. */
export interface BuiltPiece {
	piece: Mesh;
	sources?: buffer;
	center: Vector3;
	ids: VertexIds;
}

/** For each vertex of the mesh (u32) its place in a piece, or `ABSENT`. */
function placesIn({ piece, sources }: BuiltPiece, vertexCount: number): buffer {
	const places = buffer.create(vertexCount * 4);
	buffer.fill(places, 0, 0xff);
	for (const vertex of $range(0, piece.vertexCount - 1)) {
		buffer.writeu32(places, (sources ? buffer.readu32(sources, vertex * 4) : vertex) * 4, vertex);
	}
	return places;
}

/** The places in a piece of all vertices that some target moves, rising. */
function movedVertices(
	morphs: ReadonlyArray<SceneMorph>,
	places: buffer,
	count: number,
	budget: Budget,
): Array<number> {
	const isMoved = buffer.create(count);
	for (const { vertices } of morphs) {
		for (const at of $range(0, buffer.len(vertices) - 4, 4)) {
			const place = buffer.readu32(places, buffer.readu32(vertices, at) * 4);
			if (place !== ABSENT) buffer.writeu8(isMoved, place, 1);
		}
		budget.step(buffer.len(vertices).idiv(4), OWNER);
	}
	const moved = new Array<number>();
	for (const place of $range(0, count - 1)) if (buffer.readu8(isMoved, place) !== 0) moved.push(place);
	return moved;
}

function vectorAt(vectors: buffer, index: number): Vector3 {
	const at = index * 12;
	return new Vector3(buffer.readf32(vectors, at), buffer.readf32(vectors, at + 4), buffer.readf32(vectors, at + 8));
}

/** Adds `share` of the vectors from `first` to `last` to those at their places. */
function addShare(
	target: Array<Vector3>,
	places: Array<number> | undefined,
	vectors: Array<Vector3>,
	share: number,
	first: number,
	last: number,
): void {
	if (places) {
		for (const index of $range(first, last)) {
			const place = places[index];
			target[place] = target[place].add(vectors[index].mul(share));
		}
	} else {
		for (const index of $range(first, last)) target[index] = target[index].add(vectors[index].mul(share));
	}
}

/**
 * An editable mesh whose vertices clips move, as far as morph targets are on. Vertices that no target moves are left alone. What is asked for
 * is worked out in turn with other meshes, within the time that a frame has for all, and then shown at once.
 */
export class MorphingMesh {
	private readonly writer: MeshWriter;
	private readonly ids = new Array<number>();
	private readonly positions = new Array<Vector3>();
	private readonly normalIds = new Array<number>();
	private readonly normals = new Array<Vector3>();
	private readonly targets: ReadonlyArray<Target>;
	private readonly values = new Array<Vector3>();
	private readonly wanted: Array<number>;
	/** How much farther on than at rest each target is in what is worked out now, or was last. */
	private readonly shifts: Array<number>;
	/** Whether it stands in line; for good once the engine has refused what it was told, as of a mesh that is destroyed. */
	private isQueued = false;
	/** What is being worked out: positions, or normals after them, of which target, and from which of its vertices on. */
	private isTurning = false;
	private target = -1;
	private next = 0;

	private constructor(
		editable: EditableMesh,
		/** The node that draws it. */
		public readonly node: number,
		/** How far each target is on at rest. */
		public readonly rest: ReadonlyArray<number>,
		morphs: ReadonlyArray<SceneMorph>,
		moved: ReadonlyArray<number>,
		places: buffer,
		{ piece, center, ids }: BuiltPiece,
	) {
		this.writer = meshWriter(editable);
		this.wanted = [...rest];
		this.shifts = rest.map(() => 0);
		const turns = ids.normals !== undefined && morphs.some(({ normals }) => normals !== undefined);
		const indices = new Map<number, number>();
		moved.forEach((place, index) => {
			indices.set(place, index);
			this.ids.push(ids.vertices[place]);
			this.positions.push(vectorAt(piece.positions, place).sub(center));
			if (!turns) return;
			this.normalIds.push(ids.normals![place]);
			this.normals.push(vectorAt(piece.normals!, place));
		});
		this.targets = morphs.map(({ vertices, positions, normals }) => {
			const target: Target = { places: [], positions: [], normals: turns && normals ? [] : undefined };
			for (const index of $range(0, buffer.len(vertices).idiv(4) - 1)) {
				const place = buffer.readu32(places, buffer.readu32(vertices, index * 4) * 4);
				if (place === ABSENT) continue;
				target.places!.push(indices.get(place)!);
				target.positions.push(vectorAt(positions, index));
				if (target.normals) target.normals.push(vectorAt(normals!, index));
			}
			const isAll = target.places!.size() === moved.size() && target.places!.every((place, index) => place === index);
			if (isAll) target.places = undefined;
			return target;
		});
		// Without normals a mesh has those of its triangles, which the engine can keep up.
		if (!ids.normals) this.writer.resetNormals(editable.GetNormals() as Array<number>);
	}

	/** What moves a piece of a mesh; undefined if no target moves any of it, or if there is too much to move, which is said. */
	public static of(
		this: void,
		{ name, node, morphs, morphWeights = [], vertexCount }: SceneMesh,
		editable: EditableMesh,
		built: BuiltPiece,
		budget: Budget,
	): MorphingMesh | undefined {
		if (!morphs) return undefined;
		const { vertexCount: count } = built.piece;
		const scratch = vertexCount * 4 + count;
		budget.spendBytes(scratch, OWNER, name);
		budget.step(vertexCount, OWNER, name);
		const places = placesIn(built, vertexCount);
		const moved = movedVertices(morphs, places, count, budget);
		budget.returnBytes(scratch);
		if (moved.size() > MAX_MOVED) {
			budget.warn(`morph targets that move more than ${MAX_MOVED} vertices stand still`, name);
			return undefined;
		}
		if (moved.isEmpty()) return undefined;
		let moves = 0;
		for (const { vertices } of morphs) moves += buffer.len(vertices).idiv(4);
		budget.spendBytes(moved.size() * VERTEX_BYTES + moves * MOVE_BYTES, OWNER, name);
		budget.step((moved.size() + moves) * 4, OWNER, name);
		const rest = morphs.map((_, index) => morphWeights[index] ?? 0);
		return new MorphingMesh(editable, node, rest, morphs, moved, places, built);
	}

	/** Shows the mesh with its targets this far on, as soon as it is its turn. */
	public show(weights: ReadonlyArray<number>): void {
		const { wanted } = this;
		let isNew = false;
		for (const index of $range(0, wanted.size() - 1)) {
			const weight = weights[index];
			// What is no number leaves a target as it was.
			if (weight === wanted[index] || weight - weight !== 0) continue;
			wanted[index] = weight;
			isNew = true;
		}
		if (!isNew || this.isQueued) return;
		this.isQueued = true;
		queueMorph(this);
	}

	/** Does a slice of what is to be done; returns whether nothing is left. */
	public advance(): boolean {
		if (this.target < 0) this.begin();
		const { targets, values, shifts, isTurning } = this;
		while (this.target < targets.size()) {
			const { places, positions, normals } = targets[this.target];
			const vectors = isTurning ? normals : positions;
			const share = shifts[this.target];
			const first = this.next;
			if (vectors && share !== 0 && first < vectors.size()) {
				const last = math.min(first + SLICE, vectors.size()) - 1;
				addShare(values, places, vectors, share, first, last);
				this.next = last + 1;
				return false;
			}
			this.target += 1;
			this.next = 0;
		}
		return this.isTurning ? this.turn() : this.move();
	}

	/** Starts from rest with what is wanted now. */
	private begin(): void {
		const { positions, values, wanted, rest, shifts } = this;
		positions.move(0, positions.size() - 1, 0, values);
		wanted.forEach((weight, index) => (shifts[index] = weight - rest[index]));
		this.isTurning = false;
		this.target = 0;
		this.next = 0;
	}

	private move(): boolean {
		const { normals, values } = this;
		this.writer.moveVertices(this.ids, values);
		if (normals.isEmpty()) return this.finish();
		normals.move(0, normals.size() - 1, 0, values);
		this.isTurning = true;
		this.target = 0;
		return false;
	}

	private turn(): boolean {
		const { values } = this;
		const first = this.next;
		const last = math.min(first + SLICE, values.size()) - 1;
		for (const index of $range(first, last)) {
			const sum = values[index];
			const length = sum.Magnitude;
			values[index] = length > 0 ? sum.div(length) : Vector3.yAxis;
		}
		this.next = last + 1;
		if (this.next < values.size()) return false;
		this.writer.turnNormals(this.normalIds, values);
		return this.finish();
	}

	/** Stands in line again if something else is wanted by now. */
	private finish(): boolean {
		const { wanted, rest, shifts } = this;
		this.target = -1;
		this.isQueued = !wanted.every((weight, index) => weight - rest[index] === shifts[index]);
		if (this.isQueued) queueMorphAgain(this);
		return true;
	}
}
