import { Budget } from "../../bytes/budget";
import { decodePixels } from "../../images/decode-image";
import { Image } from "../../images/image";
import { repeatRow } from "../../images/repeat-row";
import { SceneImage } from "../../scene/material";
import { createEditableImage } from "./create-editable";

/** The longest side of an image in the engine. */
const MAX_SIDE = 1024;

/** The longest side that small images with hard edges are made to have. */
const CRISP_SIDE = 512;

/** An image is enlarged only if so many enlarged ones still fit: the others of the model must fit too. */
const CRISP_ROOM = 4;

/** Bytes of decoded pixels that are kept for other surfaces: four images of the largest size. */
const KEPT_BYTES = 4 * 4 * MAX_SIDE ** 2;

/** The steps of a pixel that is written, and of one that is made of those of several images. */
const FILL_STEPS = 2;
const MIX_STEPS = 8;

/** Bytes of pixels between two pause points. */
const STRETCH = 16384;

/** Why images are missing: what they may cost is spent. */
const SPENT =
	"images are left out, because their pixels cost more than a file of this size may; pass a Job with maxSteps and maxBytes to allow more";

/** A decoded image of the scene, as colours or as data. */
export interface KnownImage {
	image: SceneImage;
	isData: boolean;
	/** A unique name. */
	name: string;
	width: number;
	height: number;
	/** Whether any pixel is not opaque. */
	hasAlpha: boolean;
	/** Whether its pixels keep hard edges: the engine smooths all images, so a small one is made larger. */
	isCrisp: boolean;
}

/** Writes an image's converted pixels to `target`, from byte `start` up to, but not including, `finish`. */
type Fill = (pixels: buffer, target: buffer, start: number, finish: number) => void;

/** Makes editable images, each once for all surfaces that show it. Yields. */
export class EditableImages {
	/** All images made so far. */
	public readonly images = new Array<EditableImage>();
	/** By their bytes, which several images may share. */
	private readonly known = new Map<buffer | SceneImage, { colors?: KnownImage | false; data?: KnownImage | false }>();
	private readonly made = new Map<string, Content>();
	/** The pixels that were decoded last: as many as are kept, since a file may have a hundred images. */
	private kept = new Array<{ of: KnownImage; pixels: buffer }>();
	/** What was written last, for the next image of the same size. */
	private scratch = buffer.create(0);
	/** The images' bytes that the budget knows of. */
	private readonly admitted = new Set<buffer>();

	/** Charges by the number of pixels, however few bytes they are packed in. */
	public readonly budget: Budget;
	/** The image that is being decoded. */
	private decoding?: SceneImage;

	constructor(
		private readonly caller: Budget,
		private readonly owner: string,
		private readonly onDecode?: (image: SceneImage, alpha: number) => void,
	) {
		this.budget = caller.apart((alpha) => this.decoding && this.onDecode?.(this.decoding, alpha));
	}

	/** An image of the scene, as colours or as data; undefined where it cannot be had, which is reported once. */
	public find(image: SceneImage, isData: boolean, isCrisp = false): KnownImage | undefined {
		const key = image.bytes ?? image;
		const entry = this.known.get(key) ?? {};
		this.known.set(key, entry);
		let found = isData ? entry.data : entry.colors;
		if (found === undefined) {
			found = this.read(image, isData, isCrisp) ?? false;
			if (isData) entry.data = found;
			else entry.colors = found;
		}
		return found === false ? undefined : found;
	}

	/** Returns the content that `fill` makes from an image. `use` names it, so that it is made once. */
	public content(source: KnownImage, use: string, fill: Fill): Content | undefined {
		const { name, width, height } = source;
		return this.make(`${name} ${use}`, width, height, () => {
			const pixels = this.pixelsOf(source);
			if (!pixels) return undefined;
			const size = buffer.len(pixels);
			const target = this.scratchOf(size);
			for (const start of $range(0, size - 1, STRETCH)) {
				const finish = math.min(start + STRETCH, size);
				fill(pixels, target, start, finish);
				this.budget.countToPause((finish - start) / 4);
			}
			return target;
		});
	}

	/** Returns the content of an opaque image of one pixel, with channels from 0 to 1. */
	public flat(red: number, green: number, blue: number): Content | undefined {
		const [r, g, b] = [red, green, blue].map((value) => math.round(math.clamp(value, 0, 1) * 255));
		return this.make(`${r} ${g} ${b}`, 1, 1, () => {
			const pixel = buffer.create(4);
			buffer.writeu32(pixel, 0, r + g * 0x100 + b * 0x10000 + 0xff000000);
			return pixel;
		});
	}

	/** Frees the pixels of all images. */
	public finish(): void {
		this.keepPixels(0);
	}

	/** Frees pixels, the oldest first, until no more than `most` bytes are kept. */
	private keepPixels(most: number): void {
		let size = 0;
		for (const { pixels } of this.kept) size += buffer.len(pixels);
		while (size > most) {
			const freed = buffer.len(this.kept.shift()!.pixels);
			this.budget.returnBytes(freed);
			size -= freed;
		}
	}

	/** Returns a buffer for pixels that the engine copies before the next call. */
	private scratchOf(size: number): buffer {
		if (buffer.len(this.scratch) !== size) this.scratch = buffer.create(size);
		return this.scratch;
	}

	/** Returns whether there is room for so many bytes and steps more, if need be by freeing kept pixels. Reports if not. */
	private hasRoom(size: number, steps: number): boolean {
		const { budget } = this;
		if (size > budget.bytesLeft()) this.keepPixels(0);
		if (size <= budget.bytesLeft() && steps <= budget.stepsLeft()) return true;
		budget.warn(SPENT);
		return false;
	}

	/** Frees the memory of all images. */
	public destroy(): void {
		for (const image of this.images) image.Destroy();
	}

	/**
	 * What `produce` makes of the pixels of several images at once: `outputs` images of `count` pixels. Undefined if one of them cannot be had
	 * or memory does not allow it, which is reported.
	 */
	public together(
		sources: ReadonlyArray<KnownImage>,
		outputs: number,
		count: number,
		produce: (pixels: ReadonlyArray<buffer>) => ReadonlyArray<buffer>,
	): ReadonlyArray<buffer> | undefined {
		const { budget, owner } = this;
		let size = outputs * count * 4;
		for (const { width, height } of sources) size += width * height * 4;
		const steps = outputs * count * MIX_STEPS;
		if (!this.hasRoom(size, steps)) return undefined;
		budget.spendSteps(steps, owner);
		budget.spendBytes(size, owner);
		const pixels = new Array<buffer>();
		for (const source of sources) {
			const read = this.pixelsOf(source);
			if (read) pixels.push(read);
		}
		const made = pixels.size() === sources.size() ? produce(pixels) : undefined;
		budget.returnBytes(size);
		return made;
	}

	/** Counts pixels that were made outside, and pauses if it is time to. */
	public step(pixels: number): void {
		this.budget.countToPause(pixels * MIX_STEPS);
	}

	/** The content of pixels; `key` names it, so that it is made once. */
	public make(key: string, width: number, height: number, pixels: () => buffer | undefined): Content | undefined {
		const known = this.made.get(key);
		if (known !== undefined) return known;
		const { budget, owner } = this;
		const size = width * height * 4;
		// The written pixels, and the engine's own copy.
		const steps = width * height * FILL_STEPS;
		if (!this.hasRoom(2 * size, steps)) return undefined;
		budget.spendSteps(steps, owner);
		const written = pixels();
		if (!written) return undefined;
		budget.spendBytes(size, owner);
		const extent = new Vector2(width, height);
		const [editable, refusal] = createEditableImage(extent);
		if (!editable) {
			budget.warn(`images are left out, because ${refusal}`);
			return undefined;
		}
		this.images.push(editable);
		// Once, and before anything shows it: the engine updates one image per frame on the screen.
		editable.WritePixelsBuffer(Vector2.zero, extent, written);
		const content = Content.fromObject(editable);
		this.made.set(key, content);
		budget.pausePoint();
		return content;
	}

	private pixelsOf(source: KnownImage): buffer | undefined {
		const kept = this.kept.find(({ of }) => of === source);
		if (kept) return kept.pixels;
		const pixels = this.decode(source.image, source.isData, source.isCrisp)?.pixels;
		if (pixels) this.kept.push({ of: source, pixels });
		return pixels;
	}

	private decode(source: SceneImage, isData: boolean, isCrisp: boolean): Image | undefined {
		const { budget } = this;
		const { name, bytes } = source;
		if (bytes === undefined) {
			budget.warn("images that were not handed over are not shown", name);
			return undefined;
		}
		if (!this.admitted.has(bytes)) {
			this.admitted.add(bytes);
			budget.admitPixels(buffer.len(bytes));
		}
		this.keepPixels(KEPT_BYTES - 4 * MAX_SIDE ** 2);
		const before = budget.bytes;
		budget.hasRefused = false;
		this.decoding = source;
		this.onDecode?.(source, 0);
		const [ok, result] = pcall(() => {
			const image = decodePixels(bytes, { maxSize: MAX_SIDE, isData }, budget);
			return isCrisp ? this.enlarged(image, name) : image;
		});
		if (ok) {
			this.onDecode?.(source, 1);
			return result as Image;
		}
		budget.returnBytes(budget.bytes - before);
		// Cancelling, and errors that are not about the image, are rethrown.
		if (this.caller.isCancelled || tostring(result).sub(1, 8) !== "[dolly] ") error(result, 0);
		if (budget.hasRefused) budget.warn(SPENT, name);
		else budget.warn(`images cannot be shown: ${result}`, name);
		return undefined;
	}

	/** Repeats each pixel of a small image, so that smoothing blurs only the edges. Returns the image itself if memory is short. */
	private enlarged(image: Image, name: string): Image {
		const times = math.floor(CRISP_SIDE / math.max(image.width, image.height));
		if (times < 2) return image;
		const [width, height] = [image.width * times, image.height * times];
		const { budget } = this;
		if (CRISP_ROOM * width * height * 4 > budget.bytesLeft() || CRISP_ROOM * width * height > budget.stepsLeft()) {
			budget.warn("small images have soft edges, because memory for larger ones is short", name);
			return image;
		}
		this.budget.spendBytes(width * height * 4, this.owner);
		const pixels = buffer.create(width * height * 4);
		for (const row of $range(0, image.height - 1)) {
			repeatRow(image.pixels, row, image.width, times, pixels);
			this.budget.step(width * times, this.owner);
		}
		this.budget.returnBytes(buffer.len(image.pixels));
		return { ...image, width, height, pixels };
	}

	private read(image: SceneImage, isData: boolean, isCrisp: boolean): KnownImage | undefined {
		const decoded = this.decode(image, isData, isCrisp);
		if (!decoded) return undefined;
		const { width, height, hasAlpha, fullWidth, fullHeight, pixels } = decoded;
		if (width < fullWidth || height < fullHeight) {
			const sizes = `${fullWidth} × ${fullHeight} to ${width} × ${height}`;
			this.budget.warn("images are reduced to the engine's max size", `${image.name} (${sizes})`);
		}
		const name = `image ${this.known.size()}${isData ? " data" : ""}`;
		const known: KnownImage = { image, isData, name, width, height, hasAlpha, isCrisp };
		this.kept.push({ of: known, pixels });
		return known;
	}
}
