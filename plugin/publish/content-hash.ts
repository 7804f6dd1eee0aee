/** Members of EditableMesh with types for ids, which the published types lack. */
interface ReadableMesh {
	BatchGetFaceAttributes(this: ReadableMesh, attribute: Enum.MeshAttribute, faces: Array<number>): Array<Array<number>>;
	BatchGetValues(
		this: ReadableMesh,
		ids: Array<number>,
	): LuaTuple<[Array<Vector3 | Vector2 | Color3>, Array<number> | undefined]>;
}

const CORNER = [
	Enum.MeshAttribute.Vertex,
	Enum.MeshAttribute.Normal,
	Enum.MeshAttribute.UV,
	Enum.MeshAttribute.Color,
] as const;

/** Returns the first half of the SHA-256 of bytes, as 32 digits. */
export function hashOf(bytes: buffer): string {
	const digest = game.GetService("EncodingService").ComputeBufferHash(bytes, Enum.HashAlgorithm.Sha256);
	const digits = new Array<string>();
	// 128 bits are enough: two of a place's meshes will not match by chance.
	for (const at of $range(0, 15)) digits.push(string.format("%02x", buffer.readu8(digest, at)));
	return digits.join("");
}

function bytesOf(numbers: Array<number>): buffer {
	const bytes = buffer.create(numbers.size() * 4);
	numbers.forEach((value, index) => buffer.writef32(bytes, index * 4, value));
	return bytes;
}

function addValue(value: Vector3 | Vector2 | Color3, numbers: Array<number>): void {
	if (typeIs(value, "Vector3")) numbers.push(value.X, value.Y, value.Z);
	else if (typeIs(value, "Vector2")) numbers.push(value.X, value.Y);
	else numbers.push(value.R, value.G, value.B);
}

function addText(text: string, numbers: Array<number>): void {
	numbers.push(text.size());
	for (const at of $range(1, text.size())) numbers.push(text.byte(at)[0]);
}

function addBones(mesh: EditableMesh, numbers: Array<number>): void {
	const bones = mesh.GetBones() as Array<number>;
	if (bones.isEmpty()) return;
	const placeOf = new Map<number, number>();
	bones.forEach((bone, index) => {
		placeOf.set(bone, index);
		addText(mesh.GetBoneName(bone), numbers);
		for (const value of [...mesh.GetBoneCFrame(bone).GetComponents()]) numbers.push(value);
	});
	for (const vertex of mesh.GetVertices() as Array<number>) {
		for (const bone of mesh.GetVertexBones(vertex) as Array<number>) numbers.push(placeOf.get(bone) ?? -1);
		for (const weight of mesh.GetVertexBoneWeights(vertex) as Array<number>) numbers.push(weight);
	}
}

/** Hashes a mesh to 32 digits: the values of each corner of each face, regardless of ids, and the skin. */
export function hashMesh(mesh: EditableMesh): string {
	const readable = mesh as unknown as ReadableMesh;
	const numbers = new Array<number>();
	const faces = mesh.GetFaces() as Array<number>;
	for (const attribute of CORNER) {
		const ids = new Array<number>();
		for (const corners of readable.BatchGetFaceAttributes(attribute, faces)) for (const id of corners) ids.push(id);
		const [values, alphas] = readable.BatchGetValues(ids);
		for (const value of values) addValue(value, numbers);
		for (const alpha of alphas ?? []) numbers.push(alpha);
	}
	addBones(mesh, numbers);
	return hashOf(bytesOf(numbers));
}

/** Hashes an image to 32 digits. */
export function hashImage(image: EditableImage): string {
	const { Size } = image;
	const pixels = image.ReadPixelsBuffer(Vector2.zero, Size);
	const bytes = buffer.create(buffer.len(pixels) + 8);
	buffer.writeu32(bytes, 0, Size.X);
	buffer.writeu32(bytes, 4, Size.Y);
	buffer.copy(bytes, 8, pixels);
	return hashOf(bytes);
}
