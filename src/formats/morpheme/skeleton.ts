import { Reader } from "../../bytes/reader";
import type { Budget } from "../../bytes/budget";
import { writeRotation } from "../../motion/channel-values";
import { createPose, POSE_STRIDE, ROTATION_OFFSET } from "../../scene/pose";
import { Joint, Skeleton } from "../../scene/skeleton";
import { normalise } from "../../rotation/quaternion";
import { Pointers } from "./pointers";
import { readStringTable } from "./string-table";

/** The cost of a bone, in steps of a vertex. */
const STEPS_A_BONE = 16;

/**
 * `0 rotation x y z w, 16 position, 32 u32 chains, 40 ?, 48 → u32 bones, 56 ?, 64 → bone names, 72 → orientations,
 * 80 to 127 ?`, then the chains.
 */
const HEADER_SIZE = 128;
const CHAIN_COUNT_AT = 32;
const BONE_COUNT_POINTER_AT = 48;
const NAMES_POINTER_AT = 64;
const ORIENTATIONS_POINTER_AT = 72;

/** `0 i32 ?, 4 i32 parent, 8 i32 first bone, 12 i32 bones`. */
const CHAIN_SIZE = 16;

/**
 * The orientations start this many bytes after the target of the pointer. Their own pointers count from as many bytes
 * after that.
 */
const ORIENTATIONS_SKIP = 16;
const ORIENTATIONS_SIZE = 64;
const TRANSFORMS_POINTER_AT = 48;

/** A vector or a rotation of the orientations: four f32. The last one of a vector is unused. */
const QUAD_SIZE = 16;

/** Shorter vectors, by squared length, have no direction. */
const SHORTEST_SQUARE = 1e-12;

/** Returns each bone's parent, from runs of consecutive bones. */
function readParents(pointers: Pointers, boneCount: number): Array<number> {
	const { reader } = pointers;
	reader.seek(reader.start + CHAIN_COUNT_AT);
	const chainCount = reader.u32("skeleton's chain count");
	const chains = pointers.claim(reader.start + HEADER_SIZE, chainCount * CHAIN_SIZE, "skeleton's chains");
	const parents = new Array<number>(boneCount, -1);
	const placed = new Array<boolean>(boneCount, false);
	for (const _ of $range(1, chainCount)) {
		const at = chains.position;
		chains.skip(4);
		let parent = chains.i32("chain's parent");
		const first = chains.i32("chain's first bone");
		const length = chains.i32("chain's length");
		if (parent < -1 || parent >= boneCount) chains.fail(`chain hangs on bone ${parent} of ${boneCount}`, at + 4);
		if (first < 0 || length < 0 || first + length > boneCount) {
			chains.fail(`chain of ${length} bones starts at bone ${first} of ${boneCount}`, at + 8);
		}
		for (const bone of $range(first, first + length - 1)) {
			if (placed[bone]) chains.fail(`bone ${bone} is in two chains`, at);
			// Parents come first in every skeleton here, which also rules out cycles.
			if (parent >= bone) chains.fail(`bone ${bone} hangs on bone ${parent}, which does not come before it`, at);
			placed[bone] = true;
			parents[bone] = parent;
			parent = bone;
		}
	}
	return parents;
}

/** Returns each bone's transform in its parent's space; the identity if the file has none. */
function readRest(pointers: Pointers, boneCount: number, budget: Budget): buffer {
	const { reader } = pointers;
	const rest = createPose(boneCount);
	const start = pointers.target(reader.start + ORIENTATIONS_POINTER_AT, reader.start, "skeleton's orientations");
	if (start === undefined || boneCount === 0) return rest;
	const base = start + ORIENTATIONS_SKIP;
	const header = pointers.claim(base, ORIENTATIONS_SIZE, "skeleton's orientations");
	const pointerBase = base + ORIENTATIONS_SKIP;
	const places = pointers.demand(
		header.start + TRANSFORMS_POINTER_AT,
		pointerBase,
		16,
		"orientations' transforms",
	).start;
	const translations = pointers.demand(places, pointerBase, boneCount * QUAD_SIZE, "orientations' translations");
	const rotations = pointers.demand(places + 8, pointerBase, boneCount * QUAD_SIZE, "orientations' rotations");
	for (const bone of $range(0, boneCount - 1)) {
		budget.step(STEPS_A_BONE, "mrn");
		const at = bone * POSE_STRIDE;
		for (const axis of $range(0, 8, 4)) buffer.writef32(rest, at + axis, translations.finite("bone's translation"));
		translations.skip(4);
		const rotationAt = rotations.position;
		const x = rotations.finite("bone's rotation");
		const y = rotations.finite("bone's rotation");
		const z = rotations.finite("bone's rotation");
		const w = rotations.finite("bone's rotation");
		if (x * x + y * y + z * z + w * w < SHORTEST_SQUARE) {
			rotations.fail(`rotation of bone ${bone} has no length`, rotationAt);
		}
		const [nx, ny, nz, nw] = normalise(x, y, z, w);
		writeRotation(rest, at + ROTATION_OFFSET, nx, ny, nz, nw);
	}
	return rest;
}

export function readSkeleton(reader: Reader, name: string, budget: Budget): Skeleton {
	const pointers = new Pointers(reader);
	const base = reader.start;
	pointers.claim(base, HEADER_SIZE, "skeleton");
	const boneCount = pointers.demand(base + BONE_COUNT_POINTER_AT, base, 4, "skeleton's bone count").u32();
	const namesAt = pointers.target(base + NAMES_POINTER_AT, base, "bone names");
	const names = namesAt === undefined ? [] : readStringTable(pointers, namesAt, "bone names", budget);
	// Every bone has a name of at least four bytes in the table, so the file's size limits the number of bones.
	if (names.size() !== boneCount) reader.fail(`skeleton has ${boneCount} bones but ${names.size()} names`, base);
	const parents = readParents(pointers, boneCount);
	const joints = names.map((boneName, bone): Joint => ({ name: boneName, parent: parents[bone] }));
	return { name, joints, rest: readRest(pointers, boneCount, budget) };
}
