import { AssetService } from "@rbxts/services";
import { refuse, sentenceOf } from "../sentence";
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

/**
 * Uploads a mesh or an image, as a new version of the asset `id` where one is given; gives the asset's id. Yields. Where it
 * is refused, fails with the result and its message.
 */
export function upload(object: RBXObject, kind: "Mesh" | "Image", name: string, owner: Owner, id?: number): number {
	const uploads = AssetService as unknown as Uploads;
	const options = { Name: name.sub(1, MOST_NAME), CreatorId: owner.id, CreatorType: owner.kind };
	const assetType = Enum.AssetType[kind];
	let result: Enum.CreateAssetResult | undefined;
	let answer: unknown;
	const [ran, problem] = pcall(() => {
		if (id === undefined) [result, answer] = uploads.CreateAssetAsync(object, assetType, options);
		else [result, answer] = uploads.CreateAssetVersionAsync(object, assetType, id, options);
	});
	if (!ran) refuse(`"${name}" was not uploaded. ${sentenceOf(problem)}`);
	if (result !== Enum.CreateAssetResult.Success) {
		refuse(`"${name}" was not uploaded: ${result?.Name}. ${sentenceOf(answer)}`);
	}
	if (id !== undefined) return id;
	if (!typeIs(answer, "number") || !(answer > 0)) refuse(`"${name}" was uploaded, but has no id: ${answer}.`);
	return answer;
}
