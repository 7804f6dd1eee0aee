/**
 * Triangles and what their vertices carry, packed in buffers.
 *
 * @example
 * const body: Mesh = scene.meshes[0];
 * print(`${body.name}: ${body.triangleCount} triangles`);
 */
export interface Mesh {
	name: string;
	vertexCount: number;
	triangleCount: number;
	/** f32 × 3 a vertex. */
	positions: buffer;
	/** f32 × 3 a vertex, unit length. */
	normals?: buffer;
	/** f32 × 2 a vertex for each set; the origin is the image's top left corner. */
	uvs: Array<buffer>;
	/** f32 × 4 a vertex: red, green, blue, alpha; linear, 0 to 1. */
	colors?: buffer;
	/** u16 × 4 a vertex: joints of the skeleton that the mesh is skinned to. */
	joints?: buffer;
	/** f32 × 4 a vertex, their sum 1. */
	weights?: buffer;
	/** u32 × 3 a triangle, counter-clockwise seen from outside. */
	indices: buffer;
}
