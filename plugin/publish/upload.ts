import { AssetService } from "@rbxts/services";
import { fitted } from "../place/clean-name";
import { refuse, sentenceOf } from "../sentence";
import type { AssetKind } from "./kept-assets";
import type { Owner } from "./owner";

/** Asset names are cut to this length: the pages give no limit, and Studio's own forms have this one. */
const MOST_NAME = 50;

/** What the published types leave out: what comes back. */
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

/** Why an upload was refused, to stand behind a colon. */
function reasonOf(result: Enum.CreateAssetResult | undefined, answer: unknown, owner: Owner): string {
	if (result === Enum.CreateAssetResult.PermissionDenied) return `not allowed for ${owner.short}`;
	// The engine says which of its enums it does not take; a person wants to know what.
	if (tostring(answer).find("AssetType", 1, true)[0] !== undefined) return "this Studio takes none from plugins";
	const [words] = tostring(answer).gsub("^[^:\n]*:?%d*:? ?Create%w+Async: ", "");
	const [reason] = sentenceOf(words).gsub("%.$", "");
	return reason.sub(1, 1).lower() + reason.sub(2);
}

/** What came of an upload: its asset's id, or why it was refused. */
export type UploadResult = { id: number; reason?: undefined } | { id?: undefined; reason: string };

/**
 * Uploads a mesh, an image or an animation, as a new version of the asset `id` where one is given. Yields. Roblox may refuse
 * it, and the engine may throw: either way the reason comes back.
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

/** The same for what nothing can do without: fails with a sentence if it is refused. */
export function upload(object: RBXObject, kind: AssetKind, name: string, owner: Owner, id?: number): number {
	const { id: made, reason } = tryUpload(object, kind, name, owner, id);
	if (made === undefined) refuse(`Upload refused: ${reason}. Nothing in the place was changed.`);
	return made;
}
