import { checkKeys, checkOptional, checkType, describeValue } from "../../bytes/check-argument";
import { checkInstance } from "../check-instance";
import { fail } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import { budgetOf, Job } from "../../bytes/job";
import { scaling } from "../../scene/axes";
import { convertWith } from "../../scene/convert-scene";
import { checkFinite } from "../../scene/check-finite";
import { checkScene } from "../../scene/check-scene";
import { MAX_NAME } from "../../bytes/cut-name";
import { longestSide, MeshMeasures } from "../../scene/measure-mesh";
import { Scene, SceneMesh } from "../../scene/scene";
import { Skeleton } from "../../scene/skeleton";
import { MeshBuilder } from "../mesh/build-mesh-parts";
import { EditableImages } from "../mesh/editable-images";
import { fittingScale, MAX_PART_SIZE, sizeProblem } from "../mesh/part-size";
import { SurfaceBuilder } from "../mesh/surface-builder";
import { instanceName } from "../instance-name";
import { makeBones } from "../rig/build-bones";
import { prepareTint } from "../rig/tinted-parts";
import { spareFrames } from "../spare-frames";
import { BuildProgress } from "./build-progress";
import { buildAttachments } from "./build-attachments";
import { destroyMixers, ImportedModel, playable } from "./imported-model";
import { anchorPart, buildMotors, CarriedParts } from "./motor-tree";
import { DistinctNames } from "../../bytes/distinct-names";
import { buildNodeTree } from "./node-tree";
import { rigNames } from "../../scene/rest";

const RunService = game.GetService("RunService");

const OWNER = "buildModel";

/**
 * How a model's parts collide.
 *
 * @example
 * const collision: CollisionChoice = "hull";
 * const { model } = importModel(source, { collision });
 */
export type CollisionChoice = "none" | "box" | "hull" | "default" | "precise";

const FIDELITIES: { [choice in CollisionChoice]: Enum.CollisionFidelity } = {
	none: Enum.CollisionFidelity.Box,
	box: Enum.CollisionFidelity.Box,
	hull: Enum.CollisionFidelity.Hull,
	default: Enum.CollisionFidelity.Default,
	precise: Enum.CollisionFidelity.PreciseConvexDecomposition,
};

/**
 * Options of `buildModel`.
 *
 * @example
 * const options: BuildModelOptions = { parent: game.Workspace, collision: "none" };
 * const { model } = buildModel(scene, options);
 */
export interface BuildModelOptions {
	/** The parent of the finished model. Defaults to none. */
	parent?: Instance;
	/** The collision of static parts. Moving and skinned parts never collide. Defaults to `default`. */
	collision?: CollisionChoice;
	/**
	 * Whether to shrink a model whose parts would exceed the engine's 2048 studs. Defaults to false: such a model
	 * fails.
	 */
	fit?: boolean;
	/** Budget, pauses and report of the call. */
	job?: Job;
}

const BUILD_DEFAULTS = { collision: "default" as CollisionChoice, fit: false };
const OPTIONS: Array<keyof BuildModelOptions> = ["collision", "fit", "job", "parent"];

/** Refuses invalid options. */
export function checkBuilding(options: BuildModelOptions, caller: string): void {
	checkType(options, "table", caller, "options");
	const { parent, collision, fit } = { ...BUILD_DEFAULTS, ...options };
	if (parent !== undefined) checkInstance(parent, "Instance", caller, "parent");
	if (!typeIs(collision, "string") || FIDELITIES[collision] === undefined) {
		fail(caller, `collision is ${describeValue(collision)}; expected none, box, hull, default or precise`);
	}
	checkOptional(fit, "boolean", caller, "fit");
}

/** Returns the longest side of a scene's meshes, along an axis of its own, and the mesh's name. */
function longestMesh(scene: Scene, measures: MeshMeasures): LuaTuple<[side: number, name: string]> {
	let longest = 0;
	let name = "";
	for (const mesh of scene.meshes) {
		const side = longestSide(measures.of(mesh), mesh.scale);
		if (side > longest) [longest, name] = [side, mesh.name];
	}
	return $tuple(longest, name);
}

/** Returns the scene, shrunk if `fit` is set and it is too large. */
function fitted(scene: Scene, measures: MeshMeasures, fit: boolean, budget: Budget): Scene {
	const [side, name] = longestMesh(scene, measures);
	if (!(side > MAX_PART_SIZE)) return scene;
	if (!fit) fail(OWNER, `${sizeProblem(name, side)}, or pass fit = true`);
	const scale = fittingScale(side);
	const factor = string.format("%.2g", scale);
	const shown = string.format("%.0f", side);
	budget.warn(`the model is scaled by ${factor}, because "${name}" would be ${shown} studs long`);
	return convertWith(scene, scaling(scale), budget);
}

/** Returns the pivot of a scene: at its origin, in the direction that the model looks. */
function pivotOf(scene: Scene): CFrame {
	const [x, y, z] = scene.facing;
	return CFrame.lookAt(Vector3.zero, new Vector3(x, y, z));
}

/** Builds a model. It lists everything that it makes, so that a failure can undo it. */
class ModelBuilder {
	public readonly model = new Instance("Model");
	public readonly meshes: MeshBuilder;
	private readonly progress: BuildProgress;
	private readonly images: EditableImages;
	private readonly surfaces: SurfaceBuilder;
	private readonly nodeParts = new Map<number, Array<BasePart>>();
	private readonly parts = new Array<BasePart>();
	private readonly taken = new DistinctNames(MAX_NAME);
	private readonly carried = new Map<Skeleton, Array<CarriedParts>>();
	/** The parts whose pivot is the model's: those with bones. */
	private readonly boned = new Array<BasePart>();
	private primary?: BasePart;
	/** Skeletons whose joints are all in the model. */
	private readonly complete = new Set<Skeleton>();

	constructor(
		private readonly scene: Scene,
		private readonly measures: MeshMeasures,
		private readonly collision: CollisionChoice,
		private readonly budget: Budget,
	) {
		this.model.Name = scene.name === "" ? "Model" : instanceName(scene.name, budget);
		this.meshes = new MeshBuilder(budget, measures);
		this.progress = new BuildProgress(scene, budget);
		this.images = new EditableImages(budget, OWNER, (image, alpha) => this.progress.decodeImage(image, alpha));
		this.surfaces = new SurfaceBuilder(this.images, budget);
		for (const skeleton of scene.skeletons) {
			for (const { name } of skeleton.joints) instanceName(name, budget); // cut where they must be distinct, reported here
			for (const name of rigNames(skeleton)) this.taken.add(name);
		}
	}

	public build(): void {
		const { scene } = this;
		scene.meshes.forEach((mesh, index) => {
			this.progress.startMesh(mesh);
			if (this.isDrawn(mesh)) this.addMesh(mesh, index);
			else this.budget.warn("meshes without triangles are left out", mesh.name);
		});
		this.images.finish();
		this.meshes.finish();
		this.surfaces.finish();
		this.addBareSkeletons();
		this.setPivot();
		this.addMotors();
		buildNodeTree(scene, this.nodeParts, this.model, this.budget);
		for (const part of this.parts) if (part.Parent === undefined) part.Parent = this.model;
		buildAttachments(scene, this.model, this.primary ?? this.parts[0], this.budget);
		// Last: the engine clears a primary part that is not below its model.
		this.model.PrimaryPart = this.primary;
	}

	public discard(): void {
		destroyMixers(this.model);
		for (const part of this.parts) part.Destroy();
		this.model.Destroy();
		this.meshes.destroy();
		this.images.destroy();
	}

	/** Returns whether any of a mesh can be drawn. */
	private isDrawn(mesh: SceneMesh): boolean {
		return this.measures.of(mesh).triangleCount > 0;
	}

	private addMesh(mesh: SceneMesh, index: number): void {
		const { nodeParts, scene, collision } = this;
		const node =
			scene.nodes[mesh.node] ??
			fail(OWNER, `"${mesh.name}": node is ${describeValue(mesh.node)}; expected the index of a node`);
		const isSkinned = mesh.skeleton !== undefined && mesh.joint === undefined;
		const isMoved = isSkinned || mesh.joint !== undefined;
		// A part that never collides needs only a box, the cheapest.
		const fidelity = FIDELITIES[isMoved ? "none" : collision];
		const extra = isSkinned ? this.takeUnused(mesh.skeleton!) : undefined;
		const parts = this.meshes.build(mesh, { CollisionFidelity: fidelity }, extra);
		const siblings = nodeParts.get(mesh.node) ?? [];
		nodeParts.set(mesh.node, siblings);
		for (const part of parts) {
			this.parts.push(part);
			siblings.push(part);
			part.Name = this.taken.add(node.name === "" ? mesh.name : instanceName(node.name, this.budget));
			part.Anchored = true;
			this.surfaces.apply(part, mesh.material);
			if (mesh.tint) prepareTint(part, index, mesh.tint);
			if (isMoved || collision === "none") part.CanCollide = false;
			if (isSkinned && mesh.pivot === undefined) this.boned.push(part);
		}
		if (mesh.skeleton !== undefined && mesh.joint !== undefined) {
			const list = this.carried.get(mesh.skeleton) ?? [];
			list.push({ joint: mesh.joint, parts });
			this.carried.set(mesh.skeleton, list);
		}
	}

	/**
	 * Returns the joints of a skeleton that no vertex follows, for the first mesh that asks. The model gets each of
	 * them once, to hang swords on.
	 */
	private takeUnused(skeleton: Skeleton): Array<number> {
		if (this.complete.has(skeleton)) return [];
		this.complete.add(skeleton);
		const used = new Set<number>();
		for (const mesh of this.scene.meshes) {
			if (mesh.skeleton !== skeleton || mesh.joint !== undefined || !this.isDrawn(mesh)) continue;
			for (const joint of this.meshes.jointsOf(mesh)) used.add(joint);
		}
		const unused = new Array<number>();
		skeleton.joints.forEach((_, joint) => {
			if (!used.has(joint)) unused.push(joint);
		});
		return unused;
	}

	/** Builds the bones of skeletons without a mesh, in an invisible part. */
	private addBareSkeletons(): void {
		const worn = new Set<Skeleton>();
		for (const mesh of this.scene.meshes) if (mesh.skeleton && this.isDrawn(mesh)) worn.add(mesh.skeleton);
		for (const skeleton of this.scene.skeletons) {
			if (worn.has(skeleton)) continue;
			const name = this.taken.add(skeleton.name === "" ? "Skeleton" : instanceName(skeleton.name, this.budget));
			const part = anchorPart(name, new CFrame(), 1);
			makeBones(skeleton, part, CFrame.identity);
			this.parts.push(part);
			this.boned.push(part);
			this.budget.warn("the bones of a skeleton without a mesh are in an invisible part", name);
		}
	}

	/**
	 * Puts the model's pivot at the file's origin. A model with bones or motors gets a primary part with this pivot: a
	 * part with bones, or an invisible one. All other parts keep the pivots of their nodes.
	 */
	private setPivot(): void {
		const pivot = pivotOf(this.scene);
		this.model.WorldPivot = pivot;
		let primary: BasePart | undefined;
		for (const part of this.boned) {
			part.PivotOffset = part.CFrame.ToObjectSpace(pivot);
			if (!primary || part.Size.Magnitude > primary.Size.Magnitude) primary = part;
		}
		const hangsOnNothing = this.parts.isEmpty() && !this.scene.attachments.isEmpty();
		if (!this.carried.isEmpty() || hangsOnNothing) {
			primary = anchorPart(this.taken.add("Root"), new CFrame(), 1);
			primary.PivotOffset = pivot;
			this.parts.push(primary);
			primary.Parent = this.model;
		}
		this.primary = primary;
	}

	private addMotors(): void {
		const { primary } = this;
		if (!primary) return;
		for (const skeleton of this.scene.skeletons) {
			const carried = this.carried.get(skeleton);
			if (!carried) continue;
			for (const part of buildMotors(skeleton, carried, this.scene.clips, primary)) this.parts.push(part);
		}
	}
}

/**
 * Builds a scene into a Model, one unit per stud. The file's nodes become Models and parts, skinned meshes have Bones,
 * and Motor6Ds join the parts that clips move. The pivot is at the file's origin, in the direction that the model
 * looks. The scene's clips are ready for `play`.
 *
 * It yields without stalling a frame. The report names whatever could not be carried over. If it fails or is cancelled,
 * it leaves nothing behind.
 *
 * @example
 * const imported = buildModel(scene, { parent: game.Workspace });
 * imported.model.PivotTo(CFrame.lookAt(new Vector3(0, 5, 0), new Vector3(0, 5, -10)));
 * imported.play("Walk");
 * for (const line of imported.report) print(line);
 */
export function buildModel(scene: Scene, options: BuildModelOptions = {}): ImportedModel {
	checkBuilding(options, OWNER);
	checkKeys(options, OPTIONS, OWNER, "options");
	const budget = budgetOf(options, OWNER);
	budget.pause ??= spareFrames();
	checkScene(scene, OWNER, budget);
	checkFinite(scene.meshes, OWNER, budget);
	return budget.finish(buildModelWith(scene, options, budget));
}

/** `buildModel` for a checked scene and checked options. */
export function buildModelWith(scene: Scene, options: BuildModelOptions, budget: Budget): ImportedModel {
	const { parent, collision, fit } = { ...BUILD_DEFAULTS, ...options };
	const measures = new MeshMeasures(budget);
	const fittedScene = fitted(scene, measures, fit, budget);
	const builder = new ModelBuilder(fittedScene, measures, collision, budget);
	const { model } = builder;
	const [built, result] = pcall(() => {
		builder.build();
		budget.pausePoint();
		if (RunService.IsServer() && RunService.IsRunning()) {
			budget.warn("built on a server: editable meshes and the movement of bones and motors do not reach clients");
		}
		const built = playable(fittedScene, model, budget, OWNER);
		if (parent) model.Parent = parent;
		return identity<ImportedModel>({
			...built,
			// Holds on to no mesh and no image: they belong to the parts that show them, clones too, and go with the last.
			destroy() {
				destroyMixers(model);
				model.Destroy();
			},
		});
	});
	if (!built) {
		builder.discard();
		error(result, 0);
	}
	return result as ImportedModel;
}
