import { BytePool } from "./byte-pool";

/** What an `EditableMesh` holds, as `scripts/picture/read-drawing.mjs` reads it; numbers are offsets of lists. */
export interface ShownMesh {
	vertexCount: number;
	triangleCount: number;
	size: Array<number>;
	/** f32 × 3 a vertex. */
	positions: number;
	/** u32 × 3 a triangle. */
	corners: number;
	/** A value for each corner of each triangle: f32 × 3, f32 × 2, f32 × 4. */
	normals: number;
	uvs: number;
	colors: number;
	/** The names of the bones that vertices are bound to, and where each was bound. */
	bones: Array<string>;
	binds: Array<Array<number>>;
	/** For each vertex four indices of `bones` (u32) and their weights (f32); absent without bones. */
	vertexBones?: number;
	vertexWeights?: number;
}

/** The reading half of `EditableMesh`'s batch methods; the published types know none of the ids' types. */
interface ReadableMesh extends EditableMesh {
	BatchGetFaceAttributes(
		this: ReadableMesh,
		attribute: Enum.MeshAttribute,
		faces: Array<number>,
	): Array<[number, number, number]>;
	BatchGetValues<T extends defined>(
		this: ReadableMesh,
		ids: Array<number>,
	): LuaTuple<[Array<T>, Array<number> | undefined]>;
}

/** The most bones that a vertex has: what is left out of a picture beyond them is not seen. */
const MOST_BONES = 4;

/** The values at every corner of every face, in order. */
function cornerIds(mesh: ReadableMesh, attribute: Enum.MeshAttribute, faces: Array<number>): Array<number> {
	const ids = new Array<number>();
	for (const [a, b, c] of mesh.BatchGetFaceAttributes(attribute, faces)) ids.push(a, b, c);
	return ids;
}

function addSkin(mesh: EditableMesh, vertices: Array<number>, shown: ShownMesh, pool: BytePool): void {
	const indices = new Map<number, number>();
	(mesh.GetBones() as Array<number>).forEach((id, index) => {
		indices.set(id, index);
		shown.bones.push(mesh.GetBoneName(id));
		shown.binds.push([...mesh.GetBoneCFrame(id).GetComponents()]);
	});
	if (shown.bones.isEmpty()) return;
	const bones = new Array<number>();
	const weights = new Array<number>();
	for (const vertex of vertices) {
		const ids = mesh.GetVertexBones(vertex) as Array<number>;
		const shares = mesh.GetVertexBoneWeights(vertex) as Array<number>;
		for (const slot of $range(0, MOST_BONES - 1)) {
			const id = ids[slot];
			bones.push(id === undefined ? 0 : indices.get(id)!);
			weights.push(id === undefined ? 0 : shares[slot]);
		}
	}
	shown.vertexBones = pool.addIntegers(bones);
	shown.vertexWeights = pool.addFloats(weights);
}

/** Reads an editable mesh back through the engine's own calls. */
export function shownMesh(editable: EditableMesh, pool: BytePool): ShownMesh {
	const mesh = editable as ReadableMesh;
	const vertices = mesh.GetVertices() as Array<number>;
	const faces = mesh.GetFaces() as Array<number>;
	const order = new Map<number, number>();
	const positions = new Array<number>();
	const [places] = mesh.BatchGetValues<Vector3>(vertices);
	vertices.forEach((vertex, index) => {
		order.set(vertex, index);
		const { X, Y, Z } = places[index];
		positions.push(X, Y, Z);
	});
	const corners = cornerIds(mesh, Enum.MeshAttribute.Vertex, faces).map((vertex) => order.get(vertex)!);
	const normals = new Array<number>();
	const [directions] = mesh.BatchGetValues<Vector3>(cornerIds(mesh, Enum.MeshAttribute.Normal, faces));
	for (const { X, Y, Z } of directions) normals.push(X, Y, Z);
	const uvs = new Array<number>();
	const [coordinates] = mesh.BatchGetValues<Vector2>(cornerIds(mesh, Enum.MeshAttribute.UV, faces));
	for (const { X, Y } of coordinates) uvs.push(X, Y);
	const colors = new Array<number>();
	const [tints, alphas] = mesh.BatchGetValues<Color3>(cornerIds(mesh, Enum.MeshAttribute.Color, faces));
	tints.forEach(({ R, G, B }, index) => colors.push(R, G, B, alphas?.[index] ?? 1));
	const size = mesh.GetSize();
	const shown: ShownMesh = {
		vertexCount: vertices.size(),
		triangleCount: faces.size(),
		size: [size.X, size.Y, size.Z],
		positions: pool.addFloats(positions),
		corners: pool.addIntegers(corners),
		normals: pool.addFloats(normals),
		uvs: pool.addFloats(uvs),
		colors: pool.addFloats(colors),
		bones: [],
		binds: [],
	};
	addSkin(mesh, vertices, shown, pool);
	return shown;
}
