import { Reader } from "../../bytes/reader";
import { FORMAT, readSized } from "./fields";
import { MdxTracks, readTracks, TrackContext, TrackKinds } from "./tracks";

/**
 * The common start of every object of the hierarchy.
 *
 * @example
 * const node: MdxNode = mdx.file.helpers[0];
 * const height = buffer.readf32(mdx.file.pivots, node.objectId * 12 + 8); // Z is up in the file
 */
export interface MdxNode {
	name: string;
	/** Its number among all objects of the model, and the index of its pivot. */
	objectId: number;
	/** The object that it hangs on, or -1. */
	parentId: number;
	/**
	 * Bits 0 to 2: ignores translation, scale, rotation of its parent. Bits 3 to 6: billboard, or only about X, Y, Z.
	 */
	flags: number;
	/** `KGTR` vectors, `KGRT` rotations, `KGSC` vectors. */
	tracks: MdxTracks;
	/** Its offset in the file, for messages. */
	offset: number;
}

/** Flags according to a public reconstruction of the client; not checked on a real file. */
export const enum NodeFlag {
	NoTranslation = 0x1,
	NoScale = 0x2,
	NoRotation = 0x4,
	Billboard = 0x8,
	BillboardX = 0x10,
	BillboardY = 0x20,
	BillboardZ = 0x40,
}

/** Size, name, object id, parent id, flags. */
export const NODE_SIZE = 96;

const NODE_TRACKS: TrackKinds = new Map([
	["KGTR", "vector"],
	["KGRT", "rotation"],
	["KGSC", "vector"],
]);

/** Approximate bytes of a node besides its item, with its joint or socket; and of each of its tracks. */
const NODE_BYTES = 1280;
const TRACK_BYTES = 640;

/** Reads a node, whose size counts itself and its tracks. */
export function readNode(reader: Reader, chunk: string, context: TrackContext): MdxNode {
	context.budget.pausePoint();
	const offset = reader.position;
	context.budget.spendBytes(NODE_BYTES, FORMAT, offset);
	const node = readSized(reader, NODE_SIZE, chunk + " node");
	// NODE_SIZE bytes are already checked to exist.
	const name = node.fixedString(80);
	const objectId = node.i32();
	const parentId = node.i32();
	const flags = node.u32();
	const tracks = readTracks(node, NODE_TRACKS, chunk + ' "' + name + '"', "node", context);
	context.budget.spendBytes(tracks.size() * TRACK_BYTES, FORMAT, offset);
	return { name, objectId, parentId, flags, tracks, offset };
}
