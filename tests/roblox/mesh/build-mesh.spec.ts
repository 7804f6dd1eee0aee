import { AssetService } from "@rbxts/services";
import { buildMesh } from "../../../src/roblox/mesh/build-mesh";
import { createSkeleton } from "../../../src/scene/create-skeleton";
import { Mesh } from "../../../src/scene/mesh";
import { createPose } from "../../../src/scene/pose";
import { restMesh } from "../../../src/scene/rest-mesh";
import { floats, readFloats } from "../../buffers";
import { failureOf } from "../../expect-failure";
import { expectNear } from "../../expect-near";
import { headless } from "../../headless";
import { gridMesh } from "../../scene/grid-mesh";

function xyz(vector: Vector3): Array<number> {
	return [vector.X, vector.Y, vector.Z];
}

/** Two triangles from (10, 0, 0) to (12, 4, 0), the left side on joint 0, the right on joint 1. */
function quad(): Mesh {
	const indices = buffer.create(24);
	[0, 1, 2, 0, 2, 3].forEach((vertex, index) => buffer.writeu32(indices, index * 4, vertex));
	const joints = buffer.create(32);
	buffer.writeu16(joints, 8, 1);
	buffer.writeu16(joints, 16, 1);
	buffer.writeu16(joints, 18, 0);
	return {
		name: "quad",
		vertexCount: 4,
		triangleCount: 2,
		positions: floats(10, 0, 0, 12, 0, 0, 12, 4, 0, 10, 4, 0),
		normals: floats(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0),
		uvs: [floats(0, 1, 1, 1, 1, 0, 0, 0)],
		colors: floats(1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0.5, 1, 1, 1, 0),
		joints,
		weights: floats(1, 0, 0, 0, 1, 0, 0, 0, 0.75, 0.25, 0, 0, 1, 0, 0, 0),
		indices,
	};
}

function skeletonOfTwo(inverseBind?: buffer) {
	const rest = createPose(2);
	buffer.copy(rest, 0, floats(10, 0, 0, 0, 0, 0, 1, 2, 2, 2));
	buffer.copy(rest, 40, floats(1, 0, 0, 0, 0, 0, 1, 1, 1, 1));
	const joints = [
		{ name: "Left", parent: -1 },
		{ name: "Right", parent: 0 },
	];
	return createSkeleton("rig", joints, { rest, inverseBind }).skeleton;
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	it("makes a part of vertices, faces, normals, UVs and colours, where the vertices were", () => {
		const built = buildMesh(quad());
		expect(built.parts.size()).to.equal(1);
		const [part] = built.parts;
		const [mesh] = built.meshes;
		expect(part.Name).to.equal("quad");
		expectNear(xyz(part.Position), [11, 2, 0], 0);
		expectNear(xyz(part.Size), [2, 4, 0], 0);
		const corners = (mesh.GetFaces() as Array<number>).map((face) => ({
			positions: (mesh.GetFaceVertices(face) as Array<number>).map((id) => xyz(mesh.GetPosition(id)).join(" ")),
			normals: (mesh.GetFaceNormals(face) as Array<number>).map((id) => xyz(mesh.GetNormal(id)!).join(" ")),
			uvs: (mesh.GetFaceUVs(face) as Array<number>).map((id) => `${mesh.GetUV(id)!.X} ${mesh.GetUV(id)!.Y}`),
			alphas: (mesh.GetFaceColors(face) as Array<number>).map((id) => mesh.GetColorAlpha(id)!),
			reds: (mesh.GetFaceColors(face) as Array<number>).map((id) => mesh.GetColor(id)!.R),
		}));
		expect(corners[0].positions.join(", ")).to.equal("-1 -2 0, 1 -2 0, 1 2 0");
		expect(corners[1].positions.join(", ")).to.equal("-1 -2 0, 1 2 0, -1 2 0");
		expect(corners[1].normals.join(", ")).to.equal("0 0 1, 0 0 1, 0 1 0");
		expect(corners[1].uvs.join(", ")).to.equal("0 1, 1 0, 0 0");
		expect(corners[1].alphas.join(" ")).to.equal("1 0.5 0");
		expect(corners[1].reds.join(" ")).to.equal("1 0 1");
		expect(built.dropped.join(", ")).to.equal("skin, for no skeleton was given");
		built.destroy();
	});

	it("adds bones and weights of a skeleton, and Bone instances to the part", () => {
		const built = buildMesh(quad(), { skeleton: skeletonOfTwo() });
		const [mesh] = built.meshes;
		const [part] = built.parts;
		const bones = mesh.GetBones() as Array<number>;
		expect(bones.map((bone) => mesh.GetBoneName(bone)).join(" ")).to.equal("Left Right");
		expect(mesh.GetBoneParent(bones[1])).to.equal(bones[0]);
		// In the part's space, whose middle is at 11, 2; the rest scale of two moves the second bone by two.
		expectNear(xyz(mesh.GetBoneCFrame(bones[0]).Position), [-1, -2, 0], 1e-6);
		expectNear(xyz(mesh.GetBoneCFrame(bones[1]).Position), [1, -2, 0], 1e-6);
		const vertices = mesh.GetVertices();
		expect((mesh.GetVertexBones(vertices[2]) as Array<number>).join(" ")).to.equal(`${bones[1]} ${bones[0]}`);
		expect((mesh.GetVertexBoneWeights(vertices[2]) as Array<number>).join(" ")).to.equal("0.75 0.25");
		expect((mesh.GetVertexBones(vertices[0]) as Array<number>).size()).to.equal(1);
		const right = part.FindFirstChild("Left")!.FindFirstChild("Right") as Bone;
		expectNear(xyz(right.WorldCFrame.Position), [12, 0, 0], 1e-5);
		expect(built.dropped.isEmpty()).to.equal(true);
		built.destroy();
	});

	it("bakes a bind pose that is not the rest pose into the vertices", () => {
		// Bound at the origin, unscaled, turned a quarter about Z; at rest the joint is at 10 and twice as large.
		const skeleton = skeletonOfTwo(floats(0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0));
		const posed = restMesh(quad(), skeleton);
		// Joint 0: (x, y, z) → (10 + 2y, -2x, 2z). Joint 1 is at 12, its matrix unturned: (12 + 2x, 2y, 2z).
		expectNear(readFloats(posed.positions, 0, 3), [10, -20, 0], 1e-5);
		expectNear(readFloats(posed.positions, 12, 3), [36, 0, 0], 1e-5);
		expectNear(readFloats(posed.positions, 24, 3), [0.75 * 36 + 0.25 * 18, 0.75 * 8 - 0.25 * 24, 0], 1e-5);
		expectNear(readFloats(posed.normals!, 0, 3), [0, 0, 1], 1e-6);
		expectNear(readFloats(posed.normals!, 36, 3), [1, 0, 0], 1e-6);
		const unbound = quad();
		expect(restMesh(unbound, skeletonOfTwo())).to.equal(unbound);
	});

	itHeadless("splits what is above the engine's limits", () => {
		const before = headless!.editableMeshes.count();
		const mesh = gridMesh(160, 100);
		const built = buildMesh({ ...mesh, joints: undefined, weights: undefined });
		// 159 × 99 × 2 triangles.
		expect(built.parts.size()).to.equal(2);
		const faces = built.meshes.map((editable) => editable.GetFaces().size());
		expect(faces.join(" ")).to.equal("20000 11482");
		expect(built.dropped.join(", ")).to.equal("tangents, UV sets after the first (1), morph targets (2)");
		expect(headless!.editableMeshes.count()).to.equal(before + 2);
		built.destroy();
		expect(headless!.editableMeshes.count()).to.equal(before);
	});

	itHeadless("fails clearly and leaves nothing behind when the memory is spent", () => {
		const { count, setBudget } = headless!.editableMeshes;
		const before = count();
		setBudget(before + 1);
		const mesh = gridMesh(160, 100);
		const message = failureOf(() => buildMesh({ ...mesh, joints: undefined, weights: undefined }));
		setBudget();
		expect(message).to.equal('[dolly] buildMesh: the memory for editable meshes is spent at part 2 of 2 of "grid"');
		expect(count()).to.equal(before);
	});

	itHeadless("names mistakes and leaves nothing behind", () => {
		const before = headless!.editableMeshes.count();
		expect(failureOf(() => buildMesh({ ...quad(), triangleCount: 0 }))).to.equal(
			'[dolly] buildMesh: "quad" has no triangles',
		);
		expect(failureOf(() => buildMesh({ ...quad(), colors: floats(1, 1, 1, 1) }))).to.equal(
			'[dolly] buildMesh: "quad": colors has 16 bytes, but 4 vertices take 64',
		);
		const wild = quad();
		buffer.writeu16(wild.joints!, 24, 9);
		expect(failureOf(() => buildMesh(wild, { skeleton: skeletonOfTwo() }))).to.equal(
			'[dolly] buildMesh: "quad": vertex 3 has joint 9, but there are 2',
		);
		expect(headless!.editableMeshes.count()).to.equal(before);
	});

	itHeadless("stands on an engine that has the documented limits and does not save editable content", () => {
		const editable = AssetService.CreateEditableMesh();
		for (const _ of $range(1, 60000)) editable.AddVertex(new Vector3());
		const [tooMany] = failureOf(() => editable.AddVertex(new Vector3())).find("60000 vertices", 1, true);
		expect(tooMany !== undefined).to.equal(true);
		const [a, b, c] = editable.GetVertices();
		for (const _ of $range(1, 20000)) editable.AddTriangle(a, b, c);
		const [tooManyFaces] = failureOf(() => editable.AddTriangle(a, b, c)).find("20000 triangles", 1, true);
		expect(tooManyFaces !== undefined).to.equal(true);
		editable.Destroy();

		const built = buildMesh(quad(), { skeleton: skeletonOfTwo() });
		expect(built.parts[0].HasSkinnedMesh).to.equal(true);
		const [saved] = headless!.loadModel(headless!.saveModel(built.parts)) as Array<MeshPart>;
		expect(saved.ClassName).to.equal("MeshPart");
		expect(saved.FindFirstChild("Left") !== undefined).to.equal(true);
		expect(saved.HasSkinnedMesh).to.equal(false);
		expect(saved.MeshContent.Object).to.equal(undefined);
		built.destroy();
	});
};
