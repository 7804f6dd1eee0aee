import { AssetService } from "@rbxts/services";
import { Job } from "../../../src/roblox/job";
import { buildMeshParts, MeshBuilder } from "../../../src/roblox/mesh/build-mesh-parts";
import { createSkeleton } from "../../../src/scene/create-skeleton";
import { plainMaterial } from "../../../src/scene/material";
import { Mesh } from "../../../src/scene/mesh";
import { createPose } from "../../../src/scene/pose";
import { SceneMesh } from "../../../src/scene/scene";
import { Skeleton } from "../../../src/scene/skeleton";
import { floats, uints } from "../../buffers";
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

/** 31,482 triangles in a plane. */
function largeGrid(): SceneMesh {
	const mesh = gridMesh(160, 100);
	for (const vertex of $range(0, mesh.vertexCount - 1)) buffer.writef32(mesh.positions, vertex * 12 + 8, 0);
	return unskinned(mesh);
}

/** What a mesh says at each corner of its faces: position, normal, UV, colour and alpha. */
function cornersOf(mesh: EditableMesh): string {
	const lines = (mesh.GetFaces() as Array<number>).map((face) => {
		const normals = mesh.GetFaceNormals(face) as Array<number>;
		const uvs = mesh.GetFaceUVs(face) as Array<number>;
		const colors = mesh.GetFaceColors(face) as Array<number>;
		return (mesh.GetFaceVertices(face) as Array<number>)
			.map((vertex, corner) => {
				const color = `${mesh.GetColor(colors[corner])} ${mesh.GetColorAlpha(colors[corner])}`;
				return `${mesh.GetPosition(vertex)} ${mesh.GetNormal(normals[corner])} ${mesh.GetUV(uvs[corner])} ${color}`;
			})
			.join("; ");
	});
	return lines.join("\n");
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

	itHeadless("shares no editable mesh of meshes that are skinned otherwise", () => {
		const skeletonOf = (...names: Array<string>): Skeleton => {
			const joints = names.map((name, index) => ({ name, parent: index - 1 }));
			return createSkeleton("rig", joints).skeleton;
		};
		const skeleton = skeletonOf("root", "tip");
		const mesh = quad({ skeleton, bones: [0, 1] });
		const bind = buffer.create(2 * 56);
		for (const at of [48, 56 + 48]) buffer.writef64(bind, at, 1);
		buffer.writef64(bind, 56, 9);
		const others: Array<Partial<SceneMesh>> = [
			{ weights: floats(0.5, 0.5, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0) },
			{ skeleton: skeletonOf("hip", "knee") },
			{ bind },
		];
		const skinOf = (editable: EditableMesh) => {
			const vertices = (editable.GetVertices() as Array<number>).map((vertex) => {
				const names = (editable.GetVertexBones(vertex) as Array<number>).map((bone) => editable.GetBoneName(bone));
				return `${names.join(" ")} ${(editable.GetVertexBoneWeights(vertex) as Array<number>).join(" ")}`;
			});
			const bones = (editable.GetBones() as Array<number>).map((bone) => `${editable.GetBoneCFrame(bone).Position}`);
			return [...vertices, ...bones].join("; ");
		};
		for (const changes of others) {
			const [builder, fresh] = [new MeshBuilder(new Job().budget), new MeshBuilder(new Job().budget)];
			const other = { ...mesh, ...changes };
			const parts = [mesh, mesh, other].map((built) => builder.build(built)[0]);
			const [expected] = fresh.build(other);
			expect(builder.meshes.size()).to.equal(2);
			const [, skinned] = builder.meshes;
			expect(skinOf(skinned)).to.equal(skinOf(fresh.meshes[0]));
			expect(skinOf(skinned)).never.to.equal(skinOf(builder.meshes[0]));
			for (const part of [...parts, expected]) part.Destroy();
			builder.destroy();
			fresh.destroy();
		}
		// What one joint carries as a whole is the same mesh as one that stands still.
		const builder = new MeshBuilder(new Job().budget);
		const still = unskinned(quad());
		const parts = [still, { ...still, skeleton, joint: 1 }].map((built) => builder.build(built)[0]);
		expect(builder.meshes.size()).to.equal(1);
		for (const part of parts) part.Destroy();
		builder.destroy();
	});

	itHeadless("splits what is above the engine's limits", () => {
		const before = headless!.editableMeshes.count();
		const job = new Job();
		const built = buildMeshParts(largeGrid(), { job });
		// 159 × 99 × 2 triangles.
		expect(built.parts.size()).to.equal(2);
		const faces = built.meshes.map((editable) => editable.GetFaces().size());
		expect(faces.join(" ")).to.equal("20000 11482");
		expect(job.report.join("; ")).to.equal(
			"texture coordinates are left out, because parts have only one set: grid; " +
				"a mesh of 31482 triangles is split into 2 parts: grid",
		);
		expect(job.budget.elements).to.equal(2);
		expect(headless!.editableMeshes.count()).to.equal(before + 2);
		built.destroy();
		expect(headless!.editableMeshes.count()).to.equal(before);
	});

	itHeadless("fails clearly and leaves nothing behind when the memory is spent", () => {
		const { used, setBudget } = headless!.editableMemory;
		const before = used();
		const meshes = headless!.editableMeshes.count();
		const failWith = (bytes: number) => {
			setBudget(before + bytes);
			const message = failureOf(() => buildMeshParts(largeGrid()));
			setBudget();
			expect(used()).to.equal(before);
			expect(headless!.editableMeshes.count()).to.equal(meshes);
			return message;
		};
		expect(failWith(1024)).to.equal('[dolly] buildMeshParts: "grid": the memory for editable meshes is spent');
		// The first part fits, which has 20,000 triangles; the second does not.
		expect(failWith(4e6)).to.equal('[dolly] buildMeshParts: "grid": the memory for editable objects is exhausted');
	});

	itHeadless("centres each part on the vertices that it uses, where meshes share theirs", () => {
		// Two triangles 100 studs apart in one list of vertices.
		const positions = floats(0, 0, 0, 1, 0, 0, 0, 1, 0, 100, 0, 0, 101, 0, 0, 100, 1, 0);
		const shared = { ...unskinned(quad()), positions, vertexCount: 6, triangleCount: 1, normals: undefined };
		const bare: SceneMesh = { ...shared, uvs: [], colors: undefined };
		const builder = new MeshBuilder(new Job().budget);
		const [near] = builder.build({ ...bare, indices: uints(0, 1, 2) });
		const [far] = builder.build({ ...bare, indices: uints(3, 4, 5) });
		expectNear(xyz(near.Position), [0.5, 0.5, 0], 0);
		expectNear(xyz(far.Position), [100.5, 0.5, 0], 0);
		for (const part of [near, far]) {
			expectNear(xyz(part.Size), [1, 1, 0.001], 1e-9);
			part.Destroy();
		}
		expect(builder.meshes.map((mesh) => mesh.GetVertices().size()).join(" ")).to.equal("3 3");
		builder.destroy();
	});

	itHeadless("drops triangles that name a vertex twice and says how many, and refuses a mesh of no others", () => {
		const indices = uints(0, 1, 2, 0, 2, 2, 3, 3, 3);
		const job = new Job();
		const built = buildMeshParts(unskinned(quad({ indices, triangleCount: 3 })), { job });
		expect(built.meshes[0].GetFaces().size()).to.equal(1);
		expect(built.meshes[0].GetVertices().size()).to.equal(3);
		expect(job.report.join()).to.equal("triangles that name a vertex twice are left out: quad (2 times)");
		built.destroy();
		expect(failureOf(() => buildMeshParts(quad({ indices: uints(1, 1, 1), triangleCount: 1 })))).to.equal(
			'[dolly] buildMeshParts: "quad" has no triangles',
		);
	});

	itHeadless("refuses a mesh that is larger than a part may be", () => {
		const positions = floats(0, 0, 0, 5000, 0, 0, 5000, 4, 0, 0, 4, 0);
		expect(failureOf(() => buildMeshParts(unskinned(quad({ positions }))))).to.equal(
			'[dolly] buildMeshParts: "quad" is 5000 studs long; expected at most 2048. Convert the scene with a scale of 0.4',
		);
	});

	itHeadless("builds the same with batches that make ids, with batches that make none, and without batches", () => {
		const { setBatches, setBatchesMakeIds } = headless!.editableMeshes;
		const build = (mesh: SceneMesh) => {
			const built = buildMeshParts(mesh);
			const [editable] = built.meshes;
			const counts = [editable.GetVertices(), editable.GetNormals(), editable.GetUVs(), editable.GetColors()];
			const told = `${counts.map((list) => list.size()).join(" ")}\n${cornersOf(editable)}`;
			built.destroy();
			return told;
		};
		const plain: SceneMesh = { ...unskinned(quad()), uvs: [], colors: undefined, normals: undefined };
		for (const [mesh, counts] of [
			[quad(), "4 4 4 4"],
			[plain, "4 2 1 1"],
			[quad({ skeleton: skeletonOfTwo() }), "4 4 4 4"],
		] as const) {
			const expected = build(mesh);
			expect(expected.sub(1, 7)).to.equal(counts);
			setBatchesMakeIds(true);
			expect(build(mesh)).to.equal(expected);
			setBatchesMakeIds(false);
			setBatches(false);
			const [ok, single] = pcall(() => build(mesh));
			setBatches(true);
			expect(ok).to.equal(true);
			expect(single).to.equal(expected);
		}
	});

	itHeadless("adds up the weights of a joint that a vertex names twice", () => {
		const joints = buffer.create(32);
		const weights = floats(0.5, 0.25, 0.25, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
		buffer.writeu16(joints, 2, 1);
		const built = buildMeshParts(quad({ joints, weights, skeleton: skeletonOfTwo() }));
		const [mesh] = built.meshes;
		const [vertex] = mesh.GetVertices();
		const names = (mesh.GetVertexBones(vertex) as Array<number>).map((bone) => mesh.GetBoneName(bone));
		expect(names.join(" ")).to.equal("Left Right");
		expect((mesh.GetVertexBoneWeights(vertex) as Array<number>).join(" ")).to.equal("0.75 0.25");
		built.destroy();
	});

	describe("the size of meshes", () => {
		itHeadless("is fixed, which takes less memory, and the mesh that was filled is freed", () => {
			const { used, takePeak } = headless!.editableMemory;
			const [before, count] = [used(), headless!.editableMeshes.count()];
			takePeak();
			const built = buildMeshParts(unskinned(quad()));
			expect(built.meshes[0].FixedSize).to.equal(true);
			expect(headless!.editableMeshes.count()).to.equal(count + 1);
			// 1024 bytes, four vertices, normals, UVs and colours, and two faces; twice that while it was filled.
			const size = 1024 + 4 * (36 + 12 + 8 + 16) + 2 * 48;
			expect(used() - before).to.equal(size);
			expect(takePeak() - before).to.equal(3 * size);
			expect(built.parts[0].MeshContent.Object).to.equal(built.meshes[0]);
			built.destroy();
			expect(used()).to.equal(before);
		});

		itHeadless("is left as it is for a skinned mesh: no page says that a copy keeps bones", () => {
			const built = buildMeshParts(quad({ skeleton: skeletonOfTwo() }));
			expect(built.meshes[0].FixedSize).to.equal(false);
			built.destroy();
		});

		itHeadless("is left as it is where there is no memory for both, and where copies are refused", () => {
			const { used, setBudget } = headless!.editableMemory;
			const before = used();
			setBudget(before + 3500);
			const built = buildMeshParts(unskinned(quad()));
			setBudget();
			expect(built.meshes[0].FixedSize).to.equal(false);
			expect(built.parts[0].MeshContent.Object).to.equal(built.meshes[0]);
			built.destroy();
			headless!.assets.setMeshApis(false, ["CreateEditableMeshAsync"]);
			const other = buildMeshParts(unskinned(quad()));
			headless!.assets.setMeshApis();
			expect(other.meshes[0].FixedSize).to.equal(false);
			other.destroy();
			expect(used()).to.equal(before);
		});
	});

	describe("where the Mesh / Image APIs are off", () => {
		const SWITCH =
			"in a published experience its owner, verified by age and ID, must turn on Enable Mesh / Image APIs in the " +
			"Creator Dashboard (create.roblox.com/dashboard/creations)";

		itHeadless("says which switch to set, and leaves nothing behind", () => {
			const before = headless!.editableMemory.used();
			const refusedBy = (method: string) => {
				headless!.assets.setMeshApis(false, [method]);
				const message = failureOf(() => buildMeshParts(quad()));
				headless!.assets.setMeshApis();
				expect(headless!.editableMemory.used()).to.equal(before);
				return message;
			};
			expect(refusedBy("CreateEditableMesh")).to.equal(
				'[dolly] buildMeshParts: "quad": the engine refuses editable meshes (CreateEditableMesh: the Mesh / Image APIs ' +
					`are not enabled for this experience): ${SWITCH}`,
			);
			expect(refusedBy("CreateMeshPartAsync")).to.equal(
				'[dolly] buildMeshParts: "quad": the engine refuses a part of an editable mesh (CreateMeshPartAsync: the Mesh / ' +
					`Image APIs are not enabled for this experience): ${SWITCH}`,
			);
		});
	});

	itHeadless("refuses numbers that are not finite, wherever they are", () => {
		const normals = floats(0, 0, 1, 0, 0, 1, 0, 0, 0 / 0, 0, 1, 0);
		expect(failureOf(() => buildMeshParts(quad({ normals }))).sub(1, 55)).to.equal(
			'[dolly] buildMeshParts: "quad": item 9 of normals is na',
		);
	});

	itHeadless("cuts a name that is longer than an instance's, and says so", () => {
		const job = new Job();
		const built = buildMeshParts(unskinned(quad({ name: "x".rep(120) })), { job });
		expect(built.parts[0].Name).to.equal("x".rep(100));
		expect(job.report.join()).to.equal(`names are cut to 100 bytes: ${"x".rep(100)}`);
		built.destroy();
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
			'[dolly] measureMesh: "quad" has a vertex whose position is not finite',
		);
		expect(failureOf(() => buildMeshParts(5 as never))).to.equal(
			"[dolly] buildMeshParts: mesh is 5; expected a mesh of a Scene",
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
