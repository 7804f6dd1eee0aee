import { makePart } from "./make-part";
import { palette } from "./palette";

/** Builds a lamp: its foot, its post and its light. */
export function placeLamp(at: CFrame, parent: Instance): void {
	const lamp = new Instance("Model");
	lamp.Name = "Lamp";
	const round = (name: string, y: number, width: number, height: number) =>
		makePart({
			name,
			shape: "cylinder",
			size: new Vector3(width, height, width),
			cframe: at.mul(new CFrame(0, y, 0)),
			color: palette.iron,
			isSolid: true,
			parent: lamp,
		});
	round("Foot", 0.2, 0.9, 0.4);
	round("Post", 3.7, 0.28, 7);
	round("Collar", 7.2, 0.62, 0.2);
	round("Cap", 8.42, 1.1, 0.22);
	makePart({
		name: "Light",
		shape: "ellipsoid",
		size: new Vector3(1.05, 1.1, 1.05),
		cframe: at.mul(new CFrame(0, 7.82, 0)),
		color: palette.lamp,
		material: Enum.Material.Neon,
		parent: lamp,
	});
	lamp.Parent = parent;
}

/** Builds a bench that faces along its -Z. */
export function placeBench(at: CFrame, parent: Instance): void {
	const bench = new Instance("Model");
	bench.Name = "Bench";
	const board = (size: Vector3, cframe: CFrame, color: Color3) =>
		makePart({ name: "Board", size, cframe: at.mul(cframe), color, isSolid: true, parent: bench });
	for (const x of [-2, 2]) {
		board(new Vector3(0.28, 1.4, 1.5), new CFrame(x, 0.7, 0), palette.iron);
		board(new Vector3(0.28, 1.9, 0.24), new CFrame(x, 2.2, 0.82).mul(CFrame.Angles(0.2, 0, 0)), palette.iron);
	}
	for (const row of [0, 1, 2]) {
		board(new Vector3(5, 0.2, 0.46), new CFrame(0, 1.5, -0.52 + row * 0.54), palette.wood);
		if (row === 2) continue;
		const back = new CFrame(0, 2.1 + row * 0.68, 0.68 + row * 0.14).mul(CFrame.Angles(0.2, 0, 0));
		board(new Vector3(5, 0.5, 0.18), back, palette.wood);
	}
	bench.Parent = parent;
}
