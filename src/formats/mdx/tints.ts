import { Budget } from "../../bytes/budget";
import { Channel } from "../../motion/channel";
import { TintTrack } from "../../scene/clip";
import { MdxFile } from "./file";
import { MdxGeosetAnimation } from "./geosets";
import { MdxTrack } from "./tracks";

/**
 * A colour stored with blue first, according to public descriptions of the format; no file with these tracks was
 * available to check.
 */
class BlueFirst implements Channel {
	constructor(private readonly channel: Channel) {}

	public isAmbient(): boolean {
		return this.channel.isAmbient?.() ?? false;
	}

	public write(seconds: number, target: buffer, offset: number): void {
		this.channel.write(seconds, target, offset);
		const blue = buffer.readf32(target, offset);
		buffer.writef32(target, offset, buffer.readf32(target, offset + 8));
		buffer.writef32(target, offset + 8, blue);
	}
}

/** Returns the tint of a geoset animation without keys: alpha, red, green, blue. */
export function restTint({ alpha, color }: MdxGeosetAnimation): [number, number, number, number] {
	return [alpha, color[2], color[1], color[0]];
}

/** Returns the first geoset animation with tracks for each geoset. */
export function tintedGeosets(file: MdxFile, budget: Budget): Array<MdxGeosetAnimation> {
	const seen = new Set<number>();
	return file.geosetAnimations.filter(({ geosetId, tracks }, index) => {
		if (tracks.isEmpty() || seen.has(geosetId)) return false;
		seen.add(geosetId);
		if (geosetId < file.geosets.size()) return true;
		budget.warn("geoset animations name geosets that do not exist", `GEOA ${index}`);
		return false;
	});
}

/** Makes the tint tracks of geosets in one clip, even if their tracks have no keys there. */
export function buildTints(
	animations: ReadonlyArray<MdxGeosetAnimation>,
	make: (track: MdxTrack) => Channel | undefined,
): Array<TintTrack> {
	return animations.map((animation): TintTrack => {
		const [alpha, color] = [animation.tracks.get("KGAO"), animation.tracks.get("KGAC")];
		const colorChannel = color && make(color);
		return {
			mesh: animation.geosetId,
			rest: restTint(animation),
			alpha: alpha && make(alpha),
			color: colorChannel && new BlueFirst(colorChannel),
		};
	});
}
