//!native
//!optimize 2
import { FoundJoint } from "../../../src/roblox/replay/rig-reader";

/** Stands for a CFrame and does none of its work: what is seen of it are the twelve numbers that it was made of. */
export class StubCFrame {
	constructor(
		private readonly x = 0,
		private readonly y = 0,
		private readonly z = 0,
		private readonly xx = 1,
		private readonly yx = 0,
		private readonly zx = 0,
		private readonly xy = 0,
		private readonly yy = 1,
		private readonly zy = 0,
		private readonly xz = 0,
		private readonly yz = 0,
		private readonly zz = 1,
	) {}

	public GetComponents() {
		const { x, y, z, xx, yx, zx, xy, yy, zy, xz, yz, zz } = this;
		return $tuple(x, y, z, xx, yx, zx, xy, yy, zy, xz, yz, zz);
	}

	public ToObjectSpace(other: StubCFrame): StubCFrame {
		return other;
	}

	public Lerp(): StubCFrame {
		return this;
	}
}
(StubCFrame as unknown as { __mul: (left: StubCFrame) => StubCFrame }).__mul = (left) => left;

/** The stub of a position and a rotation. */
export function stubOf(x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number): StubCFrame {
	return new StubCFrame(
		x,
		y,
		z,
		1 - 2 * (qy * qy + qz * qz),
		2 * (qx * qy - qz * qw),
		2 * (qx * qz + qy * qw),
		2 * (qx * qy + qz * qw),
		1 - 2 * (qx * qx + qz * qz),
		2 * (qy * qz - qx * qw),
		2 * (qx * qz - qy * qw),
		2 * (qy * qz + qx * qw),
		1 - 2 * (qx * qx + qy * qy),
	);
}

/** What a look reads of a part. */
export interface StubPart {
	CFrame: StubCFrame;
	Transparency: number;
}

export function stubPart(): StubPart {
	return { CFrame: new StubCFrame(), Transparency: 0 };
}

/** Joints as they were found, with stubs of their parts: `partOf` by the part's name. */
export function stubJoints(found: ReadonlyArray<FoundJoint>, partOf: (name: string) => StubPart): Array<FoundJoint> {
	const still = new StubCFrame() as unknown as CFrame;
	const stub = (part: BasePart | undefined) => partOf(part!.Name) as unknown as BasePart;
	return found.map((joint) => ({ ...joint, part0: stub(joint.part0), part1: stub(joint.part1), c0: still, c1: still }));
}
