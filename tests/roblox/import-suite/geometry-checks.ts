import {
	BuiltTriangle,
	idsOf,
	isSkinned,
	matchTriangles,
	meshOf,
	stretchOf,
	MatchedTriangle,
	restPlaces,
	trianglesOf,
} from "./built-triangles";
import { cframeOf, OpenedModel, Shown, vectorsOf } from "./suite-model";

/** The smallest side that a part may have. f32 in CFrames at coordinates below 100 stays well within it. */
export const STUDS = 1e-3;

/** What the engine keeps of directions and texture coordinates its pages do not say: half a degree, and half a float's last bit. */
export const DIRECTION = 0.01;
export const COORDINATE = 1e-3;

/** Colours and skin weights may be bytes. */
export const BYTE = 1 / 255;

/** Where models stand that are put into Workspace: away from where characters are. */
export const ASIDE = new CFrame(0, 60, 120);

/** Fails unless two places are within a distance of one another. */
export function expectPlace(name: string, actual: Vector3, expected: Vector3, tolerance = STUDS): void {
	const distance = actual.sub(expected).Magnitude;
	// Written so that NaN fails.
	assert(distance <= tolerance, `${name} is at ${actual}, ${distance} studs from ${expected}`);
}

/** Fails unless two CFrames are within `STUDS` and `DIRECTION` of one another. */
export function expectCFrame(name: string, actual: CFrame, expected: CFrame): void {
	expectPlace(name, actual.Position, expected.Position);
	for (const axis of ["RightVector", "UpVector", "LookVector"] as const) {
		const distance = actual[axis].sub(expected[axis]).Magnitude;
		assert(distance <= DIRECTION, `${name}: ${axis} is ${actual[axis]}, expected ${expected[axis]}`);
	}
}

function expectNumbers(name: string, actual: Array<number>, expected: Array<number>, tolerance: number): void {
	expected.forEach((value, index) => {
		assert(
			math.abs(actual[index] - value) <= tolerance,
			`${name} is ${actual.join(" ")}, expected ${expected.join(" ")} within ${tolerance}`,
		);
	});
}

/** The faces of a part beside the corners of the file. */
export function matched({ expected, part }: Shown): Array<MatchedTriangle> {
	return matchTriangles(part.Name, trianglesOf(part), vectorsOf(expected.positions), STUDS);
}

type IdsOfFace = (mesh: EditableMesh, face: number) => unknown;

/** Compares what every corner of a part has with the numbers of the file. */
function expectCorners(
	{ part, triangles }: { part: MeshPart; triangles: Array<MatchedTriangle> },
	numbers: Array<Array<number>>,
	idsAt: IdsOfFace,
	valueOf: (mesh: EditableMesh, id: number) => Array<number>,
	tolerance: number,
): void {
	const mesh = meshOf(part);
	for (const { face, expected } of triangles) {
		idsOf(idsAt(mesh, face)).forEach((id, corner) => {
			const at = expected[corner];
			expectNumbers(`${part.Name}: corner ${at}`, valueOf(mesh, id), numbers[at], tolerance);
		});
	}
}

/** Whether a part's mesh has no thickness, which nothing can stretch. */
function isFlat(part: MeshPart): boolean {
	const { X, Y, Z } = meshOf(part).GetSize();
	return X * Y * Z === 0;
}

/** The normals of corners in the world, of a part that is not skinned. */
export function expectNormals(
	part: MeshPart,
	triangles: Array<MatchedTriangle>,
	numbers: Array<Array<number>>,
	tolerance = DIRECTION,
): void {
	const turn = part.CFrame.Rotation;
	const stretch = isFlat(part) ? Vector3.one : stretchOf(part);
	expectCorners(
		{ part, triangles },
		numbers,
		(mesh, face) => mesh.GetFaceNormals(face),
		(mesh, id) => {
			// A surface that is stretched leans by the inverse.
			const { X, Y, Z } = turn.mul(mesh.GetNormal(id)!.div(stretch).Unit);
			return [X, Y, Z];
		},
		tolerance,
	);
}

/** The texture coordinates of corners. */
export function expectUVs(
	part: MeshPart,
	triangles: Array<MatchedTriangle>,
	numbers: Array<Array<number>>,
	tolerance = COORDINATE,
): void {
	expectCorners(
		{ part, triangles },
		numbers,
		(mesh, face) => mesh.GetFaceUVs(face),
		(mesh, id) => {
			const { X, Y } = mesh.GetUV(id)!;
			return [X, Y];
		},
		tolerance,
	);
}

/** The colours and alphas of corners. */
export function expectColors(
	part: MeshPart,
	triangles: Array<MatchedTriangle>,
	numbers: Array<Array<number>>,
	tolerance = BYTE,
): void {
	expectCorners(
		{ part, triangles },
		numbers,
		(mesh, face) => mesh.GetFaceColors(face),
		(mesh, id) => {
			const { R, G, B } = mesh.GetColor(id)!;
			return [R, G, B, mesh.GetColorAlpha(id)!];
		},
		tolerance,
	);
}

/** The distance from a place to the nearest of others. */
function nearest(place: Vector3, others: Array<Vector3>): number {
	let least = math.huge;
	for (const other of others) least = math.min(least, place.sub(other).Magnitude);
	return least;
}

/** The area of a triangle, in square studs. */
function areaOf({ corners: [a, b, c] }: BuiltTriangle): number {
	return b.sub(a).Cross(c.sub(a)).Magnitude / 2;
}

/** What holds for every model of the suite: sentences, and what checks them. */
export const GEOMETRY_CHECKS: Array<[sentence: string, check: (model: OpenedModel) => void]> = [
	[
		"has a part for each primitive, and no other that is seen",
		(model) => {
			const seen = model
				.get()
				.model.GetDescendants()
				.filter((instance) => instance.IsA("BasePart") && instance.Transparency < 1);
			const [count, wanted] = [seen.size(), model.parts().size()];
			assert(count === wanted, `${count} parts are seen, and the file has ${wanted} primitives`);
		},
	],
	[
		"has as many faces as the file has triangles, none without an area",
		(model) => {
			for (const { expected, part } of model.parts()) {
				const triangles = trianglesOf(part);
				const count = triangles.size();
				assert(count === expected.triangleCount, `${part.Name}: ${count} faces, not ${expected.triangleCount}`);
				for (const triangle of triangles) assert(areaOf(triangle) > STUDS * STUDS, `${part.Name}: an empty face`);
			}
		},
	],
	[
		"has its vertices where the file has them, and no others",
		(model) => {
			for (const { expected, part } of model.parts()) {
				const corners = vectorsOf(expected.positions);
				const vertices = idsOf(meshOf(part).GetVertices()).map(restPlaces(part));
				for (const vertex of vertices) {
					assert(nearest(vertex, corners) <= STUDS, `${part.Name}: a vertex at ${vertex} is not in the file`);
				}
				for (const corner of corners) assert(nearest(corner, vertices) <= STUDS, `${part.Name} has none at ${corner}`);
			}
		},
	],
	[
		"has its faces wound as the file has its triangles",
		(model) => {
			for (const shown of model.parts()) matched(shown);
		},
	],
	[
		"has meshes that stand around their own middle, as large as one of their parts",
		(model) => {
			const parts = model.parts().map(({ part }) => part);
			for (const part of parts) {
				const mesh = meshOf(part);
				expectPlace(part.Name, mesh.GetCenter(), Vector3.zero);
				const sharing = parts.filter((other) => meshOf(other) === mesh);
				const isOwnSize = sharing.some(({ Size }) => Size.sub(mesh.GetSize()).Magnitude < STUDS);
				assert(isOwnSize, `no part is as large as the mesh of ${part.Name}`);
			}
		},
	],
	[
		"has parts with the size and the place of the box around their vertices",
		(model) => {
			for (const { expected, part } of model.parts()) {
				// A skinned mesh stands in the axes of its skeleton.
				if (!expected.box || isSkinned(part)) continue;
				const [x, y, z] = expected.box.size;
				expectPlace(`the size of ${part.Name}`, part.Size, new Vector3(x, y, z));
				expectCFrame(part.Name, part.CFrame, cframeOf(expected.box.cframe));
			}
		},
	],
	[
		"has its pivot at the file's origin, looking the way the model looks",
		(model) => {
			expectCFrame("the pivot", model.get().model.GetPivot(), CFrame.lookAt(Vector3.zero, new Vector3(0, 0, 1)));
		},
	],
];
