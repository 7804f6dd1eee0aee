import { HttpService } from "@rbxts/services";
import { readModel } from "../../src";
import { buildGlb } from "../builders/glb";
import { fromBase64, oracleData } from "../oracle-data";
import { Seeded } from "../random";
import { Target } from "./fuzz";
import { sceneFault } from "./scene-fault";

type Tree = { [key: string]: unknown };

/** The most that one kind of thing is repeated, and the most bytes of JSON that an input comes to. */
const MOST_TIMES = 3000;
const LONGEST = 600_000;

const NUMBERS = [0, 1, -1, 0.5, 2, 3, 7, 100, 65536, 2 ** 24, 1e9, 2 ** 31, 1e18, 1e30, 3e38, -3e38];
const LISTS = ["nodes", "meshes", "skins", "animations", "cameras", "accessors", "materials", "images", "scenes"];

function isTable(value: unknown): value is Tree {
	return typeIs(value, "table");
}

function isList(value: unknown): value is Array<defined> {
	return isTable(value) && (value as unknown as Array<defined>).size() > 0;
}

function copyOf<T>(value: T): T {
	return HttpService.JSONDecode(HttpService.JSONEncode(value)) as T;
}

/** About how many bytes of JSON a value comes to. What stands in several places is looked at once: repeats of repeats multiply. */
function sizeOf(value: unknown, known = new Map<Tree, number>()): number {
	if (!isTable(value)) return tostring(value).size() + 1;
	const before = known.get(value);
	if (before !== undefined) return before;
	let size = 2;
	for (const [key, inner] of pairs(value)) size += (typeIs(key, "string") ? key.size() + 3 : 0) + sizeOf(inner, known);
	known.set(value, size);
	return size;
}

/** A table somewhere in a tree, and how far down the walk went. */
function wander(tree: Tree, random: Seeded): Tree {
	let place = tree;
	for (const _ of $range(1, random.int(1, 6))) {
		const inner = new Array<Tree>();
		for (const [, value] of pairs(place)) if (isTable(value)) inner.push(value);
		if (inner.isEmpty()) break;
		place = inner[random.int(0, inner.size() - 1)];
	}
	return place;
}

/** Says a thing over and over: things of one kind that multiply with those of another are what small files grow by. */
function repeatThings(tree: Tree, random: Seeded): void {
	const owner = random.int(0, 1) === 0 ? tree : wander(tree, random);
	const lists = new Array<Array<defined>>();
	for (const [, value] of pairs(owner)) if (isList(value)) lists.push(value);
	if (lists.isEmpty()) return;
	const list = lists[random.int(0, lists.size() - 1)];
	const times = math.min(2 ** random.int(0, 12), MOST_TIMES);
	const piece = list[random.int(0, list.size() - 1)];
	for (const _ of $range(1, times)) list.push(piece);
}

/** Two lists that multiply, both long: nodes that draw a mesh, and what that mesh has for each of them. */
function multiplyThings(tree: Tree, random: Seeded): void {
	if (!isList(tree.meshes) || !isList(tree.nodes)) return;
	const index = random.int(0, tree.meshes.size() - 1);
	const mesh = tree.meshes[index] as unknown as Tree;
	const [primitive] = (mesh.primitives ?? []) as Array<Tree>;
	if (primitive === undefined) return;
	const times = (most: number) => math.floor(2 ** random.between(3, most));
	for (const _ of $range(1, times(11))) (mesh.primitives as Array<Tree>).push(primitive);
	if (random.int(0, 2) === 0) {
		mesh.weights = new Array<number>(times(11), 1);
		mesh.extras = { targetNames: new Array<string>(times(11), "a") };
	}
	const like = copyOf(tree.nodes[random.int(0, tree.nodes.size() - 1)]) as unknown as Tree;
	const drawing = { ...like, children: undefined, camera: undefined, mesh: index };
	const roots = new Array<number>();
	for (const _ of $range(1, times(11))) {
		roots.push(tree.nodes.size());
		tree.nodes.push(drawing as defined);
	}
	tree.scenes = [{ nodes: roots }];
	tree.scene = 0;
}

function changeNumber(tree: Tree, random: Seeded): void {
	const place = wander(tree, random);
	const keys = new Array<string>();
	for (const [key, value] of pairs(place)) if (typeIs(value, "number")) keys.push(key as string);
	if (keys.isEmpty()) return;
	place[keys[random.int(0, keys.size() - 1)]] = NUMBERS[random.int(0, NUMBERS.size() - 1)];
}

/** Key times, key values, vertices and matrices stand in the binary part; so do numbers of other kinds, which become any. */
function changeBinary(binary: buffer, random: Seeded): void {
	for (const _ of $range(1, random.int(1, 4))) {
		const at = random.int(0, math.max(buffer.len(binary).idiv(4) - 1, 0)) * 4;
		if (at + 4 <= buffer.len(binary)) buffer.writef32(binary, at, NUMBERS[random.int(0, NUMBERS.size() - 1)]);
	}
}

function dropSomething(tree: Tree, random: Seeded): void {
	const place = wander(tree, random);
	const keys = new Array<string>();
	for (const [key] of pairs(place)) if (typeIs(key, "string")) keys.push(key);
	if (!keys.isEmpty()) delete place[keys[random.int(0, keys.size() - 1)]];
}

/** Nodes one below the other, all of them like one of them. */
function chainNodes(tree: Tree, random: Seeded): void {
	const nodes = tree.nodes;
	if (!isList(nodes)) return;
	const like = copyOf(nodes[random.int(0, nodes.size() - 1)]) as unknown as Tree;
	const count = 2 ** random.int(1, 11);
	const chain = new Array<Tree>();
	for (const index of $range(0, count - 1)) {
		chain.push({ ...like, children: index + 1 < count ? [index + 1] : undefined });
	}
	tree.nodes = chain;
	tree.scenes = [{ nodes: [0] }];
	tree.scene = 0;
}

/** Accessors that no byte of the file pays for. */
function emptyAccessors(tree: Tree, random: Seeded): void {
	if (!isList(tree.accessors)) return;
	for (const accessor of tree.accessors as unknown as Array<Tree>) {
		if (random.int(0, 2) > 0) continue;
		delete accessor.bufferView;
		delete accessor.byteOffset;
		if (random.int(0, 1) === 0) accessor.count = 3 * 2 ** random.int(0, 18);
	}
}

/** Everything that a skin, an animation or a node names becomes all that there is of it. */
function nameEverything(tree: Tree, random: Seeded): void {
	const nodes = isList(tree.nodes) ? tree.nodes.size() : 0;
	const all = new Array<number>();
	for (const node of $range(0, math.min(nodes, 400) - 1)) all.push(node);
	if (all.isEmpty()) return;
	const kind = random.int(0, 2);
	if (kind === 0 && isList(tree.skins)) {
		for (const skin of tree.skins as unknown as Array<Tree>) skin.joints = all;
	} else if (kind === 1 && isList(tree.animations)) {
		for (const animation of tree.animations as unknown as Array<Tree>) {
			const [first] = (animation.channels ?? []) as Array<Tree>;
			const target = first && (first.target as Tree | undefined);
			if (target) animation.channels = all.map((node) => ({ ...first, target: { ...target, node } }));
		}
	} else {
		for (const node of tree.nodes as unknown as Array<Tree>) {
			if (isList(tree.meshes)) node.mesh = random.int(0, tree.meshes.size() - 1);
			if (isList(tree.skins)) node.skin = random.int(0, tree.skins.size() - 1);
		}
	}
}

function takeFromOther(tree: Tree, other: Tree, random: Seeded): void {
	const name = LISTS[random.int(0, LISTS.size() - 1)];
	if (other[name] !== undefined) tree[name] = copyOf(other[name]);
}

/** glTF as a tree: what is damaged is what the document says, never how it says it. */
export function gltfTreeTarget(): Target {
	const seeds = oracleData<{ seeds: Array<string> }>("gltf").seeds.map((seed) => fromBase64(seed));
	const whole = seeds.filter((seed) => buffer.len(seed) > 20 && buffer.readstring(seed, 0, 4) === "glTF");
	const partsOf = (seed: buffer): [Tree, buffer | undefined] => {
		const size = buffer.readu32(seed, 12);
		const tree = HttpService.JSONDecode(buffer.readstring(seed, 20, size)) as Tree;
		const start = 28 + size;
		if (start >= buffer.len(seed)) return [tree, undefined];
		const binary = buffer.create(buffer.len(seed) - start);
		buffer.copy(binary, 0, seed, start);
		return [tree, binary];
	};
	const changes = [
		repeatThings,
		repeatThings,
		repeatThings,
		multiplyThings,
		changeNumber,
		changeNumber,
		dropSomething,
		chainNodes,
		emptyAccessors,
		nameEverything,
	];
	return {
		name: "gltf-tree",
		seeds: [],
		make: (random) => {
			const [tree, binary] = partsOf(whole[random.int(0, whole.size() - 1)]);
			for (const _ of $range(1, random.int(1, 5))) {
				if (random.int(0, 9) === 0) takeFromOther(tree, partsOf(whole[random.int(0, whole.size() - 1)])[0], random);
				else changes[random.int(0, changes.size() - 1)](tree, random);
			}
			if (binary && random.int(0, 2) === 0) changeBinary(binary, random);
			return sizeOf(tree) > LONGEST ? buffer.create(0) : buildGlb(HttpService.JSONEncode(tree), binary);
		},
		read: (input, random, job) => sceneFault(readModel(input, { job }), random, job),
	};
}
