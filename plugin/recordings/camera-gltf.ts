import { isRecording, Job, Recording, writeCameraGlb } from "../../src";
import { encodeBase64 } from "../../src/codecs";
import { refuse } from "../sentence";
import { cameraOf } from "./recording-facts";

/** The offset of the JSON in a GLB, and the bytes before the binary that follows it. */
const JSON_START = 20;
const CHUNK_HEAD = 8;

/** Writes the camera of a recording as a GLB, with one stud per metre. */
export function cameraGlb(recording: Recording, job?: Job): buffer {
	if (!isRecording(recording, "replay")) return writeCameraGlb(recording, { job });
	const camera = cameraOf(recording);
	return camera ? writeCameraGlb({ ...camera, name: recording.name }, { job }) : refuse("This replay has no camera.");
}

/** Converts a GLB of Dolly's to the text of a .gltf file that embeds its bytes. */
export function gltfText(glb: buffer): string {
	const size = buffer.readu32(glb, JSON_START - CHUNK_HEAD);
	const json = buffer.readstring(glb, JSON_START, size);
	const start = JSON_START + size + CHUNK_HEAD;
	const binary = buffer.create(buffer.len(glb) - start);
	buffer.copy(binary, 0, glb, start);
	const [, finish] = json.find('"buffers":[{', 1, true);
	const [trimmed] = json.gsub("%s+$", "");
	const uri = `"uri":"data:application/octet-stream;base64,${encodeBase64(binary)}",`;
	return trimmed.sub(1, finish) + uri + trimmed.sub(finish! + 1);
}
