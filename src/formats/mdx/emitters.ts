import { Reader } from "../../bytes/reader";
import type { Budget } from "../../bytes/budget";
import { readFloats, readList, readNumber, readNumbers, readSized, readVector, readWords, Vector } from "./fields";
import { MdxNode, NODE_SIZE, readNode } from "./nodes";
import { MdxTracks, readTracks, TrackContext, TrackKinds } from "./tracks";

/**
 * PREM: emits models. Like the other emitters here, it comes from the source of other readers and is not checked on a
 * real file.
 *
 * @example
 * const emitter: MdxParticleEmitter = mdx.file.particleEmitters[0];
 * print(`${emitter.node.name} emits ${emitter.rate} of ${emitter.path} a second`);
 */
export interface MdxParticleEmitter {
	node: MdxNode;
	rate: number;
	gravity: number;
	longitude: number;
	latitude: number;
	path: string;
	life: number;
	speed: number;
	/** `KPEE` rate, `KPEG` gravity, `KPLN` longitude, `KPLT` latitude, `KPEL` life, `KPES` speed, `KVIS` visibility. */
	tracks: MdxTracks;
}

/**
 * PRE2: emits sprites.
 *
 * @example
 * const emitter: MdxParticleEmitter2 = mdx.file.particleEmitters2[0];
 * const particles = new Instance("ParticleEmitter");
 * particles.Rate = emitter.emissionRate;
 * particles.Lifetime = new NumberRange(emitter.life);
 */
export interface MdxParticleEmitter2 {
	node: MdxNode;
	type: number;
	speed: number;
	variation: number;
	latitude: number;
	longitude: number;
	gravity: number;
	zSource: number;
	life: number;
	emissionRate: number;
	length: number;
	width: number;
	rows: number;
	columns: number;
	particleType: number;
	tailLength: number;
	middleTime: number;
	/** At birth, in the middle and at the end. Whether red or blue comes first is unknown. */
	colors: [Vector, Vector, Vector];
	alphas: [number, number, number];
	scales: Vector;
	/** Twelve whole numbers: first, last and repeats of head and tail cells. */
	uvAnimation: Array<number>;
	blend: number;
	textureId: number;
	priority: number;
	replaceableId: number;
	geometryPath: string;
	recursionPath: string;
	/** Frames per second, the fraction of time on, min and max size. */
	twinkle: Array<number>;
	inheritedVelocity: number;
	tumble: Array<number>;
	drag: number;
	spin: number;
	wind: Vector;
	windTime: number;
	/** Speed and scale, twice. */
	follow: Array<number>;
	splineCount: number;
	/** f32 × 3 per point. */
	spline: buffer;
	squirts: number;
	/** `KP2E` `KP2G` `KPLN` `KP2L` `KP2S` `KP2R` `KP2N` `KP2W` `KP2Z` `KVIS` `KLIF`, each one number. */
	tracks: MdxTracks;
}

/**
 * RIBB: leaves a ribbon behind.
 *
 * @example
 * const ribbon: MdxRibbonEmitter = mdx.file.ribbonEmitters[0];
 * const trail = new Instance("Trail");
 * trail.Lifetime = ribbon.lifetime;
 * trail.Transparency = new NumberSequence(1 - ribbon.alpha);
 */
export interface MdxRibbonEmitter {
	node: MdxNode;
	above: number;
	below: number;
	alpha: number;
	color: Vector;
	lifetime: number;
	slot: number;
	edgesPerSecond: number;
	rows: number;
	columns: number;
	materialId: number;
	gravity: number;
	/** `KRHA`, `KRHB` heights, `KRAL` alpha, `KRCO` colour, `KRTX` slot, `KVIS` visibility. */
	tracks: MdxTracks;
}

const PARTICLE_EMITTER_SIZE = 4 + NODE_SIZE + 284;
/** Bytes up to the squirts, without spline points. The emitter's own size is the same, plus 12 for each point. */
const EMITTER_2_SIZE = 791;
const RIBBON_SIZE = 56;

function numbers(...tags: Array<string>): TrackKinds {
	return new Map(tags.map((tag) => [tag, "number"]));
}

const PARTICLE_EMITTER_TRACKS = numbers("KPEE", "KPEG", "KPLN", "KPLT", "KPEL", "KPES", "KVIS");
const EMITTER_2_TRACKS = numbers(
	...["KP2E", "KP2G", "KPLN", "KP2L", "KP2S", "KP2R", "KP2N", "KP2W", "KP2Z", "KVIS", "KLIF"],
);
const RIBBON_TRACKS: TrackKinds = new Map([
	["KRHA", "number"],
	["KRHB", "number"],
	["KRAL", "number"],
	["KRCO", "vector"],
	["KRTX", "index"],
	["KVIS", "number"],
]);

export function readParticleEmitters(reader: Reader, context: TrackContext): Array<MdxParticleEmitter> {
	return readList(reader, PARTICLE_EMITTER_SIZE, "PREM", context.budget, () => {
		const object = readSized(reader, PARTICLE_EMITTER_SIZE, "PREM emitter");
		const node = readNode(object, "PREM", context);
		const owner = `PREM "${node.name}"`;
		return {
			node,
			rate: readNumber(object, `${owner} rate`),
			gravity: readNumber(object, `${owner} gravity`),
			longitude: readNumber(object, `${owner} longitude`),
			latitude: readNumber(object, `${owner} latitude`),
			path: object.fixedString(260, `${owner} path`),
			life: readNumber(object, `${owner} life`),
			speed: readNumber(object, `${owner} speed`),
			tracks: readTracks(object, PARTICLE_EMITTER_TRACKS, owner, "emitter", context),
		};
	});
}

/** Reads the fields that count for the emitter's own size, from its type to its spline. */
function readEmitter2Body(object: Reader, owner: string, budget: Budget) {
	const at = object.position;
	const size = object.u32(`${owner} emitter size`);
	const body = {
		type: object.u32(`${owner} type`),
		speed: readNumber(object, `${owner} speed`),
		variation: readNumber(object, `${owner} variation`),
		latitude: readNumber(object, `${owner} latitude`),
		longitude: readNumber(object, `${owner} longitude`),
		gravity: readNumber(object, `${owner} gravity`),
		zSource: readNumber(object, `${owner} z source`),
		life: readNumber(object, `${owner} life`),
		emissionRate: readNumber(object, `${owner} emission rate`),
		length: readNumber(object, `${owner} length`),
		width: readNumber(object, `${owner} width`),
		rows: object.u32(`${owner} rows`),
		columns: object.u32(`${owner} columns`),
		particleType: object.u32(`${owner} particle type`),
		tailLength: readNumber(object, `${owner} tail length`),
		middleTime: readNumber(object, `${owner} middle time`),
		colors: [
			readVector(object, `${owner} start colour`),
			readVector(object, `${owner} middle colour`),
			readVector(object, `${owner} end colour`),
		] as [Vector, Vector, Vector],
		alphas: [object.u8(`${owner} alpha`), object.u8(`${owner} alpha`), object.u8(`${owner} alpha`)] as Vector,
		scales: readVector(object, `${owner} scale`),
		uvAnimation: readWords(object, 12, `${owner} UV animation`, budget),
		blend: object.u32(`${owner} blend`),
		textureId: object.u32(`${owner} texture`),
		priority: object.i32(`${owner} priority`),
		replaceableId: object.u32(`${owner} replaceable id`),
		geometryPath: object.fixedString(260, `${owner} geometry path`),
		recursionPath: object.fixedString(260, `${owner} recursion path`),
		twinkle: readNumbers(object, 4, `${owner} twinkle`),
		inheritedVelocity: readNumber(object, `${owner} inherited velocity`),
		tumble: readNumbers(object, 6, `${owner} tumble`),
		drag: readNumber(object, `${owner} drag`),
		spin: readNumber(object, `${owner} spin`),
		wind: readVector(object, `${owner} wind`),
		windTime: readNumber(object, `${owner} wind time`),
		follow: readNumbers(object, 4, `${owner} follow`),
		splineCount: object.u32(`${owner} spline points`),
	};
	const spline = readFloats(object, body.splineCount * 3, `${owner} spline`, budget);
	if (object.position - at !== size) {
		object.fail(`${owner} says its emitter has ${size} bytes, but it has ${object.position - at}`, at);
	}
	return { ...body, spline };
}

export function readParticleEmitters2(reader: Reader, context: TrackContext): Array<MdxParticleEmitter2> {
	const smallest = 4 + NODE_SIZE + EMITTER_2_SIZE + 4;
	return readList(reader, smallest, "PRE2", context.budget, () => {
		const object = readSized(reader, smallest, "PRE2 emitter");
		const node = readNode(object, "PRE2", context);
		const owner = `PRE2 "${node.name}"`;
		return {
			node,
			...readEmitter2Body(object, owner, context.budget),
			squirts: object.u32(`${owner} squirts`),
			tracks: readTracks(object, EMITTER_2_TRACKS, owner, "emitter", context),
		};
	});
}

export function readRibbonEmitters(reader: Reader, context: TrackContext): Array<MdxRibbonEmitter> {
	const smallest = 4 + NODE_SIZE + RIBBON_SIZE;
	return readList(reader, smallest, "RIBB", context.budget, () => {
		const object = readSized(reader, smallest, "RIBB ribbon");
		const node = readNode(object, "RIBB", context);
		const owner = `RIBB "${node.name}"`;
		const size = object.u32(`${owner} size`);
		if (size !== RIBBON_SIZE) {
			object.fail(`${owner} says its ribbon has ${size} bytes, but it has ${RIBBON_SIZE}`, object.position - 4);
		}
		return {
			node,
			above: readNumber(object, `${owner} height above`),
			below: readNumber(object, `${owner} height below`),
			alpha: readNumber(object, `${owner} alpha`),
			color: readVector(object, `${owner} colour`),
			lifetime: readNumber(object, `${owner} lifetime`),
			slot: object.u32(`${owner} slot`),
			edgesPerSecond: object.u32(`${owner} edges per second`),
			rows: object.u32(`${owner} rows`),
			columns: object.u32(`${owner} columns`),
			materialId: object.u32(`${owner} material`),
			gravity: readNumber(object, `${owner} gravity`),
			tracks: readTracks(object, RIBBON_TRACKS, owner, "ribbon", context),
		};
	});
}
