import { Budget } from "../../bytes/budget";
import { Material, SceneImage } from "../../scene/material";
import { Scene, SceneMesh } from "../../scene/scene";

/** About how long a byte of an encoded image takes beside a triangle of a mesh, measured interpreted. */
const PER_IMAGE_BYTE = 2;
/** What a mesh costs beside its triangles. */
const PER_MESH = 100;

function imagesOf({ baseColorTexture, metallicRoughnessTexture, normalTexture, emissiveTexture }: Material) {
	const images = new Array<SceneImage>();
	for (const texture of [baseColorTexture, metallicRoughnessTexture, normalTexture, emissiveTexture]) {
		if (texture) images.push(texture.image);
	}
	return images;
}

/** How far a model's building is, by its meshes and the images that they show. */
export class BuildProgress {
	private readonly shown = new Map<SceneImage, number>();
	private total = 0;
	private done = 0;

	constructor(
		{ meshes }: Scene,
		private readonly budget: Budget,
	) {
		for (const mesh of meshes) {
			this.total += PER_MESH + mesh.triangleCount;
			for (const image of mesh.material ? imagesOf(mesh.material) : []) {
				if (this.shown.has(image)) continue;
				this.shown.set(image, 0);
				this.total += this.weightOf(image);
			}
		}
	}

	public startMesh({ name, triangleCount }: SceneMesh): void {
		this.tell(`Building ${name}`);
		this.done += PER_MESH + triangleCount;
	}

	/** An image is decoded this far, 0 to 1; one that is decoded again moves nothing. */
	public decodeImage(image: SceneImage, alpha: number): void {
		const before = this.shown.get(image);
		if (before !== undefined && alpha > before) {
			this.shown.set(image, alpha);
			this.done += (alpha - before) * this.weightOf(image);
		}
		this.tell(`Decoding ${image.name === "" ? "an image" : image.name}`);
	}

	private tell(what: string): void {
		this.budget.progress(math.min(this.done / math.max(this.total, 1), 1), what);
	}

	private weightOf({ bytes }: SceneImage): number {
		return bytes === undefined ? 0 : buffer.len(bytes) * PER_IMAGE_BYTE;
	}
}
