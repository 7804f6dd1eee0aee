import { AssetService } from "@rbxts/services";
import { BatchMesh } from "./batch-mesh";
import { failureOf } from "../expect-failure";
import { headless } from ".";

const { Vertex, Normal, UV, Color, Face } = Enum.MeshAttribute;

function emptyMesh(): BatchMesh {
	return AssetService.CreateEditableMesh() as BatchMesh;
}

/** A square of two triangles that share an edge, and what was made of it. */
function square() {
	const mesh = emptyMesh();
	const vertices = mesh.BatchAdd(Vertex, [
		new Vector3(0, 0, 0),
		new Vector3(1, 0, 0),
		new Vector3(1, 1, 0),
		new Vector3(0, 1, 0),
	]);
	const [a, b, c, d] = vertices;
	return {
		mesh,
		vertices,
		faces: [mesh.AddTriangle(a, b, c), mesh.AddTriangle(a, c, d)],
	};
}

export = () => {
	const test = headless ? it : itSKIP;

	describe("Enum", () => {
		test("has the items that Lune's reflection database is too old for", () => {
			expect(Vertex.Value).to.equal(0);
			expect(Face.Value).to.equal(4);
			expect(tostring(UV)).to.equal("Enum.MeshAttribute.UV");
			expect(typeOf(Normal)).to.equal("EnumItem");
			expect(Normal === Enum.MeshAttribute.Normal && Normal.EnumType === Enum.MeshAttribute).to.equal(true);
			expect(Enum.MeshAttribute.GetEnumItems().size()).to.equal(5);
			expect(Enum.DataStoreRequestType.StandardRemove.Value).to.equal(12);
			expect(Enum.DataStoreRequestType.GetAsync.Value).to.equal(0);
			expect(Enum.DataStoreRequestType.FromName("StandardList")).to.equal(Enum.DataStoreRequestType.StandardList);
			expect(failureOf(() => (Enum.MeshAttribute as unknown as { Edge: unknown }).Edge).size() > 0).to.equal(true);
		});
	});

	describe("EditableMesh", () => {
		test("takes an Enum.MeshAttribute in batches and refuses strings and numbers", () => {
			const mesh = emptyMesh();
			for (const attribute of ["Vertex", 0, Enum.KeyCode.A]) {
				const message = failureOf(() => mesh.BatchAdd(attribute as never, [Vector3.one] as never));
				expect(message.find("Enum.MeshAttribute expected", 1, true)[0]).to.be.ok();
			}
			expect(mesh.BatchAdd(Vertex, [Vector3.one]).size()).to.equal(1);
			mesh.Destroy();
		});

		test("adds colours with alphas or without, but not with too few", () => {
			const mesh = emptyMesh();
			const red = new Color3(1, 0, 0);
			const [plain] = mesh.BatchAdd(Color, [red]);
			const [half] = mesh.BatchAdd(Color, [red], [0.5]);
			expect(mesh.GetColorAlpha(plain)).to.equal(1);
			expect(mesh.GetColorAlpha(half)).to.equal(0.5);
			expect(failureOf(() => mesh.BatchAdd(Color, [red, red], [1])).find("same length", 1, true)[0]).to.be.ok();
			mesh.Destroy();
		});

		test("makes a normal, UV and colour id for each vertex of a new face, and reuses those of one that has a face", () => {
			const { mesh, vertices, faces } = square();
			for (const list of [mesh.GetNormals(), mesh.GetUVs(), mesh.GetColors()]) expect(list.size()).to.equal(4);
			for (const attribute of [Normal, UV, Color]) {
				const [a, c] = mesh.BatchGetVertexFaceAttributes(attribute, [vertices[0], vertices[2]], [faces[0], faces[0]]);
				const again = mesh.BatchGetVertexFaceAttributes(attribute, [vertices[0], vertices[2]], [faces[1], faces[1]]);
				expect(again[0]).to.equal(a);
				expect(again[1]).to.equal(c);
			}
			const [normal] = mesh.GetFaceNormals(faces[0]) as Array<number>;
			expect(mesh.GetNormal(normal)).to.equal(new Vector3(0, 0, 1));
			const [uv] = mesh.GetFaceUVs(faces[0]) as Array<number>;
			expect(mesh.GetUV(uv)).to.equal(Vector2.zero);
			const [color] = mesh.GetFaceColors(faces[0]) as Array<number>;
			expect(mesh.GetColor(color)).to.equal(new Color3(1, 1, 1));
			expect(mesh.GetColorAlpha(color)).to.equal(1);
			mesh.Destroy();
		});

		test("makes no ids for faces of a batch, whose page promises none, and shows none that has a corner without", () => {
			const mesh = emptyMesh();
			const vertices = mesh.BatchAdd(Vertex, [Vector3.zero, Vector3.xAxis, Vector3.yAxis]);
			const faces = mesh.BatchAdd(Face, [vertices]);
			expect(mesh.GetNormals().size() + mesh.GetUVs().size() + mesh.GetColors().size()).to.equal(0);
			const part = () => AssetService.CreateMeshPartAsync(Content.fromObject(mesh));
			expect(failureOf(part).find("a corner of a face has no normal", 1, true)[0]).to.be.ok();
			const [normal] = mesh.BatchAdd(Normal, [Vector3.zAxis]);
			const [uv] = mesh.BatchAdd(UV, [Vector2.zero]);
			mesh.BatchSetFaceAttributes(faces, [[normal, normal, normal]]);
			mesh.BatchSetFaceAttributes(faces, [[uv, uv, uv]]);
			expect(failureOf(part).find("a corner of a face has no normal", 1, true)[0]).to.be.ok();
			const [color] = mesh.BatchAdd(Color, [new Color3(1, 0, 0)]);
			mesh.BatchSetFaceAttributes(faces, [[color, color, color]]);
			expect(part().MeshSize).to.equal(new Vector3(1, 1, 0));
			mesh.AddVertex(Vector3.one);
			expect(failureOf(part).find("a vertex has no face", 1, true)[0]).to.be.ok();
			mesh.Destroy();
		});

		test("makes ids for faces of a batch where a spec asks for them", () => {
			headless!.editableMeshes.setBatchesMakeIds(true);
			const mesh = emptyMesh();
			mesh.BatchAdd(Face, [mesh.BatchAdd(Vertex, [Vector3.zero, Vector3.xAxis, Vector3.yAxis])]);
			headless!.editableMeshes.setBatchesMakeIds(false);
			expect(mesh.GetNormals().size()).to.equal(3);
			mesh.Destroy();
		});

		test("has no batch methods where the engine is older than they are", () => {
			headless!.editableMeshes.setBatches(false);
			const mesh = emptyMesh();
			const message = failureOf(() => mesh.BatchAdd(Vertex, [Vector3.one]));
			headless!.editableMeshes.setBatches(true);
			expect(message.find("BatchAdd is not a valid member of EditableMesh", 1, true)[0]).to.be.ok();
			expect(mesh.BatchAdd(Vertex, [Vector3.one]).size()).to.equal(1);
			mesh.Destroy();
		});

		test("refuses what its page does not say the outcome of", () => {
			const { mesh, vertices } = square();
			const [a, b] = vertices;
			const refused = (call: () => unknown, words: string) =>
				expect(failureOf(call).find(words, 1, true)[0]).to.be.ok();
			for (const strange of [0 / 0, math.huge]) {
				refused(() => mesh.AddVertex(new Vector3(0, strange, 0)), "a finite Vector3 expected");
				refused(() => mesh.AddNormal(new Vector3(strange, 0, 0)), "a finite Vector3 expected");
				refused(() => mesh.AddUV(new Vector2(0, strange)), "a finite Vector2 expected");
				refused(() => mesh.AddColor(new Color3(0, 0, 0), strange), "a finite number expected");
				refused(() => mesh.AddColor(new Color3(0, strange, 0), 1), "a finite Color3 expected");
				refused(() => mesh.SetPosition(a, new Vector3(strange, 0, 0)), "a finite Vector3 expected");
			}
			refused(() => mesh.AddTriangle(a, b, a), "a face of three different vertices expected");
			refused(() => mesh.BatchAdd(Face, [[a, a, b]]), "a face of three different vertices expected");
			const bones = [1, 2, 3, 4, 5].map((index) =>
				mesh.AddBone({ Name: `${index}`, CFrame: new CFrame(), Virtual: false }),
			);
			refused(() => mesh.SetVertexBones(a, bones), "at most 4 bones expected, got 5");
			refused(() => mesh.SetVertexBones(a, [bones[0], bones[0]]), "each bone of a vertex expected once");
			mesh.SetVertexBones(a, [bones[0]]);
			refused(() => mesh.SetVertexBoneWeights(a, [0 / 0]), "a finite number expected");
			refused(() => mesh.AddBone({ Name: "x".rep(101), CFrame: new CFrame(), Virtual: false }), "at most 100");
			refused(() => mesh.AddBone({ Name: "3", CFrame: new CFrame(), Virtual: false }), 'there is a bone "3" already');
			mesh.Destroy();
		});

		test("shows no empty mesh, and has at most 60,000 vertices and 20,000 triangles", () => {
			const mesh = emptyMesh();
			const part = () => AssetService.CreateMeshPartAsync(Content.fromObject(mesh));
			expect(failureOf(part).find("the mesh is empty", 1, true)[0]).to.be.ok();
			const vertices = mesh.BatchAdd(Vertex, new Array<Vector3>(60_000, Vector3.one));
			expect(vertices.size()).to.equal(60_000);
			expect(failureOf(() => mesh.AddVertex(Vector3.one)).find("more than 60000", 1, true)[0]).to.be.ok();
			const face = [vertices[0], vertices[1], vertices[2]];
			expect(mesh.BatchAdd(Face, new Array<Array<number>>(20_000, face)).size()).to.equal(20_000);
			expect(failureOf(() => mesh.BatchAdd(Face, [face])).find("more than 20000", 1, true)[0]).to.be.ok();
			mesh.Destroy();
		});

		test("is copied in another frame", () => {
			const { mesh } = square();
			let copy: EditableMesh | undefined;
			task.spawn(() => (copy = AssetService.CreateEditableMeshAsync(Content.fromObject(mesh))));
			expect(copy).to.equal(undefined);
			headless!.step(1 / 60);
			expect(copy!.GetFaces().size()).to.equal(2);
			copy!.Destroy();
			mesh.Destroy();
		});
	});

	describe("the memory of editable meshes and images", () => {
		test("is one for both, in bytes, and a mesh of a fixed size takes half", () => {
			const { used, setBudget, takePeak } = headless!.editableMemory;
			const before = used();
			const { mesh } = square();
			// Twice 1024 for the mesh, and four vertices, normals, UVs and colours, and two faces.
			const size = 1024 + 4 * (36 + 12 + 8 + 16) + 2 * 48;
			expect(used() - before).to.equal(2 * size);
			const image = AssetService.CreateEditableImage({ Size: new Vector2(8, 4) });
			expect(used() - before).to.equal(2 * size + 128);
			image.Destroy();
			takePeak();
			const fixed = AssetService.CreateEditableMeshAsync(Content.fromObject(mesh), { FixedSize: true });
			mesh.Destroy();
			expect(used() - before).to.equal(size);
			expect(takePeak() - before).to.equal(3 * size);
			setBudget(used() + size - 1);
			expect(AssetService.CreateEditableMeshAsync(Content.fromObject(fixed)) as unknown).to.equal(undefined);
			setBudget(used() + 2048);
			const tight = AssetService.CreateEditableMesh();
			const message = failureOf(() => tight.AddVertex(Vector3.one));
			expect(message.find("the memory for editable objects is exhausted", 1, true)[0]).to.be.ok();
			expect(AssetService.CreateEditableMesh() as unknown).to.equal(undefined);
			expect(AssetService.CreateEditableImage({ Size: Vector2.one }) as unknown).to.equal(undefined);
			setBudget();
			tight.Destroy();
			fixed.Destroy();
			expect(used()).to.equal(before);
		});

		test("comes back as elements are removed", () => {
			const { used } = headless!.editableMemory;
			const { mesh, faces } = square();
			const before = used();
			mesh.AddVertex(Vector3.one);
			mesh.RemoveUnused();
			expect(used()).to.equal(before);
			mesh.RemoveFace(faces[0]);
			expect(before - used()).to.equal(96);
			mesh.Destroy();
		});

		test("sets values by the kind of id, colours and alphas apart, and resets normals without values", () => {
			const { mesh, vertices, faces } = square();
			const pair = [faces[0], faces[0]];
			const corners = [vertices[0], vertices[1]];
			const colors = mesh.BatchGetVertexFaceAttributes(Color, corners, pair);
			mesh.BatchSetValues(colors, [new Color3(1, 0, 0), new Color3(0, 1, 0)]);
			mesh.BatchSetValues(colors, [0.25, 0.75]);
			expect(mesh.GetColor(colors[1])).to.equal(new Color3(0, 1, 0));
			expect(mesh.GetColorAlpha(colors[1])).to.equal(0.75);
			expect(failureOf(() => mesh.BatchSetValues(colors, [Color3.fromRGB(), 1])).size() > 0).to.equal(true);
			expect(failureOf(() => mesh.BatchSetValues(colors, [0.5])).find("same length", 1, true)[0]).to.be.ok();
			const normals = mesh.BatchGetVertexFaceAttributes(Normal, corners, pair);
			mesh.BatchSetValues(normals, [Vector3.xAxis, Vector3.yAxis]);
			expect(mesh.GetNormal(normals[1])).to.equal(Vector3.yAxis);
			mesh.BatchSetValues(normals, undefined as never);
			expect(mesh.GetNormal(normals[1])).to.equal(Vector3.zAxis);
			expect(failureOf(() => mesh.BatchSetValues([normals[0], colors[0]], [Vector3.one, Vector3.one]))).to.be.ok();
			expect(failureOf(() => mesh.BatchSetValues(faces, [Vector3.one, Vector3.one]))).to.be.ok();
			mesh.Destroy();
		});

		test("gives faces ids of their own, and removes those that no face uses", () => {
			const { mesh, vertices, faces } = square();
			const [one, other] = mesh.BatchAdd(Normal, [Vector3.xAxis, Vector3.yAxis]);
			mesh.BatchSetFaceAttributes(faces, [
				[one, one, one],
				[other, other, other],
			]);
			const loose = mesh.AddVertex(Vector3.one);
			expect(mesh.GetNormals().size()).to.equal(6);
			const removed = mesh.RemoveUnused() as Array<number>;
			expect(removed.size()).to.equal(5);
			expect(removed.includes(loose)).to.equal(true);
			expect((mesh.GetNormals() as Array<number>).join(" ")).to.equal(`${one} ${other}`);
			expect(mesh.GetVertices().size()).to.equal(4);
			expect(failureOf(() => mesh.GetPosition(loose)).find("not a valid Vertex id", 1, true)[0]).to.be.ok();
			expect(failureOf(() => mesh.BatchSetFaceAttributes([faces[0]], [[one, one]]))).to.be.ok();
			expect(failureOf(() => mesh.BatchSetFaceAttributes([faces[0]], [[one, one, vertices[0]]]))).to.be.ok();
			mesh.Destroy();
		});
	});
};
