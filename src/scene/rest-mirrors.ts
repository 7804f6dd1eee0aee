import { POSE_STRIDE, SCALE_OFFSET } from "./pose";
import { Skeleton } from "./skeleton";

/** Bytes of one joint's mirrors: six i8, each 1 or -1: along x y z what all joints above it mirror, then what it does. */
export const MIRROR_STRIDE = 6;

/** The mirrors of a skeleton at rest, `MIRROR_STRIDE` bytes a joint; nothing where no joint has a negative scale. */
export function restMirrors({ joints, rest }: Skeleton): buffer | undefined {
	let isMirrored = false;
	const mirrors = buffer.create(joints.size() * MIRROR_STRIDE);
	joints.forEach(({ parent }, joint) => {
		for (const axis of $range(0, 2)) {
			const at = joint * MIRROR_STRIDE + axis;
			const above = parent * MIRROR_STRIDE + axis;
			const own = buffer.readf32(rest, joint * POSE_STRIDE + SCALE_OFFSET + axis * 4) < 0 ? -1 : 1;
			buffer.writei8(mirrors, at, parent < 0 ? 1 : buffer.readi8(mirrors, above) * buffer.readi8(mirrors, above + 3));
			buffer.writei8(mirrors, at + 3, own);
			if (own < 0) isMirrored = true;
		}
	});
	return isMirrored ? mirrors : undefined;
}
