import { HttpService } from "@rbxts/services";
import { createKeptText, readKeptText } from "../place/kept-bytes";

export type AssetKind = "Mesh" | "Image" | "Animation";

/** Something of an import that was uploaded. */
export interface KeptAsset {
	kind: AssetKind;
	/** Which of the import's meshes, images or clips it is, from one version of its file to the next. */
	key: string;
	/** Of what was uploaded last. */
	hash: string;
	id: number;
	/** Whose it is, as `Owner.key` has it. */
	owner: string;
}

/** Where the folder of an import keeps the ids of what was uploaded. */
const ASSETS = "Assets";

function isAsset(value: unknown): value is KeptAsset {
	if (!typeIs(value, "table")) return false;
	const { kind, key, hash, id, owner } = value as Partial<KeptAsset>;
	const isId = typeIs(id, "number") && id > 0 && id % 1 === 0 && id < 2 ** 53;
	const hasTexts = typeIs(key, "string") && typeIs(hash, "string") && typeIs(owner, "string");
	return (kind === "Mesh" || kind === "Image" || kind === "Animation") && hasTexts && isId;
}

/** What of an import was uploaded; entries that make no sense are passed over, so that they are uploaded anew. */
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
