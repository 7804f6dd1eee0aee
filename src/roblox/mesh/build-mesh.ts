import { fail } from "../../bytes/fail";
import { pausePoint } from "../../bytes/pause";
import { Work } from "../../bytes/work";
import { bounds } from "../../scene/bounds";
import { Mesh } from "../../scene/mesh";
import { restMesh } from "../../scene/rest-mesh";
import { Skeleton } from "../../scene/skeleton";
import { splitMesh } from "../../scene/split-mesh";
import { buildSkeleton } from "../rig/build-skeleton";
import { BatchMesh } from "./editable-mesh";
import { fillMesh } from "./fill-mesh";

const AssetService = game.GetService("AssetService");

/** What the engine takes in one `EditableMesh`. */
const MAX_VERTICES = 60000;
const MAX_TRIANGLES = 20000;

/**
 * How `buildMesh` builds.
 *
 * @example
 * const options: BuildMeshOptions = { skeleton, part: { CollisionFidelity: Enum.CollisionFidelity.Hull } };
 * buildMesh(mesh, options).parts.forEach((meshPart) => (meshPart.Parent = game.Workspace));
 */
export interface BuildMeshOptions {
	/** The skeleton that the mesh is skinned to: its joints become bones of every part. */
	skeleton?: Skeleton;
	/** Passed on to `AssetService:CreateMeshPartAsync`. */
	part?: CreateMeshPartAsyncOptions;
}

/**
 * The parts of a built mesh, and the editable meshes that they show.
 *
 * @example
 * const built: BuiltMesh = buildMesh(mesh);
 * if (!built.dropped.isEmpty()) warn(`not shown: ${built.dropped.join(", ")}`);
 * task.delay(60, () => built.destroy()); // gives its memory back
 */
export interface BuiltMesh {
	/** Where the vertices were, under no parent yet. */
	parts: Array<MeshPart>;
	meshes: Array<EditableMesh>;
	/** What the mesh carries and an `EditableMesh` has no place for. */
	dropped: Array<string>;
	/** Destroys the parts and frees the meshes' memory. */
	destroy(): void;
}

function checkAttribute(mesh: Mesh, name: string, source: buffer | undefined, stride: number): void {
	const needed = mesh.vertexCount * stride;
	if (source && buffer.len(source) < needed) {
		fail(
			"buildMesh",
			`"${mesh.name}": ${name} has ${buffer.len(source)} bytes, but ${mesh.vertexCount} vertices take ${needed}`,
		);
	}
}

function checkMesh(mesh: Mesh): void {
	if (mesh.triangleCount === 0) fail("buildMesh", `"${mesh.name}" has no triangles`);
	checkAttribute(mesh, "positions", mesh.positions, 12);
	checkAttribute(mesh, "normals", mesh.normals, 12);
	checkAttribute(mesh, "uvs", mesh.uvs[0], 8);
	checkAttribute(mesh, "colors", mesh.colors, 16);
	checkAttribute(mesh, "joints", mesh.joints, 8);
	checkAttribute(mesh, "weights", mesh.weights, 16);
}

function droppedOf(mesh: Mesh, skinned: boolean): Array<string> {
	const dropped = new Array<string>();
	if (mesh.tangents) dropped.push("tangents");
	if (mesh.uvs.size() > 1) dropped.push(`UV sets after the first (${mesh.uvs.size() - 1})`);
	if (mesh.morphs && !mesh.morphs.isEmpty()) dropped.push(`morph targets (${mesh.morphs.size()})`);
	if (mesh.joints && mesh.weights && !skinned) dropped.push("skin, for no skeleton was given");
	return dropped;
}

/** One part: its vertices stand around its own middle, so that the part lies where they were. */
function buildPart(mesh: Mesh, editable: BatchMesh, options: BuildMeshOptions, work: Work): MeshPart {
	const [lowX, lowY, lowZ, highX, highY, highZ] = bounds(mesh);
	const center = new Vector3((lowX + highX) / 2, (lowY + highY) / 2, (lowZ + highZ) / 2);
	const skeleton = mesh.joints && mesh.weights && options.skeleton;
	fillMesh(editable, mesh, center, skeleton, work);
	const part = AssetService.CreateMeshPartAsync(Content.fromObject(editable), options.part);
	part.Name = mesh.name;
	part.CFrame = new CFrame(center);
	if (skeleton && !part.FindFirstChildWhichIsA("Bone", true)) {
		buildSkeleton(skeleton, part, new CFrame(center.mul(-1)));
	}
	return part;
}

/**
 * Makes `MeshPart`s of a mesh through `EditableMesh`: normals, the first UV set, colours and, with a skeleton, bones and
 * skin weights. A mesh above the engine's limits becomes several parts. Yields.
 *
 * The result lives where it was made: editable meshes do not replicate from server to client, and a place may be saved
 * without them. A client has a budget of memory for them: when it is spent this fails and leaves nothing behind.
 *
 * @example
 * const { parts } = buildMesh(mesh, { skeleton });
 * for (const meshPart of parts) meshPart.Parent = game.Workspace;
 */
export function buildMesh(mesh: Mesh, options: BuildMeshOptions = {}): BuiltMesh {
	checkMesh(mesh);
	const posed = options.skeleton ? restMesh(mesh, options.skeleton) : mesh;
	const pieces = splitMesh(posed, MAX_VERTICES, MAX_TRIANGLES);
	const work = new Work({ pause: pausePoint });
	const parts = new Array<MeshPart>();
	const meshes = new Array<EditableMesh>();
	const discard = () => {
		for (const part of parts) part.Destroy();
		for (const editable of meshes) editable.Destroy();
	};
	const [built, problem] = pcall(() => {
		pieces.forEach((piece, index) => {
			// Typed as if it always came: the engine gives nil when the budget is spent.
			const editable = AssetService.CreateEditableMesh() as BatchMesh | undefined;
			if (!editable) {
				fail(
					"buildMesh",
					`the memory for editable meshes is spent at part ${index + 1} of ${pieces.size()} of "${mesh.name}"`,
				);
			}
			meshes.push(editable);
			parts.push(buildPart(piece, editable, options, work));
		});
	});
	if (!built) {
		discard();
		const message = tostring(problem);
		if (message.sub(1, 7) === "[dolly]") error(message, 0);
		fail("buildMesh", `"${mesh.name}": ${message}`);
	}
	return {
		parts,
		meshes,
		dropped: droppedOf(mesh, options.skeleton !== undefined),
		destroy() {
			discard();
		},
	};
}
