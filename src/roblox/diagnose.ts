import { engineWords } from "./engine-words";
import { runWithin } from "./store/run-within";

const AssetService = game.GetService("AssetService");
const HttpService = game.GetService("HttpService");
const RunService = game.GetService("RunService");

/** What editable meshes and images need in a published experience. */
const MESH_APIS =
	"In a published experience its owner, verified by age and ID, turns on Enable Mesh / Image APIs in the Creator Dashboard";

/** `CreateEditableMesh` and `CreateEditableImage` return nil then. */
const SPENT = "the memory for editable objects is spent";
const USE_LESS = "Use fewer or smaller meshes and textures, or publish them";

/** Where Studio has the switches of data stores and HTTP requests. */
const SECURITY = "under File > Experience Settings > Security";

/** What a store can do without data stores. */
const IN_MEMORY =
	'or pass { withoutDataStores = "memory" } to RecordingStore to keep recordings until the server stops';

/** The memory of an image of 1024 × 1024 pixels is 4 MB. This many are tried. */
const IMAGE_SIDE = 1024;
const IMAGE_MEGABYTES = 4;
const MAX_IMAGES = 8;

/** Seconds to wait for a data store. */
const PATIENCE = 3;

/**
 * The result of `diagnose` for one engine feature that may be off.
 *
 * @example
 * const refused = diagnose().filter(({ ok }: Diagnosis) => !ok);
 */
export interface Diagnosis {
	/** The feature. */
	name: string;
	/** Whether it works here. */
	ok: boolean;
	/** What that means, and what to do about it. */
	text: string;
}

type Answer = LuaTuple<[ok: boolean, text: string]>;

/** The batch call to try. The types lack its arguments. */
interface BatchMesh {
	BatchAdd(
		this: BatchMesh,
		attribute: Enum.MeshAttribute,
		values: Array<Vector3> | Array<Array<number>>,
	): Array<number>;
}

/** Describes what is lost, why, and what to do. `problem` is the engine's refusal, or nil if the memory is spent. */
function refuse(lost: string, problem: unknown): Answer {
	if (problem === undefined) return $tuple(false, `${lost} (${SPENT}). ${USE_LESS}.`);
	return $tuple(false, `${lost} (${engineWords(problem)}). ${MESH_APIS}.`);
}

function checkMeshes(): Answer {
	const [ok, mesh] = pcall(() => AssetService.CreateEditableMesh() as EditableMesh | undefined);
	if (!ok || !mesh) return refuse("Models cannot be built", mesh);
	mesh.Destroy();
	return $tuple(true, "Models can be built.");
}

function checkImages(): Answer {
	const [ok, image] = pcall(() => AssetService.CreateEditableImage({ Size: Vector2.one }) as EditableImage | undefined);
	if (!ok || !image) return refuse("Models are built without textures", image);
	image.Destroy();
	return $tuple(true, "Textures can be shown.");
}

function checkBatches(): Answer {
	const mesh = AssetService.CreateEditableMesh() as EditableMesh | undefined;
	if (!mesh) return $tuple(false, `Unknown (${SPENT}).`);
	const [ok, result] = pcall(() => {
		const batch = mesh as unknown as BatchMesh;
		const corners = [Vector3.zero, Vector3.xAxis, Vector3.yAxis, Vector3.zAxis];
		const [a, b, c, d] = batch.BatchAdd(Enum.MeshAttribute.Vertex, corners);
		batch.BatchAdd(Enum.MeshAttribute.Face, [
			[a, b, c],
			[a, c, d],
		]);
		const count = (ids: Array<unknown>) => ids.size();
		const normals = count(mesh.GetNormals());
		const uvs = count(mesh.GetUVs());
		const colors = count(mesh.GetColors());
		return `Two faces that share a side get ${normals} normals, ${uvs} UVs and ${colors} colors from BatchAdd.`;
	});
	mesh.Destroy();
	if (ok) return $tuple(true, `Large meshes are built quickly. ${result}`);
	return $tuple(false, `Meshes are built call by call, which takes longer (${engineWords(result)}). Update Studio.`);
}

function checkMemory(): Answer {
	const images = new Array<EditableImage>();
	const [ok, problem] = pcall(() => {
		const Size = new Vector2(IMAGE_SIDE, IMAGE_SIDE);
		while (images.size() < MAX_IMAGES) {
			const image = AssetService.CreateEditableImage({ Size }) as EditableImage | undefined;
			if (!image) break;
			images.push(image);
		}
	});
	const count = images.size();
	for (const image of images) image.Destroy();
	if (!ok) return $tuple(false, `Unknown (${engineWords(problem)}).`);
	const fit = `${count} images of ${IMAGE_SIDE} × ${IMAGE_SIDE} pixels (${count * IMAGE_MEGABYTES} MB) fit`;
	if (count === MAX_IMAGES) return $tuple(true, `At least ${fit}. Only clients have a limit.`);
	return $tuple(false, `${fit}, then the memory is spent. ${USE_LESS}.`);
}

function isPublished(): boolean {
	return game.PlaceId !== 0;
}

function checkPublished(): Answer {
	if (isPublished()) return $tuple(true, string.format("This is place %d.", game.PlaceId));
	return $tuple(false, `This place was never published, so it has no data stores. Publish it to Roblox, ${IN_MEMORY}.`);
}

function checkDataStores(): Answer {
	if (!RunService.IsServer()) return $tuple(true, "Only servers have data stores. Run diagnose on a server.");
	if (!isPublished()) return $tuple(false, "There are none, because the place was never published.");
	const ending = runWithin(PATIENCE, () =>
		game.GetService("DataStoreService").GetDataStore("DollyDiagnose").GetAsync("diagnose"),
	);
	if (ending.state === "done") return $tuple(true, "Recordings can be kept.");
	if (ending.state === "late") return $tuple(false, `They did not answer within ${PATIENCE} seconds. Try again later.`);
	if (ending.problem.find("StudioAccessToApisNotAllowed", 1, true)[0] === undefined) {
		return $tuple(false, `Recordings cannot be kept (${engineWords(ending.problem)}).`);
	}
	const advice = `Turn on Enable Studio Access to API Services ${SECURITY}, ${IN_MEMORY}`;
	return $tuple(false, `Studio may not use data stores. ${advice}.`);
}

function checkHttp(): Answer {
	if (HttpService.HttpEnabled) return $tuple(true, "Servers can download files.");
	return $tuple(false, `Files cannot be downloaded. If you need that, turn on Allow HTTP Requests ${SECURITY}.`);
}

const CHECKS: ReadonlyArray<[name: string, check: () => Answer]> = [
	["Editable meshes", checkMeshes],
	["Editable images", checkImages],
	["Batch methods", checkBatches],
	["Editable memory", checkMemory],
	["Published place", checkPublished],
	["Data stores", checkDataStores],
	["HTTP requests", checkHttp],
];

/**
 * Checks which engine features are off here, and says what to do about each: the Mesh / Image APIs, batch methods, the
 * memory for editable objects, whether the place is published, data stores and HTTP requests.
 *
 * It frees everything that it makes. It yields for at most three seconds while a data store answers. Call it on a
 * server, on a client or from a plugin: the answers differ.
 *
 * @example
 * for (const { name, ok, text } of diagnose()) print(ok ? "yes" : "NO", name, text);
 */
export function diagnose(): Array<Diagnosis> {
	return CHECKS.map(([name, check]) => {
		const [ran, ok, text] = pcall(check) as LuaTuple<[boolean, unknown, string]>;
		if (ran) return { name, ok: ok as boolean, text };
		return { name, ok: false, text: `Unknown (${engineWords(ok)}).` };
	});
}
