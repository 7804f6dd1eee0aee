import { ByteSheet } from "../byte-sheet";
import { bytesOf, fixedText, floats, node, NodeFields, sized, words } from "./tracks";

/** Radius, lower corner, upper corner. */
export type Bounds = [number, number, number, number, number, number, number];

const NO_BOUNDS: Bounds = [0, 0, 0, 0, 0, 0, 0];

function joined(...parts: Array<buffer>): buffer {
	const sheet = new ByteSheet();
	for (const part of parts) sheet.append(part);
	return sheet.finish();
}

/** Tag, size of what follows, what follows. */
export function chunk(tag: string, ...parts: Array<buffer>): buffer {
	const body = joined(...parts);
	return joined(buffer.fromstring(tag), words([buffer.len(body)]), body);
}

/** A whole file: the magic and its chunks. */
export function mdxFile(...chunks: Array<buffer>): buffer {
	return joined(buffer.fromstring("MDLX"), ...chunks);
}

export function vers(version = 1300): buffer {
	return chunk("VERS", words([version]));
}

export interface ModelFields {
	name: string;
	animationFile?: string;
	bounds?: Bounds;
	flags?: number;
	objectCount: number;
}

export function modl(fields: ModelFields): buffer {
	return chunk(
		"MODL",
		fixedText(fields.name, 80),
		fixedText(fields.animationFile ?? "", 260),
		floats(fields.bounds ?? NO_BOUNDS),
		bytesOf([fields.flags ?? 0]),
		words([fields.objectCount]),
	);
}

export interface SequenceFields {
	name: string;
	start: number;
	finish: number;
	moveSpeed?: number;
	flags?: number;
	bounds?: Bounds;
	frequency?: number;
	replay?: [number, number];
	blendTime?: number;
}

export function seqs(...sequences: Array<SequenceFields>): buffer {
	const items = sequences.map((sequence) =>
		joined(
			fixedText(sequence.name, 80),
			words([sequence.start, sequence.finish]),
			floats([sequence.moveSpeed ?? 0]),
			words([sequence.flags ?? 0]),
			floats(sequence.bounds ?? NO_BOUNDS),
			floats([sequence.frequency ?? 0]),
			words(sequence.replay ?? [0, 0]),
			words([sequence.blendTime ?? 150]),
		),
	);
	return chunk("SEQS", words([sequences.size()]), ...items);
}

export function glbs(...durations: Array<number>): buffer {
	return chunk("GLBS", words(durations));
}

export interface LayerFields {
	blend?: number;
	flags?: number;
	textureId: number;
	transformId?: number;
	coordId?: number;
	alpha?: number;
	tracks?: Array<buffer>;
}

export function layer(fields: LayerFields): buffer {
	return sized(
		words([fields.blend ?? 0, fields.flags ?? 0, fields.textureId, fields.transformId ?? -1, fields.coordId ?? 0]),
		floats([fields.alpha ?? 1]),
		...(fields.tracks ?? []),
	);
}

export function material(priorityPlane: number, ...layers: Array<buffer>): buffer {
	return sized(words([priorityPlane, layers.size()]), ...layers);
}

export function mtls(animatedLayerCount: number, ...materials: Array<buffer>): buffer {
	return chunk("MTLS", words([materials.size(), animatedLayerCount]), ...materials);
}

export function texs(...textures: Array<{ replaceableId?: number; path: string; flags?: number }>): buffer {
	const items = textures.map((texture) =>
		joined(words([texture.replaceableId ?? 0]), fixedText(texture.path, 260), words([texture.flags ?? 0])),
	);
	return chunk("TEXS", ...items);
}

/** Each texture animation is its tracks. */
export function txan(...animations: Array<Array<buffer>>): buffer {
	return chunk("TXAN", words([animations.size()]), ...animations.map((tracks) => sized(...tracks)));
}

export interface GeosetFields {
	positions: Array<number>;
	normals: Array<number>;
	uvs?: Array<Array<number>>;
	indices: Array<number>;
	groups: Array<number>;
	groupSizes: Array<number>;
	matrices: Array<number>;
	boneIndices?: Array<number>;
	boneWeights?: Array<number>;
	materialId?: number;
	selectionGroup?: number;
	flags?: number;
	bounds?: Bounds;
	sequenceBounds?: Array<Bounds>;
	primitiveType?: number;
}

function tagged(tag: string, count: number, items: buffer): buffer {
	return joined(buffer.fromstring(tag), words([count]), items);
}

function shorts(values: Array<number>): buffer {
	const sheet = new ByteSheet();
	for (const value of values) sheet.u16(value);
	return sheet.finish();
}

export function geoset(fields: GeosetFields): buffer {
	const count = fields.positions.size() / 3;
	const { uvs, boneIndices = [], boneWeights = [], sequenceBounds = [] } = fields;
	const parts = [
		tagged("VRTX", count, floats(fields.positions)),
		tagged("NRMS", fields.normals.size() / 3, floats(fields.normals)),
	];
	if (uvs) parts.push(tagged("UVAS", uvs.size(), joined(...uvs.map((set) => floats(set)))));
	parts.push(
		tagged("PTYP", 1, bytesOf([fields.primitiveType ?? 4])),
		tagged("PCNT", 1, words([fields.indices.size()])),
		tagged("PVTX", fields.indices.size(), shorts(fields.indices)),
		tagged("GNDX", fields.groups.size(), bytesOf(fields.groups)),
		tagged("MTGC", fields.groupSizes.size(), words(fields.groupSizes)),
		tagged("MATS", fields.matrices.size(), words(fields.matrices)),
		tagged("BIDX", boneIndices.size(), words(boneIndices)),
		tagged("BWGT", boneWeights.size(), words(boneWeights)),
		words([fields.materialId ?? 0, fields.selectionGroup ?? 0, fields.flags ?? 0]),
		floats(fields.bounds ?? NO_BOUNDS),
		words([sequenceBounds.size()]),
	);
	for (const bounds of sequenceBounds) parts.push(floats(bounds));
	return sized(...parts);
}

export function geos(...geosets: Array<buffer>): buffer {
	return chunk("GEOS", words([geosets.size()]), ...geosets);
}

export interface GeosetAnimationFields {
	geosetId: number;
	alpha?: number;
	color?: [number, number, number];
	flags?: number;
	tracks?: Array<buffer>;
}

export function geoa(...animations: Array<GeosetAnimationFields>): buffer {
	const items = animations.map((animation) =>
		sized(
			words([animation.geosetId]),
			floats([animation.alpha ?? 1, ...(animation.color ?? [1, 1, 1])]),
			words([animation.flags ?? 0]),
			...(animation.tracks ?? []),
		),
	);
	return chunk("GEOA", words([animations.size()]), ...items);
}

export interface BoneFields extends NodeFields {
	geosetId?: number;
	geosetAnimationId?: number;
}

export function bone(...bones: Array<BoneFields>): buffer {
	const items = bones.map((fields) =>
		joined(node(fields), words([fields.geosetId ?? -1, fields.geosetAnimationId ?? -1])),
	);
	return chunk("BONE", words([bones.size()]), ...items);
}

export function help(...helpers: Array<NodeFields>): buffer {
	return chunk("HELP", words([helpers.size()]), ...helpers.map((fields) => node(fields)));
}

/** Type, then eleven numbers: attenuation, colour, intensity, ambient colour, ambient intensity. */
export function lite(
	...lights: Array<{ node: NodeFields; type: number; numbers: Array<number>; tracks?: Array<buffer> }>
) {
	const items = lights.map((light) =>
		sized(node(light.node), words([light.type]), floats(light.numbers), ...(light.tracks ?? [])),
	);
	return chunk("LITE", words([lights.size()]), ...items);
}

export interface AttachmentFields {
	node: NodeFields;
	attachmentId: number;
	parentGeosetAnimationId?: number;
	path?: string;
	tracks?: Array<buffer>;
}

export function atch(highestId: number, ...attachments: Array<AttachmentFields>): buffer {
	const items = attachments.map((attachment) =>
		sized(
			node(attachment.node),
			words([attachment.attachmentId]),
			bytesOf([attachment.parentGeosetAnimationId ?? 0xff]),
			fixedText(attachment.path ?? "", 260),
			...(attachment.tracks ?? []),
		),
	);
	return chunk("ATCH", words([attachments.size(), highestId]), ...items);
}

/** A point for each object id. */
export function pivt(points: Array<[number, number, number]>): buffer {
	return chunk("PIVT", ...points.map((point) => floats(point)));
}

export interface ParticleEmitterFields {
	node: NodeFields;
	/** Rate, gravity, longitude, latitude. */
	numbers: [number, number, number, number];
	path: string;
	life: number;
	speed: number;
	tracks?: Array<buffer>;
}

export function prem(...emitters: Array<ParticleEmitterFields>): buffer {
	const items = emitters.map((emitter) =>
		sized(
			node(emitter.node),
			floats(emitter.numbers),
			fixedText(emitter.path, 260),
			floats([emitter.life, emitter.speed]),
			...(emitter.tracks ?? []),
		),
	);
	return chunk("PREM", words([emitters.size()]), ...items);
}

export interface ParticleEmitter2Fields {
	node: NodeFields;
	type: number;
	/** Speed, variation, latitude, longitude, gravity, z source, life, emission rate, length, width. */
	motion: Array<number>;
	/** Rows, columns, particle type. */
	cells: [number, number, number];
	tail: [number, number];
	/** Nine numbers. */
	colors: Array<number>;
	alphas: [number, number, number];
	scales: [number, number, number];
	/** Twelve whole numbers. */
	uvAnimation: Array<number>;
	/** Blend, texture, priority, replaceable id. */
	look: [number, number, number, number];
	geometryPath: string;
	recursionPath: string;
	/** Twinkle 4, inherited velocity, tumble 6, drag, spin, wind 3, wind time, follow 4. */
	forces: Array<number>;
	/** Three numbers a point. */
	spline: Array<number>;
	squirts: number;
	tracks?: Array<buffer>;
}

export function pre2(...emitters: Array<ParticleEmitter2Fields>): buffer {
	const items = emitters.map((emitter) => {
		const body = sized(
			words([emitter.type]),
			floats(emitter.motion),
			words(emitter.cells),
			floats([...emitter.tail, ...emitter.colors]),
			bytesOf(emitter.alphas),
			floats(emitter.scales),
			words([...emitter.uvAnimation, ...emitter.look]),
			fixedText(emitter.geometryPath, 260),
			fixedText(emitter.recursionPath, 260),
			floats(emitter.forces),
			words([emitter.spline.size() / 3]),
			floats(emitter.spline),
		);
		return sized(node(emitter.node), body, words([emitter.squirts]), ...(emitter.tracks ?? []));
	});
	return chunk("PRE2", words([emitters.size()]), ...items);
}

export interface RibbonFields {
	node: NodeFields;
	/** Above, below, alpha, colour 3, lifetime. */
	numbers: Array<number>;
	/** Slot, edges per second, rows, columns, material. */
	cells: [number, number, number, number, number];
	gravity: number;
	tracks?: Array<buffer>;
}

export function ribb(...ribbons: Array<RibbonFields>): buffer {
	const items = ribbons.map((ribbon) =>
		sized(
			node(ribbon.node),
			sized(floats(ribbon.numbers), words(ribbon.cells), floats([ribbon.gravity])),
			...(ribbon.tracks ?? []),
		),
	);
	return chunk("RIBB", words([ribbons.size()]), ...items);
}

export interface CameraFields {
	name: string;
	pivot: [number, number, number];
	fieldOfView: number;
	farClip?: number;
	nearClip?: number;
	target: [number, number, number];
	tracks?: Array<buffer>;
}

export function cams(...cameras: Array<CameraFields>): buffer {
	const items = cameras.map((camera) =>
		sized(
			fixedText(camera.name, 80),
			floats([...camera.pivot, camera.fieldOfView, camera.farClip ?? 1000, camera.nearClip ?? 1, ...camera.target]),
			...(camera.tracks ?? []),
		),
	);
	return chunk("CAMS", words([cameras.size()]), ...items);
}

export function evts(...events: Array<{ node: NodeFields; track?: buffer }>): buffer {
	const items = events.map((event) => (event.track ? sized(node(event.node), event.track) : sized(node(event.node))));
	return chunk("EVTS", words([events.size()]), ...items);
}

export function htst(...shapes: Array<{ node: NodeFields; shape: number; numbers: Array<number> }>): buffer {
	const items = shapes.map(({ node: fields, shape, numbers }) =>
		sized(node(fields), bytesOf([shape]), floats(numbers)),
	);
	return chunk("HTST", words([shapes.size()]), ...items);
}

export function clid(positions: Array<number>, indices: Array<number>, normals: Array<number>): buffer {
	return chunk(
		"CLID",
		tagged("VRTX", positions.size() / 3, floats(positions)),
		tagged("TRI ", indices.size(), shorts(indices)),
		tagged("NRMS", normals.size() / 3, floats(normals)),
	);
}
