import { Reader } from "../../bytes/reader";
import type { Budget } from "../../bytes/budget";

/** The first word of every packet, which also determines the width of the file's pointers. */
const MAGIC_X64 = 0x1a;
const MAGIC_X86 = 0x18;

/** Type and index (8, 12), four unknown words (16), data length (32) and alignment (36) follow the two magic words. */
const HEADER_SIZE = 40;
const TYPE_AT = 8;
const INDEX_AT = 12;
const LENGTH_AT = 32;
const ALIGNMENT_AT = 36;

/** The cost of a packet, in steps of a vertex. */
const STEPS_A_PACKET = 16;

/** In 64-bit files every packet starts at a multiple of this. */
const PACKET_ALIGNMENT = 16;

/**
 * The packet types that other readers have a name for.
 *
 * @example
 * const opaque: Array<MrnPacketKind> = ["eventTrack", "eventTrackIk"];
 * const { skeletons } = readMrn(source, { opaque });
 */
export type MrnPacketKind =
	| "skeleton"
	| "skeletonMap"
	| "eventTrack"
	| "eventTrackIk"
	| "data"
	| "network"
	| "pluginList"
	| "fileNames"
	| "skeletonNames"
	| "nsa"
	| "unknown";

const KINDS = new Map<number, MrnPacketKind>([
	[0x01, "skeleton"],
	[0x02, "skeletonMap"],
	[0x03, "eventTrack"],
	[0x04, "eventTrackIk"],
	[0x07, "data"],
	[0x0a, "network"],
	[0x0c, "pluginList"],
	[0x0e, "fileNames"],
	[0x0f, "skeletonNames"],
	[0x10, "nsa"],
]);

/**
 * One packet of a network: its type and its location, counted from the start of the file.
 *
 * @example
 * const packet: MrnPacket = mrn.opaquePackets[0];
 * const inside = new Reader(source, packet.kind).windowAt(packet.dataOffset, packet.dataSize);
 */
export interface MrnPacket {
	/** The type as stored. */
	type: number;
	/** The name of that type in other readers. */
	kind: MrnPacketKind;
	/** A counter in some packets, a hash of a name in others. */
	index: number;
	/** The offset of its header. */
	offset: number;
	/** The offset of its data, and the number of its bytes. */
	dataOffset: number;
	dataSize: number;
}

function readPacket(reader: Reader): MrnPacket {
	const offset = reader.position;
	reader.need(HEADER_SIZE, "packet header");
	const magic = reader.u32("magic");
	if (magic === MAGIC_X86) {
		reader.fail("packet is of a 32-bit network (magic 0x18); only 64-bit networks (0x1A) can be read", offset);
	}
	if (magic !== MAGIC_X64) {
		reader.fail(string.format("packet starts with 0x%X, not with the magic 0x1A", magic), offset);
	}
	reader.seek(offset + TYPE_AT);
	const packetType = reader.u32("packet type");
	reader.seek(offset + INDEX_AT);
	const index = reader.u32("packet index");
	reader.seek(offset + LENGTH_AT);
	const dataSize = reader.u32("data length");
	reader.seek(offset + ALIGNMENT_AT);
	const alignment = reader.u32("alignment");
	if (alignment !== 4 && alignment !== 8 && alignment !== 16) {
		reader.fail(`packet is aligned to ${alignment} bytes; expected 4, 8 or 16`, offset + ALIGNMENT_AT);
	}
	skipPadding(reader, alignment);
	const dataOffset = reader.position;
	reader.skip(dataSize, "packet data");
	return { type: packetType, kind: KINDS.get(packetType) ?? "unknown", index, offset, dataOffset, dataSize };
}

/** Moves to the next multiple of `alignment`, or to the end if the file ends before it. */
function skipPadding(reader: Reader, alignment: number): void {
	const padding = (alignment - (reader.position % alignment)) % alignment;
	reader.position = math.min(reader.position + padding, reader.finish);
}

/** Returns all packets of a network, in the order of the file. */
export function readPackets(reader: Reader, budget: Budget): Array<MrnPacket> {
	if (reader.remaining() === 0) reader.fail("file is empty");
	const packets = new Array<MrnPacket>();
	while (reader.remaining() > 0) {
		budget.step(STEPS_A_PACKET, "mrn", reader.position);
		packets.push(readPacket(reader));
		skipPadding(reader, PACKET_ALIGNMENT);
	}
	return packets;
}
