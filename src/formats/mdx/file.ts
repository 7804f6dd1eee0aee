import { Budget } from "../../bytes/budget";
import { Reader } from "../../bytes/reader";
import { MdxCamera, readCameras } from "./cameras";
import { checkVersion, MdxChunk, readChunks } from "./chunks";
import { MdxCollision, readCollision } from "./collision";
import {
	MdxParticleEmitter,
	MdxParticleEmitter2,
	MdxRibbonEmitter,
	readParticleEmitters,
	readParticleEmitters2,
	readRibbonEmitters,
} from "./emitters";
import { FORMAT } from "./fields";
import { MdxGeoset, MdxGeosetAnimation, readGeosetAnimations, readGeosets } from "./geosets";
import { MdxLight, readLights } from "./lights";
import {
	MdxMaterial,
	MdxTexture,
	MdxTextureAnimation,
	readMaterials,
	readTextureAnimations,
	readTextures,
} from "./materials";
import { MdxModelInfo, MdxSequence, readGlobalSequences, readModelInfo, readSequences } from "./model-info";
import { MdxNode } from "./nodes";
import {
	MdxAttachment,
	MdxBone,
	MdxEventObject,
	MdxHitTest,
	readAttachments,
	readBones,
	readEvents,
	readHelpers,
	readHitTests,
	readPivots,
} from "./objects";

/**
 * The contents of an MDX file, chunk by chunk, in its own axes (Z up) and units.
 *
 * @example
 * const file: MdxFile = readMdx(source).file;
 * for (const texture of file.textures) print(texture.path);
 */
export interface MdxFile {
	/** MODL; undefined if the file has none. */
	info?: MdxModelInfo;
	sequences: Array<MdxSequence>;
	/** Milliseconds each. */
	globalSequences: Array<number>;
	materials: Array<MdxMaterial>;
	textures: Array<MdxTexture>;
	textureAnimations: Array<MdxTextureAnimation>;
	geosets: Array<MdxGeoset>;
	geosetAnimations: Array<MdxGeosetAnimation>;
	bones: Array<MdxBone>;
	lights: Array<MdxLight>;
	helpers: Array<MdxNode>;
	attachments: Array<MdxAttachment>;
	/** f32 × 3 for each object id. */
	pivots: buffer;
	particleEmitters: Array<MdxParticleEmitter>;
	particleEmitters2: Array<MdxParticleEmitter2>;
	ribbonEmitters: Array<MdxRibbonEmitter>;
	cameras: Array<MdxCamera>;
	events: Array<MdxEventObject>;
	hitTests: Array<MdxHitTest>;
	collision?: MdxCollision;
	/** Skipped chunks with unknown tags. */
	unknownChunks: Array<MdxChunk>;
}

/** Reads every chunk. Chunks may be in any order, so those that others refer to are read first. */
export function readFile(source: buffer, budget: Budget): MdxFile {
	const reader = new Reader(source, FORMAT);
	const unknownChunks = new Array<MdxChunk>();
	const chunks = readChunks(reader, unknownChunks, budget);
	checkVersion(reader, chunks);

	/** Returns the chunk with this tag. A missing chunk counts as an empty one. */
	function open(tag: string): Reader {
		const chunk = chunks.get(tag);
		return chunk === undefined
			? new Reader(source, FORMAT, 0, 0)
			: new Reader(source, FORMAT, chunk.offset, chunk.offset + chunk.size);
	}

	const globalSequences = readGlobalSequences(open("GLBS"), budget);
	const context = { globalSequenceCount: globalSequences.size(), budget };
	return {
		info: chunks.has("MODL") ? readModelInfo(open("MODL")) : undefined,
		sequences: readSequences(open("SEQS"), budget),
		globalSequences,
		materials: readMaterials(open("MTLS"), context),
		textures: readTextures(open("TEXS"), budget),
		textureAnimations: readTextureAnimations(open("TXAN"), context),
		geosets: readGeosets(open("GEOS"), budget),
		geosetAnimations: readGeosetAnimations(open("GEOA"), context),
		bones: readBones(open("BONE"), context),
		lights: readLights(open("LITE"), context),
		helpers: readHelpers(open("HELP"), context),
		attachments: readAttachments(open("ATCH"), context),
		pivots: readPivots(open("PIVT"), budget),
		particleEmitters: readParticleEmitters(open("PREM"), context),
		particleEmitters2: readParticleEmitters2(open("PRE2"), context),
		ribbonEmitters: readRibbonEmitters(open("RIBB"), context),
		cameras: readCameras(open("CAMS"), context),
		events: readEvents(open("EVTS"), context),
		hitTests: readHitTests(open("HTST"), context),
		collision: readCollision(open("CLID"), budget),
		unknownChunks,
	};
}
