import { quoteBytes } from "../../bytes/quote-bytes";
import { Budget } from "../../bytes/budget";
import { Reader } from "../../bytes/reader";
import { FORMAT } from "./fields";

/**
 * A chunk of the file: the bytes after its tag and its size.
 *
 * @example
 * const chunk: MdxChunk = mdx.file.unknownChunks[0];
 * const inside = new Reader(source, chunk.tag).windowAt(chunk.offset, chunk.size);
 */
export interface MdxChunk {
	tag: string;
	size: number;
	/** The offset of its first byte, after tag and size. */
	offset: number;
}

const MAGIC = "MDLX";
const VERSION = 1300;
const CHUNK_HEADER_SIZE = 8;
/** Approximate bytes of an unknown chunk, with its line of the report: a file could consist of these. */
const UNKNOWN_BYTES = 320;
/** The max bytes after the last chunk: some files end with bytes that belong to none. */
const MAX_STRAY = 8;

const KNOWN = new Set(
	"VERS MODL SEQS GLBS MTLS TEXS TXAN GEOS GEOA BONE LITE HELP ATCH PIVT PREM PRE2 RIBB CAMS EVTS HTST CLID".split(" "),
);

/** Returns the known chunks by tag, and adds the others to `unknown`. */
export function readChunks(reader: Reader, unknown: Array<MdxChunk>, budget: Budget): Map<string, MdxChunk> {
	const magic = reader.text(math.min(4, reader.remaining()), "magic");
	if (magic !== MAGIC) reader.fail(`this is not an MDX model: it starts with ${quoteBytes(magic)}, not MDLX`, 0);
	const chunks = new Map<string, MdxChunk>();
	while (reader.remaining() > 0) {
		const at = reader.position;
		const left = reader.remaining();
		const tag = left < CHUNK_HEADER_SIZE ? "" : buffer.readstring(reader.source, at, 4);
		const size = left < CHUNK_HEADER_SIZE ? 0 : buffer.readu32(reader.source, at + 4);
		// A known tag with a size is a chunk that was cut off, however little is left of it.
		if (left < CHUNK_HEADER_SIZE || (left <= MAX_STRAY && !KNOWN.has(tag) && size > 0)) {
			budget.warn(`the file ends with ${left} stray bytes`);
			break;
		}
		if (size > left - CHUNK_HEADER_SIZE) {
			const label = KNOWN.has(tag) ? tag : quoteBytes(tag);
			reader.fail(`chunk ${label} has ${size} bytes, but the file ends in ${left - CHUNK_HEADER_SIZE}`, at);
		}
		const chunk = { tag, size, offset: at + CHUNK_HEADER_SIZE };
		if (!KNOWN.has(tag)) {
			budget.spendBytes(UNKNOWN_BYTES, FORMAT, at);
			unknown.push(chunk);
			budget.warn("unknown chunks were skipped", `${quoteBytes(tag)} (${size} bytes at byte ${at})`);
		} else if (chunks.has(tag)) {
			reader.fail(`chunk ${tag} appears twice`, at);
		} else {
			chunks.set(tag, chunk);
		}
		reader.seek(chunk.offset + size);
	}
	return chunks;
}

function describeVersion(version: number): string {
	if (version === 800) return "a Warcraft III model";
	if (version > 800 && version <= 1200) return "a Warcraft III: Reforged model";
	if (version > VERSION && version <= 1500) return "a model of a later World of Warcraft alpha";
	return "an unknown version of MDX";
}

/** Refuses every version but 1300, and describes the file. */
export function checkVersion(reader: Reader, chunks: ReadonlyMap<string, MdxChunk>): void {
	const chunk = chunks.get("VERS");
	if (chunk === undefined) return reader.fail("the file has no VERS chunk with its version", 4);
	if (chunk.size !== 4) reader.fail(`VERS has ${chunk.size} bytes, but it takes 4`, chunk.offset);
	const version = buffer.readu32(reader.source, chunk.offset);
	if (version !== VERSION) {
		reader.fail(
			`VERS holds ${version}, ${describeVersion(version)}; only ${VERSION} (World of Warcraft alpha 0.5.3) is read`,
			chunk.offset,
		);
	}
}
