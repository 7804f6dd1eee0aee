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

/** Everything in a file that can be chosen, in the order in which the panel lists it. */
export function listItems(contents: Contents, rate: number): Array<Item> {
	const items = new Array<Item>();
	const add = (kind: ItemKind, index: number, text: string) => {
		items.push({ id: `${kind}${index + 1}`, kind, index, text });
	};
	contents.meshes.forEach(({ mesh, skeleton }, index) => {
		const skin = skeleton && mesh.joints ? ", skinned" : "";
		const vertices = counted(mesh.vertexCount, "vertex", "vertices");
		const triangles = counted(mesh.triangleCount, "triangle", "triangles");
		add("mesh", index, `Mesh ${named(mesh.name, tostring(index + 1))}: ${vertices}, ${triangles}${skin}`);
	});
	contents.skeletons.forEach((skeleton, index) => {
		const joints = counted(skeleton.joints.size(), "joint", "joints");
		add("skeleton", index, `Skeleton ${named(skeleton.name, tostring(index + 1))}: ${joints}`);
	});
	contents.clips.forEach(({ clip }, index) => {
		add("clip", index, `Clip ${named(clip.name, tostring(index + 1))}: ${formatTime(clip.duration)}`);
	});
	contents.cameras.forEach((camera, index) => {
		add("camera", index, `Camera ${named(camera.name, tostring(index + 1))}: ${formatTime(camera.duration)}`);
	});
	contents.takes.forEach(({ map, count }, index) => {
		const length = formatTime(math.max(count - 1, 0) / rate);
		add("take", index, `Take ${named(map, tostring(index + 1))}: ${formatCount(count)} frames, ${length}`);
	});
	return items;
}
