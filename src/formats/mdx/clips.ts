import { Work } from "../../bytes/work";
import { fail } from "../../bytes/fail";
import { convertClip } from "../../scene/convert-motion";
import { Channel } from "../../motion/channel";
import { JointTrack } from "../../scene/clip";
import { SceneClip } from "../../scene/scene";
import { FORMAT, Vector } from "./fields";
import { MdxFile } from "./file";
import { UPRIGHT, Hierarchy } from "./hierarchy";
import { globalEvents, mdxEventsDuring } from "./sockets";
import { buildTints } from "./tints";
import { MdxTrack } from "./tracks";
import { globalChannel, sequenceChannel } from "./track-channel";

/** Bit 0 of a sequence's flags. */
const NON_LOOPING = 1;

/**
 * Sequences may overlap, so a small file could ask for as many channels as it has sequences times tracks. Real models stay
 * far below this.
 */
const MAX_CHANNELS = 200_000;

/** About what a marker takes: sequences may overlap, and repeat them. */
const MARKER_BYTES = 128;

type MakeChannel = (track: MdxTrack, rest?: Vector) => Channel | undefined;

/**
 * Makes a clip for each sequence, in their order, and after them one for each global sequence that a joint uses.
 *
 * A sequence's clip includes the tracks of global sequences, each wrapped by its own length from the clip's start on.
 * Whoever loops the clip hands over times that start again, and so do they; to let them run on, play the global sequence's
 * own clip beside it.
 */
export function buildClips(file: MdxFile, hierarchy: Hierarchy, work: Work): Array<SceneClip> {
	const { jointNodes, restOf, skeleton } = hierarchy;
	let channelCount = 0;

	function buildClip(name: string, milliseconds: number, loop: boolean, make: MakeChannel): SceneClip {
		work.pausePoint();
		const tracks = new Array<JointTrack>();
		const channelOf = (track: MdxTrack | undefined, rest?: Vector) => {
			const channel = track && make(track, rest);
			if (channel) channelCount += 1;
			return channel;
		};
		jointNodes.forEach((node, joint) => {
			if (node.tracks.isEmpty()) return;
			const translation = channelOf(node.tracks.get("KGTR"), restOf(node));
			const rotation = channelOf(node.tracks.get("KGRT"));
			const scale = channelOf(node.tracks.get("KGSC"));
			if (translation || rotation || scale) tracks.push({ joint, translation, rotation, scale });
		});
		if (channelCount > MAX_CHANNELS) {
			fail(
				FORMAT,
				`${file.sequences.size()} sequences overlap so much that they take over ${MAX_CHANNELS} channels`,
				0,
			);
		}
		const { rest } = skeleton;
		const tints = buildTints(file, work, (track) => channelOf(track));
		const clip = convertClip({ name, duration: milliseconds / 1000, loop, rest, tracks }, UPRIGHT, rest);
		return { ...clip, skeleton, tints: tints.isEmpty() ? undefined : tints };
	}

	const clips = file.sequences.map((sequence, index): SceneClip => {
		const { name, start, finish, flags, blendTime } = sequence;
		const clip = buildClip(name, finish - start, (flags & NON_LOOPING) === 0, (track, rest) =>
			sequenceChannel(file, track, sequence, rest),
		);
		work.step(file.events.size(), FORMAT, 0);
		const markers = mdxEventsDuring(file, index);
		work.spendBytes(markers.size() * MARKER_BYTES, FORMAT, 0);
		return { ...clip, blendTime: blendTime / 1000, markers: markers.isEmpty() ? undefined : markers };
	});
	file.globalSequences.forEach((duration, index) => {
		const clip = buildClip(`Global sequence ${index}`, duration, true, (track, rest) =>
			track.globalSequence === index ? globalChannel(file, track, rest) : undefined,
		);
		const markers = globalEvents(file, index);
		// What fades there alone is in every sequence's clip already.
		if (!clip.tracks.isEmpty()) clips.push({ ...clip, markers: markers.isEmpty() ? undefined : markers });
	});
	return clips;
}
