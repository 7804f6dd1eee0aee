//!native
//!optimize 2
import { Gltf } from "../../../src/formats/gltf/gltf";
import { Budget } from "../../../src/bytes/budget";
import { readGltfWith } from "../../../src/formats/gltf/read";
import { CAMERA_SAMPLE_SIZE } from "../../../src/motion/camera-path";
import { Mesh } from "../../../src/scene/mesh";
import { samplePose } from "../../../src/scene/sample-pose";
import { Skeleton } from "../../../src/scene/skeleton";
import { breathe } from "../../breathe";
import { mutate } from "../../mutate";
import { Seeded } from "../../random";

const HttpService = game.GetService("HttpService");

/** What damaged files came to. */
export interface Outcome {
	refused: number;
	read: number;
	/** Messages of failures that are none of the reader's, and what is wrong with results. */
	faults: Array<string>;
	/** The most kilobytes that reading one file added. */
	kilobytes: number;
}

function checkFinite(values: buffer | undefined, what: string): void {
	if (values === undefined) return;
	for (const at of $range(0, buffer.len(values) - 4, 4)) {
		const value = buffer.readf32(values, at);
		if (value - value !== 0) error(`${what} has ${value}`, 0);
	}
}

function checkMesh(mesh: Mesh): void {
	const { vertexCount, triangleCount } = mesh;
	checkFinite(mesh.positions, mesh.name);
	checkFinite(mesh.normals, mesh.name);
	checkFinite(mesh.colors, mesh.name);
	checkFinite(mesh.weights, mesh.name);
	for (const set of mesh.uvs) checkFinite(set, mesh.name);
	assert(buffer.len(mesh.positions) === vertexCount * 12, "positions are cut short");
	assert(buffer.len(mesh.indices) === triangleCount * 12, "triangles are cut short");
	for (const at of $range(0, buffer.len(mesh.indices) - 4, 4)) {
		if (buffer.readu32(mesh.indices, at) >= vertexCount) error("an index is out of range", 0);
	}
}

function checkJoints(joints: buffer, skeleton: Skeleton): void {
	for (const at of $range(0, buffer.len(joints) - 2, 2)) {
		if (buffer.readu16(joints, at) >= skeleton.joints.size()) error("a joint is out of range", 0);
	}
}

/** Checks that a result can be used: everything finite, of the right size, and every index within what it indexes. */
export function checkValid(gltf: Gltf): void {
	const { scene } = gltf;
	for (const mesh of gltf.meshes) {
		for (const morph of mesh.morphs ?? []) {
			for (const add of [morph.addPositions, morph.addNormals]) {
				const moved = buffer.create(mesh.vertexCount * 12);
				add?.(1, moved);
				checkFinite(moved, morph.name);
			}
		}
		checkMesh(mesh);
		checkFinite(mesh.tangents, mesh.name);
	}
	for (const skin of gltf.skins) checkFinite(skin.inverseBind, skin.name);
	for (const mesh of scene.meshes) {
		const { skeleton, joints, joint, bones, place } = mesh;
		checkMesh(mesh);
		for (const value of [...place.position, ...place.rotation]) {
			if (value - value !== 0) error(`${mesh.name} stands at ${value}`, 0);
		}
		assert(scene.nodes[mesh.node] !== undefined, "a mesh has no node");
		assert((joint ?? bones) === undefined || skeleton !== undefined, "a mesh has joints and no skeleton");
		if (skeleton === undefined) continue;
		assert(scene.skeletons.includes(skeleton), "a mesh has a skeleton that the scene lacks");
		if (joints !== undefined) checkJoints(joints, skeleton);
		for (const used of bones ?? []) assert(skeleton.joints[used] !== undefined, "a mesh has a bone that is no joint");
		assert(joint === undefined || skeleton.joints[joint] !== undefined, "a mesh hangs on no joint");
	}
	for (const skeleton of scene.skeletons) {
		checkFinite(skeleton.rest, skeleton.name);
		skeleton.joints.forEach(({ parent }, joint) => assert(parent < joint, "a parent stands after its child"));
	}
	for (const clip of scene.clips) {
		assert(scene.skeletons.includes(clip.skeleton), "a clip has a skeleton that the scene lacks");
		const pose = buffer.create(buffer.len(clip.skeleton.rest));
		for (const part of $range(0, 4)) {
			samplePose(clip, (clip.duration * part) / 4, pose);
			checkFinite(pose, clip.name);
		}
	}
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	for (const camera of scene.cameras) {
		for (const part of $range(0, 4)) {
			camera.sample((camera.duration * part) / 4, sample);
			for (const at of $range(0, CAMERA_SAMPLE_SIZE - 8, 8)) {
				const value = buffer.readf64(sample, at);
				if (value - value !== 0) error(`${camera.name} is at ${value}`, 0);
			}
		}
	}
}

function isRefusal(message: unknown): boolean {
	return (
		typeIs(message, "string") && (message.sub(1, 14) === "[dolly] gltf: " || message.sub(1, 17) === "[dolly] meshopt: ")
	);
}

function tryOne(outcome: Outcome, read: () => Gltf): void {
	breathe();
	const before = gcinfo();
	const [ok, result] = pcall(read);
	outcome.kilobytes = math.max(outcome.kilobytes, gcinfo() - before);
	if (!ok) {
		if (isRefusal(result)) outcome.refused += 1;
		else outcome.faults.push(tostring(result));
		return;
	}
	outcome.read += 1;
	const [valid, problem] = pcall(checkValid, result as Gltf);
	if (!valid && !isRefusal(problem)) outcome.faults.push(tostring(problem));
}

function decodeJson(text: string): unknown {
	return HttpService.JSONDecode(text);
}

/** The JSON of a file, decoded. */
function documentOf(glb: buffer): Tree {
	return decodeJson(buffer.readstring(glb, 20, buffer.readu32(glb, 12))) as Tree;
}

/** Reads `count` damaged copies of the seeds, damaged anywhere. */
export function readDamagedFiles(seeds: ReadonlyArray<buffer>, count: number): Outcome {
	const random = new Seeded(20);
	const outcome: Outcome = { refused: 0, read: 0, faults: [], kilobytes: 0 };
	for (const index of $range(0, count - 1)) {
		const seed = seeds[index % seeds.size()];
		const other = seeds[(index + 1) % seeds.size()];
		const damaged = mutate(seed, other, random);
		tryOne(outcome, () => readGltfWith(decodeJson, damaged, {}, new Budget()));
	}
	return outcome;
}

/** Reads `count` copies with damage in the binary chunk alone, so that it reaches accessors and streams. */
export function readDamagedChunks(seeds: ReadonlyArray<buffer>, count: number): Outcome {
	const random = new Seeded(25);
	const outcome: Outcome = { refused: 0, read: 0, faults: [], kilobytes: 0 };
	const documents = seeds.map(documentOf);
	for (const index of $range(0, count - 1)) {
		const which = index % seeds.size();
		const seed = seeds[which];
		const binary = 28 + buffer.readu32(seed, 12);
		const damaged = buffer.create(buffer.len(seed));
		buffer.copy(damaged, 0, seed);
		for (const _ of $range(1, random.int(1, 6))) {
			buffer.writeu8(damaged, random.int(binary, buffer.len(seed) - 1), random.int(0, 255));
		}
		tryOne(outcome, () => readGltfWith(() => documents[which], damaged, {}, new Budget()));
	}
	return outcome;
}

type Tree = Map<unknown, unknown>;

/** What a field of a document may hold that it should not. */
function strangeValue(random: Seeded): unknown {
	const kind = random.int(0, 19);
	if (kind < 5) return random.int(0, 12);
	const values = [
		-1,
		0.5,
		1e9,
		2 ** 31,
		2 ** 53,
		1e308,
		-1e30,
		0 / 0,
		1 / 0,
		true,
		"",
		"LINEAR",
		{},
		[],
		[0],
		{ a: 1 },
	];
	return kind === 5 ? undefined : values[random.int(0, values.size() - 1)];
}

/** A place in a document where a value stands. */
interface Place {
	tree: Tree;
	key: unknown;
	path: string;
}

function collectPlaces(root: unknown, path: string, places: Array<Place>): void {
	for (const [key, value] of root as Tree) {
		const place = { tree: root as Tree, key, path: `${path}.${key}` };
		places.push(place);
		if (typeIs(value, "table")) collectPlaces(value, place.path, places);
	}
}

/** Every place in a document, sorted: the order in which a table gives its keys need not be the same in every run. */
function placesIn(root: unknown): Array<Place> {
	const places = new Array<Place>();
	collectPlaces(root, "", places);
	return places.sort((a, b) => a.path < b.path);
}

/** Reads `count` documents in which one or two values are replaced by others, of any type, or taken away. */
export function readDamagedDocuments(seeds: ReadonlyArray<buffer>, count: number): Outcome {
	const random = new Seeded(30);
	const outcome: Outcome = { refused: 0, read: 0, faults: [], kilobytes: 0 };
	const documents = seeds.map(documentOf);
	const placesOf = documents.map((document) => placesIn(document));
	for (const index of $range(0, count - 1)) {
		const which = index % seeds.size();
		const undo = new Array<[Tree, unknown, unknown]>();
		for (const _ of $range(1, random.int(1, 2))) {
			const places = placesOf[which];
			const { tree, key } = places[random.int(0, places.size() - 1)];
			undo.push([tree, key, tree.get(key)]);
			tree.set(key, strangeValue(random));
		}
		tryOne(outcome, () => readGltfWith(() => documents[which], seeds[which], {}, new Budget()));
		for (const at of $range(undo.size() - 1, 0, -1)) {
			const [tree, key, value] = undo[at];
			tree.set(key, value);
		}
	}
	return outcome;
}
