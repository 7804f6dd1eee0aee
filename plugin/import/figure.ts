/** A block of a character: its centre and size, in fractions of the height. */
interface Block {
	name: string;
	place: Vector3;
	size: Vector3;
}

/** A character made of blocks, in the proportions of Roblox's classic one: 4 wide with its arms, 5 high. */
const BLOCKS: ReadonlyArray<Block> = [
	{ name: "Head", place: new Vector3(0, 0.9, 0), size: new Vector3(0.24, 0.2, 0.24) },
	{ name: "Torso", place: new Vector3(0, 0.6, 0), size: new Vector3(0.4, 0.4, 0.2) },
	{ name: "LeftArm", place: new Vector3(-0.3, 0.6, 0), size: new Vector3(0.19, 0.4, 0.2) },
	{ name: "RightArm", place: new Vector3(0.3, 0.6, 0), size: new Vector3(0.19, 0.4, 0.2) },
	{ name: "LeftLeg", place: new Vector3(-0.1, 0.2, 0), size: new Vector3(0.19, 0.4, 0.2) },
	{ name: "RightLeg", place: new Vector3(0.1, 0.2, 0), size: new Vector3(0.19, 0.4, 0.2) },
];
const WIDTH = 0.79;
const GROUND_COLOR = Color3.fromRGB(152, 178, 138);
const COLOR = Color3.fromRGB(128, 132, 140);

/** A grey character on the ground to compare sizes with, for a ViewportFrame. */
export class Figure {
	public readonly model = new Instance("Model");
	private readonly parts = new Array<Part>();
	private readonly ground = new Instance("Part");

	constructor() {
		this.model.Name = "Character";
		this.ground.Name = "Ground";
		this.ground.Anchored = true;
		this.ground.Color = GROUND_COLOR;
		this.ground.Material = Enum.Material.SmoothPlastic;
		this.ground.Parent = this.model;
		for (const { name } of BLOCKS) {
			const part = new Instance("Part");
			part.Name = name;
			part.Anchored = true;
			part.Color = COLOR;
			part.Material = Enum.Material.SmoothPlastic;
			part.Parent = this.model;
			this.parts.push(part);
		}
	}

	/** Sets its height and returns its width. */
	public resize(height: number): number {
		BLOCKS.forEach(({ size }, index) => (this.parts[index].Size = size.mul(height)));
		return WIDTH * height;
	}

	/** Puts its feet at a CFrame. */
	public place(feet: CFrame, height: number): void {
		BLOCKS.forEach(({ place }, index) => (this.parts[index].CFrame = feet.mul(new CFrame(place.mul(height)))));
	}

	/** Spreads the ground around a CFrame. */
	public spread(feet: CFrame, reach: number): void {
		const thickness = reach / 1000;
		this.ground.Size = new Vector3(reach, thickness, reach);
		this.ground.CFrame = feet.mul(new CFrame(0, -thickness / 2, 0));
	}

	public destroy(): void {
		this.model.Destroy();
	}
}
