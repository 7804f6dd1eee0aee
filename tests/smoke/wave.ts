import { importModel, ImportModelOptions, readModel } from "../../src";
import { buildWavingGlb } from "../builders/waving-glb";

/** How high the joint in the middle of the column is, in studs: a metre, of which a stud has 0.28. */
export const MIDDLE = 1 / 0.28;

/** Degrees by which the clip turns the upper half each second. */
export const DEGREES_A_SECOND = 45;

/** The skeleton and the clip of the waving column, in studs. */
export function readWave() {
	const { skeletons, clips } = readModel(buildWavingGlb());
	return { skeleton: skeletons[0], clip: clips[0] };
}

/** The waving column as a Model. */
export function importWave(options: ImportModelOptions) {
	return importModel(buildWavingGlb(), options);
}

/** By how many degrees a joint is turned about Z. */
export function turnOf({ Transform }: Bone | Motor6D): number {
	const [, , angle] = Transform.ToEulerAnglesXYZ();
	return math.deg(angle);
}

/** The bone of a name below an instance. */
export function boneOf(instance: Instance, name: string): Bone {
	const bone = instance.FindFirstChild(name, true);
	assert(bone !== undefined && bone.IsA("Bone"), `there is no bone ${name}`);
	return bone;
}
