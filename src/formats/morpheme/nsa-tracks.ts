import { Reader } from "../../bytes/reader";
import { Channel } from "../../motion/channel";
import { JointTrack } from "../../scene/clip";

/** Collects the channels of an animation's bones, at most one per bone and property. */
export class NsaTracks {
	private readonly byBone = new Map<number, JointTrack>();

	/** @param reader refuses a bone that appears twice */
	constructor(private readonly reader: Reader) {}

	private trackOf(bone: number): JointTrack {
		let track = this.byBone.get(bone);
		if (track === undefined) {
			track = { joint: bone };
			this.byBone.set(bone, track);
		}
		return track;
	}

	/** @param offset the start of the channel's section */
	public addTranslation(bone: number, channel: Channel, offset: number): void {
		const track = this.trackOf(bone);
		if (track.translation !== undefined) this.reader.fail(`bone ${bone} has two translation channels`, offset);
		track.translation = channel;
	}

	public addRotation(bone: number, channel: Channel, offset: number): void {
		const track = this.trackOf(bone);
		if (track.rotation !== undefined) this.reader.fail(`bone ${bone} has two rotation channels`, offset);
		track.rotation = channel;
	}

	/** Returns the tracks in the order of their joints: bone b drives joint b + `shift`, or its joint in `joints`. */
	public finish(shift: number, joints?: ReadonlyArray<number>): Array<JointTrack> {
		const tracks = new Array<JointTrack>();
		this.byBone.forEach((track) => {
			tracks.push({ ...track, joint: joints ? joints[track.joint] : track.joint + shift });
		});
		return tracks.sort((a, b) => a.joint < b.joint);
	}
}
