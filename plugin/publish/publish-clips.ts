import type { LongWork } from "../long-work";
import { hashClip } from "./hash-clip";
import { KeptAsset, readAssets, writeAssets } from "./kept-assets";
import type { Owner } from "./owner";
import { tryUpload } from "./upload";

/** A clip of an import as an animation of the engine. */
export interface ClipToPublish {
	/** Its name among the import's clips. */
	name: string;
	sequence: KeyframeSequence;
}

export interface PublishedClips {
	uploaded: number;
	unchanged: number;
	/** Why Roblox refused a clip. The ones after it were not tried. */
	reason?: string;
}

/** The key of a clip's earlier uploads. Their ids are used again if the clip returns to that content. */
const FORMER = "";

/** Stores a clip's upload. Earlier uploads for the same owner are no longer the clip's. */
export function keepClip(folder: Folder, name: string, hash: string, id: number, owner: Owner): void {
	const others = readAssets(folder)
		.filter((asset) => asset.kind !== "Animation" || asset.hash !== hash || asset.owner !== owner.key)
		.map((asset) => {
			const isFormer = asset.kind === "Animation" && asset.key === name && asset.owner === owner.key;
			return isFormer ? { ...asset, key: FORMER } : asset;
		});
	writeAssets(folder, [...others, { kind: "Animation", key: name, hash, id, owner: owner.key }]);
}

/**
 * Returns the assets of an import for a new version of its file. Uploads of clips move to the clips with equal content.
 */
export function matchClips(assets: ReadonlyArray<KeptAsset>, clips: ReadonlyArray<ClipToPublish>): Array<KeptAsset> {
	const names = new Map<string, string>();
	for (const { name, sequence } of clips) names.set(hashClip(sequence), name);
	return assets.map((asset) =>
		asset.kind === "Animation" ? { ...asset, key: names.get(asset.hash) ?? FORMER } : asset,
	);
}

/**
 * Uploads new and changed clips as animations, each as its own asset, and stores each id at once. Stops if one is
 * refused, because the reason applies to all. Yields.
 */
export function publishClips(
	clips: ReadonlyArray<ClipToPublish>,
	folder: Folder,
	owner: Owner,
	work: LongWork,
	tally: (done: number, total: number) => void = () => {},
): PublishedClips {
	const result: PublishedClips = { uploaded: 0, unchanged: 0 };
	const known = readAssets(folder).filter((asset) => asset.kind === "Animation" && asset.owner === owner.key);
	clips.forEach(({ name, sequence }, index) => {
		if (result.reason !== undefined) return;
		tally(index, clips.size());
		work.progress(index / clips.size(), `Uploading animation ${index + 1}: ${name}`);
		const hash = hashClip(sequence);
		const same = known.find((asset: KeptAsset) => asset.hash === hash);
		if (same) {
			keepClip(folder, name, hash, same.id, owner);
			result.unchanged += 1;
		} else {
			const { id, reason } = tryUpload(sequence, "Animation", `${folder.Name} ${name}`, owner);
			result.reason = reason;
			if (id === undefined) return;
			keepClip(folder, name, hash, id, owner);
			result.uploaded += 1;
		}
		tally(index + 1, clips.size());
	});
	return result;
}

/** An import's clip, and its uploaded asset. */
export interface ClipAsset {
	name: string;
	id?: number;
}

/** Returns the assets of an import's clips: the given owner's, otherwise anybody's. */
export function clipAssets(folder: Folder, names: ReadonlyArray<string>, owner?: Owner): Array<ClipAsset> {
	const assets = readAssets(folder).filter(({ kind }) => kind === "Animation");
	return names.map((name) => {
		const named = assets.filter(({ key }) => key === name);
		const own = named.find((asset) => asset.owner === owner?.key);
		return { name, id: owner ? own?.id : named[0]?.id };
	});
}
