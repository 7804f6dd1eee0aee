import { Scene, Take } from "../../src";
import { formatCount, formatTime } from "../../ui/format";
import type { Contents } from "./contents";

export type ItemKind = "mesh" | "skeleton" | "clip" | "camera" | "take";

/** Something in a file that can be brought in or left out. */
export interface Item {
	/** Its kind and its number, such as `mesh2`: what a place remembers of a choice. */
	id: string;
	kind: ItemKind;
	/** Its place in the contents' list of its kind. */
	index: number;
	text: string;
}

function counted(count: number, one: string, many: string): string {
	return `${formatCount(count)} ${count === 1 ? one : many}`;
}

function named(name: string, fallback: string): string {
	return name === "" ? fallback : name;
}

function sceneItems(scene: Scene, add: (kind: ItemKind, index: number, text: string) => void): void {
	scene.meshes.forEach((mesh, index) => {
		const motion = mesh.joint !== undefined ? ", moves" : mesh.skeleton ? ", skinned" : "";
		const vertices = counted(mesh.vertexCount, "vertex", "vertices");
		const triangles = counted(mesh.triangleCount, "triangle", "triangles");
		const name = named(scene.nodes[mesh.node].name, named(mesh.name, tostring(index + 1)));
		add("mesh", index, `Mesh ${name}: ${vertices}, ${triangles}${motion}`);
	});
	scene.skeletons.forEach((skeleton, index) => {
		const joints = counted(skeleton.joints.size(), "joint", "joints");
		add("skeleton", index, `Skeleton ${named(skeleton.name, tostring(index + 1))}: ${joints}`);
	});
	scene.clips.forEach((clip, index) => {
		add("clip", index, `Clip ${named(clip.name, tostring(index + 1))}: ${formatTime(clip.duration)}`);
	});
	scene.cameras.forEach((camera, index) => {
		add("camera", index, `Camera ${named(camera.name, tostring(index + 1))}: ${formatTime(camera.duration)}`);
	});
}

function takeText({ map, count }: Take, index: number, rate: number): string {
	const length = formatTime(math.max(count - 1, 0) / rate);
	return `Take ${named(map, tostring(index + 1))}: ${formatCount(count)} frames, ${length}`;
}

/** Everything in a file that can be chosen, in the order in which the panel lists it. */
export function listItems(contents: Contents, rate: number): Array<Item> {
	const items = new Array<Item>();
	const add = (kind: ItemKind, index: number, text: string) => {
		items.push({ id: `${kind}${index + 1}`, kind, index, text });
	};
	if (contents.scene) sceneItems(contents.scene, add);
	contents.takes.forEach((take, index) => add("take", index, takeText(take, index, rate)));
	return items;
}

/** The scene with the chosen meshes and skeletons alone, in studs, ready to be built. */
export function chosenScene(scene: Scene, items: Array<Item>): Scene {
	const indices = (kind: ItemKind) => {
		const chosen = new Set<number>();
		for (const item of items) if (item.kind === kind) chosen.add(item.index);
		return chosen;
	};
	const meshIndices = indices("mesh");
	const skeletonIndices = indices("skeleton");
	const meshes = scene.meshes.filter((_, index) => meshIndices.has(index));
	return {
		...scene,
		meshes,
		// Bones come with the meshes that wear them; others have to be chosen.
		skeletons: scene.skeletons.filter(
			(skeleton, index) => skeletonIndices.has(index) || meshes.some((mesh) => mesh.skeleton === skeleton),
		),
	};
}

/** The names under which `bindModel` gives the chosen clips: of several of one name the others have a number. */
export function clipNames(scene: Scene, items: Array<Item>): Array<string> {
	const taken = new Set<string>();
	const names = scene.clips.map((clip) => {
		const wanted = named(clip.name, "Clip");
		let name = wanted;
		let number = 1;
		while (taken.has(name)) {
			number += 1;
			name = `${wanted} ${number}`;
		}
		taken.add(name);
		return name;
	});
	return items.filter(({ kind }) => kind === "clip").map(({ index }) => names[index]);
}
