import { Reader } from "../../bytes/reader";
import { readList, readNumber, readSized, readVector, Vector } from "./fields";
import { MdxNode, NODE_SIZE, readNode } from "./nodes";
import { MdxTracks, readTracks, TrackContext, TrackKinds } from "./tracks";

/**
 * LITE: a light. From the source of other readers, not checked on a real file.
 *
 * @example
 * const light: MdxLight = mdx.file.lights[0];
 * const lamp = new Instance("PointLight");
 * lamp.Range = light.attenuationEnd;
 * lamp.Brightness = light.intensity;
 */
export interface MdxLight {
	node: MdxNode;
	type: number;
	attenuationStart: number;
	attenuationEnd: number;
	/** Colours are three numbers as stored: whether red or blue comes first is unknown. */
	color: Vector;
	intensity: number;
	ambientColor: Vector;
	ambientIntensity: number;
	/** `KLAS`, `KLAE` attenuation, `KLAC`, `KLBC` colours, `KLAI`, `KLBI` intensities, `KVIS` visibility. */
	tracks: MdxTracks;
}

const LIGHT_SIZE = 4 + NODE_SIZE + 44;

const LIGHT_TRACKS: TrackKinds = new Map([
	["KLAS", "number"],
	["KLAE", "number"],
	["KLAC", "vector"],
	["KLAI", "number"],
	["KLBC", "vector"],
	["KLBI", "number"],
	["KVIS", "number"],
]);

export function readLights(reader: Reader, context: TrackContext): Array<MdxLight> {
	return readList(reader, LIGHT_SIZE, "LITE", context.budget, () => {
		const object = readSized(reader, LIGHT_SIZE, "LITE light");
		const node = readNode(object, "LITE", context);
		const owner = `LITE "${node.name}"`;
		return {
			node,
			type: object.u32(`${owner} type`),
			attenuationStart: readNumber(object, `${owner} attenuation start`),
			attenuationEnd: readNumber(object, `${owner} attenuation end`),
			color: readVector(object, `${owner} colour`),
			intensity: readNumber(object, `${owner} intensity`),
			ambientColor: readVector(object, `${owner} ambient colour`),
			ambientIntensity: readNumber(object, `${owner} ambient intensity`),
			tracks: readTracks(object, LIGHT_TRACKS, owner, "light", context),
		};
	});
}
