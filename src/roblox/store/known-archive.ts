import { crc32 } from "../../bytes/crc32";
import { encodeArchive } from "../../take/archive";
import type { Take } from "../../take/take";

/** The bytes that a take came in as, with what of it they hold. */
interface KnownArchive {
	archive: buffer;
	checksum: number;
	frames: buffer;
	map: string;
}

const known = new WeakMap<Take, KnownArchive>();

/** Keeps the bytes that a take came in as, so that whoever stores or sends it on need not encode it again. */
export function rememberArchive(take: Take, archive: buffer, checksum: number): void {
	known.set(take, { archive, checksum, frames: take.frames, map: take.map });
}

export function forgetArchive(take: Take): void {
	known.delete(take);
}

/** A take's archive with its CRC-32: the bytes that it came in as, where they are still what it is. */
export function archiveOf(take: Take): LuaTuple<[archive: buffer, checksum: number]> {
	const former = known.get(take);
	if (former && former.frames === take.frames && former.map === take.map) {
		return $tuple(former.archive, former.checksum);
	}
	const archive = encodeArchive([take]);
	return $tuple(archive, crc32(archive));
}
