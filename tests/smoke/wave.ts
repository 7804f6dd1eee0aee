import { convertClip, convertMesh, convertSkeleton, METRES_TO_STUDS, readGlb, STUD } from "../../src";
import { buildWavingGlb } from "../builders/waving-glb";

/** How high the joint in the middle of the column is, in studs: a metre. */
export const MIDDLE = 1 / STUD;

/** Degrees by which the clip turns the upper half each second. */
export const DEGREES_A_SECOND = 45;

/** The waving column in studs. */
export function readWave() {
	const gltf = readGlb(buildWavingGlb());
	return {
		mesh: convertMesh(gltf.meshes[0], METRES_TO_STUDS),
		skeleton: convertSkeleton(gltf.skeletons[0], METRES_TO_STUDS),
		clip: convertClip(gltf.clips[0], METRES_TO_STUDS),
	};
}

/** By how many degrees a joint is turned about Z. */
export function turnOf({ Transform }: Bone): number {
	const [, , angle] = Transform.ToEulerAnglesXYZ();
	return math.deg(angle);
}

/** The bone of a name below an instance. */
export function boneOf(instance: Instance, name: string): Bone {
	const bone = instance.FindFirstChild(name, true);
	assert(bone !== undefined && bone.IsA("Bone"), `there is no bone ${name}`);
	return bone;
}
