/**
 * Triangles and the data of their vertices, packed in buffers.
 *
 * @example
 * const body: Mesh = scene.meshes[0];
 * print(`${body.name}: ${body.triangleCount} triangles`);
 */
export interface Mesh {
	name: string;
	vertexCount: number;
	triangleCount: number;
	/** f32 × 3 per vertex. */
	positions: buffer;
	/** f32 × 3 per vertex, unit length. */
	normals?: buffer;
	/** f32 × 2 per vertex for each set. The origin is the image's top left corner. */
	uvs: Array<buffer>;
	/** f32 × 4 per vertex: red, green, blue, alpha; linear, 0 to 1. */
	colors?: buffer;
	/** u16 × 4 per vertex: joints of the mesh's skeleton. */
	joints?: buffer;
	/** f32 × 4 per vertex, with a sum of 1. */
	weights?: buffer;
	/** u32 × 3 per triangle, counter-clockwise seen from outside. */
	indices: buffer;
}
