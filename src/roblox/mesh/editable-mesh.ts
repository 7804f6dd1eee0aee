/**
 * The batch methods of `EditableMesh` as they are documented: the published types leave out the alphas and know none of
 * the ids' types.
 */
export interface BatchMesh extends EditableMesh {
	BatchAdd(this: BatchMesh, attribute: "Vertex" | "Normal", values: Array<Vector3>): Array<number>;
	BatchAdd(this: BatchMesh, attribute: "UV", values: Array<Vector2>): Array<number>;
	BatchAdd(this: BatchMesh, attribute: "Color", values: Array<Color3>, alphas: Array<number>): Array<number>;
	BatchAdd(this: BatchMesh, attribute: "Face", values: Array<Array<number>>): Array<number>;
	BatchSetFaceAttributes(this: BatchMesh, faces: Array<number>, ids: Array<Array<number>>): void;
}
