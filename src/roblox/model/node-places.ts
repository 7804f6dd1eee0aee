import { SceneNode } from "../../scene/scene";

/** Where a node stands in its scene, and what its matrix does to what stands in it. */
interface NodePlace {
	cframe: CFrame;
	/** Where the node's axes lead, as long as they are scaled. */
	x: Vector3;
	y: Vector3;
	z: Vector3;
	/** Along which axes all scales down to the node mirror together: 1 or -1 each. */
	mirror: Vector3;
}

const SCENE: NodePlace = {
	cframe: CFrame.identity,
	x: Vector3.xAxis,
	y: Vector3.yAxis,
	z: Vector3.zAxis,
	mirror: Vector3.one,
};

function signs([x, y, z]: [number, number, number]): Vector3 {
	return new Vector3(x < 0 ? -1 : 1, y < 0 ? -1 : 1, z < 0 ? -1 : 1);
}

/** A node's place within its parent's. A rotation in a mirror is the one that is seen in it, as a rig without scale has it. */
function placeIn(above: NodePlace, { translation: [tx, ty, tz], rotation, scale }: SceneNode): NodePlace {
	const { cframe, x, y, z, mirror } = above;
	const along = (v: Vector3) => x.mul(v.X).add(y.mul(v.Y)).add(z.mul(v.Z));
	const [qx, qy, qz, qw] = rotation;
	const own = new CFrame(0, 0, 0, qx, qy, qz, qw);
	const { X: dx, Y: dy, Z: dz } = mirror;
	const seen = new CFrame(0, 0, 0, qx * dy * dz, qy * dx * dz, qz * dx * dy, qw);
	const position = cframe.Position.add(along(new Vector3(tx, ty, tz)));
	return {
		cframe: new CFrame(position).mul(cframe.Rotation).mul(seen),
		x: along(own.RightVector).mul(scale[0]),
		y: along(own.UpVector).mul(scale[1]),
		z: along(own.LookVector).mul(-scale[2]),
		mirror: mirror.mul(signs(scale)),
	};
}

/** Where nodes stand in their scene and how they are turned. */
export class NodePlaces {
	private readonly places = new Map<number, NodePlace>();

	constructor(private readonly nodes: ReadonlyArray<SceneNode>) {}

	/** The place of a node whose parent, if it has one, was asked for before. */
	public of(node: number): CFrame {
		const above = this.places.get(this.nodes[node].parent) ?? SCENE;
		const place = placeIn(above, this.nodes[node]);
		this.places.set(node, place);
		return place.cframe;
	}
}
