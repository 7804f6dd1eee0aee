import { Budget } from "../../bytes/budget";
import { convertSkeleton } from "../../scene/convert-scene";
import { SceneLight } from "../../scene/light";
import { createPose, POSE_STRIDE } from "../../scene/pose";
import { FORMAT, Vector } from "./fields";
import { MdxFile } from "./file";
import { UPRIGHT, Hierarchy } from "./hierarchy";
import { MdxNode } from "./nodes";
import { MdxSequence } from "./model-info";
import { MdxAttachment, MdxEventObject } from "./objects";
import { checkSequence, lowerBound } from "./track-channel";

/**
 * A named point on the skeleton, in Dolly's axes.
 *
 * @example
 * function place(socket: MdxSocket, bones: Array<Bone>) {
 * 	const attachment = new Instance("Attachment");
 * 	attachment.Position = new Vector3(...socket.position);
 * 	attachment.Parent = bones[socket.joint];
 * }
 */
export interface MdxSocket {
	name: string;
	/** The joint that carries it, or -1. */
	joint: number;
	/** Its position at rest, relative to its joint, or to the origin without one. */
	position: Vector;
}

/**
 * An attachment point on the skeleton.
 *
 * @example
 * const hand: MdxAttachmentPoint | undefined = mdx.attachments.get("Hand");
 * if (hand && hand.joint >= 0) print(`hang the sword on ${mdx.skeleton.joints[hand.joint].name}`);
 */
export interface MdxAttachmentPoint extends MdxSocket {
	/** As stored: its id, its path and its visibility track. */
	attachment: MdxAttachment;
}

/**
 * An event object on the skeleton.
 *
 * @example
 * mdx.events.forEach((event: MdxEvent, name) => print(`${name} happens at joint ${event.joint}`));
 */
export interface MdxEvent extends MdxSocket {
	/** As stored. `mdxEventsDuring` returns its times in a clip. */
	event: MdxEventObject;
}

/**
 * An event of a clip.
 *
 * @example
 * const marks: Array<MdxEventMark> = mdxEventsDuring(mdx.file, 0);
 * const firstStep = marks.find(({ name }) => name === "FSD")?.seconds;
 */
export interface MdxEventMark {
	name: string;
	seconds: number;
}

/**
 * Returns the joint of an object or of the nearest one above it, or -1. `known` caches the result for every object on
 * the way, so that a long chain is climbed once.
 */
function jointAbove(node: MdxNode, hierarchy: Hierarchy, known: Map<number, number>): number {
	const climbed = [node.objectId];
	let parent = hierarchy.nodes.get(node.parentId);
	let joint = hierarchy.jointOf.get(node.objectId) ?? known.get(node.objectId);
	while (joint === undefined && parent !== undefined) {
		joint = hierarchy.jointOf.get(parent.objectId) ?? known.get(parent.objectId);
		climbed.push(parent.objectId);
		parent = hierarchy.nodes.get(parent.parentId);
	}
	const found = joint ?? -1;
	for (const id of climbed) known.set(id, found);
	return found;
}

/** Returns the sockets of some nodes, converted like joints. */
function socketsOf(nodes: ReadonlyArray<MdxNode>, hierarchy: Hierarchy): Array<MdxSocket> {
	const rest = createPose(nodes.size());
	const known = new Map<number, number>();
	const joints = nodes.map((node, index) => {
		const joint = jointAbove(node, hierarchy, known);
		const pivot = hierarchy.pivotOf(node.objectId);
		const origin: Vector = joint < 0 ? [0, 0, 0] : hierarchy.pivotOf(hierarchy.jointNodes[joint].objectId);
		buffer.writef32(rest, index * POSE_STRIDE, pivot[0] - origin[0]);
		buffer.writef32(rest, index * POSE_STRIDE + 4, pivot[1] - origin[1]);
		buffer.writef32(rest, index * POSE_STRIDE + 8, pivot[2] - origin[2]);
		return { name: node.name, parent: joint };
	});
	const converted = convertSkeleton({ name: "", joints, rest }, UPRIGHT).rest;
	return joints.map(({ name, parent }, index) => {
		const at = index * POSE_STRIDE;
		return {
			name,
			joint: parent,
			position: [buffer.readf32(converted, at), buffer.readf32(converted, at + 4), buffer.readf32(converted, at + 8)],
		};
	});
}

function byName<T extends MdxSocket>(sockets: ReadonlyArray<T>, what: string, budget: Budget): Map<string, T> {
	const result = new Map<string, T>();
	for (const socket of sockets) {
		if (result.has(socket.name)) budget.warn(`${what} share a name: only the first is found by it`, `"${socket.name}"`);
		else result.set(socket.name, socket);
	}
	return result;
}

export function attachmentPoints(file: MdxFile, hierarchy: Hierarchy): Array<MdxAttachmentPoint> {
	const nodes = file.attachments.map(({ node }) => node);
	return socketsOf(nodes, hierarchy).map((socket, index) => ({ ...socket, attachment: file.attachments[index] }));
}

/** The type of a lamp that shines every way; others have a direction or none, and shine from no place. */
const OMNI = 0;

/** The lamps that shine from a place. */
export function lampsOf(file: MdxFile, hierarchy: Hierarchy, budget: Budget): Array<MdxSocket & { light: SceneLight }> {
	const lamps = file.lights.filter((light) => {
		const isOmni = light.type === OMNI;
		if (!isOmni) budget.warn("lights without a place, such as the sun, are left out", light.node.name);
		return isOmni;
	});
	const sockets = socketsOf(
		lamps.map(({ node }) => node),
		hierarchy,
	);
	return sockets.map((socket, index) => {
		const { node, color, intensity, attenuationEnd, tracks } = lamps[index];
		if (!tracks.isEmpty()) budget.warn("lights do not change over time", node.name);
		const [red, green, blue] = color.map((value) => math.clamp(value, 0, 1));
		const light: SceneLight = {
			kind: "point",
			color: [red, green, blue],
			brightness: math.max(intensity, 0),
			range: math.max(attenuationEnd, 0),
			direction: [0, 0, -1],
			angle: 180,
		};
		return { ...socket, light };
	});
}

export function attachmentsByName(
	points: ReadonlyArray<MdxAttachmentPoint>,
	budget: Budget,
): Map<string, MdxAttachmentPoint> {
	return byName(points, "attachments", budget);
}

export function buildEvents(file: MdxFile, hierarchy: Hierarchy, budget: Budget): Map<string, MdxEvent> {
	const nodes = file.events.map(({ node }) => node);
	const sockets = socketsOf(nodes, hierarchy).map((socket, index) => ({ ...socket, event: file.events[index] }));
	return byName(sockets, "events", budget);
}

/** Approximate bytes of a mark: a small file could ask for sequences times events of them. */
const MARK_BYTES = 256;

/** Returns the events on the clock of a global sequence, which starts at each event's first time. */
export function globalEvents(file: MdxFile, globalSequence: number, budget: Budget): Array<MdxEventMark> {
	const duration = file.globalSequences[globalSequence];
	const marks = new Array<MdxEventMark>();
	for (const { node, track } of file.events) {
		if (track === undefined || track.globalSequence !== globalSequence || track.count === 0) continue;
		budget.spendBytes(track.count * MARK_BYTES, FORMAT, 0);
		const first = buffer.readi32(track.times, 0);
		for (const index of $range(0, track.count - 1)) {
			const time = buffer.readi32(track.times, index * 4) - first;
			if (time <= duration) marks.push({ name: node.name, seconds: time / 1000 });
		}
	}
	return marks.sort((a, b) => a.seconds < b.seconds);
}

/** Returns the events during a sequence, without those of global sequences, which belong to no clip. */
export function sequenceEvents(file: MdxFile, { start, finish }: MdxSequence, budget: Budget): Array<MdxEventMark> {
	const marks = new Array<MdxEventMark>();
	for (const { node, track } of file.events) {
		if (track === undefined || track.globalSequence >= 0) continue;
		const first = lowerBound(track.times, track.count, start);
		const last = lowerBound(track.times, track.count, finish + 1) - 1;
		budget.spendBytes((last - first + 1) * MARK_BYTES, FORMAT, 0);
		for (const index of $range(first, last)) {
			const time = buffer.readi32(track.times, index * 4);
			marks.push({ name: node.name, seconds: (time - start) / 1000 });
		}
	}
	return marks.sort((a, b) => a.seconds < b.seconds);
}

/**
 * Returns the events of one sequence in order, in seconds from the clip's start. Events of global sequences, which
 * belong to no clip, are left out.
 *
 * @example
 * const mdx = readMdx(source);
 * for (const { name, seconds } of mdxEventsDuring(mdx.file, 0)) task.delay(seconds, () => print(name));
 */
export function mdxEventsDuring(file: MdxFile, sequence: number): Array<MdxEventMark> {
	checkSequence(file, sequence, "mdxEventsDuring");
	return sequenceEvents(file, file.sequences[sequence], new Budget());
}
