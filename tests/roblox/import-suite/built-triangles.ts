/** What a part shows, read through the engine's own getters: no id and no order is taken for granted that its pages do not promise. */

/** A face of a part's mesh: its vertices, and where each of them is in the world. */
export interface BuiltTriangle {
	face: number;
	vertices: Array<number>;
	corners: Array<Vector3>;
}

/** Where a vertex is in the world. */
export type PlaceOf = (vertex: number) => Vector3;

/** The editable mesh that a part shows. */
export function meshOf(part: MeshPart): EditableMesh {
	const { Object: mesh } = part.MeshContent as unknown as { Object?: EditableMesh };
	assert(mesh, `${part.Name} shows no editable mesh`);
	return mesh;
}

/** Ids of any kind, typed as numbers. */
export const idsOf = (list: unknown) => list as Array<number>;

/** The bones below a part by their names. */
export function bonesOf(part: Instance): Map<string, Bone> {
	const bones = new Map<string, Bone>();
	for (const instance of part.GetDescendants()) if (instance.IsA("Bone")) bones.set(instance.Name, instance);
	return bones;
}

/** By how much a part stretches its mesh along each axis. */
export function stretchOf(part: MeshPart): Vector3 {
	const { X, Y, Z } = meshOf(part).GetSize();
	return new Vector3(part.Size.X / X, part.Size.Y / Y, part.Size.Z / Z);
}

/** Vertices that stand with their part, which is at `cframe`. */
export function rigidPlaces(part: MeshPart, cframe = part.CFrame): PlaceOf {
	const mesh = meshOf(part);
	const stretch = stretchOf(part);
	return (vertex) => cframe.mul(mesh.GetPosition(vertex).mul(stretch));
}

/** Each bone of a vertex by its name, and its share. */
export function sharesOf(mesh: EditableMesh, vertex: number): Map<string, number> {
	const weights = mesh.GetVertexBoneWeights(vertex) as Array<number>;
	const shares = new Map<string, number>();
	idsOf(mesh.GetVertexBones(vertex)).forEach((id, index) => shares.set(mesh.GetBoneName(id), weights[index]));
	return shares;
}

/** Vertices that follow bones, which are where `worldOf` says. */
export function skinnedPlaces(part: MeshPart, worldOf: (bone: Bone) => CFrame): PlaceOf {
	const mesh = meshOf(part);
	const turns = new Map<string, CFrame>();
	for (const [name, bone] of bonesOf(part)) {
		const [ok, id] = pcall(() => mesh.GetBoneByName(name));
		// Not every Bone has a vertex, so not every one is in the mesh.
		if (ok) turns.set(name, worldOf(bone).mul(mesh.GetBoneCFrame(id as number).Inverse()));
	}
	return (vertex) => {
		const position = mesh.GetPosition(vertex);
		let place = Vector3.zero;
		for (const [name, share] of sharesOf(mesh, vertex)) {
			const turn = turns.get(name);
			assert(turn, `a vertex follows ${name}, which is no Bone of ${part.Name}`);
			place = place.add(turn.mul(position).mul(share));
		}
		return place;
	};
}

/** Whether a part's mesh has bones. */
export const isSkinned = (part: MeshPart) => !idsOf(meshOf(part).GetBones()).isEmpty();

/** Where the vertices of a part are at rest. */
export function restPlaces(part: MeshPart): PlaceOf {
	return isSkinned(part) ? skinnedPlaces(part, (bone) => bone.WorldCFrame) : rigidPlaces(part);
}

/** Where a bone is by its own CFrame and Transform and those above it, up to its part. */
export function posedCFrame(bone: Bone): CFrame {
	const above = bone.Parent!;
	const from = above.IsA("Bone") ? posedCFrame(above) : (above as BasePart).CFrame;
	return from.mul(bone.CFrame).mul(bone.Transform);
}

/** The faces of a part. */
export function trianglesOf(part: MeshPart, placeOf = restPlaces(part)): Array<BuiltTriangle> {
	const mesh = meshOf(part);
	return idsOf(mesh.GetFaces()).map((face) => {
		const vertices = idsOf(mesh.GetFaceVertices(face));
		return { face, vertices, corners: vertices.map(placeOf) };
	});
}

/** The middle of all corners of a part; far away if it has another number of faces. */
export function middleOf(part: MeshPart, faceCount: number): Vector3 {
	const triangles = trianglesOf(part);
	if (triangles.size() !== faceCount) return new Vector3(math.huge, math.huge, math.huge);
	let sum = Vector3.zero;
	for (const { corners } of triangles) for (const corner of corners) sum = sum.add(corner);
	return sum.div(faceCount * 3);
}

/** A face, and the corners of the file that its own three are, by their numbers. */
export interface MatchedTriangle extends BuiltTriangle {
	expected: Array<number>;
}

/** How far the corners of a face are from three places, at the farthest, whichever of them comes first. */
function distanceOf({ corners }: BuiltTriangle, wanted: Array<Vector3>): LuaTuple<[distance: number, shift: number]> {
	let least = math.huge;
	let best = 0;
	for (const shift of $range(0, 2)) {
		let farthest = 0;
		corners.forEach((corner, index) => {
			farthest = math.max(farthest, corner.sub(wanted[(index + shift) % 3]).Magnitude);
		});
		if (farthest < least) [least, best] = [farthest, shift];
	}
	return $tuple(least, best);
}

/**
 * Finds each triangle of the file among the faces of a part: with its corners within `tolerance` studs and the same way round.
 * Fails if one is missing or left over.
 */
export function matchTriangles(
	name: string,
	triangles: Array<BuiltTriangle>,
	corners: Array<Vector3>,
	tolerance: number,
): Array<MatchedTriangle> {
	const left = [...triangles];
	const matched = new Array<MatchedTriangle>();
	for (const first of $range(0, corners.size() - 1, 3)) {
		const wanted = [corners[first], corners[first + 1], corners[first + 2]];
		let least = math.huge;
		let found = -1;
		let turned = 0;
		left.forEach((triangle, index) => {
			const [distance, shift] = distanceOf(triangle, wanted);
			if (distance < least) [least, found, turned] = [distance, index, shift];
		});
		assert(
			least <= tolerance,
			`${name}: no face is where triangle ${first / 3} is, at ${wanted.join("; ")}: the nearest is ${least} studs off`,
		);
		const triangle = left.unorderedRemove(found)!;
		matched.push({ ...triangle, expected: [0, 1, 2].map((corner) => first + ((corner + turned) % 3)) });
	}
	assert(left.isEmpty(), `${name}: ${left.size()} faces are not in the file`);
	return matched;
}
