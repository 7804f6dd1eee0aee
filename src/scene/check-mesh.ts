import { checkNumbers, checkOptional, checkType, describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { RIGID_STRIDE } from "./rigid-pose";
import type { SceneMesh } from "./scene";
import type { Skeleton } from "./skeleton";

/** Bytes per vertex of each buffer that a mesh may have. */
const STRIDES: Array<["positions" | "normals" | "colors" | "joints" | "weights", number]> = [
	["positions", 12],
	["normals", 12],
	["colors", 16],
	["joints", 8],
	["weights", 16],
];

function checkCount(mesh: SceneMesh, name: "vertexCount" | "triangleCount", caller: string): void {
	const count: unknown = mesh[name];
	if (!typeIs(count, "number") || !(count >= 0 && count < 2 ** 32 && count % 1 === 0)) {
		fail(caller, `"${mesh.name}": ${name} is ${describeValue(count)}; expected a whole number`);
	}
}

/** Refuses a value that is not a buffer of `count` elements of `stride` bytes. */
function checkHeld(
	held: unknown,
	stride: number,
	count: number,
	things: string,
	mesh: string,
	name: string,
	caller: string,
): void {
	if (!typeIs(held, "buffer")) {
		fail(caller, `"${mesh}": ${name} is ${describeValue(held)}; expected a buffer`);
	}
	if (buffer.len(held) < count * stride) {
		const size = buffer.len(held);
		fail(caller, `"${mesh}": ${name} has ${size} bytes, but ${count} ${things} take ${count * stride}`);
	}
}

/** Refuses joints that the mesh's skeleton does not have. */
function checkSkin({ name, bones, bind, joint, skeleton }: SceneMesh, caller: string): void {
	const count = skeleton?.joints.size() ?? 0;
	const isJoint = (index: unknown) => typeIs(index, "number") && index >= 0 && index < count && index % 1 === 0;
	if (joint !== undefined && !isJoint(joint)) {
		fail(caller, `"${name}": joint is ${describeValue(joint)}; its skeleton has ${count} joints`);
	}
	if (bones !== undefined) checkType(bones, "table", caller, `"${name}": bones`);
	for (const bone of bones ?? []) {
		if (!isJoint(bone)) {
			fail(caller, `"${name}": one of bones is ${describeValue(bone)}; its skeleton has ${count} joints`);
		}
	}
	if (bind !== undefined) checkHeld(bind, RIGID_STRIDE, bones?.size() ?? count, "bones", name, "bind", caller);
}

/** Refuses factors that a part's size cannot show. */
function checkFactors(scale: [number, number, number], { name, joints }: SceneMesh, caller: string): void {
	checkNumbers(scale, 3, caller, `"${name}": scale`);
	const wrong = scale.find((factor) => !(factor > 0));
	if (wrong !== undefined) fail(caller, `"${name}": scale holds ${wrong}; expected numbers above 0`);
	if (joints !== undefined) fail(caller, `"${name}" is skinned and has a scale; expected one or the other`);
}

/**
 * Refuses a value that is not a mesh of a Scene. Does not check the numbers in its buffers.
 *
 * @param place its name in messages until its own name is known
 * @param checkRig refuses an invalid skeleton
 */
export function checkMesh(
	mesh: SceneMesh,
	caller: string,
	place: string,
	checkRig: (skeleton: Skeleton, argument: string) => void,
): void {
	if (!typeIs(mesh, "table") || !typeIs(mesh.name, "string")) {
		fail(caller, `${place} is ${describeValue(mesh)}; expected a mesh of a Scene`);
	}
	checkCount(mesh, "vertexCount", caller);
	checkCount(mesh, "triangleCount", caller);
	const { name, vertexCount, triangleCount, uvs, tint, material, skeleton, place: stand, scale, pivot } = mesh;
	for (const [attribute, stride] of STRIDES) {
		const held = mesh[attribute];
		if (held === undefined && attribute !== "positions") continue;
		checkHeld(held, stride, vertexCount, "vertices", name, attribute, caller);
	}
	checkHeld(mesh.indices, 12, triangleCount, "triangles", name, "indices", caller);
	checkType(uvs, "table", caller, `"${name}": uvs`);
	for (const set of uvs) checkHeld(set, 8, vertexCount, "vertices", name, "uvs", caller);
	checkType(stand, "table", caller, `"${name}": place`);
	checkNumbers(stand.position, 3, caller, `"${name}": place`, "position");
	checkNumbers(stand.rotation, 4, caller, `"${name}": place`, "rotation");
	if (pivot !== undefined) {
		checkType(pivot, "table", caller, `"${name}": pivot`);
		checkNumbers(pivot.position, 3, caller, `"${name}": pivot`, "position");
		checkNumbers(pivot.rotation, 4, caller, `"${name}": pivot`, "rotation");
	}
	if (scale !== undefined) checkFactors(scale, mesh, caller);
	if (tint !== undefined) checkNumbers(tint, 4, caller, `"${name}": tint`);
	checkOptional(material, "table", caller, `"${name}": material`);
	if (skeleton !== undefined) checkRig(skeleton, "a mesh's skeleton");
	checkSkin(mesh, caller);
}
