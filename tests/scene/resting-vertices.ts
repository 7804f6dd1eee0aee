//!native
//!optimize 2
import { rotate } from "../../src/rotation/quaternion";
import { RIGID_STRIDE } from "../../src/scene/rigid-pose";
import { restOf } from "../../src/scene/rest";
import { SceneMesh } from "../../src/scene/scene";

/** Seven numbers: position and rotation. */
function rigidAt(source: buffer, index: number): Array<number> {
	const values = new Array<number>();
	for (const component of $range(0, 6)) values.push(buffer.readf64(source, index * RIGID_STRIDE + component * 8));
	return values;
}

/**
 * Where a skinned mesh's vertices are while its bones rest, x y z each: every bone takes them along from where it was
 * bound to where it rests, by its share.
 */
export function restingVertices(mesh: SceneMesh): Array<number> {
	const skeleton = mesh.skeleton!;
	const rest = restOf(skeleton).inWorld;
	const binds = new Map<number, Array<number>>();
	skeleton.joints.forEach((_, joint) => binds.set(joint, rigidAt(rest, joint)));
	if (mesh.bind) mesh.bones!.forEach((joint, index) => binds.set(joint, rigidAt(mesh.bind!, index)));
	const result = new Array<number>();
	for (const vertex of $range(0, mesh.vertexCount - 1)) {
		const point = [0, 4, 8].map((axis) => buffer.readf32(mesh.positions, vertex * 12 + axis));
		const sum = [0, 0, 0];
		for (const influence of $range(vertex * 4, vertex * 4 + 3)) {
			const weight = buffer.readf32(mesh.weights!, influence * 4);
			if (weight === 0) continue;
			const joint = buffer.readu16(mesh.joints!, influence * 2);
			const [bx, by, bz, bqx, bqy, bqz, bqw] = binds.get(joint)!;
			const [x, y, z] = rotate(-bqx, -bqy, -bqz, bqw, point[0] - bx, point[1] - by, point[2] - bz);
			const [rx, ry, rz, rqx, rqy, rqz, rqw] = rigidAt(rest, joint);
			const [mx, my, mz] = rotate(rqx, rqy, rqz, rqw, x, y, z);
			sum[0] += weight * (mx + rx);
			sum[1] += weight * (my + ry);
			sum[2] += weight * (mz + rz);
		}
		for (const value of sum) result.push(value);
	}
	return result;
}
