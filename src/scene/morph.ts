/**
 * A morph target of a mesh: which vertices it moves, and how far when it is fully on.
 *
 * @example
 * const smile: SceneMorph | undefined = scene.meshes[0].morphs?.find(({ name }) => name === "Smile");
 * if (smile) print(`a smile moves ${buffer.len(smile.vertices) / 4} vertices`);
 */
export interface SceneMorph {
	name: string;
	/** u32 a vertex, rising: those that it moves or turns. */
	vertices: buffer;
	/** f32 × 3 for each of `vertices`: how far it moves. */
	positions: buffer;
	/** f32 × 3 for each of `vertices`: what is added to its normal, before the sum is made unit length. */
	normals?: buffer;
}
