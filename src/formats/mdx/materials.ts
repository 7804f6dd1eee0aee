import { Reader } from "../../bytes/reader";
import type { Budget } from "../../bytes/budget";
import { readCount, readList, readNumber, readSized, spendItem } from "./fields";
import { MdxTracks, readTracks, TrackContext, TrackKinds } from "./tracks";

/**
 * One layer of a material: a texture and its blending with the layers below.
 *
 * @example
 * const layer: MdxLayer = mdx.file.materials[0].layers[0];
 * if (layer.textureId >= 0) print(mdx.file.textures[layer.textureId].path);
 */
export interface MdxLayer {
	blend: number;
	flags: number;
	/** An index into the textures, or -1. */
	textureId: number;
	/** An index into the texture animations, or -1. */
	transformId: number;
	/** The UV set, or -1 for none. */
	coordId: number;
	alpha: number;
	/** `KMTA` alpha, `KMTF` texture index. */
	tracks: MdxTracks;
}

/**
 * MTLS: layers from the bottom up.
 *
 * @example
 * const material: MdxMaterial = mdx.file.materials[0];
 * const top = material.layers[material.layers.size() - 1];
 */
export interface MdxMaterial {
	priorityPlane: number;
	layers: Array<MdxLayer>;
}

/**
 * TEXS: a file's path, or a slot that the game fills.
 *
 * @example
 * const texture: MdxTexture = mdx.file.textures[0];
 * if (texture.replaceableId === 0) print(`the model needs ${texture.path}`);
 */
export interface MdxTexture {
	/** 0 for a file, otherwise the slot. */
	replaceableId: number;
	path: string;
	/** Bit 0: repeats along U. Bit 1: along V. */
	flags: number;
}

/**
 * TXAN: how a layer's texture moves.
 *
 * @example
 * const animation: MdxTextureAnimation = mdx.file.textureAnimations[0];
 * const track = animation.tracks.get("KTAT");
 * const scroll = track && mdxTrackChannel(mdx.file, track, 0);
 */
export interface MdxTextureAnimation {
	/** `KTAT` vectors, `KTAR` rotations, `KTAS` vectors. */
	tracks: MdxTracks;
}

const LAYER_SIZE = 28;
const MATERIAL_SIZE = 12;
const TEXTURE_SIZE = 268;

const LAYER_TRACKS: TrackKinds = new Map([
	["KMTA", "number"],
	["KMTF", "index"],
]);
const TEXTURE_ANIMATION_TRACKS: TrackKinds = new Map([
	["KTAT", "vector"],
	["KTAR", "rotation"],
	["KTAS", "vector"],
]);

function readLayer(reader: Reader, owner: string, context: TrackContext): MdxLayer {
	const layer = readSized(reader, LAYER_SIZE, owner);
	return {
		blend: layer.u32(`${owner} blend`),
		flags: layer.u32(`${owner} flags`),
		textureId: layer.i32(`${owner} texture`),
		transformId: layer.i32(`${owner} texture animation`),
		coordId: layer.i32(`${owner} UV set`),
		alpha: readNumber(layer, `${owner} alpha`),
		tracks: readTracks(layer, LAYER_TRACKS, owner, "layer", context),
	};
}

function readMaterial(reader: Reader, index: number, context: TrackContext): MdxMaterial {
	const owner = `MTLS material ${index}`;
	const material = readSized(reader, MATERIAL_SIZE, owner);
	const priorityPlane = material.i32(`${owner} priority plane`);
	const layers = readList(material, LAYER_SIZE, `${owner} layer`, context.budget, (layer) =>
		readLayer(material, `${owner} layer ${layer}`, context),
	);
	return { priorityPlane, layers };
}

/**
 * Reads the materials. Between their count and the first is the number of animated layers, which the tracks make
 * redundant.
 */
export function readMaterials(reader: Reader, context: TrackContext): Array<MdxMaterial> {
	const materials = new Array<MdxMaterial>();
	const count = readCount(reader, MATERIAL_SIZE, "MTLS count");
	if (reader.remaining() > 0) reader.skip(4, "MTLS animated layer count");
	for (const index of $range(0, count - 1)) {
		spendItem(context.budget, reader.position);
		materials.push(readMaterial(reader, index, context));
	}
	reader.expectEnd("MTLS");
	return materials;
}

export function readTextures(reader: Reader, budget: Budget): Array<MdxTexture> {
	const size = reader.remaining();
	if (size % TEXTURE_SIZE !== 0) reader.fail(`TEXS has ${size} bytes; expected a multiple of ${TEXTURE_SIZE}`);
	const textures = new Array<MdxTexture>();
	for (const _ of $range(1, size.idiv(TEXTURE_SIZE))) {
		spendItem(budget, reader.position);
		textures.push({
			replaceableId: reader.u32("TEXS replaceable id"),
			path: reader.fixedString(260, "TEXS path"),
			flags: reader.u32("TEXS flags"),
		});
	}
	return textures;
}

export function readTextureAnimations(reader: Reader, context: TrackContext): Array<MdxTextureAnimation> {
	return readList(reader, 4, "TXAN", context.budget, (index) => {
		const owner = `TXAN ${index}`;
		const animation = readSized(reader, 4, owner);
		return { tracks: readTracks(animation, TEXTURE_ANIMATION_TRACKS, owner, "texture animation", context) };
	});
}
