import { checkKeys, checkOptional } from "../../bytes/check-argument";
import { copyBuffer } from "../../bytes/copy-buffer";
import { fail } from "../../bytes/fail";
import { inSlices } from "../../bytes/in-slices";
import { Budget } from "../../bytes/budget";
import { budgetOf, Job } from "../../bytes/job";
import { checkFinite } from "../../scene/check-finite";
import { checkMesh } from "../../scene/check-mesh";
import { mainTexture } from "../../scene/material";
import { boxAround, longestSide, MeshMeasure, MeshMeasures } from "../../scene/measure-mesh";
import { Mesh } from "../../scene/mesh";
import { MATRIX_SIZE } from "../../scene/matrix";
import { moveMesh } from "../../scene/move-mesh";
import { SceneMesh } from "../../scene/scene";
import { checkSkeleton } from "../../scene/skeleton";
import { splitMesh } from "../../scene/split-mesh";
import { usedJoints } from "../../scene/used-joints";
import { makeBones } from "../rig/build-bones";
import { placementCFrame } from "../placement-cframe";
import { engineWords } from "../engine-words";
import { instanceName } from "../instance-name";
import { createEditableMesh, fixSize, refusalOf } from "./create-editable";
import { fillMesh } from "./fill-mesh";
import { MeshRig, meshRig } from "./mesh-rig";
import { MAX_PART_SIZE, sizeProblem } from "./part-size";

const AssetService = game.GetService("AssetService");

const OWNER = "buildMeshParts";

/** Approximate bytes of a bone: a small file can ask for parts times joints of them. */
const BONE_BYTES = 2048;

/** The engine's limits of one `EditableMesh`. */
const MAX_VERTICES = 60000;
const MAX_TRIANGLES = 20000;

/**
 * Options of `buildMeshParts`.
 *
 * @example
 * const options: BuildMeshPartsOptions = { part: { CollisionFidelity: Enum.CollisionFidelity.Hull } };
 * for (const meshPart of buildMeshParts(mesh, options).parts) meshPart.Parent = game.Workspace;
 */
export interface BuildMeshPartsOptions {
	/** Passed on to `AssetService:CreateMeshPartAsync`. */
	part?: CreateMeshPartAsyncOptions;
	/** Budget, pauses and report of the call. The report names what parts cannot show. */
	job?: Job;
}

const OPTIONS: Array<keyof BuildMeshPartsOptions> = ["job", "part"];

/**
 * The parts of a built mesh, and their editable meshes.
 *
 * @example
 * const built: BuiltMesh = buildMeshParts(mesh);
 * task.delay(60, () => built.destroy()); // gives its memory back
 */
export interface BuiltMesh {
	/** In the mesh's place in its scene, without a parent. */
	parts: Array<MeshPart>;
	/** Of a fixed size if they have no bones and memory allows: you can change their values, but add nothing. */
	meshes: Array<EditableMesh>;
	/** Destroys the parts and frees the meshes' memory at once: clones of the parts show nothing then. */
	destroy(): void;
}

/** Returns the one set of texture coordinates that a mesh's material uses. */
function shownUvs(mesh: SceneMesh): Array<buffer> {
	const shown = mesh.uvs[mainTexture(mesh.material)?.texCoord ?? 0] ?? mesh.uvs[0];
	return shown ? [shown] : [];
}

/** Returns vertex colours without their alpha, or the same buffer if all are opaque. */
function opaqueColors(colors: buffer, count: number, budget: Budget): buffer {
	let result = colors;
	inSlices(count, budget, OWNER, undefined, (first, size) => {
		for (const at of $range(first * 16 + 12, (first + size) * 16 - 4, 16)) {
			if (buffer.readf32(colors, at) === 1) continue;
			if (result === colors) result = copyBuffer(colors);
			buffer.writef32(result, at, 1);
		}
	});
	return result;
}

function reportLosses(mesh: SceneMesh, measure: MeshMeasure, pieceCount: number, budget: Budget): void {
	const dropped = mesh.triangleCount - measure.triangleCount;
	if (dropped > 0) budget.warn("triangles that name a vertex twice are left out", mesh.name, dropped);
	if (mesh.uvs.size() > 1) budget.warn("texture coordinates are left out, because parts have only one set", mesh.name);
	if (pieceCount > 1) {
		budget.warn(`a mesh of ${mesh.triangleCount} triangles is split into ${pieceCount} parts`, mesh.name);
	}
}

/** One editable mesh. Its vertices are relative to their own middle, in the size of the first part that shows it. */
interface Piece {
	name: string;
	center: Vector3;
	size: Vector3;
	/** The factors of its vertices. Parts with other factors have another size. */
	scale: Vector3;
	editable: EditableMesh;
	/** The parts to clone, by collision fidelity, which scripts cannot change. */
	patterns: Map<Enum.CollisionFidelity | false, MeshPart>;
}

/** Returns a mesh with its vertices scaled. */
function scaledMesh(mesh: Mesh, scale: Vector3, budget: Budget): Mesh {
	if (scale === Vector3.one) return mesh;
	const matrix = buffer.create(MATRIX_SIZE);
	buffer.writef64(matrix, 0, scale.X);
	buffer.writef64(matrix, 40, scale.Y);
	buffer.writef64(matrix, 80, scale.Z);
	return moveMesh(mesh, matrix, budget, OWNER, mesh.name);
}

/**
 * Builds meshes into parts. Meshes that share their vertices share their editable meshes at any scale: their parts differ
 * in size. Yields.
 */
export class MeshBuilder {
	/** All editable meshes made so far. */
	public readonly meshes = new Array<EditableMesh>();
	/** The pieces of built meshes, by the data in their `EditableMesh`. */
	private readonly known = new Map<string, Array<Piece>>();
	/** A name for each object that tells meshes apart, and their number. */
	private readonly names = new Map<object, string>();
	private named = 0;
	/** The joints that vertices follow, by their weights. */
	private readonly used = new Map<buffer, { joints: buffer; used: ReadonlySet<number> }>();
	/** Vertex colours without alpha, by those with it. */
	private readonly opaque = new Map<buffer, buffer>();

	constructor(
		private readonly budget: Budget,
		private readonly measures = new MeshMeasures(budget),
	) {}

	/**
	 * Builds the parts of a checked mesh with triangles, in its place in its scene. The first part also gets bones for
	 * the joints of `extra`.
	 */
	public build(
		source: SceneMesh,
		options?: CreateMeshPartAsyncOptions,
		extra: ReadonlyArray<number> = [],
	): Array<MeshPart> {
		const measure = this.measures.of(source);
		const mesh: SceneMesh = { ...source, uvs: shownUvs(source), colors: this.shownColors(source) };
		// Each mesh of a skeleton scans all its joints.
		this.budget.step(mesh.skeleton?.joints.size() ?? 0, OWNER, mesh.name);
		const used = this.jointsOf(mesh);
		const rig = meshRig(mesh, used);
		const withExtra = extra.isEmpty() ? rig : meshRig(mesh, used, extra);
		const key = this.keyOf(mesh);
		const pieces = this.known.get(key) ?? this.make(mesh, measure, rig);
		this.known.set(key, pieces);
		reportLosses(source, measure, pieces.size(), this.budget);
		const place = placementCFrame(mesh.place);
		const pivot = mesh.pivot ? place.ToObjectSpace(placementCFrame(mesh.pivot)) : new CFrame();
		const scale = scaleOf(mesh);
		const parts = new Array<MeshPart>();
		const [built, problem] = pcall(() => {
			for (const piece of pieces) {
				const own = parts.isEmpty() ? withExtra : rig;
				const bones = own?.joints.size() ?? 0;
				this.budget.spendElements(1 + bones, OWNER, mesh.name);
				this.budget.spendBytes(bones * BONE_BYTES, OWNER, mesh.name);
				const part = patternOf(piece, options, mesh.name).Clone();
				parts.push(part);
				part.Name = instanceName(piece.name, this.budget);
				const stretch = scale.div(piece.scale);
				const center = piece.center.mul(stretch);
				if (stretch !== Vector3.one) part.Size = piece.size.mul(stretch);
				part.CFrame = place.mul(new CFrame(center));
				const origin = new CFrame(center.mul(-1));
				part.PivotOffset = origin.mul(pivot);
				if (own) makeBones(own.skeleton, part, origin, own.joints);
				this.budget.pausePoint();
			}
		});
		if (!built) {
			for (const part of parts) part.Destroy();
			throwAs(problem, mesh.name);
		}
		return parts;
	}

	/** Returns the joints that a mesh's vertices follow. */
	public jointsOf(mesh: SceneMesh): ReadonlySet<number> {
		const { joints, weights } = mesh;
		if (!joints || !weights) return new Set();
		const known = this.used.get(weights);
		if (known?.joints === joints) return known.used;
		const used = usedJoints(mesh, this.budget, OWNER);
		this.used.set(weights, { joints, used });
		return used;
	}

	/** Destroys what only further parts need. */
	public finish(): void {
		for (const [, pieces] of this.known)
			for (const { patterns } of pieces) for (const [, part] of patterns) part.Destroy();
		this.known.clear();
	}

	/** Frees the memory of everything made. */
	public destroy(): void {
		this.finish();
		for (const editable of this.meshes) editable.Destroy();
	}

	/** Returns a mesh's colours as its material shows them: an opaque one ignores their alpha. */
	private shownColors({ colors, material, vertexCount }: SceneMesh): buffer | undefined {
		if (colors === undefined || material?.alphaMode !== "OPAQUE") return colors;
		const shown = this.opaque.get(colors) ?? opaqueColors(colors, vertexCount, this.budget);
		this.opaque.set(colors, shown);
		return shown;
	}

	/** Returns a text for an object, always the same one. */
	private nameOf(object: object | undefined): string {
		if (object === undefined) return "-";
		let name = this.names.get(object);
		if (name === undefined) {
			this.named += 1;
			name = tostring(this.named);
			this.names.set(object, name);
		}
		return name;
	}

	/** Returns the same key for meshes with the same data in their `EditableMesh`, except for scale. */
	private keyOf(mesh: SceneMesh): string {
		const { vertexCount, triangleCount, positions, indices, normals, uvs, colors, joints, weights } = mesh;
		const shape = `${vertexCount} ${triangleCount} ${this.nameOf(positions)} ${this.nameOf(indices)}`;
		const look = `${this.nameOf(normals)} ${this.nameOf(uvs[0])} ${this.nameOf(colors)}`;
		// The skeleton of a mesh that one joint carries says nothing about its shape.
		if (joints === undefined) return `${shape} ${look}`;
		const rig = `${this.nameOf(mesh.skeleton)} ${this.nameOf(mesh.bones)} ${this.nameOf(mesh.bind)}`;
		return `${shape} ${look} ${this.nameOf(joints)} ${this.nameOf(weights)} ${rig}`;
	}

	private make(mesh: SceneMesh, measure: MeshMeasure, rig: MeshRig | undefined): Array<Piece> {
		const pieces = new Array<Piece>();
		const { budget, meshes } = this;
		const scale = scaleOf(mesh);
		splitMesh(mesh, measure, MAX_VERTICES, MAX_TRIANGLES, budget, (piece) => {
			const isAll = piece.triangleCount === measure.triangleCount;
			const { low, high } = isAll ? measure : boxAround(piece, budget);
			const corner = new Vector3(low[0], low[1], low[2]);
			const center = new Vector3((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2).mul(scale);
			const size = new Vector3(high[0], high[1], high[2]).sub(corner).mul(scale);
			const [editable, refusal] = createEditableMesh();
			if (!editable) fail(OWNER, `"${mesh.name}": ${refusal}`);
			const index = meshes.push(editable) - 1;
			const { bytes } = budget;
			const shown = scaledMesh(piece, scale, budget);
			const scratch = budget.bytes - bytes;
			const [filled, problem] = pcall(() => fillMesh(editable, shown, center, rig, budget));
			if (!filled) throwAs(problem, mesh.name);
			budget.returnBytes(scratch);
			// The pages do not say whether a copy keeps bones.
			if (!rig) meshes[index] = fixSize(editable);
			pieces.push({ name: piece.name, center, size, scale, editable: meshes[index], patterns: new Map() });
		});
		return pieces;
	}
}

/** Returns the factors of a mesh's vertices. */
function scaleOf({ scale }: SceneMesh): Vector3 {
	return scale ? new Vector3(scale[0], scale[1], scale[2]) : Vector3.one;
}

/** Returns the part that all parts of a piece are clones of. Yields the first time. */
function patternOf(
	{ editable, patterns }: Piece,
	options: CreateMeshPartAsyncOptions | undefined,
	name: string,
): MeshPart {
	const fidelity = options?.CollisionFidelity ?? false;
	const known = patterns.get(fidelity);
	if (known) return known;
	const part = createPart(editable, options, name);
	patterns.set(fidelity, part);
	// The pages do not say whether the engine makes bones of its own. Those would be in the bind pose, not at rest.
	for (const child of part.GetChildren()) if (child.IsA("Bone")) child.Destroy();
	return part;
}

/** Makes a part that shows an editable mesh, or explains why the engine refuses. Yields. */
function createPart(editable: EditableMesh, options: CreateMeshPartAsyncOptions | undefined, name: string): MeshPart {
	const [made, part] = pcall(() => AssetService.CreateMeshPartAsync(Content.fromObject(editable), options));
	if (!made) fail(OWNER, `"${name}": ${refusalOf("a part of an editable mesh", part)}`);
	return part as MeshPart;
}

/** Rethrows an error: Dolly's own as it is, the engine's with the mesh's name. */
function throwAs(problem: unknown, name: string): never {
	const message = tostring(problem);
	if (message.sub(1, 7) === "[dolly]") error(message, 0);
	fail(OWNER, `"${name}": ${engineWords(problem)}`);
}

/**
 * Makes `MeshPart`s from a scene's mesh through `EditableMesh`: normals, one UV set, colours and, if it is skinned,
 * bones and skin weights. A mesh above the engine's limits becomes several parts. Yields.
 *
 * The result exists only where you make it: editable meshes do not replicate from server to client, and saving a place
 * may lose them. A client has a memory budget for them: when it is spent, this fails and leaves nothing behind.
 *
 * @example
 * const { parts } = buildMeshParts(scene.meshes[0]);
 * for (const meshPart of parts) meshPart.Parent = game.Workspace;
 */
export function buildMeshParts(mesh: SceneMesh, options: BuildMeshPartsOptions = {}): BuiltMesh {
	checkKeys(options, OPTIONS, OWNER, "options");
	const budget = budgetOf(options, OWNER);
	checkOptional(options.part, "table", OWNER, "part");
	checkMesh(mesh, OWNER, "mesh", (skeleton, argument) => checkSkeleton(skeleton, OWNER, argument));
	checkFinite([mesh], OWNER, budget);
	const measures = new MeshMeasures(budget);
	const measure = measures.of(mesh);
	if (measure.triangleCount === 0) fail(OWNER, `"${mesh.name}" has no triangles`);
	const side = longestSide(measure, mesh.scale);
	if (side > MAX_PART_SIZE) fail(OWNER, sizeProblem(mesh.name, side));
	const builder = new MeshBuilder(budget, measures);
	const [built, result] = pcall(() => builder.build(mesh, options.part));
	if (!built) {
		builder.destroy();
		error(result, 0);
	}
	const parts = result as Array<MeshPart>;
	builder.finish();
	return budget.finish({
		parts,
		meshes: builder.meshes,
		destroy() {
			for (const part of parts) part.Destroy();
			builder.destroy();
		},
	});
}
