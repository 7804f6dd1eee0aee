import { AssetService } from "@rbxts/services";
import { BatchMesh } from "./batch-mesh";
import { failureOf } from "../expect-failure";
import { EDIT } from "../plugin/open-studio";
import { headless } from ".";
import type { Session } from "./session";

/** What the published types do not have yet, or have without what comes back. */
interface Uploads {
	CreateAssetAsync(
		object: RBXObject,
		kind: Enum.AssetType,
		options?: object,
	): LuaTuple<[Enum.CreateAssetResult, unknown]>;
	CreateAssetVersionAsync(
		object: RBXObject,
		kind: Enum.AssetType,
		id: number,
		options?: object,
	): LuaTuple<[Enum.CreateAssetResult, unknown]>;
	CreateDataModelContentAsync(content: Content): LuaTuple<[Enum.CreateContentResult, Content]>;
}
const { fromAssetId } = Content as unknown as { fromAssetId(this: void, id: number): Content };

function uploadsOf(service: AssetService): Uploads {
	return service as unknown as Uploads;
}

/** A triangle of two by four studs, on one bone. */
function triangle(service = AssetService): EditableMesh {
	const mesh = service.CreateEditableMesh() as BatchMesh;
	const vertices = mesh.BatchAdd(Enum.MeshAttribute.Vertex, [Vector3.zero, new Vector3(2, 0, 0), new Vector3(0, 4, 0)]);
	mesh.AddTriangle(vertices[0], vertices[1], vertices[2]);
	const bone = mesh.AddBone({ Name: "Root", CFrame: new CFrame(), Virtual: false });
	for (const vertex of vertices) {
		mesh.SetVertexBones(vertex, [bone]);
		mesh.SetVertexBoneWeights(vertex, [1]);
	}
	return mesh;
}

/** Runs `body` to its end in another DataModel and gives what it gives. */
function within<T>(session: Session, body: () => T): T {
	let result: T | undefined;
	session.run(() => (result = body()));
	return result as T;
}

export = () => {
	const test = headless ? it : itSKIP;
	const { enter } = headless ?? ({} as NonNullable<typeof headless>);
	afterEach(() => enter?.());

	describe("Content", () => {
		test("refers to nothing, to a URI or to an object, and compares by what it refers to", () => {
			expect(Content.fromUri("")).to.equal(Content.none);
			expect(fromAssetId(0)).to.equal(Content.none);
			expect(fromAssetId(12).Uri).to.equal("rbxassetid://12");
			expect(fromAssetId(12) === Content.fromUri("rbxassetid://12")).to.equal(true);
			expect(failureOf(() => fromAssetId(math.huge))).to.be.ok();
			expect(failureOf(() => Content.fromObject(undefined as never))).to.be.ok();
			const mesh = triangle();
			const content = Content.fromObject(mesh);
			expect(content.SourceType).to.equal(Enum.ContentSourceType.Object);
			expect(content.Object).to.equal(mesh);
			expect(typeOf(content)).to.equal("Content");
			mesh.Destroy();
		});
	});

	describe("EditableMesh and EditableImage", () => {
		test("are objects, not instances: without a name, a parent or children", () => {
			const mesh = triangle() as unknown as Instance;
			expect(mesh.IsA("EditableMesh" as never)).to.equal(true);
			expect(mesh.IsA("Instance")).to.equal(false);
			expect(failureOf(() => mesh.Parent).find("not a valid member", 1, true)[0]).to.be.ok();
			expect(failureOf(() => (mesh.Name = "x")).find("not a valid member", 1, true)[0]).to.be.ok();
			expect(failureOf(() => mesh.GetChildren()).find("not a valid member", 1, true)[0]).to.be.ok();
			mesh.Destroy();
		});
	});

	describe("EditableImage", () => {
		test("has 512 × 512 pixels unless told, and at most 1024 × 1024", () => {
			const image = AssetService.CreateEditableImage();
			expect(image.Size).to.equal(new Vector2(512, 512));
			expect(AssetService.CreateEditableImage({ Size: new Vector2(1024, 1) }).Size.X).to.equal(1024);
			for (const size of [new Vector2(1025, 1), new Vector2(0, 4), new Vector2(2.5, 2)]) {
				expect(failureOf(() => AssetService.CreateEditableImage({ Size: size })).find("Size", 1, true)[0]).to.be.ok();
			}
			expect(
				failureOf(() => ((image as { Size: Vector2 }).Size = Vector2.one)).find("read only", 1, true)[0],
			).to.be.ok();
		});

		test("takes and gives rectangles of RGBA bytes, whole and within its bounds", () => {
			const image = AssetService.CreateEditableImage({ Size: new Vector2(4, 2) });
			const two = buffer.fromstring("abcdefgh");
			image.WritePixelsBuffer(new Vector2(1, 1), new Vector2(2, 1), two);
			const whole = image.ReadPixelsBuffer(Vector2.zero, new Vector2(4, 2));
			expect(buffer.len(whole)).to.equal(32);
			expect(buffer.readstring(whole, 20, 8)).to.equal("abcdefgh");
			expect(buffer.readu32(whole, 16)).to.equal(0);
			expect(failureOf(() => image.WritePixelsBuffer(Vector2.zero, new Vector2(2, 2), two))).to.be.ok();
			expect(failureOf(() => image.WritePixelsBuffer(new Vector2(3, 0), new Vector2(2, 1), two))).to.be.ok();
			image.Destroy();
			expect(
				failureOf(() => image.ReadPixelsBuffer(Vector2.zero, Vector2.one)).find("destroyed", 1, true)[0],
			).to.be.ok();
		});

		test("comes to the screen one image a frame, and not at all where the memory is spent", () => {
			const images = [1, 2].map(() => AssetService.CreateEditableImage({ Size: Vector2.one }));
			for (const image of images) image.WritePixelsBuffer(Vector2.zero, Vector2.one, buffer.create(4));
			headless!.step(1 / 60);
			expect(headless!.editableImages.isShown(images[0])).to.equal(true);
			expect(headless!.editableImages.isShown(images[1])).to.equal(false);
			headless!.step(1 / 60);
			expect(headless!.editableImages.isShown(images[1])).to.equal(true);
			headless!.editableMemory.setBudget(headless!.editableMemory.used());
			expect(AssetService.CreateEditableImage() as unknown).to.equal(undefined);
			headless!.editableMemory.setBudget();
			for (const image of images) image.Destroy();
		});
	});

	describe("the Mesh / Image APIs", () => {
		const MAKERS: { [method: string]: () => unknown } = {
			CreateEditableMesh: () => AssetService.CreateEditableMesh(),
			CreateEditableImage: () => AssetService.CreateEditableImage(),
			CreateSurfaceAppearanceAsync: () => AssetService.CreateSurfaceAppearanceAsync({}),
		};

		test("are off in a live game until its owner switches them on, and on in Studio", () => {
			const mesh = triangle();
			MAKERS.CreateEditableMeshAsync = () => AssetService.CreateEditableMeshAsync(Content.fromObject(mesh));
			MAKERS.CreateMeshPartAsync = () => AssetService.CreateMeshPartAsync(Content.fromObject(mesh));
			const image = AssetService.CreateEditableImage();
			MAKERS.CreateEditableImageAsync = () => AssetService.CreateEditableImageAsync(Content.fromObject(image));
			for (const context of ["LiveClient", "LiveServer"] as const) {
				enter(context);
				for (const [method, make] of pairs(MAKERS)) {
					const expected = `${method}: the Mesh / Image APIs are not enabled for this experience`;
					expect(failureOf(make).find(expected, 1, true)[0]).to.be.ok();
				}
			}
			headless!.assets.setMeshApis(true);
			for (const [, make] of pairs(MAKERS)) expect(make()).to.be.ok();
			headless!.assets.setMeshApis();
			enter("PlayClient");
			for (const [, make] of pairs(MAKERS)) expect(make()).to.be.ok();
			headless!.assets.setMeshApis(false, ["CreateEditableImage"]);
			expect(failureOf(MAKERS.CreateEditableImage)).to.be.ok();
			expect(MAKERS.CreateEditableMesh()).to.be.ok();
			headless!.assets.setMeshApis();
		});
	});

	describe("SurfaceAppearance", () => {
		test("is made of editable images, and its maps are a plugin's to set", () => {
			const image = AssetService.CreateEditableImage({ Size: Vector2.one });
			const content = Content.fromObject(image);
			const surface = AssetService.CreateSurfaceAppearanceAsync({ ColorMap: content, EmissiveMask: content });
			expect(surface.ColorMapContent.Object).to.equal(image);
			expect(surface.EmissiveMaskContent.Object).to.equal(image);
			expect(surface.NormalMapContent).to.equal(Content.none);
			surface.Color = new Color3(1, 0, 0);
			surface.AlphaMode = Enum.AlphaMode.Opaque;
			const assign = (value: SurfaceAppearance) => (value.ColorMapContent = Content.none);
			expect(failureOf(() => assign(surface)).find("lacking capability Plugin", 1, true)[0]).to.be.ok();
			expect(failureOf(() => surface.ColorMap).find("lacking capability Plugin", 1, true)[0]).to.be.ok();
			expect(failureOf(() => AssetService.CreateSurfaceAppearanceAsync({ Gloss: content }))).to.be.ok();
			const uri = fromAssetId(1);
			expect(failureOf(() => AssetService.CreateSurfaceAppearanceAsync({ ColorMap: uri }))).to.be.ok();
			const session = headless!.open({ context: EDIT });
			const own = session.create("SurfaceAppearance") as SurfaceAppearance;
			own.ColorMapContent = fromAssetId(3);
			expect(own.ColorMap).to.equal("rbxassetid://3");
		});
	});

	describe("CreateMeshPartAsync", () => {
		test("gives the part the fidelities that are asked for, and the mesh's size within a part's", () => {
			const mesh = triangle();
			const part = AssetService.CreateMeshPartAsync(Content.fromObject(mesh), {
				CollisionFidelity: Enum.CollisionFidelity.Box,
				RenderFidelity: Enum.RenderFidelity.Precise,
			});
			expect(part.CollisionFidelity).to.equal(Enum.CollisionFidelity.Box);
			expect(part.RenderFidelity).to.equal(Enum.RenderFidelity.Precise);
			expect(part.FluidFidelity).to.equal(Enum.FluidFidelity.Automatic);
			expect(part.MeshSize).to.equal(new Vector3(2, 4, 0));
			expect(part.Size).to.equal(new Vector3(2, 4, 0.001));
			expect(part.DoubleSided).to.equal(false);
			part.DoubleSided = true;
			expect(
				failureOf(() => (part.RenderFidelity = Enum.RenderFidelity.Automatic)).find("lacking", 1, true)[0],
			).to.be.ok();
			mesh.Destroy();
			expect(failureOf(() => AssetService.CreateMeshPartAsync(Content.fromObject(mesh)))).to.be.ok();
			expect(failureOf(() => AssetService.CreateMeshPartAsync(fromAssetId(4)))).to.be.ok();
		});
	});

	describe("ApplyMesh", () => {
		test("takes over mesh, texture and fidelities, and leaves size and place", () => {
			const mesh = triangle();
			const source = AssetService.CreateMeshPartAsync(Content.fromObject(mesh), {
				CollisionFidelity: Enum.CollisionFidelity.Hull,
				RenderFidelity: Enum.RenderFidelity.Precise,
				FluidFidelity: Enum.FluidFidelity.UseCollisionGeometry,
			});
			const part = new Instance("MeshPart");
			part.Size = new Vector3(1, 2, 3);
			part.CFrame = new CFrame(5, 0, 0);
			part.TextureID = "rbxassetid://7";
			expect(part.TextureContent).to.equal(fromAssetId(7));
			part.ApplyMesh(source);
			expect(part.MeshContent.Object).to.equal(mesh);
			expect(part.MeshId).to.equal("");
			expect(part.TextureContent).to.equal(Content.none);
			expect(part.CollisionFidelity).to.equal(Enum.CollisionFidelity.Hull);
			expect(part.RenderFidelity).to.equal(Enum.RenderFidelity.Precise);
			expect(part.FluidFidelity).to.equal(Enum.FluidFidelity.UseCollisionGeometry);
			expect(part.HasSkinnedMesh).to.equal(true);
			expect(part.Size).to.equal(new Vector3(1, 2, 3));
			expect(part.Position).to.equal(new Vector3(5, 0, 0));
			expect(failureOf(() => part.ApplyMesh(new Instance("Part") as never))).to.be.ok();
			mesh.Destroy();
		});
	});

	describe("CreateDataModelContentAsync", () => {
		test("makes opaque content of which parts can be built, until the budget is spent, and on servers alone", () => {
			const service = uploadsOf(AssetService);
			const mesh = triangle();
			headless!.assets.setContentBudget(1);
			const [result, content] = service.CreateDataModelContentAsync(Content.fromObject(mesh));
			expect(result).to.equal(Enum.CreateContentResult.Success);
			expect(content.SourceType).to.equal(Enum.ContentSourceType.Opaque);
			expect(content.Object).to.equal(undefined);
			mesh.Destroy();
			const part = AssetService.CreateMeshPartAsync(content);
			expect(part.MeshSize).to.equal(new Vector3(2, 4, 0));
			expect(part.HasSkinnedMesh).to.equal(false);
			const image = Content.fromObject(AssetService.CreateEditableImage({ Size: Vector2.one }));
			const [spent, empty] = service.CreateDataModelContentAsync(image);
			expect(spent).to.equal(Enum.CreateContentResult.StorageLimitExceeded);
			expect(empty).to.equal(Content.none);
			headless!.assets.setContentBudget();
			enter("PlayClient");
			const [refused] = service.CreateDataModelContentAsync(image);
			expect(refused).to.equal(Enum.CreateContentResult.PermissionDenied);
		});
	});

	describe("ComputeBufferHash", () => {
		test("gives SHA-256 as everybody has it", () => {
			const digest = game
				.GetService("EncodingService")
				.ComputeBufferHash(buffer.fromstring("abc"), Enum.HashAlgorithm.Sha256);
			expect(buffer.len(digest)).to.equal(32);
			// FIPS 180-2, B.1: ba7816bf 8f01cfea …
			expect(bit32.byteswap(buffer.readu32(digest, 0))).to.equal(0xba7816bf);
			expect(bit32.byteswap(buffer.readu32(digest, 4))).to.equal(0x8f01cfea);
		});
	});

	describe("uploads", () => {
		test("come from plugins, and what was uploaded is loaded by its id anywhere, skin and all", () => {
			expect(
				failureOf(() => uploadsOf(AssetService).CreateAssetAsync(triangle(), Enum.AssetType.Mesh)).find(
					"plugin",
					1,
					true,
				)[0],
			).to.be.ok();
			const session = headless!.open({ context: EDIT });
			const service = uploadsOf(session.game.GetService("AssetService"));
			const mesh = triangle(session.game.GetService("AssetService"));
			const [result, id] = within(session, () => {
				const [first, second] = service.CreateAssetAsync(mesh, Enum.AssetType.Mesh, { Name: "Crate", CreatorId: 5 });
				return [first, second as number] as const;
			});
			expect(result).to.equal(Enum.CreateAssetResult.Success);
			const described = headless!.assets.describe(id)!;
			expect(`${described.kind} ${described.name} ${described.creator} ${described.versions}`).to.equal(
				"Mesh Crate 5 1",
			);
			const part = AssetService.CreateMeshPartAsync(fromAssetId(id));
			expect(part.HasSkinnedMesh).to.equal(true);
			expect(part.MeshId).to.equal(`rbxassetid://${id}`);
			const [saved] = headless!.loadModel(headless!.saveModel([part])) as Array<MeshPart>;
			expect(saved.MeshContent).to.equal(fromAssetId(id));
			// A mesh that is loaded to be edited keeps its size unless asked otherwise.
			const editable = AssetService.CreateEditableMeshAsync(fromAssetId(id));
			expect(editable.FixedSize).to.equal(true);
			expect(failureOf(() => editable.AddVertex(Vector3.one)).find("fixed-size", 1, true)[0]).to.be.ok();
			editable.Destroy();

			// What the page does not promise can be taken away.
			session.assets.setLosesSkins(true);
			const bare = within(session, () => {
				const [, second] = service.CreateAssetAsync(mesh, Enum.AssetType.Mesh, {});
				return second as number;
			});
			session.assets.setLosesSkins(false);
			expect(AssetService.CreateMeshPartAsync(fromAssetId(bare)).HasSkinnedMesh).to.equal(false);

			const [, version] = within(session, () => {
				const [first, second] = service.CreateAssetVersionAsync(mesh, Enum.AssetType.Mesh, id);
				return [first, second as number] as const;
			});
			expect(version).to.equal(2);
			expect(failureOf(() => within(session, () => service.CreateAssetAsync(mesh, Enum.AssetType.Image)))).to.be.ok();
		});

		test("are refused with a result and a message", () => {
			const session = headless!.open({ context: EDIT });
			const service = uploadsOf(session.game.GetService("AssetService"));
			session.assets.intercept(({ kind }) =>
				kind === "Image" ? { result: "PermissionDenied", message: "no" } : undefined,
			);
			const image = session.game.GetService("AssetService").CreateEditableImage({ Size: Vector2.one });
			const [result, message] = within(session, () => {
				const [first, second] = service.CreateAssetAsync(image, Enum.AssetType.Image);
				return [first, second as string] as const;
			});
			expect(result).to.equal(Enum.CreateAssetResult.PermissionDenied);
			expect(message).to.equal("no");
		});
	});
};
