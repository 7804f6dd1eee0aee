import { fail } from "../bytes/fail";
import { Image } from "./image";

/** The first bytes of the supported formats. */
const READ: Array<[format: Image["format"], start: string]> = [
	["png", "\x89PNG\r\n\x1a\n"],
	["jpeg", "\xff\xd8\xff"],
	["blp", "BLP2"],
];

/** The first bytes of other formats, from `offset` on, which are refused by name. */
const REFUSED: Array<[name: string, start: string, offset?: number]> = [
	["WebP", "WEBP", 8],
	["KTX2", "\xabKTX 20\xbb"],
	["KTX", "\xabKTX 11\xbb"],
	["AVIF", "ftypavif", 4],
	["AVIF", "ftypavis", 4],
	["HEIF", "ftyp", 4],
	["JPEG XL", "\xff\x0a"],
	["JPEG XL", "JXL ", 4],
	["JPEG 2000", "jP  ", 4],
	["GIF", "GIF8"],
	["DDS", "DDS "],
	["BLP1", "BLP1"],
	["BLP0", "BLP0"],
	["BMP", "BM"],
	["TIFF", "II*\0"],
	["TIFF", "MM\0*"],
	["Basis Universal", "sB"],
	["OpenEXR", "v/1\x01"],
	["Radiance HDR", "#?"],
	["Photoshop", "8BPS"],
	["QOI", "qoif"],
	["ICO", "\0\0\x01\0"],
	["SVG", "<svg"],
	["SVG", "<?xml"],
];

function startsWith(source: buffer, start: string, offset: number): boolean {
	const size = start.size();
	return buffer.len(source) >= offset + size && buffer.readstring(source, offset, size) === start;
}

/** Returns the format of a file by its first bytes. Refuses unsupported ones. */
export function formatOf(source: buffer): Image["format"] {
	for (const [format, start] of READ) {
		if (startsWith(source, start, 0)) return format;
	}
	for (const [name, start, offset] of REFUSED) {
		if (startsWith(source, start, offset ?? 0)) fail("image", `${name} is not supported; expected PNG, JPEG or BLP2`);
	}
	fail("image", "unknown format; expected PNG, JPEG or BLP2", 0);
}
