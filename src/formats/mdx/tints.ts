import { Work } from "../../bytes/work";
import { Channel } from "../../motion/channel";
import { TintTrack } from "../../scene/clip";
import { MdxFile } from "./file";
import { MdxGeosetAnimation } from "./geosets";
import { MdxTrack } from "./tracks";

/**
 * Colours stand blue first, as public descriptions of the format have it; no file with these tracks was at hand to check.
 */
class BlueFirst implements Channel {
	constructor(private readonly channel: Channel) {}

	public write(seconds: number, target: buffer, offset: number): void {
		this.channel.write(seconds, target, offset);
		const blue = buffer.readf32(target, offset);
		buffer.writef32(target, offset, buffer.readf32(target, offset + 8));
		buffer.writef32(target, offset + 8, blue);
	}
}

/** What a geoset animation does where it has no keys: alpha, red, green, blue. */
export function restTint({ alpha, color }: MdxGeosetAnimation): [number, number, number, number] {
	return [alpha, color[2], color[1], color[0]];
}

/** How geosets fade and are tinted in one clip: one for each geoset that has tracks for it, whether they have keys there. */
export function buildTints(
	file: MdxFile,
	work: Work,
	make: (track: MdxTrack) => Channel | undefined,
): Array<TintTrack> {
	const tints = new Array<TintTrack>();
	const seen = new Set<number>();
	file.geosetAnimations.forEach((animation, index) => {
		const { geosetId, tracks } = animation;
		if (tracks.isEmpty() || seen.has(geosetId)) return;
		if (geosetId >= file.geosets.size()) {
			work.warn("geoset animations name geosets that do not exist", `GEOA ${index}`);
			return;
		}
		seen.add(geosetId);
		const [alpha, color] = [tracks.get("KGAO"), tracks.get("KGAC")];
		const colorChannel = color && make(color);
		tints.push({
			mesh: geosetId,
			rest: restTint(animation),
			alpha: alpha && make(alpha),
			color: colorChannel && new BlueFirst(colorChannel),
		});
	});
	return tints;
}
