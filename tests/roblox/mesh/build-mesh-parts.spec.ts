import { AssetService } from "@rbxts/services";
import { Job } from "../../../src/roblox/job";
import { buildMeshParts, MeshBuilder } from "../../../src/roblox/mesh/build-mesh-parts";
import { createSkeleton } from "../../../src/scene/create-skeleton";
import { plainMaterial } from "../../../src/scene/material";
import { Mesh } from "../../../src/scene/mesh";
import { createPose } from "../../../src/scene/pose";
import { SceneMesh } from "../../../src/scene/scene";
import { Skeleton } from "../../../src/scene/skeleton";
import { floats } from "../../buffers";
import { failureOf } from "../../expect-failure";
import { expectNear } from "../../expect-near";
import { headless } from "../../headless";
import { gridMesh } from "../../scene/grid-mesh";

function xyz(vector: Vector3): Array<number> {
	return [vector.X, vector.Y, vector.Z];
}

/** Two triangles from (10, 0, 0) to (12, 4, 0), the left side on joint 0, the right on joint 1. */
function quad(changes: Partial<SceneMesh> = {}): SceneMesh {
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
		node: 0,
		place: { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
		...changes,
	};
}

/** A mesh at the origin, without joints. */
function unskinned(mesh: Mesh): SceneMesh {
	return {
		...mesh,
		joints: undefined,
		weights: undefined,
		node: 0,
		place: { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
	};
}

function skeletonOfTwo() {
	const rest = createPose(2);
	buffer.copy(rest, 0, floats(10, 0, 0, 0, 0, 0, 1, 2, 2, 2));
	buffer.copy(rest, 40, floats(1, 0, 0, 0, 0, 0, 1, 1, 1, 1));
	const joints = [
		{ name: "Left", parent: -1 },
		{ name: "Right", parent: 0 },
	];
	return createSkeleton("rig", joints, { rest }).skeleton;
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	it("makes a part of vertices, faces, normals, UVs and colours, where the vertices were", () => {
		const job = new Job();
		const built = buildMeshParts(quad(), { job });
		expect(built.parts.size()).to.equal(1);
		const [part] = built.parts;
		const [mesh] = built.meshes;
		expect(part.Name).to.equal("quad");
		expectNear(xyz(part.Position), [11, 2, 0], 0);
		// A part is no thinner than 0.001 studs.
		expectNear(xyz(part.Size), [2, 4, 0.001], 1e-9);
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
		expect(job.report.size()).to.equal(0);
		expect((mesh.GetBones() as Array<number>).size()).to.equal(0);
		built.destroy();
	});

	it("puts the part where the mesh has its place, turned with it", () => {
		const half = math.sqrt(0.5);
		// A quarter turn about Y: X becomes -Z.
		const built = buildMeshParts(quad({ place: { position: [1, 2, 3], rotation: [0, half, 0, half] } }));
		const [part] = built.parts;
		expectNear(xyz(part.Position), [1, 4, -8], 1e-5);
		expectNear(xyz(part.CFrame.RightVector), [0, 0, -1], 1e-6);
		built.destroy();
	});

	it("adds bones and weights of its skeleton, and Bone instances to the part", () => {
		const built = buildMeshParts(quad({ skeleton: skeletonOfTwo() }));
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
		built.destroy();
	});

	it("charges a bone two kilobytes", () => {
		const bytesOf = (skeleton?: Skeleton) => {
			const job = new Job();
			buildMeshParts(quad({ skeleton }), { job }).destroy();
			return job.budget.bytes;
		};
		expect(bytesOf(skeletonOfTwo()) - bytesOf()).to.equal(2 * 2048);
	});

	itHeadless("adds the bones of its own skin alone, with all above them", () => {
		const joints = ["Root", "Spine", "Tail", "Head"].map((name, index) => ({
			name,
			parent: index === 3 ? 1 : index - 1,
		}));
		const { skeleton } = createSkeleton("rig", joints);
		const corner = buffer.create(32);
		for (const vertex of $range(0, 3)) buffer.writeu16(corner, vertex * 8, 3);
		const weights = floats(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
		const built = buildMeshParts(quad({ skeleton, joints: corner, weights, bones: [3] }));
		const [mesh] = built.meshes;
		const names = (mesh.GetBones() as Array<number>).map((bone) => mesh.GetBoneName(bone));
		expect(names.join(" ")).to.equal("Root Spine Head");
		const [vertex] = mesh.GetVertices();
		expect(mesh.GetBoneName((mesh.GetVertexBones(vertex) as Array<number>)[0])).to.equal("Head");
		expect(built.parts[0].FindFirstChild("Head", true)!.Parent!.Name).to.equal("Spine");
		expect(built.parts[0].FindFirstChild("Tail", true)).to.equal(undefined);
		built.destroy();
	});

	itHeadless("adds no bones to a mesh that one joint carries as a whole", () => {
		const built = buildMeshParts({ ...unskinned(quad()), skeleton: skeletonOfTwo(), joint: 1 });
		expect(built.parts[0].FindFirstChildWhichIsA("Bone", true)).to.equal(undefined);
		expect((built.meshes[0].GetBones() as Array<number>).size()).to.equal(0);
		built.destroy();
	});

	itHeadless("shows the texture coordinates that its material uses", () => {
		const uvs = [floats(0, 1, 1, 1, 1, 0, 0, 0), floats(0.25, 0, 0, 0, 0, 0, 0, 0)];
		const image = { name: "a.png" };
		const texture = { image, texCoord: 1, offset: [0, 0], rotation: 0, scale: [1, 1] } as const;
		const firstU = (mesh: SceneMesh) => {
			const built = buildMeshParts(mesh);
			const [editable] = built.meshes;
			const [face] = editable.GetFaces() as Array<number>;
			const u = editable.GetUV((editable.GetFaceUVs(face) as Array<number>)[0])!.X;
			built.destroy();
			return u;
		};
		const material = {
			...plainMaterial("m"),
			baseColorTexture: { ...texture, offset: [0, 0], scale: [1, 1] },
		} as never;
		expect(firstU(quad({ uvs, material }))).to.equal(0.25);
		expect(firstU(quad({ uvs }))).to.equal(0);
		expect(firstU(quad({ uvs: [uvs[0]], material }))).to.equal(0);
	});

	itHeadless("shares the editable mesh of meshes that share all that it shows, and no other", () => {
		const before = headless!.editableMeshes.count();
		const builder = new MeshBuilder(new Job().budget);
		const mesh = unskinned(quad());
		const [first] = builder.build(mesh);
		const [second] = builder.build({ ...mesh, place: { position: [50, 0, 0], rotation: [0, 0, 0, 1] } });
		expect(headless!.editableMeshes.count()).to.equal(before + 1);
		expectNear(xyz(second.Position), [61, 2, 0], 1e-6);
		const [other] = builder.build({ ...mesh, normals: floats(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1) });
		expect(headless!.editableMeshes.count()).to.equal(before + 2);
		for (const part of [first, second, other]) part.Destroy();
		builder.destroy();
		expect(headless!.editableMeshes.count()).to.equal(before);
	});

	itHeadless("splits what is above the engine's limits", () => {
		const before = headless!.editableMeshes.count();
		const mesh = gridMesh(160, 100);
		const job = new Job();
		const built = buildMeshParts(unskinned(mesh), { job });
		// 159 × 99 × 2 triangles.
		expect(built.parts.size()).to.equal(2);
		const faces = built.meshes.map((editable) => editable.GetFaces().size());
		expect(faces.join(" ")).to.equal("20000 11482");
		expect(job.report.join("; ")).to.equal(
			"parts have one set of texture coordinates: others are left out: grid; " +
				"a mesh of 31482 triangles is split into 2 parts: grid",
		);
		expect(job.budget.elements).to.equal(2);
		expect(headless!.editableMeshes.count()).to.equal(before + 2);
		built.destroy();
		expect(headless!.editableMeshes.count()).to.equal(before);
	});

	itHeadless("fails clearly and leaves nothing behind when the memory is spent", () => {
		const { count, setBudget } = headless!.editableMeshes;
		const before = count();
		setBudget(before + 1);
		const mesh = gridMesh(160, 100);
		const message = failureOf(() => buildMeshParts(unskinned(mesh)));
		setBudget();
		expect(message).to.equal('[dolly] buildMeshParts: the memory for editable meshes is spent at part 2 of "grid"');
		expect(count()).to.equal(before);
	});

	itHeadless("names mistakes and leaves nothing behind", () => {
		const before = headless!.editableMeshes.count();
		expect(failureOf(() => buildMeshParts(quad({ triangleCount: 0 })))).to.equal(
			'[dolly] buildMeshParts: "quad" has no triangles',
		);
		expect(failureOf(() => buildMeshParts(quad({ colors: floats(1, 1, 1, 1) })))).to.equal(
			'[dolly] buildMeshParts: "quad": colors has 16 bytes, but 4 vertices take 64',
		);
		const wild = quad({ skeleton: skeletonOfTwo() });
		buffer.writeu16(wild.joints!, 24, 9);
		expect(failureOf(() => buildMeshParts(wild))).to.equal(
			'[dolly] buildMeshParts: "quad": vertex 3 has joint 9, which its skeleton lacks',
		);
		const lost = quad();
		buffer.writef32(lost.positions, 16, 0 / 0);
		expect(failureOf(() => buildMeshParts(lost))).to.equal(
			'[dolly] bounds: "quad" has a vertex whose position is not finite',
		);
		expect(failureOf(() => buildMeshParts(5 as never))).to.equal(
			"[dolly] buildMeshParts: mesh is 5; it must be a mesh of a Scene",
		);
		expect(failureOf(() => buildMeshParts(quad(), { job: {} as never }))).to.equal(
			"[dolly] buildMeshParts: job is a table; expected a Job",
		);
		const job = new Job();
		job.cancel();
		expect(failureOf(() => buildMeshParts(quad(), { job }))).to.equal("[dolly] cancelled");
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

		const built = buildMeshParts(quad({ skeleton: skeletonOfTwo() }));
		expect(built.parts[0].HasSkinnedMesh).to.equal(true);
		const [saved] = headless!.loadModel(headless!.saveModel(built.parts)) as Array<MeshPart>;
		expect(saved.ClassName).to.equal("MeshPart");
		expect(saved.FindFirstChild("Left") !== undefined).to.equal(true);
		expect(saved.HasSkinnedMesh).to.equal(false);
		expect(saved.MeshContent.Object).to.equal(undefined);
		built.destroy();
	});
};
