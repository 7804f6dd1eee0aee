import { Placement } from "../scene/scene";

/** Returns the CFrame of a placement. */
export function placementCFrame({ position, rotation }: Placement): CFrame {
	const [x, y, z] = position;
	const [qx, qy, qz, qw] = rotation;
	return new CFrame(x, y, z, qx, qy, qz, qw);
}
