/** After this many studs along Z the set looks the same again, so that a walk of that length can be shown over and over. */
export const SET_PERIOD = 12;

/** How many times the set is repeated ahead and behind. */
const REPEATS = 9;

const PATH = [new Color3(0.9, 0.85, 0.75), new Color3(0.86, 0.8, 0.69)];
const GRASS = new Color3(0.6, 0.76, 0.45);
const TRUNK = new Color3(0.52, 0.38, 0.28);
const LEAVES = [new Color3(0.38, 0.62, 0.4), new Color3(0.46, 0.68, 0.42)];
const STONE = new Color3(0.78, 0.78, 0.8);

function block(name: string, size: Vector3, cframe: CFrame, color: Color3, parent: Instance): void {
	const part = new Instance("Part");
	part.Name = name;
	part.Size = size;
	part.CFrame = cframe;
	part.Color = color;
	part.Anchored = true;
	part.Parent = parent;
}

/** A tree of three blocks. */
function plant(x: number, z: number, height: number, turn: number, parent: Instance): void {
	const at = (y: number) => new CFrame(x, y, z).mul(CFrame.Angles(0, turn, 0));
	block("Trunk", new Vector3(0.8, height, 0.8), at(height / 2), TRUNK, parent);
	block("Leaves", new Vector3(4.2, 3.4, 4.2), at(height + 1), LEAVES[0], parent);
	block("Leaves", new Vector3(2.8, 2.4, 2.8), at(height + 3.4).mul(CFrame.Angles(0, 0.5, 0)), LEAVES[1], parent);
}

/** Builds a path through a park, along Z, in place of everything that is there. Everything that lies on the ground is called "Ground". */
export function buildFilmSet(parent: Instance): void {
	for (const child of parent.GetChildren()) if (child.IsA("BasePart")) child.Destroy();
	const length = SET_PERIOD * (2 * REPEATS + 1);
	block("Ground", new Vector3(2 * length, 1, 2 * length), new CFrame(0, -0.52, 0), GRASS, parent);
	for (const copy of $range(-REPEATS, REPEATS)) {
		const start = copy * SET_PERIOD;
		for (const slab of $range(0, 3)) {
			const z = start + slab * 3 + 1.5;
			block("Ground", new Vector3(6, 1, 2.94), new CFrame(0, -0.5, z), PATH[slab % 2], parent);
		}
		for (const side of [-1, 1]) {
			block("Stone", new Vector3(0.7, 0.7, 0.7), new CFrame(side * 3.6, 0.35, start + 1.5), STONE, parent);
			block("Stone", new Vector3(0.7, 0.7, 0.7), new CFrame(side * 3.6, 0.35, start + 7.5), STONE, parent);
		}
		plant(17, start + 3, 3.2, 0.3, parent);
		plant(-19, start + 8, 3.8, 0.9, parent);
		plant(27, start + 9, 4.4, 1.2, parent);
		plant(-30, start + 2, 3.4, 0.1, parent);
	}
}
