import { checkKeys } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { findNonFinite } from "../bytes/find-non-finite";
import { inSlices } from "../bytes/in-slices";
import { Budget } from "../bytes/budget";
import { budgetOf, Job } from "../bytes/job";
import { Change, changeFactors, changeOf, changeRotation, changeVector, Conversion, isStill } from "./axes";
import { checkScene } from "./check-scene";
import { checkReach, FARTHEST } from "./check-reach";
import { convertClip, convertPath } from "./convert-motion";
import { convertedPose, convertedRigid, convertedVectors, convertVectors } from "./convert-buffers";
import { SceneLight } from "./light";
import { Mesh } from "./mesh";
import { RIGID_STRIDE } from "./rigid-pose";
import { MESH_BYTES, Placement, Scene } from "./scene";
import { Billboard, Skeleton } from "./skeleton";

/**
 * Options of `convertScene`.
 *
 * @example
 * const options: ConvertSceneOptions = { scale: 2, job: new Job({ maxBytes: 1e8 }) };
 * const larger = convertScene(scene, options);
 */
export interface ConvertSceneOptions extends Conversion {
	/** Budget, pauses and report of the call. Converted vertices are copied. */
	job?: Job;
}

const OWNER = "convertScene";
const OPTIONS: Array<keyof ConvertSceneOptions> = ["axes", "job", "scale"];

/** Measured bytes of a joint's track with its channels wrapped, and of a joint. */
const TRACK_BYTES = 768;
const JOINT_BYTES = 256;
/** Approximate bytes of a node. */
const NODE_BYTES = 384;

const LOCKS: Array<Billboard> = ["lockX", "lockY", "lockZ"];

function convertedBillboard(billboard: Billboard | undefined, { turn }: Change): Billboard | undefined {
	const axis = billboard === undefined ? -1 : LOCKS.indexOf(billboard);
	return axis < 0 ? billboard : LOCKS[turn.source.indexOf(axis)];
}

/** Converts a skeleton. */
export function convertSkeleton(skeleton: Skeleton, change: Change): Skeleton {
	return {
		name: skeleton.name,
		joints: skeleton.joints.map((joint) => ({
			...joint,
			billboard: convertedBillboard(joint.billboard, change),
			detached: joint.detached && { ...joint.detached, origin: changeVector(joint.detached.origin, change) },
		})),
		rest: convertedPose(skeleton.rest, change),
	};
}

function convertedLight(light: SceneLight, { turn, scale }: Change): SceneLight {
	return { ...light, range: light.range * scale, direction: changeVector(light.direction, { turn, scale: 1 }) };
}

/** Refuses a position that leaves the range of numbers. */
function checkPlace([x, y, z]: [number, number, number], { scale }: Change, what: string, name: string): void {
	if (!(math.max(math.abs(x), math.abs(y), math.abs(z)) <= FARTHEST)) {
		fail(OWNER, `scale ${scale} takes ${what} "${name}" out of the range of numbers`);
	}
}

function convertPlacement({ position, rotation }: Placement, change: Change): Placement {
	return { position: changeVector(position, change), rotation: changeRotation(rotation, change) };
}

/** Returns a mesh with its vectors converted. It shares all other data with the original. */
export function convertMesh<T extends Mesh>(mesh: T, change: Change, budget: Budget): T {
	const turnOnly: Change = { turn: change.turn, scale: 1 };
	return {
		...mesh,
		positions: convertedVectors(mesh.positions, change, budget, mesh.name),
		normals: mesh.normals && convertedVectors(mesh.normals, turnOnly, budget, mesh.name),
	};
}

/** Converts vectors of vertices, each buffer once: meshes that share a buffer share the result. */
class SharedVectors {
	private readonly known = new Map<buffer, buffer>();

	constructor(
		private readonly change: Change,
		private readonly budget: Budget,
	) {}

	public convert(vectors: buffer, meshName: string): buffer {
		const { change, budget, known } = this;
		if (isStill(change.turn) && change.scale === 1) return vectors;
		const before = known.get(vectors);
		if (before !== undefined) return before;
		const size = buffer.len(vectors);
		budget.spendBytes(size, OWNER, meshName);
		const result = buffer.create(size);
		inSlices(size.idiv(12), budget, OWNER, meshName, (first, count) => {
			convertVectors(vectors, change, result, first, count);
			if (findNonFinite(result, first * 12, count * 3) >= 0) {
				fail(OWNER, `scale ${change.scale} takes vertices of "${meshName}" out of the range of numbers`);
			}
		});
		known.set(vectors, result);
		return result;
	}
}

/**
 * Converts a scene to other units and axes. Clips and camera paths are wrapped, only once even if you convert again.
 * Vertices are copied. If nothing changes, `convertScene` returns the scene itself.
 *
 * @example
 * const half = convertScene(readModel(source), { scale: 0.5 });
 * const { model } = buildModel(half);
 */
export function convertScene(scene: Scene, options: ConvertSceneOptions): Scene {
	checkKeys(options, OPTIONS, OWNER, "options");
	const change = changeOf(options, OWNER);
	const budget = budgetOf(options, OWNER);
	checkScene(scene, OWNER, budget);
	const converted = convertWith(scene, change, budget);
	checkReach(converted, budget, OWNER);
	return budget.finish(converted);
}

/**
 * `convertScene` for a checked scene. The caller checks the reach of its joints. If the scene is `owned`, because nobody
 * else has it yet, its nodes and meshes are changed in place: a forest has too many for a second copy.
 */
export function convertWith(scene: Scene, change: Change, budget: Budget, owned = false): Scene {
	if (isStill(change.turn) && change.scale === 1) return scene;
	const skeletons = new Map<Skeleton, Skeleton>();
	const skeletonOf = (skeleton: Skeleton) => {
		const before = skeletons.get(skeleton);
		if (before !== undefined) return before;
		budget.spendBytes(skeleton.joints.size() * JOINT_BYTES, OWNER, `skeleton "${skeleton.name}"`);
		const known = convertSkeleton(skeleton, change);
		skeletons.set(skeleton, known);
		return known;
	};
	const binds = new Map<buffer, buffer>();
	const bindOf = (bind: buffer) => {
		const before = binds.get(bind);
		if (before !== undefined) return before;
		const converted = convertedRigid(bind, change);
		for (const at of $range(0, buffer.len(converted) - RIGID_STRIDE, RIGID_STRIDE)) {
			const [x, y, z] = [0, 8, 16].map((axis) => buffer.readf64(converted, at + axis));
			checkPlace([x, y, z], change, "what is bound to joint", `${at / RIGID_STRIDE}`);
		}
		binds.set(bind, converted);
		return converted;
	};
	const own = <T extends object>(held: T): T => (owned ? held : { ...held });
	budget.spendBytes((owned ? 0 : scene.meshes.size() * MESH_BYTES) + scene.nodes.size() * NODE_BYTES, OWNER);
	const points = new SharedVectors(change, budget);
	const directions = new SharedVectors({ turn: change.turn, scale: 1 }, budget);
	const converted: Scene = {
		...scene,
		nodes: scene.nodes.map((held) => {
			const node = own(held);
			node.translation = changeVector(node.translation, change);
			node.rotation = changeRotation(node.rotation, change);
			node.scale = changeFactors(node.scale, change);
			return node;
		}),
		meshes: scene.meshes.map((held) => {
			const mesh = own(held);
			mesh.positions = points.convert(mesh.positions, mesh.name);
			mesh.normals = mesh.normals && directions.convert(mesh.normals, mesh.name);
			mesh.place = convertPlacement(mesh.place, change);
			mesh.scale = mesh.scale && changeFactors(mesh.scale, change);
			mesh.pivot = mesh.pivot && convertPlacement(mesh.pivot, change);
			mesh.skeleton = mesh.skeleton && skeletonOf(mesh.skeleton);
			mesh.bind = mesh.bind && bindOf(mesh.bind);
			return mesh;
		}),
		attachments: scene.attachments.map((attachment) => ({
			...attachment,
			skeleton: attachment.skeleton && skeletonOf(attachment.skeleton),
			position: changeVector(attachment.position, change),
			light: attachment.light && convertedLight(attachment.light, change),
		})),
		skeletons: scene.skeletons.map(skeletonOf),
		clips: scene.clips.map((clip) => {
			budget.spendBytes(clip.tracks.size() * TRACK_BYTES, OWNER, `clip "${clip.name}"`);
			budget.step(clip.tracks.size(), OWNER);
			const skeleton = skeletonOf(clip.skeleton);
			return convertClip(clip, change, skeleton);
		}),
		cameras: scene.cameras.map((camera) => convertPath(camera, change)),
		facing: changeVector(scene.facing, { turn: change.turn, scale: 1 }),
		studs: scene.studs / change.scale,
	};
	for (const { name, translation } of converted.nodes) checkPlace(translation, change, "node", name);
	for (const { name, place, pivot = place } of converted.meshes) {
		checkPlace(place.position, change, "mesh", name);
		checkPlace(pivot.position, change, "mesh", name);
	}
	for (const { name, position } of converted.attachments) checkPlace(position, change, "attachment", name);
	return converted;
}
