import { Budget } from "../../bytes/budget";
import { Channel } from "../../motion/channel";
import { Clip, JointTrack } from "../../scene/clip";
import { FORMAT } from "./fields";
import { MdxFile } from "./file";
import { Hierarchy } from "./hierarchy";
import { globalEvents, MdxEventMark, sequenceEvents } from "./sockets";
import { buildTints, tintedGeosets } from "./tints";
import { globalChannel, sequenceChannel, TrackSource } from "./track-channel";

/** Bit 0 of a sequence's flags. */
const NON_LOOPING = 1;

/**
 * Measured bytes of a clip, of its data for a joint or a geoset, and of a channel with its wrappers: sequences may
 * overlap, so a small file could ask for sequences times tracks of them.
 */
const CLIP_BYTES = 1024;
const JOINT_BYTES = 256;
const TINT_BYTES = 448;
const CHANNEL_BYTES = 192;

type MakeChannel = (source: TrackSource) => Channel | undefined;

/** A joint with tracks. */
interface MovingJoint {
	joint: number;
	translation?: TrackSource;
	rotation?: TrackSource;
	scale?: TrackSource;
}

/** Returns the joints with tracks, and those with tracks of each global sequence. */
function movingJoints({ jointNodes, restOf }: Hierarchy): [Array<MovingJoint>, Map<number, Array<MovingJoint>>] {
	const moving = new Array<MovingJoint>();
	const byGlobal = new Map<number, Array<MovingJoint>>();
	jointNodes.forEach((node, joint) => {
		const { tracks } = node;
		if (tracks.isEmpty()) return;
		const translation = tracks.get("KGTR");
		const rotation = tracks.get("KGRT");
		const scale = tracks.get("KGSC");
		const entry: MovingJoint = {
			joint,
			translation: translation && { track: translation, rest: restOf(node), upright: "directions" },
			rotation: rotation && { track: rotation, upright: "directions" },
			scale: scale && { track: scale, upright: "factors" },
		};
		moving.push(entry);
		const globals = new Set<number>();
		for (const [, { globalSequence }] of tracks) if (globalSequence >= 0) globals.add(globalSequence);
		for (const globalSequence of globals) {
			const others = byGlobal.get(globalSequence) ?? [];
			others.push(entry);
			byGlobal.set(globalSequence, others);
		}
	});
	return [moving, byGlobal];
}

/**
 * Makes a clip for each sequence, in their order, and after them an ambient one for each global sequence that a joint
 * or a geoset uses.
 *
 * A sequence's clip includes the tracks of global sequences for direct sampling, each wrapped by its own length from
 * the clip's start on. A mixer leaves these out: it plays the ambient clips of the global sequences under all others.
 */
export function buildClips(file: MdxFile, hierarchy: Hierarchy, budget: Budget): Array<Clip> {
	const { skeleton } = hierarchy;
	const [moving, movingByGlobal] = movingJoints(hierarchy);
	const tinted = tintedGeosets(file, budget);

	function buildClip(
		name: string,
		milliseconds: number,
		loop: boolean,
		joints: ReadonlyArray<MovingJoint>,
		make: MakeChannel,
		markers: Array<MdxEventMark>,
		blendTime?: number,
	): Clip {
		budget.spendBytes(CLIP_BYTES, FORMAT, 0);
		budget.step(joints.size() * 4 + tinted.size() * 8, FORMAT, 0);
		budget.pausePoint();
		const tracks = new Array<JointTrack>();
		const channelOf = (source: TrackSource | undefined) => {
			const channel = source && make(source);
			if (channel) budget.spendBytes(CHANNEL_BYTES, FORMAT, 0);
			return channel;
		};
		for (const moved of joints) {
			const translation = channelOf(moved.translation);
			const rotation = channelOf(moved.rotation);
			const scale = channelOf(moved.scale);
			if (translation || rotation || scale) {
				budget.spendBytes(JOINT_BYTES, FORMAT, 0);
				tracks.push({ joint: moved.joint, translation, rotation, scale });
			}
		}
		budget.spendBytes(tinted.size() * TINT_BYTES, FORMAT, 0);
		const tints = buildTints(tinted, (track) => channelOf({ track }));
		return {
			name,
			duration: milliseconds / 1000,
			loop,
			skeleton,
			tracks,
			tints: tints.isEmpty() ? undefined : tints,
			markers: markers.isEmpty() ? undefined : markers,
			blendTime,
		};
	}

	const clips = file.sequences.map((sequence): Clip => {
		const { name, start, finish, flags, blendTime } = sequence;
		budget.step(file.events.size(), FORMAT, 0);
		return buildClip(
			name,
			finish - start,
			(flags & NON_LOOPING) === 0,
			moving,
			(source) => sequenceChannel(file, source, sequence),
			sequenceEvents(file, sequence, budget),
			blendTime / 1000,
		);
	});
	file.globalSequences.forEach((duration, index) => {
		const joints = movingByGlobal.get(index) ?? [];
		const isTinting = tinted.some(({ tracks }) => {
			for (const [, { globalSequence }] of tracks) if (globalSequence === index) return true;
			return false;
		});
		if (joints.isEmpty() && !isTinting) return;
		budget.step(file.events.size(), FORMAT, 0);
		const clip = buildClip(
			`Global sequence ${index}`,
			duration,
			true,
			joints,
			(source) => (source.track.globalSequence === index ? globalChannel(file, source) : undefined),
			globalEvents(file, index, budget),
		);
		clip.isAmbient = true;
		clips.push(clip);
	});
	return clips;
}
