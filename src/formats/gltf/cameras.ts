import { Budget } from "../../bytes/budget";
import { Channel } from "../../motion/channel";
import { CameraPath } from "../../motion/camera-path";
import { Clip, JointTrack } from "../../scene/clip";
import { pathFromClip } from "../../scene/path-from-clip";
import { POSE_STRIDE } from "../../scene/pose";
import { Joint, Skeleton } from "../../scene/skeleton";
import { AnimationTracks } from "./animations";
import { GltfCamera, GltfNode } from "./gltf";
import { failAt, JsonObject, numberIn, objectIn, objectsIn, stringIn } from "./json";
import { writeNodePose } from "./skeleton";

/** Approximate bytes of a path, and of each node above its camera. */
const PATH_BYTES = 1024;
const LINK_BYTES = 128;

export function readLenses(root: JsonObject): Array<GltfCamera> {
	return objectsIn(root, "cameras").map((json, index) => {
		const path = `cameras[${index}]`;
		const name = stringIn(json, "name", path) ?? `camera ${index}`;
		const kind = stringIn(json, "type", path);
		if (kind === "orthographic") {
			const lens = objectIn(json, "orthographic", path) ?? failAt("an orthographic camera needs orthographic", path);
			const place = `${path}.orthographic`;
			return { name, near: numberIn(lens, "znear", place), far: numberIn(lens, "zfar", place) };
		}
		if (kind !== "perspective") failAt("expected perspective or orthographic", `${path}.type`);
		const lens = objectIn(json, "perspective", path) ?? failAt("a perspective camera needs perspective", path);
		const place = `${path}.perspective`;
		const yfov = numberIn(lens, "yfov", place);
		if (!(yfov > 0 && yfov < math.pi))
			failAt(`the field of view is ${yfov} radians; expected between 0 and π`, `${place}.yfov`);
		return {
			name,
			fieldOfView: math.deg(yfov),
			aspectRatio: lens.aspectRatio === undefined ? undefined : numberIn(lens, "aspectRatio", place),
			near: numberIn(lens, "znear", place),
			far: lens.zfar === undefined ? undefined : numberIn(lens, "zfar", place),
		};
	});
}

/** Returns a node's flight in one animation, or its rest without one, through all nodes above it. */
function makePath(
	name: string,
	nodes: ReadonlyArray<GltfNode>,
	chain: ReadonlyArray<number>,
	fieldOfView: number | Channel,
	animation: AnimationTracks | undefined,
): CameraPath {
	const rest = buffer.create(chain.size() * POSE_STRIDE);
	const tracks = new Array<JointTrack>();
	const joints = chain.map((node, joint): Joint => {
		writeNodePose(nodes[node], rest, joint);
		const track = animation?.nodes.get(node);
		if (track !== undefined) {
			tracks.push({ joint, translation: track.translation, rotation: track.rotation, scale: track.scale });
		}
		return { name: nodes[node].name, parent: joint - 1 };
	});
	const skeleton: Skeleton = { name, joints, rest };
	const clip: Clip = { name, duration: animation?.duration ?? 0, loop: false, skeleton, tracks };
	return pathFromClip(clip, chain.size() - 1, { name, fieldOfView });
}

/**
 * Makes the camera paths: for each node with a perspective camera, one for each animation that moves it or its lens, or
 * a still one.
 */
export function makeCameraPaths(
	nodes: ReadonlyArray<GltfNode>,
	lenses: ReadonlyArray<GltfCamera>,
	animations: ReadonlyArray<AnimationTracks>,
	budget: Budget,
): Array<CameraPath> {
	const paths = new Array<CameraPath>();
	nodes.forEach((node, index) => {
		const { camera } = node;
		if (camera === undefined) return;
		const { fieldOfView } = lenses[camera];
		const path = `nodes[${index}].camera`;
		if (fieldOfView === undefined) {
			budget.warn("an orthographic camera is left out", path);
			return;
		}
		// From the top down, so that parents come first.
		const chain = new Array<number>();
		let above = index;
		while (above >= 0) {
			budget.spendBytes(LINK_BYTES, "gltf", path);
			chain.push(above);
			above = nodes[above].parent;
		}
		for (const at of $range(0, chain.size().idiv(2) - 1)) {
			const other = chain.size() - 1 - at;
			[chain[at], chain[other]] = [chain[other], chain[at]];
		}
		const moving = animations.filter((animation) => {
			budget.spendBytes(PATH_BYTES + chain.size() * LINK_BYTES, "gltf", path);
			return animation.lenses.has(camera) || chain.some((link) => animation.nodes.has(link));
		});
		if (moving.isEmpty()) paths.push(makePath(node.name, nodes, chain, fieldOfView, undefined));
		for (const animation of moving) {
			const name = moving.size() === 1 ? node.name : `${node.name} ${animation.name}`;
			paths.push(makePath(name, nodes, chain, animation.lenses.get(camera) ?? fieldOfView, animation));
		}
	});
	return paths;
}
