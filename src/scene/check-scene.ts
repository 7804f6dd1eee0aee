import { checkFinite, checkNumbers, checkType, describeValue, itemOf } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import type { Budget } from "../bytes/budget";
import { checkPath } from "../motion/camera-path";
import { checkMesh } from "./check-mesh";
import { checkClip } from "./clip";
import type { SceneLight } from "./light";
import type { Scene, SceneNode } from "./scene";
import { checkSkeleton, Skeleton } from "./skeleton";

const LISTS = [
	"nodes",
	"meshes",
	"materials",
	"images",
	"skeletons",
	"attachments",
	"clips",
	"cameras",
	"variants",
	"report",
] as const;

/** The cost of checking a node, and a joint or track, in steps of a vertex. */
const STEPS_A_NODE = 16;
const STEPS_A_JOINT = 4;

/** Refuses invalid nodes, and nodes that are their own ancestors. */
function checkNodes(nodes: Array<SceneNode>, caller: string, budget?: Budget): void {
	const count = nodes.size();
	nodes.forEach((node, index) => {
		budget?.countToPause(STEPS_A_NODE);
		if (!typeIs(node, "table") || !typeIs(node.name, "string")) {
			fail(caller, `${itemOf("scene.nodes", index)} is ${describeValue(node)}; expected a node with a name`);
		}
		const { parent } = node;
		if (!typeIs(parent, "number") || !(parent >= -1 && parent < count && parent % 1 === 0)) {
			fail(
				caller,
				`parent of ${itemOf("scene.nodes", index)} is ${describeValue(parent)}; expected -1 or the index of a node`,
			);
		}
		checkNumbers(node.translation, 3, caller, "scene.nodes", "translation", index);
		checkNumbers(node.rotation, 4, caller, "scene.nodes", "rotation", index);
		checkNumbers(node.scale, 3, caller, "scene.nodes", "scale", index);
	});
	// For each node, the node at which the climb that reached it began.
	const reachedFrom = new Array<number>(count, -1);
	for (const first of $range(0, count - 1)) {
		budget?.countToPause(1);
		let node = first;
		while (node >= 0 && reachedFrom[node] < 0) {
			reachedFrom[node] = first;
			node = nodes[node].parent;
		}
		if (node >= 0 && reachedFrom[node] === first) {
			fail(caller, `parent of ${itemOf("scene.nodes", node)} leads back to the node itself`);
		}
	}
}

function checkLight(light: SceneLight, caller: string, argument: string): void {
	checkType(light, "table", caller, argument);
	checkNumbers(light.color, 3, caller, argument, "color");
	checkNumbers(light.direction, 3, caller, argument, "direction");
	for (const key of ["brightness", "range", "angle"] as const) checkFinite(light[key], caller, `${argument}.${key}`);
}

/**
 * Refuses a value that is not a Scene, and names the part that is wrong, for scenes that were made or changed by hand.
 * Pauses if `budget` says so.
 */
export function checkScene(scene: Scene, caller: string, budget?: Budget): void {
	if (!typeIs(scene, "table"))
		fail(caller, `scene is ${describeValue(scene)}; expected a Scene, such as readModel returns`);
	for (const list of LISTS) checkType(scene[list], "table", caller, `scene.${list}`);
	checkType(scene.name, "string", caller, "scene.name");
	checkNumbers(scene.facing, 3, caller, "scene.facing");
	checkNodes(scene.nodes, caller, budget);
	const skeletons = new Set<Skeleton>();
	const checkOnce = (skeleton: Skeleton, argument: string) => {
		if (skeletons.has(skeleton)) return;
		checkSkeleton(skeleton, caller, argument);
		budget?.countToPause(skeleton.joints.size() * STEPS_A_JOINT);
		skeletons.add(skeleton);
	};
	scene.skeletons.forEach((skeleton, index) => checkOnce(skeleton, itemOf("scene.skeletons", index)));
	scene.meshes.forEach((mesh, index) => {
		checkMesh(mesh, caller, itemOf("scene.meshes", index), checkOnce);
		budget?.countToPause(STEPS_A_NODE + (mesh.bones?.size() ?? 0));
	});
	scene.attachments.forEach((attachment, index) => {
		const place = itemOf("scene.attachments", index);
		checkType(attachment, "table", caller, place);
		checkType(attachment.name, "string", caller, `name of ${place}`);
		checkNumbers(attachment.position, 3, caller, "scene.attachments", "position", index);
		const { skeleton, joint, light } = attachment;
		if (light !== undefined) checkLight(light, caller, `light of ${place}`);
		if (skeleton !== undefined) checkOnce(skeleton, "an attachment's skeleton");
		if (!typeIs(joint, "number") || !(joint >= -1 && joint < (skeleton?.joints.size() ?? 0) && joint % 1 === 0)) {
			fail(caller, `joint of ${place} is ${describeValue(joint)}; expected -1 or the index of a joint`);
		}
		budget?.countToPause(STEPS_A_NODE);
	});
	for (const path of scene.cameras) {
		checkPath(path, caller);
		budget?.countToPause(STEPS_A_NODE);
	}
	scene.clips.forEach((clip, index) => {
		if (!typeIs(clip, "table"))
			fail(caller, `${itemOf("scene.clips", index)} is ${describeValue(clip)}; expected a Clip`);
		checkOnce(clip.skeleton, "a clip's skeleton");
		checkClip(clip, caller, true);
		budget?.countToPause(clip.tracks.size() * STEPS_A_JOINT);
	});
}
