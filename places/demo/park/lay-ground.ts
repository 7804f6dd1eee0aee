import { makePart } from "./make-part";
import { palette } from "./palette";

/** The path runs along Z through the middle of the park. */
const PATH_LENGTH = 180;
const PATH_WIDTH = 7;
const SLAB = 3;

/** The width of the mower, and the number of stripes on each side. */
const STRIPE_WIDTH = 7.4;
const STRIPES = 8;

/** The pond, beside the path. */
export const POND = new Vector3(21, 0, -17);
export const POND_RADIUS = 12;

/** The height of each surface above the one below it. */
const LAYER = 0.04;
export const WATER_HEIGHT = 4 * LAYER;

function layPath(parent: Instance): void {
	const path = new Instance("Model");
	path.Name = "Path";
	const block = (name: string, size: Vector3, position: Vector3, color: Color3) =>
		makePart({ name, size, cframe: new CFrame(position), color, isSolid: true, parent: path });
	const bed = new Vector3(PATH_WIDTH, 1, PATH_LENGTH);
	block("Bed", bed, new Vector3(0, LAYER - 0.5, 0), palette.pathJoint);
	for (const slab of $range(0, PATH_LENGTH / SLAB - 1)) {
		const z = (slab + 0.5) * SLAB - PATH_LENGTH / 2;
		block("Slab", new Vector3(PATH_WIDTH, 1, SLAB - 0.12), new Vector3(0, 2 * LAYER - 0.5, z), palette.path);
	}
	for (const side of [-1, 1]) {
		const at = new Vector3((side * (PATH_WIDTH + 0.4)) / 2, 0.16 - 0.5, 0);
		block("Kerb", new Vector3(0.4, 1, PATH_LENGTH), at, palette.kerb);
	}
	path.Parent = parent;
}

function digPond(parent: Instance): void {
	const pond = new Instance("Model");
	pond.Name = "Pond";
	const disc = (name: string, radius: number, top: number, color: Color3, material?: Enum.Material) =>
		makePart({
			name,
			shape: "cylinder",
			size: new Vector3(radius * 2, 0.5, radius * 2),
			cframe: new CFrame(POND.add(new Vector3(0, top - 0.25, 0))),
			color,
			material,
			parent: pond,
		});
	disc("Shore", POND_RADIUS + 1.4, 2 * LAYER, palette.pathJoint);
	disc("Water", POND_RADIUS, WATER_HEIGHT, palette.water, Enum.Material.Glass);
	const random = new Random(3);
	for (const index of $range(1, 44)) {
		const angle = (index / 44) * 2 * math.pi;
		const size = random.NextNumber(0.7, 1.7);
		const distance = POND_RADIUS + random.NextNumber(0.1, 0.8);
		makePart({
			name: "Stone",
			shape: "ellipsoid",
			size: new Vector3(size * 1.3, size * 0.8, size),
			cframe: new CFrame(POND)
				.mul(CFrame.Angles(0, angle, 0))
				.mul(new CFrame(distance, 0.1, 0))
				.mul(CFrame.Angles(0, size * 9, 0)),
			color: palette.stone,
			isSolid: true,
			parent: pond,
		});
	}
	pond.Parent = parent;
}

/** Builds the lawn, with the stripes of a mower. */
function layLawn(parent: Instance): void {
	makePart({
		name: "Lawn",
		size: new Vector3(1200, 4, 1200),
		cframe: new CFrame(0, -2, 0),
		color: palette.grass,
		isSolid: true,
		parent,
	});
	for (const stripe of $range(-STRIPES, STRIPES)) {
		makePart({
			name: "Stripe",
			size: new Vector3(STRIPE_WIDTH, 0.2, 400),
			cframe: new CFrame(stripe * 2 * STRIPE_WIDTH, LAYER / 2 - 0.1, 0),
			color: palette.meadow,
			parent,
		});
	}
}

/** Builds the lawn, the path and the pond. */
export function layGround(parent: Instance): void {
	layLawn(parent);
	layPath(parent);
	digPond(parent);
}
