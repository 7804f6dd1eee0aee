import { makePart } from "./make-part";
import { palette } from "./palette";

/** The crowns of trees: the offsets of ellipsoids above the trunk and their sizes, for a tree of height 1. */
const CROWNS: ReadonlyArray<ReadonlyArray<readonly [offset: Vector3, size: Vector3]>> = [
	[
		[new Vector3(0, 0.62, 0), new Vector3(0.62, 0.52, 0.62)],
		[new Vector3(0.19, 0.5, 0.1), new Vector3(0.42, 0.36, 0.42)],
		[new Vector3(-0.18, 0.48, 0.12), new Vector3(0.4, 0.34, 0.4)],
		[new Vector3(-0.02, 0.52, -0.2), new Vector3(0.42, 0.36, 0.42)],
		[new Vector3(0.05, 0.83, 0), new Vector3(0.4, 0.34, 0.4)],
	],
	[
		[new Vector3(0, 0.58, 0), new Vector3(0.34, 0.8, 0.34)],
		[new Vector3(0.05, 0.4, 0.04), new Vector3(0.32, 0.46, 0.32)],
	],
	[
		[new Vector3(0, 0.55, 0), new Vector3(0.8, 0.4, 0.8)],
		[new Vector3(0.14, 0.72, -0.06), new Vector3(0.56, 0.34, 0.56)],
		[new Vector3(-0.16, 0.66, 0.12), new Vector3(0.46, 0.3, 0.46)],
	],
];

/** How much lighter each piece of a crown is than the previous one. */
const LIGHTER = 0.05;
const WHITE = new Color3(1, 1, 1);

/** Builds a tree: one of three crowns on a trunk. */
export function plantTree(at: CFrame, height: number, crown: number, color: Color3, parent: Instance): void {
	const tree = new Instance("Model");
	tree.Name = "Tree";
	makePart({
		name: "Trunk",
		shape: "cylinder",
		size: new Vector3(0.09, 0.5, 0.09).mul(height),
		cframe: at.mul(new CFrame(0, 0.25 * height, 0)),
		color: palette.trunk,
		isSolid: true,
		parent: tree,
	});
	CROWNS[crown].forEach(([offset, size], index) => {
		makePart({
			name: "Leaves",
			shape: "ellipsoid",
			size: size.mul(height),
			cframe: at.mul(new CFrame(offset.mul(height))),
			color: color.Lerp(WHITE, index * LIGHTER),
			parent: tree,
		});
	});
	tree.Parent = parent;
}
