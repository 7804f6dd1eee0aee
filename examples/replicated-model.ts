/**
 * One model for all players. A model from `importModel` exists only where it was built. So the server sends the file's
 * bytes once to each client, and each client builds the model. Clients ask for the bytes when they are ready, which
 * includes players who join later.
 *
 * A model that neither moves nor needs surface maps can be built on the server alone, if the engine can keep its meshes
 * for everybody (`AssetService:CreateDataModelContentAsync`). It then replicates like any other Instance.
 */
import { buildModel, ImportedModel, importModel, readModel } from "@rbxts/dolly";

const AssetService = game.GetService("AssetService");
const Players = game.GetService("Players");

/** Bytes per message, and seconds between two: half a megabyte per second leaves room for the game's own messages. */
const PIECE = 50_000;
const PAUSE = 0.1;

/**
 * Converts content that only this server sees to content that all clients see. Fails if the engine cannot do that or
 * has no room for it.
 */
function shareContent(content: Content): Content {
	const [result, shared] = AssetService.CreateDataModelContentAsync(content) as LuaTuple<
		[Enum.CreateContentResult, Content]
	>;
	assert(result === Enum.CreateContentResult.Success, `content was not shared: ${result.Name}`);
	return shared;
}

function sharePart(part: MeshPart): void {
	const texture = part.TextureContent;
	const { CollisionFidelity, RenderFidelity } = part;
	const shared = AssetService.CreateMeshPartAsync(shareContent(part.MeshContent), {
		CollisionFidelity,
		RenderFidelity,
	});
	part.ApplyMesh(shared); // also applies its empty texture
	part.TextureContent = texture.Object ? shareContent(texture) : texture;
	shared.Destroy();
}

/** Builds the model for everybody at once, if possible. Otherwise destroys it and returns undefined. */
function buildForAll(source: buffer, parent: Instance): Model | undefined {
	const scene = readModel(source);
	if (!scene.clips.isEmpty() || scene.meshes.some(({ skeleton }) => skeleton !== undefined)) return undefined;
	const imported = buildModel(scene);
	const [ok] = pcall(() => {
		for (const instance of imported.model.GetDescendants()) {
			assert(!instance.IsA("SurfaceAppearance"), "the maps of a surface cannot be shared");
			if (instance.IsA("MeshPart")) sharePart(instance);
		}
	});
	if (!ok) {
		imported.destroy();
		return undefined;
	}
	imported.model.Parent = parent;
	return imported.model;
}

/**
 * Server: shows the model of a file to everybody, now and later. Returns the model if the server itself has it. Yields.
 */
export function shareModel(remote: RemoteEvent, source: buffer, parent: Instance): Model | undefined {
	const model = buildForAll(source, parent);
	const size = model ? 0 : buffer.len(source);
	const served = new Set<Player>();
	remote.OnServerEvent.Connect((player) => {
		if (served.has(player)) return;
		served.add(player);
		for (const at of $range(0, size - 1, PIECE)) {
			const piece = buffer.create(math.min(PIECE, size - at));
			buffer.copy(piece, 0, source, at, buffer.len(piece));
			remote.FireClient(player, size, at, piece);
			task.wait(PAUSE);
			if (!player.IsDescendantOf(Players)) return;
		}
	});
	Players.PlayerRemoving.Connect((player) => served.delete(player));
	return model;
}

/**
 * Client: asks for the model, and builds it under `parent` when its bytes arrive. Builds nothing if the server has it.
 */
export function receiveModel(remote: RemoteEvent, parent: Instance, onBuilt?: (imported: ImportedModel) => void): void {
	let bytes: buffer | undefined;
	const connection = remote.OnClientEvent.Connect((size: number, at: number, piece: buffer) => {
		bytes ??= buffer.create(size);
		buffer.copy(bytes, at, piece);
		if (at + buffer.len(piece) < size) return;
		connection.Disconnect();
		const imported = importModel(bytes, { parent });
		onBuilt?.(imported);
	});
	remote.FireServer();
}
