import { Scene, Take } from "../../src";
import { formatCount, formatTime } from "../../ui/format";
import type { Contents } from "./contents";

export type ItemKind = "mesh" | "skeleton" | "clip" | "camera" | "take";

/** A part of a file that can be imported or left out. */
export interface Item {
	/** Its kind and number, such as `mesh2`: the place stores choices under it. */
	id: string;
	kind: ItemKind;
	/** Its index in the contents' list of its kind. */
	index: number;
	name: string;
	/** The short text of a row, and the full text. */
	detail: string;
	tip: string;
}

function counted(count: number, one: string, many: string): string {
	return `${formatCount(count)} ${count === 1 ? one : many}`;
}

function named(name: string, fallback: string): string {
	return name === "" ? fallback : name;
}

type Add = (kind: ItemKind, index: number, name: string, detail: string, about: string) => void;

function sceneItems(scene: Scene, add: Add): void {
	scene.meshes.forEach((mesh, index) => {
		const motion = mesh.joint !== undefined ? ", moves" : mesh.skeleton ? ", skinned" : "";
		const vertices = counted(mesh.vertexCount, "vertex", "vertices");
		const triangles = counted(mesh.triangleCount, "triangle", "triangles");
		const name = named(scene.nodes[mesh.node].name, named(mesh.name, `Mesh ${index + 1}`));
		add("mesh", index, name, triangles + motion, `${vertices}, ${triangles}${motion}`);
	});
	scene.skeletons.forEach(({ name, joints }, index) => {
		const count = counted(joints.size(), "joint", "joints");
		add("skeleton", index, named(name, `Skeleton ${index + 1}`), count, count);
	});
	scene.clips.forEach(({ name, duration }, index) => {
		const time = formatTime(duration);
		add("clip", index, named(name, `Clip ${index + 1}`), time, `${time}, becomes an animation`);
	});
	scene.cameras.forEach(({ name, duration }, index) => {
		const time = formatTime(duration);
		add("camera", index, named(name, `Camera ${index + 1}`), time, `${time}, becomes a take`);
	});
}

function addTake({ map, count }: Take, index: number, rate: number, add: Add): void {
	const length = `${formatCount(count)} frames, ${formatTime(math.max(count - 1, 0) / rate)}`;
	add("take", index, named(map, `Take ${index + 1}`), length, length);
}

/** Lists everything in a file that can be chosen, in the panel's order. */
export function listItems(contents: Contents, rate: number): Array<Item> {
	const items = new Array<Item>();
	const add: Add = (kind, index, name, detail, about) => {
		items.push({ id: `${kind}${index + 1}`, kind, index, name, detail, tip: `${name}: ${about}` });
	};
	if (contents.scene) sceneItems(contents.scene, add);
	contents.takes.forEach((take, index) => addTake(take, index, rate, add));
	return items;
}

/** The kinds in the list's order, with their plurals. */
export const KINDS: ReadonlyArray<{ kind: ItemKind; one: string; many: string; title: string }> = [
	{ kind: "mesh", one: "mesh", many: "meshes", title: "Meshes" },
	{ kind: "skeleton", one: "skeleton", many: "skeletons", title: "Skeletons" },
	{ kind: "clip", one: "clip", many: "clips", title: "Clips" },
	{ kind: "camera", one: "camera", many: "cameras", title: "Cameras" },
	{ kind: "take", one: "take", many: "takes", title: "Takes" },
];

/** Counts items by kind, in words: "1 mesh, 19 joints, 1 clip", in the list's order. */
export function countKinds(items: ReadonlyArray<Item>): string {
	const words = new Array<string>();
	for (const { kind, one, many } of KINDS) {
		const count = items.filter((item) => item.kind === kind).size();
		if (count > 0) words.push(counted(count, one, many));
	}
	return words.join(", ");
}

/** Returns the scene with only the chosen meshes and skeletons, in studs, ready to be built. */
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
		// Bones come with the meshes that they deform; others have to be chosen.
		skeletons: scene.skeletons.filter(
			(skeleton, index) => skeletonIndices.has(index) || meshes.some((mesh) => mesh.skeleton === skeleton),
		),
	};
}

/** Returns the chosen clips' names from `bindModel`, which numbers equal names. */
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
