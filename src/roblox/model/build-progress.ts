import { Budget } from "../../bytes/budget";
import { Material, SceneImage } from "../../scene/material";
import { Scene, SceneMesh } from "../../scene/scene";

/** The cost of a byte of an encoded image, in triangles of a mesh, measured interpreted. */
const PER_IMAGE_BYTE = 2;
/** The cost of a mesh besides its triangles. */
const PER_MESH = 100;

function imagesOf({ baseColorTexture, metallicRoughnessTexture, normalTexture, emissiveTexture }: Material) {
	const images = new Array<SceneImage>();
	for (const texture of [baseColorTexture, metallicRoughnessTexture, normalTexture, emissiveTexture]) {
		if (texture) images.push(texture.image);
	}
	return images;
}

/** The progress of building a model, by its meshes and their images. */
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

	/** Sets the decoding progress of an image, 0 to 1. Decoding it again has no effect. */
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
