import { buildModel, convertScene, ImportedModel, importModel, readModel } from "../../../src";
import { createSkeleton } from "../../../src/scene/create-skeleton";
import { meshParts } from "../../built-vertices";
import { failureOf } from "../../expect-failure";
import { headless } from "../../headless";
import { fromBase64 } from "../../oracle-data";
import { importFixtures } from "./import-fixtures";

const fixture = (name: string) => fromBase64(importFixtures().find((entry) => entry.name === name)!.glb);

/** The instances below a model, a line each: depth, class and name; bones and joints left out. */
function treeOf(model: Instance, depth = 0): Array<string> {
	const lines = new Array<string>();
	const children = model.GetChildren().sort((a, b) => `${a.Name} ${a.ClassName}` < `${b.Name} ${b.ClassName}`);
	for (const child of children) {
		if (child.IsA("Bone") || child.IsA("JointInstance")) continue;
		lines.push(`${string.rep(" ", depth)}${child.ClassName} ${child.Name}`);
		for (const line of treeOf(child, depth + 1)) lines.push(line);
	}
	return lines;
}

function reports(imported: ImportedModel, text: string): boolean {
	return imported.report.some((line) => line.find(text, 1, true)[0] !== undefined);
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	itHeadless("has the file's nodes as Models and parts", () => {
		const imported = importModel(fixture("node-animated"), { name: "Crane 7" });
		const { model } = imported;
		expect(model.Name).to.equal("Crane 7");
		expect(treeOf(model).join("\n")).to.equal(
			[
				"Model Base",
				" Model Mast",
				"  MeshPart Mast",
				"  Model Spacer",
				"   Model Boom pivot",
				"    MeshPart Boom pivot",
				"    MeshPart Hook",
				" MeshPart Wheel",
				"Part Base",
				"MeshPart Floor",
				"Part Root",
			].join("\n"),
		);
		imported.destroy();
	});

	itHeadless("joins what moves by motors below one anchored root, without weight and without collisions", () => {
		const imported = importModel(fixture("node-animated"));
		const { model } = imported;
		const motors = model.GetDescendants().filter((instance): instance is Motor6D => instance.IsA("Motor6D"));
		const links = motors.map((motor) => `${motor.Part0!.Name} > ${motor.Part1!.Name}`).sort((a, b) => a < b);
		expect(links.join(", ")).to.equal("Base > Mast, Base > Wheel, Boom pivot > Hook, Mast > Boom pivot, Root > Base");
		for (const { Part1: part } of motors) {
			expect(part!.Anchored).to.equal(false);
			expect(part!.Massless).to.equal(true);
			expect(part!.CanCollide).to.equal(false);
		}
		const root = model.PrimaryPart!;
		expect(root.Name).to.equal("Root");
		expect(root.Anchored).to.equal(true);
		const floor = model.FindFirstChild("Floor", true) as MeshPart;
		expect(floor.Anchored && floor.CanCollide).to.equal(true);
		imported.destroy();
	});

	itHeadless("gives every part a name of its own", () => {
		const imported = importModel(fixture("two skins, gltfpack -c"));
		const { model } = imported;
		const names = new Set<string>();
		for (const part of meshParts(model)) {
			expect(names.has(part.Name)).to.equal(false);
			names.add(part.Name);
		}
		expect(names.size()).to.equal(4);
		imported.destroy();
	});

	itHeadless("shares one editable mesh among parts that show the same vertices", () => {
		headless!.editableMemory.collect();
		const before = headless!.editableMeshes.count();
		const imported = importModel(fixture("without a skin"));
		expect(meshParts(imported.model).size()).to.equal(3);
		// Two posts are scaled alike, the third is not.
		expect(headless!.editableMeshes.count()).to.equal(before + 1);
		imported.destroy();
		headless!.editableMemory.collect();
		expect(headless!.editableMeshes.count()).to.equal(before);
	});

	itHeadless("makes bones only for joints that a part's vertices follow, and each other joint once", () => {
		// Two parts of two triangles on a chain of six joints: the one follows joints 1 and 2, the other 4; 3 is on the way, 5 is unused.
		const { skeleton } = createSkeleton(
			"chain",
			[0, 1, 2, 3, 4, 5].map((joint) => ({ name: `Joint ${joint}`, parent: joint - 1 })),
		);
		const scene = readModel(fixture("two skins"));
		const [mesh] = scene.meshes;
		const follow = (name: string, ...followed: Array<number>) => {
			const joints = buffer.create(mesh.vertexCount * 8);
			const weights = buffer.create(mesh.vertexCount * 16);
			for (const vertex of $range(0, mesh.vertexCount - 1)) {
				buffer.writeu16(joints, vertex * 8, followed[vertex % followed.size()]);
				buffer.writef32(weights, vertex * 16, 1);
			}
			return { ...mesh, name, skeleton, joints, weights, bones: undefined, bind: undefined };
		};
		const meshes = [follow("first", 1, 2), follow("second", 4)];
		const imported = buildModel({ ...scene, meshes, skeletons: [skeleton], clips: [], attachments: [] });
		const bones = meshParts(imported.model).map((part) =>
			part
				.GetDescendants()
				.filter((each) => each.IsA("Bone"))
				.map(({ Name }) => Name.sub(7))
				.sort()
				.join(""),
		);
		// The first has what nobody follows too, with all above it.
		expect(bones.join(" ")).to.equal("012345 01234");
		imported.destroy();
	});

	itHeadless("gives a box to parts that never collide, and the chosen shape to those that stand still", () => {
		for (const [name, choice, expected] of [
			["node-animated", "precise", "false Box, true PreciseConvexDecomposition"],
			["two skins", "hull", "false Box"],
			["without a skin", "hull", "true Hull"],
			["without a skin", "none", "false Box"],
		] as const) {
			const imported = importModel(fixture(name), { collision: choice });
			const told = meshParts(imported.model).map((part) => `${part.CanCollide} ${part.CollisionFidelity.Name}`);
			expect([...new Set(told)].sort().join(", ")).to.equal(expected);
			imported.destroy();
		}
	});

	itHeadless("leaves out a mesh of no triangles, and says so, with its skeleton in a part of its own", () => {
		const scene = readModel(fixture("two skins"));
		for (const mesh of scene.meshes) {
			const first = buffer.readu32(mesh.indices, 0);
			for (const at of $range(0, mesh.triangleCount * 12 - 4, 4)) buffer.writeu32(mesh.indices, at, first);
		}
		const imported = buildModel(scene);
		expect(meshParts(imported.model).size()).to.equal(0);
		expect(reports(imported, "meshes without triangles are left out: ")).to.equal(true);
		expect(reports(imported, "the bones of a skeleton without a mesh are in an invisible part")).to.equal(true);
		expect(imported.model.FindFirstChildWhichIsA("Bone", true)).to.be.ok();
		imported.destroy();
	});

	itHeadless("needs no part for the pivot where nothing moves", () => {
		const imported = importModel(fixture("without a skin"));
		const { model } = imported;
		expect(model.PrimaryPart).to.equal(undefined);
		expect(model.FindFirstChild("Root", true)).to.equal(undefined);
		imported.destroy();
	});

	itHeadless("makes of metres studs, and takes another scale", () => {
		const heightAt = (scale?: number) => {
			const imported = importModel(fixture("without a skin"), { scale });
			const { model } = imported;
			const height = (model.FindFirstChild("Post C", true) as MeshPart).Size.Z;
			imported.destroy();
			return height;
		};
		expect(math.abs(heightAt() / heightAt(1) - 1 / 0.28) < 1e-4).to.equal(true);
	});

	itHeadless("stops things as it is told", () => {
		for (const [collision, fidelity, stops] of [
			["none", Enum.CollisionFidelity.Box, false],
			["hull", Enum.CollisionFidelity.Hull, true],
			["default", Enum.CollisionFidelity.Default, true],
		] as const) {
			const imported = importModel(fixture("without a skin"), { collision });
			const { model } = imported;
			for (const part of meshParts(model)) {
				expect(part.CollisionFidelity).to.equal(fidelity);
				expect(part.CanCollide).to.equal(stops);
			}
			imported.destroy();
		}
		expect(failureOf(() => importModel(fixture("without a skin"), { collision: "soft" as never }))).to.equal(
			'[dolly] importModel: collision is "soft"; expected none, box, hull, default or precise',
		);
	});

	itHeadless("refuses parts above the engine's size with the scale that would do, or fits them", () => {
		const scene = convertScene(readModel(fixture("without a skin")), { scale: 1000 });
		const message = failureOf(() => buildModel(scene));
		expect(
			message.find("studs long; expected at most 2048. Convert the scene with a scale of 0.14", 1, true)[0],
		).to.be.ok();
		const imported = buildModel(scene, { fit: true });
		let largest = 0;
		for (const { Size } of meshParts(imported.model)) largest = math.max(largest, Size.X, Size.Y, Size.Z);
		expect(largest <= 2048 && largest > 1800).to.equal(true);
		expect(reports(imported, "the model is scaled by 0.14")).to.equal(true);
		imported.destroy();
	});

	itHeadless("reports what is left out, split or approximated", () => {
		const imported = importModel(fixture("node-animated"));
		// The wheel's size is shown by its part; nothing else is scaled.
		expect(reports(imported, "change the size")).to.equal(false);
		imported.destroy();
	});

	itHeadless("says on a server that clients will not see it", () => {
		const imported = importModel(fixture("without a skin"));
		expect(reports(imported, "built on a server")).to.equal(game.GetService("RunService").IsServer());
		imported.destroy();
	});

	itHeadless("refuses what is no scene", () => {
		expect(failureOf(() => buildModel(undefined as never))).to.equal(
			"[dolly] buildModel: scene is missing; expected a Scene, such as readModel returns",
		);
		expect(failureOf(() => buildModel({ nodes: [] } as never))).to.equal(
			"[dolly] buildModel: scene.meshes is missing; expected a table",
		);
	});
};
