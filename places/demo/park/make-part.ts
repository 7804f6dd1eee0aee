export interface PartOptions {
	name: string;
	/** An ellipsoid fills its size; a cylinder is upright. Defaults to `block`. */
	shape?: "block" | "ellipsoid" | "cylinder";
	size: Vector3;
	cframe: CFrame;
	color: Color3;
	material?: Enum.Material;
	/** Whether characters collide with it. Defaults to false. */
	isSolid?: boolean;
	parent: Instance;
}

/** The engine's cylinders are along X. */
const UPRIGHT = CFrame.Angles(0, 0, math.pi / 2);

/** Makes an anchored part. */
export function makePart({ name, shape = "block", size, cframe, color, material, isSolid, parent }: PartOptions): Part {
	const part = new Instance("Part");
	part.Name = name;
	part.Anchored = true;
	part.CanCollide = isSolid === true;
	part.Size = size;
	part.CFrame = cframe;
	part.Color = color;
	part.Material = material ?? Enum.Material.SmoothPlastic;
	part.TopSurface = Enum.SurfaceType.Smooth;
	part.BottomSurface = Enum.SurfaceType.Smooth;
	if (shape === "ellipsoid") {
		const mesh = new Instance("SpecialMesh");
		mesh.MeshType = Enum.MeshType.Sphere;
		mesh.Parent = part;
	} else if (shape === "cylinder") {
		part.Shape = Enum.PartType.Cylinder;
		part.Size = new Vector3(size.Y, size.X, size.Z);
		part.CFrame = cframe.mul(UPRIGHT);
	}
	part.Parent = parent;
	return part;
}
