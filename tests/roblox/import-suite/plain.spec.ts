import { Workspace } from "@rbxts/services";
import { meshOf, idsOf } from "./built-triangles";
import {
	ASIDE,
	BYTE,
	expectCFrame,
	expectColors,
	expectNormals,
	expectPlace,
	expectUVs,
	GEOMETRY_CHECKS,
	matched,
} from "./geometry-checks";
import { importSuite, numbersOf, OpenedModel, suiteModel } from "./suite-model";

export = () => {
	const model = new OpenedModel("plain");
	afterAll(() => model.close());

	for (const [sentence, check] of GEOMETRY_CHECKS) it(sentence, () => check(model));

	/** The part of a node, its faces, and what the file says of it. */
	function shownBy(node: string) {
		const shown = model.parts().find(({ expected }) => expected.node === node)!;
		return { ...shown, triangles: matched(shown) };
	}

	it("has its normals where the file has some", () => {
		for (const node of ["Hill", "Post", "Thick post", "Mirrored post"]) {
			const { part, triangles, expected } = shownBy(node);
			expectNormals(part, triangles, numbersOf(expected.normals, 3));
		}
	});

	it("has a normal of its own on each face where the file has none", () => {
		const { part, triangles, expected } = shownBy("Crate");
		expectNormals(part, triangles, numbersOf(expected.normals, 3));
	});

	it("has its texture coordinates", () => {
		const { part, triangles, expected } = shownBy("Hill");
		expectUVs(part, triangles, numbersOf(expected.uvs!, 2));
	});

	it("has its vertex colours as screens show them, and their alphas", () => {
		const { part, triangles, expected } = shownBy("Hill");
		expectColors(part, triangles, numbersOf(expected.colors!, 4));
	});

	it("stretches a mesh whose node does, in its part's own axes", () => {
		const [post, thick] = [model.partOf("Post"), model.partOf("Thick post")];
		expectPlace("the size", thick.Size, post.Size.mul(new Vector3(2, 1, 0.5)));
		expect(meshOf(thick)).to.equal(meshOf(post));
	});

	it("turns over the faces of a mirrored node, so that they look outwards", () => {
		const { part, triangles } = shownBy("Mirrored post");
		const mesh = meshOf(part);
		for (const { face, corners } of triangles) {
			const [a, b, c] = corners;
			const facing = b.sub(a).Cross(c.sub(a)).Unit;
			const [normal] = idsOf(mesh.GetFaceNormals(face)).map((id) => part.CFrame.Rotation.mul(mesh.GetNormal(id)!));
			assert(facing.Dot(normal) > 0, `a face looks at ${facing}, and its normal at ${normal}`);
		}
	});

	it("gives parts the colours of their materials", () => {
		for (const { expected, part } of model.parts()) {
			const [red, green, blue] = expected.material?.color ?? [1, 1, 1];
			const { R, G, B } = part.Color;
			expect(R).to.be.near(red, BYTE);
			expect(G).to.be.near(green, BYTE);
			expect(B).to.be.near(blue, BYTE);
		}
	});

	it("makes parts transparent and double-sided as their materials say", () => {
		for (const { expected, part } of model.parts()) {
			expect(part.Transparency).to.be.near(expected.material?.transparency ?? 0, 1e-6);
			expect(part.DoubleSided).to.equal(expected.material?.doubleSided ?? false);
		}
	});

	it("names parts and models by their nodes, and keeps those below others there", () => {
		const root = model.get().model;
		expect(root.Name).to.equal("Yard");
		for (const name of ["Hill", "Crate", "Mirrored post"]) {
			expect(root.FindFirstChild(name)).to.equal(model.partOf(name));
		}
		const fence = root.FindFirstChild("Fence")!;
		expect(fence.ClassName).to.equal("Model");
		expect(fence.FindFirstChild("Post")).to.equal(model.partOf("Post"));
		expect(fence.FindFirstChild("Thick post")).to.equal(model.partOf("Thick post"));
		expect(root.FindFirstChild("Sign")!.GetChildren().size()).to.equal(2);
		expect(root.FindFirstChild("Nothing", true)).to.equal(undefined);
	});

	it("gives every part a name of its own", () => {
		const names = new Set<string>();
		for (const { part } of model.parts()) names.add(part.Name);
		expect(names.size()).to.equal(suiteModel("plain").primitives.size());
	});

	it("has no bones in meshes that are not skinned", () => {
		for (const { part } of model.parts()) {
			expect(part.HasSkinnedMesh).to.equal(false);
			expect(idsOf(meshOf(part).GetBones()).size()).to.equal(0);
			expect(part.FindFirstChildWhichIsA("Bone", true)).to.equal(undefined);
		}
	});

	it("anchors what stands still, and lets it stop things", () => {
		for (const { part } of model.parts()) {
			expect(part.Anchored).to.equal(true);
			expect(part.CanCollide).to.equal(true);
		}
	});

	it("reports nothing but where it was built", () => {
		for (const line of model.get().report) expect(line.sub(1, 17)).to.equal("built on a server");
	});

	it("moves as a whole by its pivot", () => {
		const { model: root } = model.get();
		const from = root.GetPivot();
		const before = model.parts().map(({ part }) => from.ToObjectSpace(part.CFrame));
		const to = CFrame.lookAt(new Vector3(5, 6, 7), new Vector3(9, 5, 2));
		root.PivotTo(to);
		expectCFrame("the pivot", root.GetPivot(), to);
		model.parts().forEach(({ part }, index) => expectCFrame(part.Name, part.CFrame, to.mul(before[index])));
		root.PivotTo(from);
	});

	it("is as large as it is told to be", () => {
		// Metres as they are, without the studs that they become otherwise.
		const half = importSuite("plain", { scale: 0.5 });
		const [x, y, z] = suiteModel("plain").primitives[0].box!.size;
		const { Size } = half.model.FindFirstChild("Hill") as MeshPart;
		half.destroy();
		expectPlace("the size", Size, new Vector3(x, y, z).mul(0.28 * 0.5));
	});

	it("stops nothing if it is told so", () => {
		const ghost = importSuite("plain", { collision: "none" });
		const solid = ghost.model.GetDescendants().filter((part) => part.IsA("BasePart") && part.CanCollide);
		ghost.destroy();
		expect(solid.size()).to.equal(0);
	});

	it("stands where it is told to, and is gone when it is destroyed", () => {
		const shown = importSuite("plain", { parent: Workspace, name: "Suite yard" });
		shown.model.PivotTo(ASIDE);
		expect(Workspace.FindFirstChild("Suite yard")).to.equal(shown.model);
		expectCFrame("the pivot", shown.model.GetPivot(), ASIDE);
		shown.destroy();
		expect(Workspace.FindFirstChild("Suite yard")).to.equal(undefined);
	});
};
