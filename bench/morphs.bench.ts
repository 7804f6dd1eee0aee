import { Budget } from "../src/bytes/budget";
import { MorphingMesh } from "../src/roblox/mesh/morphing-mesh";
import { SceneMorph } from "../src/scene/morph";
import { SceneMesh } from "../src/scene/scene";
import { gridMesh } from "../tests/scene/grid-mesh";
import { BenchRow } from "./row";

const AssetService = game.GetService("AssetService");

/** Vertices of a mesh that all move. */
const SIDE = 64;

/** What a target does to `count` vertices, one in `step` of them. */
function morphOf(count: number, step: number): SceneMorph {
	const moved = count.idiv(step);
	const vertices = buffer.create(moved * 4);
	const positions = buffer.create(moved * 12);
	for (const index of $range(0, moved - 1)) {
		buffer.writeu32(vertices, index * 4, index * step);
		for (const axis of $range(0, 8, 4)) buffer.writef32(positions, index * 12 + axis, math.sin(index + axis));
	}
	return { name: "morph", vertices, positions };
}

/** Vectors as the engine has them, which are values; Lune's `Vector3` is an object, whose sums take ten times as long. */
declare const vector: { create(this: void, x: number, y: number, z: number): Vector3 };

const asValues = (list: Array<Vector3>) => list.map(({ X, Y, Z }) => vector.create(X, Y, Z));

/** What the rows reach into. */
interface Inside {
	wanted: Array<number>;
	positions: Array<Vector3>;
	targets: Array<{ positions: Array<Vector3> }>;
}

/** What the engine's own write costs is not in it: the mesh takes whatever it is given. */
export = (): Array<BenchRow> => {
	const grid = gridMesh(SIDE, SIDE);
	const row = (name: string, morphs: Array<SceneMorph>): BenchRow => {
		const mesh: SceneMesh = {
			...grid,
			node: 0,
			place: { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
			morphs,
			morphWeights: morphs.map(() => 0),
		};
		const ids = { vertices: new Array<number>(grid.vertexCount, 1), normals: [] };
		const editable = AssetService.CreateEditableMesh();
		const built = { piece: grid, center: Vector3.zero, ids };
		const morphing = MorphingMesh.of(mesh, editable, built, new Budget())!;
		const inside = morphing as unknown as Inside;
		inside.positions = asValues(inside.positions);
		for (const target of inside.targets) target.positions = asValues(target.positions);
		let weight = 0;
		return {
			name,
			unit: "vertices/ms",
			work: grid.vertexCount / 1000,
			body: () => {
				weight = 1 - weight * 0.5;
				morphs.forEach((_, index) => (inside.wanted[index] = weight));
				while (!morphing.advance()) continue;
			},
		};
	};
	const { vertexCount } = grid;
	const whole = morphOf(vertexCount, 1);
	return [
		row("two targets on, all vertices move", [whole, morphOf(vertexCount, 1)]),
		row("two targets on, one moves a tenth", [whole, morphOf(vertexCount, 10)]),
	];
};
