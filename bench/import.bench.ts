import { buildMeshParts } from "../src/roblox/mesh/build-mesh-parts";
import { readModel } from "../src/roblox/model/read-model";
import { forestGlb, randomTrees } from "../tests/builders/forest-glb";
import { headless } from "../tests/headless";
import { BenchRow } from "./row";

/** Each file of `import.rival.mjs`, from its bytes to a Scene and from there to parts; 60,501 vertices in all of them. */
export = (): Array<BenchRow> => {
	assert(headless !== undefined);
	const rows = new Array<BenchRow>();
	for (const [file, name] of [
		["packed", "rigid, meshopt"],
		["plain", "rigid, plain"],
		["skinned", "skinned, meshopt"],
		["skinned-plain", "skinned, plain"],
	]) {
		const source = headless.readFile(`generated/bench/import-${file}.glb`);
		const common = { unit: "vertices/s", work: 60_501, stubbed: true };
		rows.push(
			{
				...common,
				name: `GLB to a Scene, ${name}`,
				body: () => {
					readModel(source);
				},
			},
			{
				...common,
				name: `GLB to parts, ${name}`,
				body: () => {
					for (const mesh of readModel(source).meshes) buildMeshParts(mesh);
				},
			},
		);
	}
	const forest = forestGlb(randomTrees(1000, "any way"));
	rows.push({
		name: "GLB to a Scene, 1,000 nodes of one mesh, scaled any way",
		unit: "nodes/s",
		work: 1000,
		body: () => {
			readModel(forest);
		},
	});
	return rows;
};
