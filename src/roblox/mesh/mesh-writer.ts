/** Adds elements to an `EditableMesh`, a list at a time, and returns their ids in the same order. */
export interface MeshWriter {
	/** The max elements of a list: a few milliseconds of work, so that it can pause in between. */
	readonly batch: number;
	/** The steps of plain work that an element costs. */
	readonly weight: number;
	readonly addVertices: (positions: Array<Vector3>) => Array<number>;
	readonly addNormals: (normals: Array<Vector3>) => Array<number>;
	readonly addUVs: (uvs: Array<Vector2>) => Array<number>;
	readonly addColors: (colors: Array<Color3>, alphas: Array<number>) => Array<number>;
	/** Each face is the ids of its three vertices. The engine chooses the other ids of its corners: set them. */
	readonly addFaces: (faces: Array<Array<number>>) => Array<number>;
	/** Sets the ids of the corners of each face. */
	readonly setNormals: (faces: Array<number>, ids: Array<Array<number>>) => void;
	readonly setUVs: (faces: Array<number>, ids: Array<Array<number>>) => void;
	readonly setColors: (faces: Array<number>, ids: Array<Array<number>>) => void;
}

/** The documented batch methods of `EditableMesh`. The published types lack the alphas and the types of ids. */
interface BatchMesh {
	BatchAdd(
		this: BatchMesh,
		attribute: Enum.MeshAttribute,
		values: Array<Vector3> | Array<Vector2> | Array<Color3> | Array<Array<number>>,
		alphas?: Array<number>,
	): Array<number>;
	BatchSetFaceAttributes(this: BatchMesh, faces: Array<number>, ids: Array<Array<number>>): void;
}

/** Returns the mesh with its batch methods, or undefined in older builds of the engine without them. */
function withBatches(editable: EditableMesh): BatchMesh | undefined {
	const [has] = pcall(() => (editable as unknown as { BatchAdd: unknown }).BatchAdd);
	return has ? (editable as unknown as BatchMesh) : undefined;
}

function inBatches(editable: BatchMesh): MeshWriter {
	const { Vertex, Normal, UV, Color, Face } = Enum.MeshAttribute;
	// The ids determine their attribute.
	const set = (faces: Array<number>, ids: Array<Array<number>>) => editable.BatchSetFaceAttributes(faces, ids);
	return {
		batch: 2048,
		weight: 1,
		addVertices: (positions) => editable.BatchAdd(Vertex, positions),
		addNormals: (normals) => editable.BatchAdd(Normal, normals),
		addUVs: (uvs) => editable.BatchAdd(UV, uvs),
		addColors: (colors, alphas) => editable.BatchAdd(Color, colors, alphas),
		addFaces: (faces) => editable.BatchAdd(Face, faces),
		setNormals: set,
		setUVs: set,
		setColors: set,
	};
}

function oneByOne(editable: EditableMesh): MeshWriter {
	return {
		batch: 256,
		weight: 8,
		addVertices: (positions) => positions.map((position) => editable.AddVertex(position)),
		addNormals: (normals) => normals.map((normal) => editable.AddNormal(normal)),
		addUVs: (uvs) => uvs.map((uv) => editable.AddUV(uv)),
		addColors: (colors, alphas) => colors.map((color, index) => editable.AddColor(color, alphas[index])),
		addFaces: (faces) => faces.map(([a, b, c]) => editable.AddTriangle(a, b, c)),
		setNormals: (faces, ids) => faces.forEach((face, index) => editable.SetFaceNormals(face, ids[index])),
		setUVs: (faces, ids) => faces.forEach((face, index) => editable.SetFaceUVs(face, ids[index])),
		setColors: (faces, ids) => faces.forEach((face, index) => editable.SetFaceColors(face, ids[index])),
	};
}

/** Returns the writer of an editable mesh: in batches if the engine has them, otherwise one by one. */
export function meshWriter(editable: EditableMesh): MeshWriter {
	const batches = withBatches(editable);
	return batches ? inBatches(batches) : oneByOne(editable);
}
