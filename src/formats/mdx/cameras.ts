import { Reader } from "../../bytes/reader";
import { readList, readNumber, readSized, readVector, Vector } from "./fields";
import { MdxTracks, readTracks, TrackContext, TrackKinds } from "./tracks";

/**
 * CAMS: a camera and its target, in the file's axes.
 *
 * @example
 * const view: MdxCamera = mdx.file.cameras[0];
 * print(`${view.name} sees from ${view.nearClip} to ${view.farClip}`);
 */
export interface MdxCamera {
	name: string;
	pivot: Vector;
	/** Radians across the diagonal of the picture, according to other readers; not checked on a real file. */
	fieldOfView: number;
	farClip: number;
	nearClip: number;
	target: Vector;
	/**
	 * `KCTR` moves the camera, `KTTR` its target (both relative to their positions), `KCRL` rolls it, `KVIS`
	 * visibility.
	 */
	tracks: MdxTracks;
}

const CAMERA_SIZE = 120;

const CAMERA_TRACKS: TrackKinds = new Map([
	["KCTR", "vector"],
	["KCRL", "number"],
	["KTTR", "vector"],
	["KVIS", "number"],
]);

export function readCameras(reader: Reader, context: TrackContext): Array<MdxCamera> {
	return readList(reader, CAMERA_SIZE, "CAMS", context.budget, () => {
		const object = readSized(reader, CAMERA_SIZE, "CAMS camera");
		const name = object.fixedString(80, "CAMS name");
		const owner = `CAMS "${name}"`;
		return {
			name,
			pivot: readVector(object, `${owner} pivot`),
			fieldOfView: readNumber(object, `${owner} field of view`),
			farClip: readNumber(object, `${owner} far clip`),
			nearClip: readNumber(object, `${owner} near clip`),
			target: readVector(object, `${owner} target`),
			tracks: readTracks(object, CAMERA_TRACKS, owner, "camera", context),
		};
	});
}
