import { HttpService, Workspace } from "@rbxts/services";
import { importModel, Job } from "../../../src";
import { bareForestGlb, forestGlb, FOREST_POINTS, randomTrees, Tree } from "../../builders/forest-glb";
import { buildGlb } from "../../builders/glb";
import { floats } from "../../buffers";
import { builtNormals, builtTriangles, builtVertices, farthest, meshParts } from "../../built-vertices";
import { failureOf } from "../../expect-failure";
import { headless } from "../../headless";
import { rotated } from "../../rotation/rotated";

const STUDS = 1 / 0.28;

/** Where a tree's points are in studs. */
function pointsOf({ translation, rotation, scale }: Tree, points: ReadonlyArray<number>): Array<number> {
	const result = new Array<number>();
	for (const at of $range(0, points.size() - 3, 3)) {
		const scaled = scale.map((factor, axis) => points[at + axis] * factor);
		rotated(rotation, scaled).forEach((value, axis) => result.push((value + translation[axis]) * STUDS));
	}
	return result;
}

/** The normals that points at the corners of triangles have, wound as their tree leaves them. */
function normalsOf(points: ReadonlyArray<number>, isMirrored: boolean): Array<number> {
	const result = new Array<number>();
	for (const at of $range(0, points.size() - 9, 9)) {
		const [a, b, c] = [0, 3, 6].map(
			(corner) => new Vector3(points[at + corner], points[at + corner + 1], points[at + corner + 2]),
		);
		const { X, Y, Z } = b
			.sub(a)
			.Cross(c.sub(a))
			.Unit.mul(isMirrored ? -1 : 1);
		for (const _ of $range(1, 3)) result.push(X, Y, Z);
	}
	return result;
}

/** Imports a forest and compares every vertex; returns how many editable meshes and frames it took. */
function plant(trees: ReadonlyArray<Tree>): { meshes: number; frames: number } {
	headless!.editableMemory.collect();
	const before = headless!.editableMeshes.count();
	const start = headless!.now();
	const imported = importModel(forestGlb(trees));
	const frames = math.round((headless!.now() - start) * 60);
	const meshes = headless!.editableMeshes.count() - before;
	const compare = () => {
		assert(meshParts(imported.model).size() === 2 * trees.size(), "each tree has two parts");
		trees.forEach((tree, index) => {
			const isMirrored = tree.scale.reduce((product, factor) => product * factor, 1) < 0;
			const parts = meshParts(imported.model.FindFirstChild(`Tree ${index}`)!);
			parts.forEach((part, place) => {
				const expected = pointsOf(tree, FOREST_POINTS[place]);
				const off = farthest(builtVertices(part), expected);
				assert(off < 1e-3, `${part.Name} is ${off} studs off`);
				const leaning = farthest(builtNormals(part), normalsOf(expected, isMirrored));
				assert(leaning < 1e-3, `a normal of ${part.Name} is ${leaning} off`);
				const [first] = builtTriangles(part);
				assert(first === (isMirrored ? "0 2 1" : "0 1 2"), `${part.Name} is inside out`);
			});
		});
	};
	const [ok, problem] = pcall(compare);
	imported.destroy();
	if (!ok) error(problem, 0);
	return { meshes, frames };
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	itHeadless(
		"of any sizes share an editable mesh for each primitive, and the engine is asked for a part of each once",
		() => {
			for (const growth of ["alike", "taller", "any way"] as const) {
				const { meshes, frames } = plant(randomTrees(100, growth));
				expect(meshes).to.equal(2);
				// The engine takes a frame for a part that it makes, none for a clone.
				expect(frames < 20).to.equal(true);
			}
		},
	);

	itHeadless("that are mirrored share a second one", () => {
		const trees = randomTrees(30, "any way", 2).map((tree, index) => {
			const [x, y, z] = tree.scale;
			const mirrored: Array<[number, number, number]> = [
				[-x, y, z],
				[x, -y, z],
				[-x, -y, -z],
				[x, y, z],
				[-x, y, -z],
			];
			return { ...tree, scale: mirrored[index % 5] };
		});
		expect(plant(trees).meshes).to.equal(4);
	});

	itHeadless("that differ in their materials only share one", () => {
		const json = HttpService.JSONEncode({
			asset: { version: "2.0" },
			buffers: [{ byteLength: 36 }],
			bufferViews: [{ buffer: 0, byteLength: 36 }],
			accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3" }],
			materials: [{ name: "red" }, { name: "green" }],
			meshes: [0, 1].map((material) => ({ primitives: [{ attributes: { POSITION: 0 }, material }] })),
			nodes: [{ mesh: 0 }, { mesh: 1, translation: [5, 0, 0], scale: [2, 1, 1] }],
			scenes: [{ nodes: [0, 1] }],
			scene: 0,
		});
		headless!.editableMemory.collect();
		const before = headless!.editableMeshes.count();
		const imported = importModel(buildGlb(json, floats(0, 0, 0, 1, 0, 0, 0, 1, 0)), { scale: 1 });
		expect(headless!.editableMeshes.count() - before).to.equal(1);
		const [first, second] = meshParts(imported.model).sort((a, b) => a.Position.X < b.Position.X);
		expect(`${first.Size.X} ${second.Size.X}`).to.equal("1 2");
		imported.destroy();
	});

	itHeadless(
		"are counted once for the mesh and then for each part: ten thousand nodes of one mesh are imported",
		() => {
			const source = bareForestGlb(10000);
			const size = buffer.len(source);
			expect(size < 528 * 1024).to.equal(true);
			const job = new Job();
			const imported = importModel(source, { job });
			expect(meshParts(imported.model).size()).to.equal(10000);
			imported.destroy();
			// A job's own limit is kept.
			const tight = new Job({ maxElements: 10000 });
			expect(failureOf(() => importModel(source, { job: tight })).find("maxElements", 1, true)[0]).to.be.ok();
			// Nodes of a few bytes each are refused when there are very many.
			const small = bareForestGlb(20000, false);
			const refusal = failureOf(() => importModel(small));
			expect(refusal.find("bytes of input may cost", 1, true)[0]).to.be.ok();
		},
	);

	itHeadless("that the user cloned live on when the import is destroyed, until nothing shows their mesh", () => {
		headless!.editableMemory.collect();
		const before = headless!.editableMeshes.count();
		const imported = importModel(forestGlb(randomTrees(3, "taller")), { parent: Workspace });
		const cloned = (imported.model.FindFirstChild("Tree 1") as Model).Clone();
		const read = () =>
			meshParts(cloned).map((part) =>
				builtVertices(part)
					.map((value) => math.round(value * 1000))
					.join(" "),
			);
		const shown = read().join("; ");
		imported.destroy();
		headless!.editableMemory.collect();
		expect(headless!.editableMeshes.count() - before).to.equal(2);
		expect(read().join("; ")).to.equal(shown);
		cloned.Destroy();
		headless!.editableMemory.collect();
		expect(headless!.editableMeshes.count()).to.equal(before);
	});
};
