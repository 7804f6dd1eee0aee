import { fail } from "../../bytes/fail";
import { Work } from "../../bytes/work";
import { decodeImage } from "../../images/decode-image";
import { Image } from "../../images/image";
import { SceneImage } from "../../scene/material";

const AssetService = game.GetService("AssetService");

/** The longest side that the engine takes. */
const MAX_SIDE = 1024;

/** Makes editable images; one of each, however many surfaces show it. Yields. */
export class EditableImages {
	/** Every image that was made. */
	public readonly images = new Array<EditableImage>();
	private readonly decoded = new Map<string, Map<SceneImage, Image | false>>();
	private readonly made = new Map<string, Content>();

	constructor(
		private readonly work: Work,
		private readonly owner: string,
	) {}

	/** An image of the scene as pixels, as colours or as data; undefined where it cannot be had, which is reported. */
	public decode(image: SceneImage, isData: boolean): Image | undefined {
		const kind = isData ? "data" : "colour";
		const known = this.decoded.get(kind) ?? new Map<SceneImage, Image | false>();
		this.decoded.set(kind, known);
		let result = known.get(image);
		if (result === undefined) {
			result = this.read(image, isData) ?? false;
			known.set(image, result);
		}
		return result === false ? undefined : result;
	}

	/** The content of an editable image; `key` names what `pixels` gives, so that it is made once. */
	public content(key: string, width: number, height: number, pixels: () => buffer): Content {
		const known = this.made.get(key);
		if (known !== undefined) return known;
		const size = new Vector2(width, height);
		// Typed as if it always came: the engine gives nil when the budget is spent.
		const editable = AssetService.CreateEditableImage({ Size: size }) as EditableImage | undefined;
		if (!editable) fail(this.owner, "the memory for editable images is spent");
		this.images.push(editable);
		editable.WritePixelsBuffer(Vector2.zero, size, pixels());
		const content = Content.fromObject(editable);
		this.made.set(key, content);
		this.work.pausePoint();
		return content;
	}

	/** Frees the memory of all that was made. */
	public destroy(): void {
		for (const image of this.images) image.Destroy();
	}

	private read(image: SceneImage, isData: boolean): Image | undefined {
		if (image.bytes === undefined) {
			this.work.warn("images that were not handed over are not shown", image.name);
			return undefined;
		}
		const { bytes } = image;
		const [ok, result] = pcall(() => decodeImage(bytes, { maxSize: MAX_SIDE, isData, work: this.work }));
		if (!ok) {
			if (this.work.isCancelled) error(result, 0);
			this.work.warn(`images cannot be shown: ${result}`, image.name);
			return undefined;
		}
		const decoded = result as Image;
		if (decoded.width < decoded.fullWidth) {
			const sizes = `${decoded.fullWidth} × ${decoded.fullHeight} to ${decoded.width} × ${decoded.height}`;
			this.work.warn("images are reduced to what the engine takes", `${image.name} (${sizes})`);
		}
		return decoded;
	}
}
