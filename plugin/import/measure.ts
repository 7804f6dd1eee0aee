import { Scene, SceneMesh } from "../../src";
import type { LongWork } from "../long-work";

/** The height of a Roblox character in studs, to compare sizes with. */
export const CHARACTER_HEIGHT = 5;

/** The bounding box of a mesh in its scene, in the file's own unit and axes. */
export interface Extent {
	low: Vector3;
	high: Vector3;
}

const UNSCALED: [number, number, number] = [1, 1, 1];

const STRIDE = 12;
/** Vertices between two pauses: about a millisecond when interpreted. */
const SLICE = 4096;

function extentOf({ positions, vertexCount, place, scale = UNSCALED }: SceneMesh, work: LongWork): Extent | undefined {
	const [px, py, pz] = place.position;
	const [x0, y0, z0, xx, yx, zx, xy, yy, zy, xz, yz, zz] = new CFrame(px, py, pz, ...place.rotation).GetComponents();
	const [scaleX, scaleY, scaleZ] = scale;
	let [lowX, lowY, lowZ] = [math.huge, math.huge, math.huge];
	let [highX, highY, highZ] = [-math.huge, -math.huge, -math.huge];
	for (const vertex of $range(0, vertexCount - 1)) {
		if (vertex % SLICE === 0) work.pausePoint();
		const x = buffer.readf32(positions, vertex * STRIDE) * scaleX;
		const y = buffer.readf32(positions, vertex * STRIDE + 4) * scaleY;
		const z = buffer.readf32(positions, vertex * STRIDE + 8) * scaleZ;
		const worldX = x0 + xx * x + yx * y + zx * z;
		const worldY = y0 + xy * x + yy * y + zy * z;
		const worldZ = z0 + xz * x + yz * y + zz * z;
		lowX = math.min(lowX, worldX);
		lowY = math.min(lowY, worldY);
		lowZ = math.min(lowZ, worldZ);
		highX = math.max(highX, worldX);
		highY = math.max(highY, worldY);
		highZ = math.max(highZ, worldZ);
	}
	if (vertexCount === 0) return undefined;
	return { low: new Vector3(lowX, lowY, lowZ), high: new Vector3(highX, highY, highZ) };
}

/** Returns the bounding box of each mesh of a scene. */
export function measureMeshes(scene: Scene, work: LongWork): Array<Extent | undefined> {
	return scene.meshes.map((mesh) => extentOf(mesh, work));
}

/** Returns the size of several meshes: width, height and depth, with the up axis as the height, times `scale`. */
export function sizeOf(extents: ReadonlyArray<Extent>, upAxis: "Y" | "Z", scale: number): Vector3 | undefined {
	if (extents.isEmpty()) return undefined;
	let { low, high } = extents[0];
	for (const extent of extents) {
		low = low.Min(extent.low);
		high = high.Max(extent.high);
	}
	const { X, Y, Z } = high.sub(low).mul(scale);
	return upAxis === "Z" ? new Vector3(X, Z, Y) : new Vector3(X, Y, Z);
}
