/** Gates along a figure eight, and towers beside it: something to fly through and to see go by. */
const GATES = 16;
const RADIUS = 90;
const TOWERS = 40;

const STONE = Color3.fromRGB(120, 125, 135);
const LIGHT = Color3.fromRGB(255, 170, 60);

function block(
	name: string,
	size: Vector3,
	cframe: CFrame,
	color: Color3,
	material: Enum.Material,
	parent: Instance,
): Part {
	const part = new Instance("Part");
	part.Name = name;
	part.Anchored = true;
	part.Size = size;
	part.CFrame = cframe;
	part.Color = color;
	part.Material = material;
	part.TopSurface = Enum.SurfaceType.Smooth;
	part.BottomSurface = Enum.SurfaceType.Smooth;
	part.Parent = parent;
	return part;
}

/** Where the course is at `turn` of its round (0 to 1): a figure eight that rises and falls. */
function coursePoint(turn: number): Vector3 {
	const angle = turn * 2 * math.pi;
	return new Vector3(
		math.sin(angle) * RADIUS,
		14 + 6 * math.sin(angle * 3),
		math.sin(angle) * math.cos(angle) * RADIUS * 1.4,
	);
}

function buildGate(turn: number, parent: Instance): void {
	const at = coursePoint(turn);
	const frame = CFrame.lookAt(at, coursePoint(turn + 0.005));
	const gate = new Instance("Model");
	gate.Name = "Gate";
	for (const side of [-1, 1]) {
		const post = frame.mul(new CFrame(side * 8, 0, 0));
		block("Post", new Vector3(1.5, 16, 1.5), post, STONE, Enum.Material.Concrete, gate);
	}
	block("Beam", new Vector3(17.5, 1, 1), frame.mul(new CFrame(0, 8, 0)), LIGHT, Enum.Material.Neon, gate);
	gate.Parent = parent;
}

/** Builds the scene under `parent`: ground, gates, towers, and the place where players start. */
export function buildScene(parent: Instance): void {
	const scene = new Instance("Folder");
	scene.Name = "Scene";
	const ground = new CFrame(0, -1, 0);
	block("Ground", new Vector3(400, 2, 400), ground, Color3.fromRGB(86, 120, 84), Enum.Material.Grass, scene);
	for (const index of $range(0, GATES - 1)) buildGate(index / GATES, scene);
	// The same towers for everybody: recordings of one player must fit the place that another sees.
	const random = new Random(7);
	for (const _ of $range(1, TOWERS)) {
		const angle = random.NextNumber(0, 2 * math.pi);
		const distance = random.NextNumber(120, 190);
		const height = random.NextNumber(15, 60);
		const at = new CFrame(math.cos(angle) * distance, height / 2, math.sin(angle) * distance);
		const size = new Vector3(random.NextNumber(8, 18), height, random.NextNumber(8, 18));
		block("Tower", size, at, Color3.fromHSV(random.NextNumber(), 0.25, 0.7), Enum.Material.Brick, scene);
	}
	const spawn = new Instance("SpawnLocation");
	spawn.Anchored = true;
	spawn.Neutral = true;
	spawn.Size = new Vector3(12, 1, 12);
	spawn.CFrame = new CFrame(0, 0.5, 40);
	spawn.Parent = scene;
	scene.Parent = parent;
}
