import { AssetService, HttpService, Workspace } from "@rbxts/services";
import { headless } from "../headless";
import { Drawing } from "./drawing";

interface Head {
	meshes: Array<{ [key: string]: unknown }>;
	images: Array<{ width: number; height: number; pixels: number }>;
	shots: Array<{
		name: string;
		pivot: Array<number>;
		camera?: { cframe: Array<number>; fieldOfView: number };
		bones: Array<Array<number>>;
		parts: Array<{ [key: string]: unknown }>;
	}>;
}

/** What a drawing's file holds: its head, and numbers of its lists. */
function read(drawing: Drawing) {
	const bytes = drawing.toBuffer();
	const size = 4 + buffer.readu32(bytes, 0);
	const head = HttpService.JSONDecode(buffer.readstring(bytes, 4, size - 4)) as Head;
	const list = (offset: unknown, count: number, readNumber: (bytes: buffer, at: number) => number) => {
		const numbers = new Array<number>();
		for (const index of $range(0, count - 1)) numbers.push(readNumber(bytes, size + (offset as number) + index * 4));
		return numbers.join(" ");
	};
	const floats = (offset: unknown, count: number) => list(offset, count, (source, at) => buffer.readf32(source, at));
	const integers = (offset: unknown, count: number) => list(offset, count, (source, at) => buffer.readu32(source, at));
	return { ...head, bytes, size, floats, integers };
}

/** A triangle with all that a corner can have, bound to two bones. */
function triangle(): EditableMesh {
	const mesh = AssetService.CreateEditableMesh();
	const vertices = [new Vector3(0, 0, 0), new Vector3(4, 0, 0), new Vector3(0, 2, 0)].map((place) =>
		mesh.AddVertex(place),
	);
	const face = mesh.AddTriangle(vertices[0], vertices[1], vertices[2]);
	mesh.SetFaceNormals(face, [
		mesh.AddNormal(Vector3.zAxis),
		mesh.AddNormal(Vector3.yAxis),
		mesh.AddNormal(Vector3.xAxis),
	]);
	mesh.SetFaceUVs(
		face,
		[0.25, 0.5, 0.75].map((u) => mesh.AddUV(new Vector2(u, 1))),
	);
	mesh.SetFaceColors(
		face,
		[0, 0.5, 1].map((alpha) => mesh.AddColor(new Color3(1, 0.5, 0), alpha)),
	);
	const lower = mesh.AddBone({ Name: "Lower", CFrame: new CFrame(1, 0, 0), Virtual: false });
	const upper = mesh.AddBone({ Name: "Upper", CFrame: new CFrame(2, 0, 0), Virtual: false });
	mesh.SetVertexBones(vertices[0], [upper]);
	mesh.SetVertexBoneWeights(vertices[0], [1]);
	mesh.SetVertexBones(vertices[1], [lower, upper]);
	mesh.SetVertexBoneWeights(vertices[1], [0.25, 0.75]);
	return mesh;
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	itHeadless("holds what an EditableMesh holds, corner by corner", () => {
		const mesh = triangle();
		const part = AssetService.CreateMeshPartAsync(Content.fromObject(mesh));
		for (const name of ["Lower", "Upper"]) {
			const bone = new Instance("Bone");
			bone.Name = name;
			bone.Position = new Vector3(0, name === "Upper" ? 7 : 0, 0);
			bone.Transform = new CFrame(0, 0, 5);
			bone.Parent = part;
		}
		part.CFrame = new CFrame(10, 20, 30);
		part.Color = new Color3(1, 0, 0.5);
		part.Transparency = 0.25;
		part.DoubleSided = true;
		const folder = new Instance("Folder");
		part.Parent = folder;
		const drawing = new Drawing();
		drawing.shoot("still", folder, new CFrame(1, 2, 3));
		part.CFrame = new CFrame(11, 20, 30);
		drawing.shoot("moved", folder, new CFrame(1, 2, 3));
		const { meshes, shots, floats, integers } = read(drawing);

		expect(meshes.size()).to.equal(1);
		const [shown] = meshes;
		expect(shown.triangleCount).to.equal(1);
		expect((shown.size as Array<number>).join(" ")).to.equal("4 2 0");
		expect(floats(shown.positions, 9)).to.equal("0 0 0 4 0 0 0 2 0");
		expect(integers(shown.corners, 3)).to.equal("0 1 2");
		expect(floats(shown.normals, 9)).to.equal("0 0 1 0 1 0 1 0 0");
		expect(floats(shown.uvs, 6)).to.equal("0.25 1 0.5 1 0.75 1");
		expect(floats(shown.colors, 12)).to.equal("1 0.5 0 0 1 0.5 0 0.5 1 0.5 0 1");
		expect((shown.bones as Array<string>).join(" ")).to.equal("Lower Upper");
		expect((shown.binds as Array<Array<number>>)[1][0]).to.equal(2);
		expect(integers(shown.vertexBones, 12)).to.equal("1 0 0 0 0 1 0 0 0 0 0 0");
		expect(floats(shown.vertexWeights, 12)).to.equal("1 0 0 0 0.25 0.75 0 0 0 0 0 0");

		const [still, moved] = shots;
		expect(still.name).to.equal("still");
		expect(still.pivot.join(" ")).to.equal("1 2 3 1 0 0 0 1 0 0 0 1");
		const [first] = still.parts;
		expect((first.cframe as Array<number>).join(" ")).to.equal("10 20 30 1 0 0 0 1 0 0 0 1");
		expect((first.color as Array<number>).join(" ")).to.equal("1 0 0.5");
		expect(first.transparency).to.equal(0.25);
		expect(first.doubleSided).to.equal(true);
		const bones = (parts: typeof still.parts) =>
			(parts[0].bones as Array<Array<number>>).map((bone) => `${bone[0]} ${bone[1]} ${bone[2]}`).join(", ");
		expect(bones(still.parts)).to.equal("10 20 35, 10 27 35");
		expect(bones(moved.parts)).to.equal("11 20 35, 11 27 35");
		folder.Destroy();
		mesh.Destroy();
	});

	itHeadless("leaves out what nobody sees but for its bones, and takes blocks and the camera along", () => {
		const folder = new Instance("Folder");
		const block = new Instance("Part");
		block.Size = new Vector3(1, 2, 3);
		block.Parent = folder;
		const hidden = new Instance("Part");
		hidden.Transparency = 1;
		hidden.Position = new Vector3(0, 10, 0);
		hidden.Parent = folder;
		const hip = new Instance("Bone");
		hip.Position = new Vector3(1, 0, 0);
		hip.Parent = hidden;
		const knee = new Instance("Bone");
		knee.Position = new Vector3(0, -2, 0);
		knee.Transform = new CFrame(0, 0, 3);
		knee.Parent = hip;
		const camera = Workspace.CurrentCamera!;
		const drawing = new Drawing();
		drawing.shoot("blocks", folder, new CFrame(), camera);
		const { shots } = read(drawing);
		expect(shots[0].parts.size()).to.equal(1);
		expect(shots[0].parts[0].mesh).to.equal(undefined);
		expect((shots[0].parts[0].size as Array<number>).join(" ")).to.equal("1 2 3");
		expect(shots[0].bones.size()).to.equal(1);
		expect(shots[0].bones[0].join(" ")).to.equal("1 10 0 1 8 3");
		expect(shots[0].camera!.fieldOfView).to.equal(camera.FieldOfView);
		folder.Destroy();
	});
};
