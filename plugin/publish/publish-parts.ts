import { AssetService } from "@rbxts/services";
import { dress, editableOf, fromAssetId, isEditable, Look, makeShown } from "../import/look";
import type { LongWork } from "../long-work";
import { hashImage, hashMesh } from "./content-hash";
import { readAssets, writeAssets } from "./kept-assets";
import type { Owner } from "./owner";
import { upload } from "./upload";

/** A part to publish, and the content that it shows. */
export interface PartToPublish {
	part: MeshPart;
	look: Look;
}

/** The result of publishing, to be applied to the place in one step. */
export interface Published {
	uploaded: number;
	versions: number;
	unchanged: number;
	/** Parts that stay unchanged, by reason. */
	kept: Array<{ reason: string; names: Array<string> }>;
	/** Puts the assets on the parts. Does not yield. */
	apply: () => void;
	/** Frees the objects for `apply`. */
	discard: () => void;
}

/** A mesh or an image that several parts can share. */
interface Source {
	kind: "Mesh" | "Image";
	object: RBXObject;
	key: string;
	name: string;
	hash: string;
	id: number;
}

/** Called before and after each upload with the number of uploads of a kind so far and in total. */
export type TellDone = (kind: "Mesh" | "Image", done: number, total: number) => void;

/** The maps' names in the names of their assets. */
const MAP_NAMES = ["color", "metalness", "normal", "roughness", "glow"];

/** Lists the editable objects of the parts' looks, each once, in the order of the parts. */
function listSources(parts: ReadonlyArray<PartToPublish>): Map<RBXObject, Source> {
	const sources = new Map<RBXObject, Source>();
	const add = (content: Content, kind: "Mesh" | "Image", key: string) => {
		if (!isEditable(content) || sources.has(content.Object!)) return;
		const object = content.Object!;
		sources.set(object, { kind, object, key, name: key, hash: "", id: 0 });
	};
	for (const { part, look } of parts) {
		add(look.mesh, "Mesh", part.Name);
		add(look.texture, "Image", `${part.Name} texture`);
		look.maps.forEach((map, index) => add(map, "Image", `${part.Name} ${MAP_NAMES[index]}`));
	}
	return sources;
}

/** Returns the same in that order, which tables do not have. */
function inOrder(sources: Map<RBXObject, Source>): Array<Source> {
	const list = new Array<Source>();
	for (const [, entry] of sources) list.push(entry);
	return list.sort((a, b) => (a.kind === b.kind ? a.key < b.key : a.kind < b.kind));
}

/** Returns why an asset lacks the skin of its uploaded mesh, or undefined if it has it. Yields. */
function lostSkin(mesh: EditableMesh, shown: MeshPart, asset: Content): string | undefined {
	const bones = mesh.GetBones() as Array<number>;
	if (bones.isEmpty()) return undefined;
	if (!shown.HasSkinnedMesh) return "the uploaded mesh has no skin";
	const [ok, result] = pcall(() => AssetService.CreateEditableMeshAsync(asset));
	if (!ok || !result) return `the uploaded mesh cannot be checked: ${result}`;
	const loaded = result as EditableMesh;
	const names = new Set<string>();
	for (const bone of loaded.GetBones() as Array<number>) names.add(loaded.GetBoneName(bone));
	const missing = bones.find((bone) => !names.has(mesh.GetBoneName(bone)));
	const isBound = (loaded.GetVertices() as Array<number>).some(
		(vertex) => !(loaded.GetVertexBones(vertex) as Array<number>).isEmpty(),
	);
	loaded.Destroy();
	if (missing !== undefined) return `the uploaded mesh lacks the bone ${mesh.GetBoneName(missing)}`;
	return isBound ? undefined : "the uploaded mesh has no skin";
}

/** Uploads new and changed content of an import. Stores each id at once, because uploads are permanent. Yields. */
function uploadAll(
	sources: Array<Source>,
	folder: Folder,
	owner: Owner,
	work: LongWork,
	tally: TellDone,
): Pick<Published, "uploaded" | "versions" | "unchanged"> {
	const counts = { uploaded: 0, versions: 0, unchanged: 0 };
	const kept = readAssets(folder);
	// Assets of other owners are not changed.
	const known = kept.filter((asset) => asset.owner === owner.key);
	const hashes = new Set<string>();
	sources.forEach((entry, index) => {
		work.progress((index / sources.size()) * 0.2, `Looking at ${entry.name}`);
		entry.hash =
			entry.kind === "Mesh" ? hashMesh(entry.object as EditableMesh) : hashImage(entry.object as EditableImage);
		hashes.add(entry.hash);
	});
	sources.forEach((entry, index) => {
		const { kind, key, hash } = entry;
		const share = 0.2 + (index / sources.size()) * 0.6;
		// Can be cancelled between assets, but not during an upload.
		const alike = sources.filter((other) => other.kind === kind);
		const place = alike.indexOf(entry);
		tally(kind, place, alike.size());
		work.progress(share, `Uploading ${kind.lower()} ${place + 1}: ${entry.name}`);
		const done = () => tally(kind, place + 1, alike.size());
		const same = known.find((asset) => asset.kind === kind && asset.hash === hash);
		if (same) {
			entry.id = same.id;
			counts.unchanged += 1;
			done();
			return;
		}
		// The asset of the same name, unless another part of the model shows its content.
		const former = known.find((asset) => asset.kind === kind && asset.key === key && !hashes.has(asset.hash));
		entry.id = upload(entry.object, kind, `${folder.Name} ${entry.name}`, owner, former?.id);
		if (former) {
			former.hash = hash;
			counts.versions += 1;
		} else {
			const asset = { kind, key, hash, id: entry.id, owner: owner.key };
			known.push(asset);
			kept.push(asset);
			counts.uploaded += 1;
		}
		writeAssets(folder, kept);
		done();
	});
	return counts;
}

/**
 * Uploads the meshes and images of an import's parts, each once, and prepares putting the assets on the parts. Changes
 * nothing in the place except the ids in the import's folder. If it fails or is cancelled, the parts are unchanged.
 * Yields.
 */
export function publishParts(
	parts: ReadonlyArray<PartToPublish>,
	folder: Folder,
	owner: Owner,
	work: LongWork,
	tally: TellDone = () => {},
): Published {
	const sources = listSources(parts);
	const counts = uploadAll(inOrder(sources), folder, owner, work, tally);
	const published = (content: Content) =>
		isEditable(content) ? fromAssetId(sources.get(content.Object!)!.id) : content;
	const kept: Published["kept"] = [];
	const ready = new Array<{ part: MeshPart; shown: MeshPart; look: Look }>();
	const discard = () => ready.forEach(({ shown }) => shown.Destroy());
	const [ok, problem] = pcall(() => {
		parts.forEach(({ part, look }, index) => {
			work.progress(0.8 + (index / parts.size()) * 0.2, `Applying assets to ${part.Name}`);
			if (editableOf(look).isEmpty()) return;
			const mesh = published(look.mesh);
			const shown = makeShown(part, mesh);
			const reason = isEditable(look.mesh) ? lostSkin(look.mesh.Object as EditableMesh, shown, mesh) : undefined;
			if (reason !== undefined) {
				shown.Destroy();
				const same = kept.find((entry) => entry.reason === reason);
				if (same) same.names.push(part.Name);
				else kept.push({ reason, names: [part.Name] });
				return;
			}
			ready.push({ part, shown, look: { mesh, texture: published(look.texture), maps: look.maps.map(published) } });
		});
	});
	if (!ok) {
		discard();
		error(problem, 0);
	}
	const apply = () => {
		for (const { part, shown, look } of ready) dress(part, shown, look, true);
		discard();
	};
	return { ...counts, kept, apply, discard };
}
