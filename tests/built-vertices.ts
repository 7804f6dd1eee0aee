/** What a built MeshPart shows: where its vertices are by now, moved by whatever the engine moves them with. */

/** The editable mesh that a part shows. */
function meshOf(part: MeshPart): EditableMesh {
	const content = part.MeshContent as unknown as { Object: EditableMesh };
	return content.Object;
}

/** The bones of a part by name. */
function bonesOf(part: MeshPart): Map<string, Bone> {
	const bones = new Map<string, Bone>();
	for (const instance of part.GetDescendants()) if (instance.IsA("Bone")) bones.set(instance.Name, instance);
	return bones;
}

/** By how much a part's size stretches its mesh. */
function stretchOf({ Size }: MeshPart, mesh: EditableMesh): Vector3 {
	const { X, Y, Z } = mesh.GetSize();
	return new Vector3(X > 0 ? Size.X / X : 1, Y > 0 ? Size.Y / Y : 1, Z > 0 ? Size.Z / Z : 1);
}

/**
 * The place of every vertex of a part in the world, as x, y, z after each other, in the order of the mesh: through the
 * part's CFrame and Size, or through its Bones where it is skinned.
 */
export function builtVertices(part: MeshPart): Array<number> {
	const mesh = meshOf(part);
	const bones = bonesOf(part);
	const scale = stretchOf(part, mesh);
	const result = new Array<number>();
	for (const vertex of mesh.GetVertices() as Array<number>) {
		const position = mesh.GetPosition(vertex).mul(scale);
		const ids = mesh.GetVertexBones(vertex) as Array<number>;
		let place = Vector3.zero;
		if (ids.isEmpty()) {
			place = part.CFrame.mul(position);
		} else {
			const weights = mesh.GetVertexBoneWeights(vertex) as Array<number>;
			ids.forEach((id, index) => {
				const bone = bones.get(mesh.GetBoneName(id))!;
				const inBone = mesh.GetBoneCFrame(id).Inverse().mul(position);
				place = place.add(bone.TransformedWorldCFrame.mul(inBone).mul(weights[index]));
			});
		}
		result.push(place.X, place.Y, place.Z);
	}
	return result;
}

/** The normal of every vertex of a part in the world, in the order of the mesh, moved as `builtVertices` moves it. */
export function builtNormals(part: MeshPart): Array<number> {
	const mesh = meshOf(part);
	const bones = bonesOf(part);
	const stretch = stretchOf(part, mesh);
	const normalOf = new Map<number, Vector3>();
	for (const face of mesh.GetFaces() as Array<number>) {
		const normals = mesh.GetFaceNormals(face) as Array<number>;
		(mesh.GetFaceVertices(face) as Array<number>).forEach((vertex, corner) => {
			normalOf.set(vertex, mesh.GetNormal(normals[corner])!);
		});
	}
	const result = new Array<number>();
	for (const vertex of mesh.GetVertices() as Array<number>) {
		const normal = normalOf.get(vertex)!;
		const weights = mesh.GetVertexBoneWeights(vertex) as Array<number>;
		let turned = Vector3.zero;
		(mesh.GetVertexBones(vertex) as Array<number>).forEach((id, index) => {
			const bone = bones.get(mesh.GetBoneName(id))!;
			const turn = bone.TransformedWorldCFrame.Rotation.mul(mesh.GetBoneCFrame(id).Rotation.Inverse());
			turned = turned.add(turn.mul(normal).mul(weights[index]));
		});
		// A surface that is stretched leans by the inverse.
		const { X, Y, Z } = weights.isEmpty() ? part.CFrame.Rotation.mul(normal.div(stretch).Unit) : turned.Unit;
		result.push(X, Y, Z);
	}
	return result;
}

/** The triangles of a part, each three places in the order of the mesh's vertices, the lowest first. */
export function builtTriangles(part: MeshPart): Array<string> {
	const mesh = meshOf(part);
	const places = new Map<number, number>();
	(mesh.GetVertices() as Array<number>).forEach((id, index) => places.set(id, index));
	return (mesh.GetFaces() as Array<number>).map((face) => {
		const [a, b, c] = (mesh.GetFaceVertices(face) as Array<number>).map((id) => places.get(id)!);
		return woundFrom(a, b, c);
	});
}

/** A triangle as text, the same whichever corner it starts with, and another where it is turned over. */
export function woundFrom(a: number, b: number, c: number): string {
	if (a < b && a < c) return `${a} ${b} ${c}`;
	return b < c ? `${b} ${c} ${a}` : `${c} ${a} ${b}`;
}

/** All mesh parts below an instance. */
export function meshParts(root: Instance): Array<MeshPart> {
	return root.GetDescendants().filter((instance): instance is MeshPart => instance.IsA("MeshPart"));
}

/** The farthest that two lists of numbers are apart. */
export function farthest(a: ReadonlyArray<number>, b: ReadonlyArray<number>): number {
	let largest = a.size() === b.size() ? 0 : math.huge;
	a.forEach((value, index) => (largest = math.max(largest, math.abs(value - (b[index] ?? math.huge)))));
	return largest;
}
