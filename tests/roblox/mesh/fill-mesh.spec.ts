import { AssetService } from "@rbxts/services";
import { Budget } from "../../../src/bytes/budget";
import { fillMesh } from "../../../src/roblox/mesh/fill-mesh";
import { Mesh } from "../../../src/scene/mesh";
import { failureOf } from "../../expect-failure";
import { headless } from "../../headless";
import { gridMesh } from "../../scene/grid-mesh";

function fill(mesh: Mesh, budget = new Budget()): EditableMesh {
	const editable = AssetService.CreateEditableMesh();
	fillMesh(editable, mesh, Vector3.zero, undefined, budget);
	return editable;
}

function float3(source: buffer, vertex: number): Vector3 {
	const at = vertex * 12;
	return new Vector3(buffer.readf32(source, at), buffer.readf32(source, at + 4), buffer.readf32(source, at + 8));
}

/** Linear light as the engine's colours have it, by the curve of sRGB's standard, rounded as a Color3 rounds. */
function shown(light: number): number {
	return new Color3(0, light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055, 0).G;
}

/** Colours and alphas of all shades, a different one at each vertex. */
function shades(vertexCount: number): buffer {
	const result = buffer.create(vertexCount * 16);
	for (const index of $range(0, vertexCount * 4 - 1)) buffer.writef32(result, index * 4, (index % 9973) / 9972);
	return result;
}

/** What each face has at each of its corners, beside what the mesh says. */
function expectCorners(editable: EditableMesh, mesh: Mesh): void {
	(editable.GetFaces() as Array<number>).forEach((face, triangle) => {
		const normals = editable.GetFaceNormals(face) as Array<number>;
		const uvs = editable.GetFaceUVs(face) as Array<number>;
		const colors = editable.GetFaceColors(face) as Array<number>;
		(editable.GetFaceVertices(face) as Array<number>).forEach((id, corner) => {
			const vertex = buffer.readu32(mesh.indices, triangle * 12 + corner * 4);
			assert(editable.GetPosition(id) === float3(mesh.positions, vertex), `position of vertex ${vertex}`);
			assert(editable.GetNormal(normals[corner]) === float3(mesh.normals!, vertex), `normal of vertex ${vertex}`);
			const uv = editable.GetUV(uvs[corner])!;
			assert(uv.X === buffer.readf32(mesh.uvs[0], vertex * 8), `u of vertex ${vertex}`);
			assert(uv.Y === buffer.readf32(mesh.uvs[0], vertex * 8 + 4), `v of vertex ${vertex}`);
			assert(
				editable.GetColor(colors[corner])!.G === shown(buffer.readf32(mesh.colors!, vertex * 16 + 4)),
				`green of vertex ${vertex}`,
			);
			assert(
				editable.GetColorAlpha(colors[corner]) === buffer.readf32(mesh.colors!, vertex * 16 + 12),
				`alpha of vertex ${vertex}`,
			);
		});
	});
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	itHeadless("puts each value on an id of its vertex, and leaves no other ids behind", () => {
		// More than one batch of vertices and of faces.
		const mesh = { ...gridMesh(70, 40), colors: shades(2800) };
		const editable = fill(mesh);
		expect(editable.GetVertices().size()).to.equal(2800);
		expect(editable.GetNormals().size()).to.equal(2800);
		expect(editable.GetUVs().size()).to.equal(2800);
		expect(editable.GetColors().size()).to.equal(2800);
		expectCorners(editable, mesh);
		editable.Destroy();
	});

	itHeadless("shades a mesh without normals flat: a normal a triangle", () => {
		const mesh = { ...gridMesh(50, 50), normals: undefined };
		const editable = fill(mesh);
		const faces = editable.GetFaces() as Array<number>;
		expect(editable.GetNormals().size()).to.equal(faces.size());
		const [first, , third] = editable.GetFaceVertices(faces[0]) as Array<number>;
		// From (0, 0, 0) over (1, 0, 1) to (0, 1, 50): the normal is (-1, -50, 1), made a unit.
		expect(editable.GetPosition(third).sub(editable.GetPosition(first))).to.equal(new Vector3(0, 1, 50));
		const [normal, second] = editable.GetFaceNormals(faces[0]) as Array<number>;
		expect(second).to.equal(normal);
		const expected = new Vector3(-1, -50, 1).div(math.sqrt(2502));
		expect(editable.GetNormal(normal)!.sub(expected).Magnitude < 1e-6).to.equal(true);
		editable.Destroy();
	});

	itHeadless("pauses between batches, and ends where its budget is cancelled", () => {
		let pauses = 0;
		const mesh = gridMesh(150, 60);
		const budget = new Budget({ pause: () => (pauses += 1) });
		fill(mesh, budget).Destroy();
		// Positions, normals, UVs, colours of 9,000 vertices and of 17,582 triangles: 106,328 steps, 4,096 to a pause.
		expect(pauses).to.equal(25);
		const cancelled = new Budget({ pause: () => cancelled.cancel() });
		expect(failureOf(() => fill(mesh, cancelled))).to.equal("[dolly] cancelled");
	});
};
