import { AssetService } from "@rbxts/services";
import { fitted } from "../place/clean-name";
import { refuse, sentenceOf } from "../sentence";
import type { AssetKind } from "./kept-assets";
import type { Owner } from "./owner";

/** The max length of asset names. The reference pages name no limit; this is that of Studio's own forms. */
const MOST_NAME = 50;

/** The results, which the published types lack. */
interface Uploads {
	CreateAssetAsync(
		this: Uploads,
		object: RBXObject,
		kind: Enum.AssetType,
		options: object,
	): LuaTuple<[Enum.CreateAssetResult, unknown]>;
	CreateAssetVersionAsync(
		this: Uploads,
		object: RBXObject,
		kind: Enum.AssetType,
		id: number,
		options: object,
	): LuaTuple<[Enum.CreateAssetResult, unknown]>;
}

/** Returns why an upload was refused, to follow a colon. */
function reasonOf(result: Enum.CreateAssetResult | undefined, answer: unknown, owner: Owner): string {
	if (result === Enum.CreateAssetResult.PermissionDenied) return `not allowed for ${owner.short}`;
	// The engine's message names an enum; the user needs the kind of asset.
	if (tostring(answer).find("AssetType", 1, true)[0] !== undefined)
		return "plugins cannot upload this kind in this version of Studio";
	const [words] = tostring(answer).gsub("^[^:\n]*:?%d*:? ?Create%w+Async: ", "");
	const [reason] = sentenceOf(words).gsub("%.$", "");
	return reason.sub(1, 1).lower() + reason.sub(2);
}

/** The result of an upload: its asset's id, or why it was refused. */
export type UploadResult = { id: number; reason?: undefined } | { id?: undefined; reason: string };

/**
 * Uploads a mesh, an image or an animation. If `id` is given, uploads a new version of that asset. Returns the reason
 * if Roblox refuses or the engine throws. Yields.
 */
export function tryUpload(object: RBXObject, kind: AssetKind, name: string, owner: Owner, id?: number): UploadResult {
	const uploads = AssetService as unknown as Uploads;
	const options = {
		Name: fitted(name, MOST_NAME),
		Description: "Imported with Dolly",
		CreatorId: owner.id,
		CreatorType: owner.kind,
	};
	const assetType = Enum.AssetType[kind];
	let result: Enum.CreateAssetResult | undefined;
	let answer: unknown;
	const [ran, problem] = pcall(() => {
		if (id === undefined) [result, answer] = uploads.CreateAssetAsync(object, assetType, options);
		else [result, answer] = uploads.CreateAssetVersionAsync(object, assetType, id, options);
	});
	if (!ran) return { reason: reasonOf(undefined, problem, owner) };
	if (result !== Enum.CreateAssetResult.Success) return { reason: reasonOf(result, answer, owner) };
	if (id !== undefined) return { id };
	if (!typeIs(answer, "number") || !(answer > 0)) return { reason: "Roblox returned no id" };
	return { id: answer };
}

/** Does the same for a required asset: fails with a sentence if it is refused. */
export function upload(object: RBXObject, kind: AssetKind, name: string, owner: Owner, id?: number): number {
	const { id: made, reason } = tryUpload(object, kind, name, owner, id);
	if (made === undefined) refuse(`Upload refused: ${reason}. Nothing in the place was changed.`);
	return made;
}
