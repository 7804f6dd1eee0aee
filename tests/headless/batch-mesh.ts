/** The batch methods of `EditableMesh` as they are documented: the published types leave out the alphas and the ids' types. */
export interface BatchMesh extends EditableMesh {
	BatchAdd(
		this: BatchMesh,
		attribute: Enum.MeshAttribute,
		values: Array<Vector3> | Array<Vector2> | Array<Color3> | Array<Array<number>>,
		alphas?: Array<number>,
	): Array<number>;
	/** One id for each vertex, as the face of the same place in `faces` has it. */
	BatchGetVertexFaceAttributes(
		this: BatchMesh,
		attribute: Enum.MeshAttribute,
		vertices: Array<number>,
		faces: Array<number>,
	): Array<number>;
	/** Colour ids take either colours or, in a call of their own, alphas. */
	BatchSetValues(this: BatchMesh, ids: Array<number>, values: Array<Vector3 | Vector2 | Color3 | number>): void;
	BatchSetFaceAttributes(this: BatchMesh, faces: Array<number>, ids: Array<Array<number>>): void;
}
