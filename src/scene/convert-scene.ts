import { fail } from "../bytes/fail";
import { findNonFinite } from "../bytes/find-non-finite";
import { Work, workOf } from "../bytes/work";
import { Change, changeFactors, changeOf, changeRotation, changeVector, Conversion, isStill } from "./axes";
import { convertClip, convertPath } from "./convert-motion";
import { convertedPose, convertedRigid, convertedVectors } from "./convert-buffers";
import { Mesh } from "./mesh";
import { Scene } from "./scene";
import { Billboard, Skeleton } from "./skeleton";

/**
 * How `convertScene` converts.
 *
 * @example
 * const options: ConvertSceneOptions = { scale: 2, work: new Work({ maxBytes: 1e8 }) };
 * const larger = convertScene(scene, options);
 */
export interface ConvertSceneOptions extends Conversion {
	/** What it may cost; vertices that change are copied. */
	work?: Work;
}

const LOCKS: Array<Billboard> = ["lockX", "lockY", "lockZ"];

function convertedBillboard(billboard: Billboard | undefined, { turn }: Change): Billboard | undefined {
	const axis = billboard === undefined ? -1 : LOCKS.indexOf(billboard);
	return axis < 0 ? billboard : LOCKS[turn.source.indexOf(axis)];
}

/** The same skeleton in other units and on other axes. */
export function convertSkeleton(skeleton: Skeleton, change: Change): Skeleton {
	return {
		name: skeleton.name,
		joints: skeleton.joints.map(({ name, parent, billboard }) => ({
			name,
			parent,
			billboard: convertedBillboard(billboard, change),
		})),
		rest: convertedPose(skeleton.rest, change),
	};
}

/** The same mesh in other units and on other axes. What has no direction is shared with the original. */
export function convertMesh<T extends Mesh>(mesh: T, change: Change): T {
	const turnOnly: Change = { turn: change.turn, scale: 1 };
	return {
		...mesh,
		positions: convertedVectors(mesh.positions, change),
		normals: mesh.normals && convertedVectors(mesh.normals, turnOnly),
		morphs: mesh.morphs?.map((morph) => ({
			name: morph.name,
			positions: morph.positions && convertedVectors(morph.positions, change),
			normals: morph.normals && convertedVectors(morph.normals, turnOnly),
		})),
	};
}

/**
 * The same scene in other units and on other axes. Clips and camera paths are wrapped, once however often they are
 * converted; vertices are copied.
 *
 * @example
 * const half = convertScene(readModel(source), { scale: 0.5 });
 * const { model } = buildModel(half);
 */
export function convertScene(scene: Scene, options: ConvertSceneOptions): Scene {
	if (!typeIs(scene, "table") || !typeIs(scene.meshes, "table")) fail("convertScene", "scene is not a Scene");
	const change = changeOf(options, "convertScene");
	const work = workOf(options, "convertScene");
	if (isStill(change.turn) && change.scale === 1) return scene;
	const skeletons = new Map<Skeleton, Skeleton>();
	const skeletonOf = (skeleton: Skeleton) => {
		const known = skeletons.get(skeleton) ?? convertSkeleton(skeleton, change);
		skeletons.set(skeleton, known);
		return known;
	};
	/** Meshes that share their vertices go on sharing them. */
	const vertices = new Map<buffer, Mesh>();
	return {
		...scene,
		nodes: scene.nodes.map((node) => ({
			...node,
			translation: changeVector(node.translation, change),
			rotation: changeRotation(node.rotation, change),
			scale: changeFactors(node.scale, change),
		})),
		meshes: scene.meshes.map((mesh) => {
			const place = {
				position: changeVector(mesh.place.position, change),
				rotation: changeRotation(mesh.place.rotation, change),
			};
			let shared = vertices.get(mesh.positions);
			if (shared === undefined) {
				work.spendBytes(mesh.vertexCount * (24 + (mesh.morphs?.size() ?? 0) * 24), "convertScene", mesh.name);
				work.step(mesh.vertexCount, "convertScene", mesh.name);
				shared = convertMesh(mesh, change);
				if (findNonFinite(shared.positions, 0, mesh.vertexCount * 3) >= 0) {
					fail("convertScene", `scale ${change.scale} takes vertices of "${mesh.name}" out of the range of numbers`);
				}
				vertices.set(mesh.positions, shared);
			}
			const { positions, normals, morphs } = shared;
			return {
				...mesh,
				positions,
				normals: mesh.normals && normals,
				morphs: mesh.morphs && morphs,
				place,
				skeleton: mesh.skeleton && skeletonOf(mesh.skeleton),
				bind: mesh.bind && convertedRigid(mesh.bind, change),
			};
		}),
		skeletons: scene.skeletons.map(skeletonOf),
		clips: scene.clips.map((clip) => ({ ...convertClip(clip, change), skeleton: skeletonOf(clip.skeleton) })),
		cameras: scene.cameras.map((camera) => convertPath(camera, change)),
		facing: changeVector(scene.facing, { turn: change.turn, scale: 1 }),
		studs: scene.studs / change.scale,
	};
}
