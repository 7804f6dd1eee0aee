import { BytePool } from "./byte-pool";
import { ShownMesh, shownMesh } from "./shown-mesh";

const HttpService = game.GetService("HttpService");

/** Pixels that a surface shows. */
interface ShownImage {
	width: number;
	height: number;
	/** The offset of RGBA8 rows. */
	pixels: number;
}

/** What lies on a part. */
interface ShownTexture {
	image: number;
	/** What the image is multiplied by. */
	color: Array<number>;
	/** Whether transparent pixels show what is behind the part; otherwise they show the part's own colour. */
	isSeeThrough: boolean;
}

/** How a part glows and mirrors, as its SurfaceAppearance has it. */
interface ShownSurface {
	/** The mask of what glows, if anything does. */
	glow?: number;
	/** What it glows by where the mask is white: red, green, blue, not encoded. */
	light: Array<number>;
	/** The map of what is metal. */
	metal?: number;
}

/** A part at a moment. */
interface ShownPart {
	name: string;
	/** What it looks like without a mesh. */
	shape: "block" | "ball" | "cylinder";
	material: string;
	mesh?: number;
	cframe: Array<number>;
	size: Array<number>;
	color: Array<number>;
	transparency: number;
	doubleSided: boolean;
	texture?: ShownTexture;
	surface?: ShownSurface;
	/** Where the bones of its mesh are in the world, in the mesh's order. */
	bones?: Array<Array<number>>;
}

/** A moment: everything that is seen, and from where. */
interface Shot {
	name: string;
	parts: Array<ShownPart>;
	/** The bones of skeletons that no mesh is skinned to: from a bone's parent to the bone, six numbers each. */
	bones: Array<Array<number>>;
	/** The pivot of what is shown. */
	pivot: Array<number>;
	camera?: { cframe: Array<number>; fieldOfView: number };
}

const numbersOf = (cframe: CFrame) => [...cframe.GetComponents()];
const colorOf = ({ R, G, B }: Color3) => [R, G, B];

/** How much shows through a part, with what this client makes of it. */
const transparencyOf = ({ Transparency: own, LocalTransparencyModifier: modifier }: BasePart) =>
	1 - (1 - own) * (1 - modifier);

/** What a part without an editable mesh looks like. */
function shapeOf(part: BasePart): ShownPart["shape"] {
	const mesh = part.FindFirstChildOfClass("SpecialMesh");
	if (mesh && mesh.MeshType === Enum.MeshType.Sphere) return "ball";
	if (!part.IsA("Part")) return "block";
	if (part.Shape === Enum.PartType.Ball) return "ball";
	return part.Shape === Enum.PartType.Cylinder ? "cylinder" : "block";
}

/** The object that a content refers to, such as an editable mesh. */
function objectOf<T>(content: Content | undefined): T | undefined {
	return (content as unknown as { Object?: T } | undefined)?.Object;
}

/** Adds the bones of a part that is not seen. */
function bareBones(part: BasePart, bones: Array<Array<number>>): void {
	for (const bone of part.GetDescendants()) {
		const above = bone.Parent;
		if (!bone.IsA("Bone") || !above?.IsA("Bone")) continue;
		const from = above.TransformedWorldCFrame.Position;
		const to = bone.TransformedWorldCFrame.Position;
		bones.push([from.X, from.Y, from.Z, to.X, to.Y, to.Z]);
	}
}

/**
 * What Instances show, for `scripts/picture` to draw: each editable mesh and image once, and for every shot where the parts
 * and their bones are. Everything is read back from the Instances; nothing of what built them is asked.
 */
export class Drawing {
	private readonly pool = new BytePool();
	private readonly meshes = new Array<ShownMesh>();
	private readonly meshIndices = new Map<EditableMesh, number>();
	private readonly images = new Array<ShownImage>();
	private readonly imageIndices = new Map<EditableImage, number>();
	private readonly shots = new Array<Shot>();

	/** Takes a shot of every part below `root` as it is now, from a camera if one is given. */
	public shoot(name: string, root: Instance, pivot: CFrame, camera?: Camera): void {
		const parts = new Array<ShownPart>();
		const bones = new Array<Array<number>>();
		for (const instance of root.GetDescendants()) {
			if (!instance.IsA("BasePart") || instance.IsA("Terrain")) continue;
			if (transparencyOf(instance) < 1) parts.push(this.partOf(instance));
			else bareBones(instance, bones);
		}
		this.shots.push({
			name,
			parts,
			bones,
			pivot: numbersOf(pivot),
			camera: camera && { cframe: numbersOf(camera.CFrame), fieldOfView: camera.FieldOfView },
		});
	}

	/** The bytes of the file: a u32 length, that much JSON, and the lists that it names by their offsets. */
	public toBuffer(): buffer {
		const { meshes, images, shots } = this;
		const json = HttpService.JSONEncode({ meshes, images, shots });
		const head = buffer.create(4 + json.size());
		buffer.writeu32(head, 0, json.size());
		buffer.writestring(head, 4, json);
		return this.pool.join(head);
	}

	private partOf(part: BasePart): ShownPart {
		const { X, Y, Z } = part.Size;
		const shown: ShownPart = {
			name: part.Name,
			shape: shapeOf(part),
			material: part.Material.Name,
			cframe: numbersOf(part.CFrame),
			size: [X, Y, Z],
			color: colorOf(part.Color),
			transparency: transparencyOf(part),
			doubleSided: false,
		};
		if (!part.IsA("MeshPart")) return shown;
		shown.doubleSided = part.DoubleSided;
		shown.texture = this.textureOf(part);
		shown.surface = this.surfaceOf(part);
		const editable = objectOf<EditableMesh>(part.MeshContent);
		if (!editable) return shown;
		shown.mesh = this.meshIndex(editable);
		const names = this.meshes[shown.mesh].bones;
		if (names.isEmpty()) return shown;
		const bones = new Map<string, Bone>();
		for (const instance of part.GetDescendants()) if (instance.IsA("Bone")) bones.set(instance.Name, instance);
		shown.bones = names.map((name) => {
			const bone = bones.get(name);
			if (!bone) error(`${part.GetFullName()} has no Bone for "${name}" of its mesh`, 0);
			return numbersOf(bone.TransformedWorldCFrame);
		});
		return shown;
	}

	private meshIndex(editable: EditableMesh): number {
		let index = this.meshIndices.get(editable);
		if (index === undefined) {
			index = this.meshes.size();
			this.meshes.push(shownMesh(editable, this.pool));
			this.meshIndices.set(editable, index);
		}
		return index;
	}

	private textureOf(part: MeshPart): ShownTexture | undefined {
		const surface = part.FindFirstChildOfClass("SurfaceAppearance");
		const image = objectOf<EditableImage>(surface ? surface.ColorMapContent : part.TextureContent);
		if (!image) return undefined;
		return {
			image: this.imageIndex(image),
			color: surface ? colorOf(surface.Color) : [1, 1, 1],
			isSeeThrough: surface?.AlphaMode === Enum.AlphaMode.Transparency,
		};
	}

	private surfaceOf(part: MeshPart): ShownSurface | undefined {
		const surface = part.FindFirstChildOfClass("SurfaceAppearance");
		if (!surface) return undefined;
		const glow = objectOf<EditableImage>(surface.EmissiveMaskContent);
		const metal = objectOf<EditableImage>(surface.MetalnessMapContent);
		const { EmissiveTint: tint, EmissiveStrength: strength } = surface;
		return {
			glow: glow && this.imageIndex(glow),
			light: colorOf(tint).map((value) => value ** 2.2 * strength),
			metal: metal && this.imageIndex(metal),
		};
	}

	private imageIndex(image: EditableImage): number {
		let index = this.imageIndices.get(image);
		if (index === undefined) {
			index = this.images.size();
			const { X: width, Y: height } = image.Size;
			this.images.push({ width, height, pixels: this.pool.add(image.ReadPixelsBuffer(Vector2.zero, image.Size)) });
			this.imageIndices.set(image, index);
		}
		return index;
	}
}
