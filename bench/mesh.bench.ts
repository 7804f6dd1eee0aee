import { Budget } from "../src/bytes/budget";
import { fillMesh } from "../src/roblox/mesh/fill-mesh";
import { gridMesh } from "../tests/scene/grid-mesh";
import { BenchRow } from "./row";

const AssetService = game.GetService("AssetService");

/** What the engine's own calls cost is the headless engine's here: the rows tell fillMesh's shapes apart, not a frame's time. */
export = (): Array<BenchRow> => {
	const grid = gridMesh(100, 100);
	const row = (name: string, mesh: typeof grid): BenchRow => ({
		name,
		unit: "vertices/s",
		work: mesh.vertexCount,
		body: () => {
			const editable = AssetService.CreateEditableMesh();
			fillMesh(editable, mesh, Vector3.zero, undefined, new Budget());
			editable.Destroy();
		},
	});
	return [
		row("fillMesh: normals, UVs and colours, 19,602 triangles", grid),
		row("fillMesh: UVs, flat normals", { ...grid, normals: undefined, colors: undefined }),
	];
};
