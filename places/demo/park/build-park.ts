import { placeBench, placeLamp } from "./furniture";
import { layGround, POND, POND_RADIUS } from "./lay-ground";
import { makePart } from "./make-part";
import { palette } from "./palette";
import { plantTree } from "./plant-tree";

/** The same park for everybody, because a recording of one player must fit the place of another. */
const SEED = 11;

const TREES = 110;
const FLOWERS = 260;
const HILLS = 26;
const CLOUDS = 16;
/** Pairs of lamps in each direction. */
const LAMPS = 4;
const LAMP_SPACING = 17;

/** The lawn around this point stays free: the opening is filmed on it. */
const STAGE = new Vector3(0, 0, -2);
const STAGE_RADIUS = 17;
const PATH_SIDE = 6;

/** Returns whether there is room for an object of a radius. */
function isFree(at: Vector3, radius: number): boolean {
	if (math.abs(at.X) < PATH_SIDE + radius) return false;
	if (at.sub(POND).Magnitude < POND_RADIUS + 2 + radius) return false;
	return at.sub(STAGE).Magnitude > STAGE_RADIUS + radius;
}

function plantTrees(random: Random, parent: Instance): void {
	let planted = 0;
	while (planted < TREES) {
		// More of them near the path than far from it.
		const distance = 8 + 95 * random.NextNumber() ** 1.3;
		const side = random.NextInteger(0, 1) * 2 - 1;
		const at = new Vector3(side * distance, 0, random.NextNumber(-110, 110));
		if (!isFree(at, 3)) continue;
		const kind = random.NextNumber();
		const green = palette.leaves[random.NextInteger(0, 2)];
		const color = kind > 0.93 ? palette.blossom : kind > 0.87 ? palette.autumn : green;
		const crown = kind > 0.87 ? 0 : random.NextInteger(0, 2);
		const height = crown === 1 ? random.NextNumber(12, 17) : random.NextNumber(8.5, 13);
		plantTree(new CFrame(at).mul(CFrame.Angles(0, random.NextNumber(0, 6), 0)), height, crown, color, parent);
		planted += 1;
	}
}

function scatterFlowers(random: Random, parent: Instance): void {
	for (const index of $range(1, FLOWERS / 5)) {
		const middle = new Vector3(random.NextNumber(-40, 40), 0, random.NextNumber(-60, 60));
		if (math.abs(middle.X) < PATH_SIDE || middle.sub(POND).Magnitude < POND_RADIUS + 4) continue;
		for (const _ of $range(1, 5)) {
			const size = random.NextNumber(0.28, 0.42);
			makePart({
				name: "Flower",
				shape: "ellipsoid",
				size: new Vector3(size, size * 0.7, size),
				cframe: new CFrame(middle.add(new Vector3(random.NextNumber(-2, 2), 0.16, random.NextNumber(-2, 2)))),
				color: palette.flowers[index % palette.flowers.size()],
				parent,
			});
		}
	}
}

/** Adds hills around the park, and clouds above it. */
function buildHorizon(random: Random, parent: Instance): void {
	const ellipsoid = (name: string, size: Vector3, position: Vector3, color: Color3) =>
		makePart({ name, shape: "ellipsoid", size, cframe: new CFrame(position), color, parent });
	for (const index of $range(1, HILLS)) {
		const angle = ((index + random.NextNumber(-0.3, 0.3)) / HILLS) * 2 * math.pi;
		const distance = random.NextNumber(210, 330);
		const at = new Vector3(math.cos(angle) * distance, -4, math.sin(angle) * distance);
		const width = random.NextNumber(110, 190);
		const size = new Vector3(width, random.NextNumber(34, 74), width);
		ellipsoid("Hill", size, at, palette.hills[index % 2]);
	}
	for (const index of $range(1, CLOUDS)) {
		const angle = ((index + random.NextNumber(-0.4, 0.4)) / CLOUDS) * 2 * math.pi;
		const distance = random.NextNumber(300, 420);
		const middle = new Vector3(math.cos(angle) * distance, random.NextNumber(70, 150), math.sin(angle) * distance);
		const size = random.NextNumber(26, 44);
		const across = new Vector3(-math.sin(angle), 0, math.cos(angle));
		for (const [offset, scale] of [
			[0, 1],
			[0.8, 0.7],
			[-0.75, 0.62],
			[1.4, 0.4],
		]) {
			const at = middle.add(across.mul(size * offset)).sub(new Vector3(0, size * 0.2 * (1 - scale), 0));
			const cloud = ellipsoid("Cloud", new Vector3(1.5, 0.62, 1.5).mul(size * scale), at, palette.cloud);
			cloud.CastShadow = false;
		}
	}
}

/** Builds the park under `parent`, with the spawn of players. */
export function buildPark(parent: Instance): void {
	const park = new Instance("Folder");
	park.Name = "Park";
	const random = new Random(SEED);
	layGround(park);
	for (const index of $range(0, LAMPS - 1)) {
		for (const side of [-1, 1]) {
			placeLamp(new CFrame(side * 4.8, 0, 16 + LAMP_SPACING * index), park);
			placeLamp(new CFrame(side * 4.8, 0, -18 - LAMP_SPACING * index), park);
		}
	}
	for (const [x, z] of [
		[-6.6, -27],
		[6.6, -43],
		[-6.6, 26],
	]) {
		// Benches face the path.
		placeBench(CFrame.lookAt(new Vector3(x, 0, z), new Vector3(0, 0, z)), park);
	}
	plantTrees(random, park);
	scatterFlowers(random, park);
	buildHorizon(random, park);
	const spawn = new Instance("SpawnLocation");
	spawn.Anchored = true;
	spawn.Neutral = true;
	spawn.Transparency = 1;
	spawn.CanCollide = false;
	spawn.Size = new Vector3(6, 1, 6);
	spawn.CFrame = new CFrame(-9, 0.5, 22);
	spawn.Parent = park;
	park.Parent = parent;
}
