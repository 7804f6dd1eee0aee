import { isEmpty, lookOf } from "./look";
import { numberedParts } from "./templates";

/** How many of an import's meshes, images or animations are uploaded, and how many there are. */
export interface AssetCount {
	kind: "Mesh" | "Image" | "Animation";
	done: number;
	total: number;
}

/** Counts the meshes and images that a model's parts show. One that several parts show counts once. */
export function countAssets(model: Model): Array<AssetCount> {
	const meshes = new Map<unknown, boolean>();
	const images = new Map<unknown, boolean>();
	const add = (content: Content, list: Map<unknown, boolean>) => {
		if (!isEmpty(content)) list.set(content.Object ?? content.Uri, content.Uri !== undefined);
	};
	for (const { part } of numberedParts(model)) {
		const { mesh, texture, maps } = lookOf(part);
		add(mesh, meshes);
		for (const image of [texture, ...maps]) add(image, images);
	}
	const count = (kind: AssetCount["kind"], list: Map<unknown, boolean>): AssetCount => {
		let done = 0;
		for (const [, isUploaded] of list) if (isUploaded) done += 1;
		return { kind, done, total: list.size() };
	};
	return [count("Mesh", meshes), count("Image", images)];
}
