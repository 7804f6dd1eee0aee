import { quoteBytes } from "../bytes/quote-bytes";

/** The supported formats of models. */
export type ModelFormat = "glb" | "gltf" | "mdx" | "mrn" | "nsa";

/** The first word of a network: of 64 bits, and of 32, which its reader refuses with a message. */
const MRN_X64 = 0x1a;
const MRN_X86 = 0x18;

/** An animation has no magic: after its checksum and version come eight zeros, in a header of this size. */
const NSA_HEADER_SIZE = 192;

/** The starts of other files that may be mistaken for models, and the advice for each. */
const OTHERS: Array<[start: string, advice: string]> = [
	["Kaydara FBX", "an FBX file: export it as .glb, which Blender and most tools can do"],
	["\x89PNG", "a PNG image, not a model"],
	["\xff\xd8\xff", "a JPEG image, not a model"],
	["BLP", "a BLP texture, not a model"],
	["PK\x03\x04", "a ZIP archive: unpack it first"],
	["<roblox", "a Roblox model or place: insert it in Studio"],
	["MD20", "a model of a later World of Warcraft (M2), which is not supported"],
	["ply", "a PLY file: export it as .glb"],
	["solid", "an STL file: export it as .glb"],
	["# ", "text, perhaps an OBJ file: export it as .glb"],
	["DOLY", "a recording of Dolly: decodeRecording reads it"],
	["SNAPV1.3", "a camera recording (SNAPV1.3): decodeSnap13 reads it"],
];

function startsWith(source: buffer, text: string): boolean {
	return buffer.len(source) >= text.size() && buffer.readstring(source, 0, text.size()) === text;
}

/** Returns whether bytes start a JSON object, after a byte order mark and white space. */
function opensObject(source: buffer): boolean {
	const start = buffer.readstring(source, 0, math.min(buffer.len(source), 256));
	return start.match("^\xef?\xbb?\xbf?%s*{")[0] !== undefined;
}

/** Returns the format by a file's first bytes, or in words what else it may be. */
export function recognise(source: buffer): LuaTuple<[format: ModelFormat | undefined, otherwise: string]> {
	const size = buffer.len(source);
	if (size === 0) return $tuple(undefined, "the file is empty");
	if (startsWith(source, "glTF")) return $tuple("glb", "");
	if (startsWith(source, "MDLX")) return $tuple("mdx", "");
	if (opensObject(source)) return $tuple("gltf", "");
	for (const [start, advice] of OTHERS) {
		if (startsWith(source, start)) return $tuple(undefined, `this is ${advice}`);
	}
	if (size >= 4) {
		const word = buffer.readu32(source, 0);
		if (word === MRN_X64 || word === MRN_X86) return $tuple("mrn", "");
	}
	if (size >= NSA_HEADER_SIZE && buffer.readu32(source, 8) === 0 && buffer.readu32(source, 12) === 0) {
		return $tuple("nsa", "");
	}
	const shown = quoteBytes(buffer.readstring(source, 0, math.min(size, 8)));
	return $tuple(undefined, `it starts with ${shown}; expected glTF (.glb, .gltf), MDX or Morpheme (.mrn, .nsa)`);
}
