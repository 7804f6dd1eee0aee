import { HttpService } from "@rbxts/services";
import { createKeptText, readKeptText } from "../place/kept-bytes";

export type AssetKind = "Mesh" | "Image" | "Animation";

/** An uploaded asset of an import. */
export interface KeptAsset {
	kind: AssetKind;
	/** Identifies the import's mesh, image or clip across versions of its file. */
	key: string;
	/** The hash of the last uploaded content. */
	hash: string;
	id: number;
	/** Its owner's `Owner.key`. */
	owner: string;
}

/** The child of an import's folder that keeps the ids of uploads. */
const ASSETS = "Assets";

function isAsset(value: unknown): value is KeptAsset {
	if (!typeIs(value, "table")) return false;
	const { kind, key, hash, id, owner } = value as Partial<KeptAsset>;
	const isId = typeIs(id, "number") && id > 0 && id % 1 === 0 && id < 2 ** 53;
	const hasTexts = typeIs(key, "string") && typeIs(hash, "string") && typeIs(owner, "string");
	return (kind === "Mesh" || kind === "Image" || kind === "Animation") && hasTexts && isId;
}

/** Returns the uploaded assets of an import. Skips invalid entries, so that they are uploaded again. */
export function readAssets(kept: Folder): Array<KeptAsset> {
	const [ok, list] = pcall(() => HttpService.JSONDecode(readKeptText(kept, ASSETS) ?? "[]"));
	const assets = new Array<KeptAsset>();
	if (!ok || !typeIs(list, "table")) return assets;
	for (const [, value] of pairs(list as Map<unknown, unknown>)) if (isAsset(value)) assets.push(value);
	return assets;
}

export function writeAssets(kept: Folder, assets: ReadonlyArray<KeptAsset>): void {
	const text = createKeptText(ASSETS, HttpService.JSONEncode(assets));
	kept.FindFirstChild(ASSETS)?.Destroy();
	text.Parent = kept;
}
