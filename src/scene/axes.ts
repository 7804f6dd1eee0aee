//!native
//!optimize 2
import { copyBuffer } from "../bytes/copy-buffer";
import { fail } from "../bytes/fail";
import { multiply } from "../rotation/quaternion";
import { CameraPath, PathInterpolation, writeCameraSample } from "../motion/camera-path";
import { Channel } from "../motion/channel";
import { Clip } from "./clip";
import { Mesh } from "./mesh";
import { POSE_STRIDE, ROTATION_OFFSET, SCALE_OFFSET } from "./pose";
import { WORLD_STRIDE } from "./pose-to-world";
import { Billboard, Skeleton } from "./skeleton";

/**
 * Metres in a stud.
 *
 * @example
 * const heightInMetres = part.Size.Y * STUD;
 */
export const STUD = 0.28;

/**
 * How the data to convert stands:
 * - `yUp`: Y up and -Z forward, as in Roblox and glTF: nothing turns;
 * - `zUp`: Z up and Y forward: (x, y, z) becomes (x, z, -y).
 *
 * @example
 * const axes: Axes = "zUp";
 * const upright = convertMesh(mesh, { axes });
 */
export type Axes = "yUp" | "zUp";

/**
 * A change of units and of axes, the same for everything that one file holds.
 *
 * @example
 * const conversion: Conversion = { scale: 1 / STUD, axes: "zUp" }; // from metres with Z up
 * const rig = convertSkeleton(skeleton, conversion);
 * const walk = convertClip(clip, conversion);
 */
export interface Conversion {
	/** What lengths are multiplied by; 1 unless given. */
	scale?: number;
	/** `yUp` unless given. */
	axes?: Axes;
}

/**
 * Metres to studs: for glTF, whose unit is the metre.
 *
 * @example
 * const { parts } = buildMesh(convertMesh(gltf.meshes[0], METRES_TO_STUDS));
 */
export const METRES_TO_STUDS: Conversion = { scale: 1 / STUD };

/** A proper turn onto other axes: where each new component comes from, with which sign, and the turn as a rotation. */
interface Turn {
	source: [number, number, number];
	sign: [number, number, number];
	rotation: [number, number, number, number];
}

const HALF = math.sqrt(0.5);
const TURNS: { [name in Axes]: Turn } = {
	yUp: { source: [0, 1, 2], sign: [1, 1, 1], rotation: [0, 0, 0, 1] },
	zUp: { source: [0, 2, 1], sign: [1, 1, -1], rotation: [-HALF, 0, 0, HALF] },
};

function turnOf(conversion: Conversion, owner: string): Turn {
	const turn = TURNS[conversion.axes ?? "yUp"];
	if (turn === undefined) fail(owner, `axes is ${conversion.axes}`);
	return turn;
}

function scaleOf(conversion: Conversion, owner: string): number {
	const scale = conversion.scale ?? 1;
	// A mirror or a collapse is no change of units.
	if (!(scale > 0 && scale < math.huge)) fail(owner, `scale is ${scale}`);
	return scale;
}

/** Turns and scales the vector at `offset` where it stands. */
function convertVector(target: buffer, offset: number, turn: Turn, scale: number): void {
	const { source, sign } = turn;
	const x = buffer.readf32(target, offset + source[0] * 4);
	const y = buffer.readf32(target, offset + source[1] * 4);
	const z = buffer.readf32(target, offset + source[2] * 4);
	buffer.writef32(target, offset, x * sign[0] * scale);
	buffer.writef32(target, offset + 4, y * sign[1] * scale);
	buffer.writef32(target, offset + 8, z * sign[2] * scale);
}

/** Puts the factors at `offset` on the axes that they now belong to: a factor has no direction. */
function convertFactors(target: buffer, offset: number, turn: Turn): void {
	const source = turn.source;
	const x = buffer.readf32(target, offset + source[0] * 4);
	const y = buffer.readf32(target, offset + source[1] * 4);
	const z = buffer.readf32(target, offset + source[2] * 4);
	buffer.writef32(target, offset, x);
	buffer.writef32(target, offset + 4, y);
	buffer.writef32(target, offset + 8, z);
}

function convertedVectors(source: buffer, stride: number, turn: Turn, scale: number): buffer {
	const copy = copyBuffer(source);
	for (const at of $range(0, buffer.len(copy) - stride, stride)) convertVector(copy, at, turn, scale);
	return copy;
}

function convertedPose(source: buffer, turn: Turn, scale: number): buffer {
	const copy = copyBuffer(source);
	for (const at of $range(0, buffer.len(copy) - POSE_STRIDE, POSE_STRIDE)) {
		convertVector(copy, at, turn, scale);
		// A rotation's axis turns like any other direction; its angle stays.
		convertVector(copy, at + ROTATION_OFFSET, turn, 1);
		convertFactors(copy, at + SCALE_OFFSET, turn);
	}
	return copy;
}

/** Turns matrices from both sides: what goes in and what comes out stand on the new axes. */
function convertedMatrices(source: buffer, turn: Turn, scale: number): buffer {
	const result = buffer.create(buffer.len(source));
	for (const at of $range(0, buffer.len(source) - WORLD_STRIDE, WORLD_STRIDE)) {
		for (const row of $range(0, 2)) {
			const from = at + turn.source[row] * 16;
			const to = at + row * 16;
			for (const column of $range(0, 2)) {
				const value = buffer.readf32(source, from + turn.source[column] * 4);
				buffer.writef32(result, to + column * 4, value * turn.sign[row] * turn.sign[column]);
			}
			buffer.writef32(result, to + 12, buffer.readf32(source, from + 12) * turn.sign[row] * scale);
		}
	}
	return result;
}

const LOCKS: Array<Billboard> = ["lockX", "lockY", "lockZ"];

function convertedBillboard(billboard: Billboard | undefined, turn: Turn): Billboard | undefined {
	const axis = billboard === undefined ? -1 : LOCKS.indexOf(billboard);
	return axis < 0 ? billboard : LOCKS[turn.source.indexOf(axis)];
}

/**
 * The same skeleton in other units and on other axes.
 *
 * @example
 * const inStuds = convertSkeleton(skeleton, METRES_TO_STUDS);
 */
export function convertSkeleton(skeleton: Skeleton, conversion: Conversion): Skeleton {
	const turn = turnOf(conversion, "convertSkeleton");
	const scale = scaleOf(conversion, "convertSkeleton");
	return {
		name: skeleton.name,
		joints: skeleton.joints.map(({ name, parent, billboard }) => ({
			name,
			parent,
			billboard: convertedBillboard(billboard, turn),
		})),
		rest: convertedPose(skeleton.rest, turn, scale),
		inverseBind: skeleton.inverseBind && convertedMatrices(skeleton.inverseBind, turn, scale),
	};
}

/** A channel whose values are converted as they are written. */
class ConvertedChannel implements Channel {
	constructor(
		private readonly channel: Channel,
		private readonly turn: Turn,
		private readonly scale: number,
		private readonly factors: boolean,
	) {}

	public write(seconds: number, pose: buffer, offset: number): void {
		this.channel.write(seconds, pose, offset);
		if (this.factors) convertFactors(pose, offset, this.turn);
		else convertVector(pose, offset, this.turn, this.scale);
	}
}

/**
 * The same clip in other units and on other axes; its channels are wrapped, not copied.
 *
 * @example
 * const inStuds = convertClip(clip, METRES_TO_STUDS);
 */
export function convertClip(clip: Clip, conversion: Conversion): Clip {
	const turn = turnOf(conversion, "convertClip");
	const scale = scaleOf(conversion, "convertClip");
	const turns = turn !== TURNS.yUp;
	const wrap = (channel: Channel | undefined, by: number, factors: boolean) =>
		channel && (turns || by !== 1) ? new ConvertedChannel(channel, turn, by, factors) : channel;
	return {
		name: clip.name,
		duration: clip.duration,
		loop: clip.loop,
		rest: convertedPose(clip.rest, turn, scale),
		tracks: clip.tracks.map((track) => ({
			joint: track.joint,
			translation: wrap(track.translation, scale, false),
			rotation: wrap(track.rotation, 1, false),
			scale: wrap(track.scale, 1, true),
		})),
	};
}

/**
 * The same mesh in other units and on other axes. What has no direction is shared with the original.
 *
 * @example
 * const inStuds = convertMesh(mesh, METRES_TO_STUDS);
 */
export function convertMesh(mesh: Mesh, conversion: Conversion): Mesh {
	const turn = turnOf(conversion, "convertMesh");
	const scale = scaleOf(conversion, "convertMesh");
	const directions = (source: buffer | undefined, stride: number) =>
		source && convertedVectors(source, stride, turn, 1);
	return {
		name: mesh.name,
		material: mesh.material,
		vertexCount: mesh.vertexCount,
		triangleCount: mesh.triangleCount,
		positions: convertedVectors(mesh.positions, 12, turn, scale),
		normals: directions(mesh.normals, 12),
		tangents: directions(mesh.tangents, 16),
		uvs: mesh.uvs,
		colors: mesh.colors,
		joints: mesh.joints,
		weights: mesh.weights,
		indices: mesh.indices,
		morphs: mesh.morphs?.map((morph) => ({
			name: morph.name,
			positions: morph.positions && convertedVectors(morph.positions, 12, turn, scale),
			normals: directions(morph.normals, 12),
			tangents: directions(morph.tangents, 12),
		})),
	};
}

class ConvertedPath implements CameraPath {
	public name: string;
	public duration: number;
	public rate?: number;

	constructor(
		private readonly path: CameraPath,
		private readonly turn: Turn,
		private readonly scale: number,
	) {
		this.name = path.name;
		this.duration = path.duration;
		this.rate = path.rate;
	}

	public sample(seconds: number, target: buffer, interpolation?: PathInterpolation): void {
		this.path.sample(seconds, target, interpolation);
		const { turn, scale } = this;
		const { source, sign, rotation } = turn;
		const x = buffer.readf64(target, source[0] * 8);
		const y = buffer.readf64(target, source[1] * 8);
		const z = buffer.readf64(target, source[2] * 8);
		const [qx, qy, qz, qw] = multiply(
			rotation[0],
			rotation[1],
			rotation[2],
			rotation[3],
			buffer.readf64(target, 24),
			buffer.readf64(target, 32),
			buffer.readf64(target, 40),
			buffer.readf64(target, 48),
		);
		writeCameraSample(target, x * sign[0] * scale, y * sign[1] * scale, z * sign[2] * scale, qx, qy, qz, qw);
	}
}

/**
 * The same flight in other units and on other axes. A camera looks along its own -Z with its Y up on any axes, so its
 * rotation is turned from one side only, unlike a joint's.
 *
 * @example
 * const inStuds = convertPath(path, METRES_TO_STUDS);
 */
export function convertPath(path: CameraPath, conversion: Conversion): CameraPath {
	return new ConvertedPath(path, turnOf(conversion, "convertPath"), scaleOf(conversion, "convertPath"));
}
