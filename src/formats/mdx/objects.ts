import { Reader } from "../../bytes/reader";
import type { Budget } from "../../bytes/budget";
import { readCount, readFloats, readList, readNumbers, readSized, spendItem } from "./fields";
import { MdxNode, NODE_SIZE, readNode } from "./nodes";
import { MdxEventTrack, MdxTracks, readEventTrack, readTracks, TrackContext, TrackKinds } from "./tracks";

/**
 * BONE: a node, followed by two words that its size does not count.
 *
 * @example
 * const bone: MdxBone = mdx.file.bones[0];
 * if (bone.geosetId >= 0) print(`${bone.name} moves ${mdx.meshes[bone.geosetId].name} alone`);
 */
export interface MdxBone extends MdxNode {
	/** The only geoset that it moves, or -1. */
	geosetId: number;
	/** The geoset animation that hides it, or -1. */
	geosetAnimationId: number;
}

/**
 * ATCH: an attachment point.
 *
 * @example
 * const attachment: MdxAttachment = mdx.file.attachments[0];
 * print(`${attachment.attachmentId} is ${attachment.node.name} and carries ${attachment.path}`);
 */
export interface MdxAttachment {
	node: MdxNode;
	attachmentId: number;
	/** The geoset animation of its parent, or 255 for none. */
	parentGeosetAnimationId: number;
	path: string;
	/** `KVIS` visibility. */
	tracks: MdxTracks;
}

/**
 * EVTS: an event of the game at certain times; its kind is in the name.
 *
 * @example
 * const event: MdxEventObject = mdx.file.events[0];
 * print(`${event.node.name} happens ${event.track?.count ?? 0} times`);
 */
export interface MdxEventObject {
	node: MdxNode;
	track?: MdxEventTrack;
}

/**
 * HTST: a shape that clicks hit. Only the sizes of the shapes come from the source of other readers; not checked on a
 * real file.
 *
 * @example
 * const hitTest: MdxHitTest = mdx.file.hitTests[0];
 * if (hitTest.shape === "sphere") print(`a click hits ${hitTest.numbers[3]} around its centre`);
 */
export interface MdxHitTest {
	node: MdxNode;
	shape: "box" | "cylinder" | "sphere" | "plane";
	/** box: two corners; cylinder: base, height, radius; sphere: centre, radius; plane: length, width. */
	numbers: Array<number>;
}

const VISIBILITY: TrackKinds = new Map([["KVIS", "number"]]);

const SHAPES: Array<[MdxHitTest["shape"], number]> = [
	["box", 6],
	["cylinder", 5],
	["sphere", 4],
	["plane", 2],
];

export function readBones(reader: Reader, context: TrackContext): Array<MdxBone> {
	return readList(reader, NODE_SIZE + 8, "BONE", context.budget, () => {
		const { name, objectId, parentId, flags, tracks, offset } = readNode(reader, "BONE", context);
		reader.need(8, "BONE geosets");
		const geosetId = reader.i32();
		const geosetAnimationId = reader.i32();
		return { name, objectId, parentId, flags, tracks, offset, geosetId, geosetAnimationId };
	});
}

/** HELP: nodes that carry others and move no vertices. */
export function readHelpers(reader: Reader, context: TrackContext): Array<MdxNode> {
	return readList(reader, NODE_SIZE, "HELP", context.budget, () => readNode(reader, "HELP", context));
}

/** Reads the attachments. Between their count and the first is the highest attachment id. */
export function readAttachments(reader: Reader, context: TrackContext): Array<MdxAttachment> {
	const attachments = new Array<MdxAttachment>();
	const count = readCount(reader, NODE_SIZE + 269, "ATCH count");
	if (reader.remaining() > 0) reader.skip(4, "ATCH highest id");
	for (const _ of $range(1, count)) {
		spendItem(context.budget, reader.position);
		const object = readSized(reader, NODE_SIZE + 269, "ATCH attachment");
		const node = readNode(object, "ATCH", context);
		const owner = `ATCH "${node.name}"`;
		attachments.push({
			node,
			attachmentId: object.u32(`${owner} id`),
			parentGeosetAnimationId: object.u8(`${owner} parent geoset animation`),
			path: object.fixedString(260, `${owner} path`),
			tracks: readTracks(object, VISIBILITY, owner, "attachment", context),
		});
	}
	reader.expectEnd("ATCH");
	return attachments;
}

/** PIVT: f32 × 3 for each object id, in the file's axes. */
export function readPivots(reader: Reader, budget: Budget): buffer {
	const size = reader.remaining();
	if (size % 12 !== 0) reader.fail(`PIVT has ${size} bytes; expected a multiple of 12`);
	return readFloats(reader, size.idiv(4), "PIVT", budget);
}

export function readEvents(reader: Reader, context: TrackContext): Array<MdxEventObject> {
	return readList(reader, NODE_SIZE + 4, "EVTS", context.budget, () => {
		const object = readSized(reader, NODE_SIZE + 4, "EVTS event");
		const node = readNode(object, "EVTS", context);
		return { node, track: readEventTrack(object, `EVTS "${node.name}"`, context) };
	});
}

export function readHitTests(reader: Reader, context: TrackContext): Array<MdxHitTest> {
	return readList(reader, NODE_SIZE + 5, "HTST", context.budget, () => {
		const object = readSized(reader, NODE_SIZE + 5, "HTST shape");
		const node = readNode(object, "HTST", context);
		const owner = `HTST "${node.name}"`;
		const shapeId = object.u8(`${owner} shape`);
		const known = SHAPES[shapeId];
		if (known === undefined) object.fail(`${owner} has shape ${shapeId}, but only 0 to 3 exist`, object.position - 1);
		const [shape, count] = known;
		const numbers = readNumbers(object, count, `${owner} ${shape}`);
		object.expectEnd(owner);
		return { node, shape, numbers };
	});
}
