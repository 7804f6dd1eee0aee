import { HttpService, Workspace } from "@rbxts/services";
import { bindModel, buildModel, importModel, readModel, Job } from "../../../src";
import { readMrn, readNsa } from "../../../src/files";
import { buildGlb } from "../../builders/glb";
import { buildNsa } from "../../builders/nsa";
import { builtVertices, farthest, meshParts } from "../../built-vertices";
import { failureOf } from "../../expect-failure";
import { fortyBones, fortyBonesFile, PlainModel } from "../../formats/mdx/forty-bones";
import { Matrix, worldTheLongWay } from "../../formats/mdx/long-way";
import { exampleNetwork, WALK } from "../../formats/morpheme/example-network";
import { headless } from "../../headless";
import { fromBase64 } from "../../oracle-data";
import { importFixtures } from "./import-fixtures";
import { destroyMixers } from "../../../src/roblox/model/imported-model";
import { mixersOf } from "../../../src/roblox/rig/clip-mixer";
import { showClip } from "../rig/show-clip";

const fixture = (name: string) => fromBase64(importFixtures().find((entry) => entry.name === name)!.glb);

/** A point through a matrix for row vectors. */
function through(matrix: Matrix, [x, y, z]: [number, number, number]): [number, number, number] {
	const column = (index: number) =>
		x * matrix[index] + y * matrix[4 + index] + z * matrix[8 + index] + matrix[12 + index];
	return [column(0), column(1), column(2)];
}

/** What is in the workspace, how many editable meshes and images are alive, and their bytes. */
function leftovers(): string {
	const { editableMeshes, editableImages, editableMemory } = headless!;
	const alive = `${editableMeshes.count()} ${editableImages.count()} ${editableMemory.used()}`;
	return `${Workspace.GetDescendants().size()} ${alive}`;
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	itHeadless("moves the vertices of an MDX model as matrices multiplied the long way do", () => {
		const scaled = fortyBones();
		// Bones of the engine have no scale, so what they show is compared for a model that does not change size.
		const plain: PlainModel = { ...scaled, bones: scaled.bones.map((bone) => ({ ...bone, scale: undefined })) };
		const imported = importModel(fortyBonesFile(plain));
		const [part] = meshParts(imported.model);
		destroyMixers(imported.model);
		const rest = builtVertices(part);
		headless!.step(0); // so that nothing is left of the frame before
		// Sequence and global sequences start together, so that they show the same time.
		bindModel(imported.scene, imported.model).play("Stand", { fade: 0, loop: false });
		headless!.step(0);
		let now = 0;
		// Pivots and vertices in the file's own space: a bone's frame stands in its pivot, so a vertex is seen from there.
		const pivots = plain.bones.map(({ pivot: [x, y, z] }): [number, number, number] => [x, z, -y]);
		let travelled = 0;
		for (const seconds of [0, 0.4, 1.1, 1.9]) {
			headless!.step(seconds - now);
			headless!.step(0);
			now = seconds;
			const worlds = worldTheLongWay(plain, 0, seconds);
			const expected = new Array<number>();
			for (const vertex of $range(0, rest.size() / 3 - 1)) {
				const bones = vertex % 2 === 1 ? [vertex, (vertex + 1) % 40] : [vertex];
				const place = [0, 0, 0];
				for (const bone of bones) {
					const [px, py, pz] = pivots[bone];
					const at = vertex * 3;
					const moved = through(worlds[bone], [rest[at] - px, rest[at + 1] - py, rest[at + 2] - pz]);
					moved.forEach((value, axis) => (place[axis] += value / bones.size()));
				}
				for (const value of place) expected.push(value);
			}
			const shown = builtVertices(part);
			expect(farthest(shown, expected) < 1e-3).to.equal(true);
			travelled = math.max(travelled, farthest(shown, rest));
		}
		expect(travelled > 0.5).to.equal(true);
		imported.destroy();
	});

	itHeadless("moves the bones of a network's skeleton as a separate animation says", () => {
		const files = new Map([["soldier.mrn", exampleNetwork()]]);
		const imported = importModel(WALK, { files, name: "Walk", scale: 2 });
		const { model, report } = imported;
		const bone = (name: string) => model.FindFirstChild(name, true) as Bone;
		showClip(imported, "Walk", 0.1);
		headless!.step(1 / 60);
		// Bone 0 of the animation is the skeleton's second joint, below one that nothing moves, at (11, 21, 31).
		const hips = bone("Hips").TransformedWorldCFrame;
		expect(hips.Position.sub(new Vector3(22, 42, 62)).Magnitude < 1e-4).to.equal(true);
		const turned = new CFrame(22, 42, 62, 16 / 67, 16 / 67, 16 / 67, 61 / 67);
		const [, angle] = hips.ToObjectSpace(turned).ToAxisAngle();
		expect(math.abs(angle) < 1e-3).to.equal(true);
		// The left arm stands still on the spine, at (1, 2, 3) and turned by 1/4 about Z.
		const left = bone("Spine").TransformedWorldCFrame.mul(new CFrame(2, 4, 6, 0, 0, 8 / 17, 15 / 17));
		expect(bone("Left").TransformedWorldCFrame.Position.sub(left.Position).Magnitude < 1e-4).to.equal(true);
		expect(report.join("\n").find("without a mesh", 1, true)[0]).to.be.ok();
		model.Destroy();
	});

	it("reads an animation beside its network once, on the Job that it is given", () => {
		const files = new Map([["soldier.mrn", exampleNetwork()]]);
		const source = buildNsa({ duration: 1, rate: 10, boneCount: 9 });
		const job = new Job();
		const { report } = readModel(source, { files, job });
		expect(report[0]).to.equal("no skeleton of the network has as many bones as the animation (9)");
		const apart = new Job();
		readMrn(exampleNetwork(), { job: apart });
		readNsa(source, { job: apart });
		// Read apart, the network's nine joints and its track are checked for their reach too.
		expect(apart.budget.steps - job.budget.steps).to.equal(10);
	});

	itHeadless("turns a model to where it is told to look", () => {
		for (const [source, facing] of [
			[fixture("without a skin"), Vector3.zAxis],
			[fortyBonesFile(fortyBones()), Vector3.xAxis],
		] as const) {
			const imported = importModel(source);
			const { model } = imported;
			const before = model.GetPivot();
			expect(before.Position.Magnitude < 1e-5).to.equal(true);
			expect(before.LookVector.sub(facing).Magnitude < 1e-5).to.equal(true);
			const part = meshParts(model)[0];
			const inFile = before.ToObjectSpace(part.CFrame);
			const target = CFrame.lookAt(new Vector3(5, 1, 2), new Vector3(9, 1, -3));
			model.PivotTo(target);
			expect(part.CFrame.Position.sub(target.mul(inFile).Position).Magnitude < 1e-4).to.equal(true);
			imported.destroy();
		}
	});

	itHeadless("leaves nothing behind when it is cancelled, wherever that happens", () => {
		const source = fixture("two skins");
		let pauses = 0;
		const counting = new Job({ pause: () => (pauses += 1) });
		importModel(source, { parent: Workspace, job: counting }).destroy();
		headless!.editableMemory.collect();
		const before = leftovers();
		expect(pauses > 20).to.equal(true);
		expect(leftovers()).to.equal(before);
		for (const at of $range(1, pauses, 3)) {
			let count = 0;
			const job: Job = new Job({
				pause: () => {
					count += 1;
					if (count === at) job.cancel();
				},
			});
			expect(failureOf(() => importModel(source, { parent: Workspace, job }))).to.equal("[dolly] cancelled");
			expect(leftovers()).to.equal(before);
		}
	});

	itHeadless("leaves nothing behind when the memory for meshes is spent", () => {
		headless!.editableMemory.collect();
		const before = leftovers();
		const { used, takePeak, setBudget } = headless!.editableMemory;
		const start = used();
		// What specs before this one needed does not count.
		takePeak();
		importModel(fixture("two skins"), { parent: Workspace }).destroy();
		const needed = takePeak() - start;
		headless!.editableMemory.collect();
		const words = new Set<string>();
		for (const share of $range(0, 19)) {
			setBudget(start + math.floor((needed * share) / 20));
			const message = failureOf(() => importModel(fixture("two skins"), { parent: Workspace }));
			setBudget();
			words.add(message.gsub('".-"', "…")[0]);
			expect(leftovers()).to.equal(before);
		}
		expect([...words].sort().join("\n")).to.equal(
			"[dolly] buildMeshParts: …: the memory for editable meshes is spent\n" +
				"[dolly] buildMeshParts: …: the memory for editable objects is exhausted",
		);
	});

	itHeadless("leaves nothing behind where the engine refuses any of its calls", () => {
		const before = leftovers();
		for (const method of ["CreateEditableMesh", "CreateMeshPartAsync"]) {
			headless!.assets.setMeshApis(false, [method]);
			const message = failureOf(() => importModel(fixture("two skins"), { parent: Workspace }));
			headless!.assets.setMeshApis();
			expect(message.find("must turn on Enable Mesh / Image APIs in the Creator Dashboard", 1, true)[0]).to.be.ok();
			expect(leftovers()).to.equal(before);
		}
	});

	itHeadless("puts primitives that share one list of vertices where their own triangles are", () => {
		// Two triangles 100 metres apart.
		const numbers = [0, 0, 0, 1, 0, 0, 0, 1, 0, 100, 0, 0, 101, 0, 0, 100, 1, 0];
		const binary = buffer.create(84);
		numbers.forEach((value, index) => buffer.writef32(binary, index * 4, value));
		[0, 1, 2, 3, 4, 5].forEach((vertex, index) => buffer.writeu16(binary, 72 + index * 2, vertex));
		const json = HttpService.JSONEncode({
			asset: { version: "2.0" },
			buffers: [{ byteLength: 84 }],
			bufferViews: [
				{ buffer: 0, byteOffset: 0, byteLength: 72 },
				{ buffer: 0, byteOffset: 72, byteLength: 12 },
			],
			accessors: [
				{ bufferView: 0, componentType: 5126, count: 6, type: "VEC3", min: [0, 0, 0], max: [101, 1, 0] },
				{ bufferView: 1, byteOffset: 0, componentType: 5123, count: 3, type: "SCALAR" },
				{ bufferView: 1, byteOffset: 6, componentType: 5123, count: 3, type: "SCALAR" },
			],
			meshes: [
				{
					primitives: [
						{ attributes: { POSITION: 0 }, indices: 1 },
						{ attributes: { POSITION: 0 }, indices: 2 },
					],
				},
			],
			nodes: [{ name: "Pair", mesh: 0 }],
			scenes: [{ nodes: [0] }],
		});
		const imported = importModel(buildGlb(json, binary), { scale: 1 });
		const places = meshParts(imported.model).map(({ Position, Size }) => `${Position.X} ${Size.X}`);
		expect(places.sort().join(", ")).to.equal("0.5 1, 100.5 1");
		imported.destroy();
	});

	itHeadless("cuts names that instances do not take, and says so", () => {
		const scene = readModel(fixture("node-animated"));
		const long = (name: string) => `${name} ${"x".rep(120)}`;
		scene.name = long("Crane");
		for (const node of scene.nodes) node.name = long(node.name);
		for (const skeleton of scene.skeletons) for (const joint of skeleton.joints) joint.name = long(joint.name);
		for (const material of scene.materials) material.name = long(material.name);
		const imported = buildModel(scene);
		for (const instance of imported.model.GetDescendants()) {
			expect(instance.Name.size() <= 100).to.equal(true);
		}
		expect(imported.model.Name.size()).to.equal(100);
		expect(imported.report.some((line) => line.sub(1, 29) === "names are cut to 100 bytes: C")).to.equal(true);
		imported.destroy();
	});

	itHeadless("does not stall a frame: it waits for the next one when its share of this one is spent", () => {
		const session = headless!.open({ file: "dist/test.rbxl", clockCost: 0.003 });
		const before = session.now();
		session.run(() => {
			const folder = session.game.GetService("ReplicatedStorage");
			const dolly = session.require(folder.FindFirstChild("dolly") as ModuleScript) as {
				importModel: typeof importModel;
			};
			dolly.importModel(fixture("two skins"));
		});
		expect((session.now() - before) * 60 > 5).to.equal(true);
	});

	itHeadless("says what a file is that is no model", () => {
		expect(failureOf(() => importModel(buffer.fromstring("Kaydara FBX Binary")))).to.equal(
			"[dolly] readModel: this is an FBX file: export it as .glb, which Blender and most tools can do",
		);
		expect(failureOf(() => importModel(buffer.create(0)))).to.equal("[dolly] readModel: the file is empty");
		expect(failureOf(() => importModel("glTF!"))).to.equal(
			'[dolly] importModel: source is "glTF!"; expected a buffer. Convert it with buffer.fromstring',
		);
		expect(failureOf(() => importModel("models/crane.glb"))).to.equal(
			'[dolly] importModel: source is "models/crane.glb"; expected a buffer: the bytes of the file, not its name',
		);
		expect(failureOf(() => importModel("Z2xURgIAAADsBwAA8AcAAEpTT04=" as never))).to.equal(
			"[dolly] gltf: the header says 2028 bytes but the file has 20 at byte 8",
		);
		expect(failureOf(() => importModel(buffer.fromstring("\x01\x02\x03\x04\x05")))).to.be.ok();
	});

	itHeadless("refuses an unknown option and names the one that was meant", () => {
		const options = { Parent: Workspace } as never;
		expect(failureOf(() => importModel(fixture("node-animated"), options))).to.equal(
			'[dolly] importModel: unknown option "Parent"; did you mean "parent"?',
		);
	});

	it("refuses options of reading that are unknown, and names the nearest", () => {
		expect(failureOf(() => readModel(fixture("node-animated"), { Scale: 2 } as never))).to.equal(
			'[dolly] readModel: unknown option "Scale"; did you mean "scale"?',
		);
	});

	itHeadless("binds a scene's clips to parts that are already there", () => {
		const source = fixture("node-animated");
		const first = importModel(source, { parent: Workspace });
		// What a published import is: the same instances, without the scene that made them.
		const copy = first.model.Clone();
		copy.Parent = Workspace;
		const bound = bindModel(readModel(source), copy);
		expect(bound.report.isEmpty()).to.equal(true);
		showClip(first, "Walk", 0.75);
		showClip(bound, "Walk", 0.75);
		headless!.step(1 / 60);
		const hook = (model: Model) => (model.FindFirstChild("Hook", true) as MeshPart).CFrame;
		expect(hook(copy).Position.sub(hook(first.model).Position).Magnitude < 1e-4).to.equal(true);
		const bare = bindModel(readModel(source), new Instance("Model"));
		expect(bare.report.join().find("the model lacks joints that clips move: Base", 1, true)[0]).to.be.ok();
		first.destroy();
		const again = bindModel(readModel(source), copy);
		showClip(again, "Walk", 0);
		// One mixer: what both play is blended, here half and half.
		headless!.step(1 / 60);
		expect(mixersOf(copy).size()).to.equal(mixersOf(first.model).size() + 1);
		bound.unbind();
		expect(copy.Parent).to.equal(Workspace);
		expect(mixersOf(copy).isEmpty()).to.equal(true);
		copy.Destroy();
	});
};
